/**
 * String literals of a text in any language, by their quotes alone, with what stands in them in pieces: a literal that is
 * put into another one is part of that.
 *
 *     'gh' + `p_${"1a"}2b`   →   [gh], [p_ | 1a | 2b]
 *
 * A quote that nothing closes on its line opens nothing: an apostrophe costs no more than the rest of its line.
 */
export type Piece = readonly [from: number, to: number];

export interface Literal {
  /** With its quotes. */
  start: number;
  end: number;
  /** Of the text, in the order in which they are put together. */
  pieces: readonly Piece[];
}

const QUOTE = '["\'`]';
const OTHERS = '[^"\'`\\n]*';
/** A literal within a literal: `${"…"}`, `#{'…'}`, `{'…'}`, `\("…")`. */
const NESTED = String.raw`(?:\$\{|#\{|\{)[ \t]*${QUOTE}${OTHERS}${QUOTE}[ \t]*\}|\\\([ \t]*"[^"\n]*"[ \t]*\)`;
/** A literal goes on in the next line behind a backslash; Haskell writes a second one there. */
const CONTINUED = String.raw`\\\r?\n(?:[ \t]*\\)?`;
const quoted = (quote: string) => `${quote}(?:${NESTED}|${CONTINUED}|\\\\.|[^${quote}\\\\\\n])*${quote}`;
const COMMENT = String.raw`/\*[^]{0,2000}?\*/|(?<=^|\s)(?://|#[ \t!]|--[ \t])[^\n]*`;
const TOKEN = new RegExp(`${COMMENT}|${['"', "'", '`'].map(quoted).join('|')}`, 'gm');
/** A name in a literal, in whose place its value is put. */
const INSERTED = String.raw`(?:\$\{|#\{|\{\$?|\\\(|\$)[ \t]*(?:self\.|this\.)?([A-Za-z_]\w{0,60})[ \t]*[})]?`;
const PARTS = new RegExp(`(${NESTED})|(${CONTINUED})|${INSERTED}`, 'g');

/** In their order; none of them stands in a comment. */
export function literalsIn(text: string): Literal[] {
  const literals: Literal[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const end = index + token.length;
    if (/^["'`]/.test(token)) literals.push({ start: index, end, pieces: [[index + 1, end - 1]] });
  }
  return literals;
}

const COMMENTS = new RegExp(COMMENT, 'gm');

/** Of what stands between two literals. */
export function withoutComments(text: string): string {
  return /\/\/|\/\*|#|--/.test(text) ? text.replace(COMMENTS, '') : text;
}

/** With the literals and values that are put into each. `values`: what names stand for. */
export function withInserted(
  text: string,
  { start, end }: Literal,
  values: ReadonlyMap<string, readonly Piece[]>,
): Literal {
  const pieces: Piece[] = [];
  let from = start + 1;
  const inside = text.slice(start + 1, end - 1);
  if (!/[{(\n]|\$\w/.test(inside)) return { start, end, pieces: [[from, end - 1]] };
  for (const { 0: whole, 1: nested, 2: goesOn, 3: name = '', index } of inside.matchAll(PARTS)) {
    const at = start + 1 + index;
    const value = nested !== undefined ? [nestedIn(nested, at)] : goesOn !== undefined ? [] : values.get(name);
    if (value === undefined) continue;
    pieces.push([from, at], ...value);
    from = at + whole.length;
  }
  pieces.push([from, end - 1]);
  return { start, end, pieces: pieces.filter(([first, last]) => first < last) };
}

function nestedIn(nested: string, at: number): Piece {
  const open = nested.search(/["'`]/);
  return [at + open + 1, at + nested.search(/["'`][ \t]*[})]$/)];
}
