/**
 * Texts in which literals stand as what they are joined to: a secret that is divided among several is found there like any
 * other. By the forms that languages have for it, not by their grammar: what does not belong together makes a text that no
 * rule knows.
 *
 *     api_token = ("gh" +            →   api_token = "ghp_1a2b…"      with where each part of it stands
 *                  "p_1a2b…")
 *
 * Operators, literals behind each other, templates, lists and calls that join, `+=` and its like, and constants of the file.
 */
import { joiningRanges } from './joining-calls.ts';
import { literalsIn, withInserted, withoutComments, type Literal, type Piece } from './literals.ts';
import type { Span } from './mask.ts';

export interface JoinedLiterals {
  /** A line for each join. */
  text: string;
  /** Where a range of it stands in the text that it was made from. */
  partsOf(from: number, to: number): Span[];
}

interface Operand extends Literal {
  /** A constant in place of a literal: only an operator joins it. */
  isName: boolean;
}

/** Shorter values have no form of their own. */
const SHORTEST = 14;
const LONGEST = 4_000;
const MOST_OPERANDS = 400;

/** Undefined where nothing is joined. `asked`: only joins of which a part stands in one of these ranges. */
export function joinedLiterals(path: string, text: string, asked?: readonly Piece[]): JoinedLiterals | undefined {
  const literals = literalsIn(text);
  if (literals.length === 0) return undefined;
  const operands = operandsOf(text, literals, isShell(path, text));
  const isAsked = ({ pieces }: Operand) =>
    asked === undefined || pieces.some(([from, to]) => asked.some(([first, last]) => from < last && to > first));
  let out = '';
  const parts: { at: number; from: number; to: number }[] = [];
  for (const chain of chainsOf(text, operands)) {
    const pieces = chain.flatMap((operand) => operand.pieces.filter(([from, to]) => from < to));
    if (pieces.length < 2 || !chain.some(isAsked) || !mayHoldSecret(text, pieces)) continue;
    out += `${nameBefore(text, chain[0]?.start ?? 0)} = "`;
    for (const [from, to] of pieces) {
      parts.push({ at: out.length, from, to });
      out += text.slice(from, to);
    }
    out += '"\n';
  }
  if (parts.length === 0) return undefined;
  return {
    text: out,
    partsOf: (first, last) =>
      parts.flatMap(({ at, from, to }) => {
        const start = Math.max(first, at);
        const end = Math.min(last, at + to - from);
        return start < end ? [{ start: from + start - at, end: from + end - at }] : [];
      }),
  };
}

/** Something without blanks stands over a joint. */
function mayHoldSecret(text: string, pieces: readonly Piece[]): boolean {
  const joined = pieces.map(([from, to]) => text.slice(from, to)).join('\0');
  if (joined.length > LONGEST) return false;
  return joined.split(/\s/).some((word) => word.includes('\0') && word.length > SHORTEST);
}

// ── operands ────────────────────────────────────────────────────────────────

const ASSIGNED =
  /(?:#[ \t]*define[ \t]+([A-Za-z_]\w{0,60})[ \t]+|([A-Za-z_]\w{0,60})["'\]]?[ \t]*(?::[ \t]*[\w.<>[\]?|& ]{1,40})?[ \t]*(?::=|=>|=|:)[ \t]*[rbufLR@$#]{0,2})$/;
/** The literal is all that is assigned. */
const ENDS = /^[ \t]*(?:[;,)}\]\r\n]|$|#|\/\/|--)/;
const MOST_NAMES = 200;

/** Literals, and the names that stand for one, with what is put into each. */
function operandsOf(text: string, literals: readonly Literal[], withBareWords: boolean): Operand[] {
  const values = constantsOf(text, literals);
  const found = literals.map((literal): Operand => {
    const inserted = withInserted(text, literal, values);
    return { ...(withBareWords ? withWords(text, inserted) : inserted), isName: false };
  });
  const names = [...values].flatMap(([name, pieces]) =>
    placesOf(text, name).flatMap((at) => named(text, name, at, pieces)),
  );
  if (names.length === 0) return found;
  names.sort((a, b) => a.start - b.start);
  let next = 0;
  const outside = names.filter(({ start }) => {
    while (next < literals.length && (literals[next]?.end ?? 0) <= start) next++;
    return (literals[next]?.start ?? Infinity) > start;
  });
  return [...found, ...outside].sort((a, b) => a.start - b.start);
}

/** Where a name stands as a word. */
function placesOf(text: string, name: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (!WORD.test(text[at - 1] ?? '') && !WORD.test(text[at + name.length] ?? '')) places.push(at);
  }
  return places;
}

const WORD = /\w/;
const OWNER = /(?:[$@]?\w{1,60}(?:\.|->|::)){0,4}[$@]?\{?$/;
/** It is assigned, called or appended to there, not read. */
const NOT_READ = /^\}?[ \t]*(?:[:+.]?=(?!=)|\(|:[^:]|\.[ \t]*(?:append|Append|push|push_str|WriteString|[wW]rite)\b)/;

/** The name where it is read, with what it is a member of. */
function named(text: string, name: string, at: number, pieces: readonly Piece[]): Operand[] {
  const end = at + name.length;
  if (NOT_READ.test(text.slice(end, end + 40))) return [];
  const start = at - (OWNER.exec(text.slice(Math.max(0, at - 80), at))?.[0].length ?? 0);
  if (isAppendedTo(text, start, end)) return [];
  return [{ start, end: end + Number(text[end] === '}' && text[at - 1] === '{'), pieces, isName: true }];
}

/** `key << 'p_1a…'` as a statement. */
function isAppendedTo(text: string, start: number, end: number): boolean {
  return (
    /^[ \t]*<</.test(text.slice(end, end + 20)) && /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, start - 80), start))
  );
}

/** Names to which one literal is assigned, once. */
function constantsOf(text: string, literals: readonly Literal[]): Map<string, readonly Piece[]> {
  const values = new Map<string, readonly Piece[]>();
  for (const { start, end, pieces } of literals) {
    if (!mayBeAssigned(text, start)) continue;
    const [, defined, name = defined] = ASSIGNED.exec(text.slice(Math.max(0, start - 140), start)) ?? [];
    if (name === undefined || values.size >= MOST_NAMES || !ENDS.test(text.slice(end, end + 40))) continue;
    if (!/\s/.test(text.slice(start + 1, end - 1))) values.set(name, pieces);
  }
  for (const name of values.keys()) {
    const assigned = placesOf(text, name).filter((at) =>
      ASSIGNS.test(text.slice(at + name.length, at + name.length + 80)),
    );
    if (assigned.length > 1) values.delete(name);
  }
  return values;
}

/** What ASSIGNED asks for right before the literal, which most literals do not have. */
function mayBeAssigned(text: string, start: number): boolean {
  let at = start - 1;
  if (/[ \t]/.test(text[at] ?? '') && text.slice(Math.max(0, start - 140), start).includes('define')) return true;
  while (at > start - 3 && /[rbufLR@$#]/.test(text[at] ?? '')) at--;
  while (/[ \t]/.test(text[at] ?? '')) at--;
  return /[=>:]/.test(text[at] ?? '');
}

const ASSIGNS = /^["'\]]?[ \t]*(?::[ \t]*[\w.<>[\]?|& ]{1,40})?(?:[:+.]?=(?![=>])|=>|:(?!:))/;

function isShell(path: string, text: string): boolean {
  return /\.(?:sh|bash|zsh|ksh|env)$|\.env\.\w+$/.test(path) || /^#!\S*\b(?:env[ \t]+)?(?:ba|z|k)?sh\b/.test(text);
}

/** What stands right beside the quotes: `KEY=gh"p_1a…"2b`. */
function withWords(text: string, { start, end, pieces }: Literal): Literal {
  const before =
    /(?<![\w+/.~%${-])[\w+/.~%-]{1,100}$/.exec(text.slice(Math.max(0, start - 100), start))?.[0].length ?? 0;
  const behind = /^[\w+/.~%=-]{1,100}/.exec(text.slice(end, end + 100))?.[0].length ?? 0;
  const [from, to] = [start - before, end + behind];
  return { start: from, end: to, pieces: [[from, start], ...pieces, [end, to]] };
}

// ── chains ──────────────────────────────────────────────────────────────────

/** What may stand around an operator, or between literals behind each other. */
const WRAPPED = String.raw`[\s()&@$#\\]|::|\b(?:to_string|to_owned|into|toString|as_str|freeze|concat|append|Append|push_str|String|from|str|std|string|new|encode|decode|b|r|f|u|L|u8|R|s|raw)\b`;
const OPERATOR = new RegExp(`^(?:${WRAPPED}|\\+{1,2}|\\.{1,2}|<>|<<)*$`);
const COMMA = new RegExp(`^(?:${WRAPPED}|\\.)*,(?:${WRAPPED}|\\.|\\[\\]|[{[])*$`);
/** A statement that goes on with the one before: `key += `, `key = key + `, `sb.append(`; `append(` of a block that builds. */
const APPENDED =
  /^[\s);]*([$@]?\w[\w.]{0,60}?)\s*(?:\+=|\.=|\.\.=|<<|=\s*(\S{1,60}?)\s*(?:\+|\.{1,2}|\+\+|<>)|\.\s*(?:append|Append|push_str|WriteString|Write|write|concat|push)\s*\()[\s(&@$]*$/;
const BUILT = /^[\s);]*append\s*\(\s*$/;
/** Placeholders alone: what follows takes their places. */
const PLACEHOLDERS = /^(?:%[sv]|%\d\$s|\{\d?\}){2,}$/;
const FILLED = new RegExp(`^[\\s)]*(?:%|,|\\.\\s*format)(?:${WRAPPED}|[{[.])*$`);
const JOINS = /\+|<>|<<|\.\.|(?:^|[\s)])\.(?:[\s(]|$)|concat|append|Append|push_str/;
const LONGEST_GLUE = 300;

function* chainsOf(text: string, operands: readonly Operand[]): Generator<Operand[]> {
  const ranges = joiningRanges(text);
  let range = 0;
  let chain: Operand[] = [];
  for (const operand of operands) {
    const last = chain.at(-1);
    while ((ranges[range]?.[1] ?? Infinity) < operand.end) range++;
    const [first] = chain;
    const around = { list: ranges[range], first, isFilled: first?.pieces.length === 0 };
    if (last !== undefined && chain.length < MOST_OPERANDS && isJoined(text, last, operand, around)) {
      chain.push(operand);
      continue;
    }
    if (chain.length > 1) yield chain;
    else if (last !== undefined && last.pieces.length > 1 && !last.isName) yield chain;
    const isPattern = PLACEHOLDERS.test(text.slice(operand.start + 1, operand.end - 1));
    chain = [isPattern ? { ...operand, pieces: [] } : operand];
  }
  if (chain.length > 0) yield chain;
}

interface Around {
  /** Within which a comma joins. */
  list: Piece | undefined;
  /** Of the chain. */
  first: Operand | undefined;
  /** It begins with placeholders. */
  isFilled: boolean;
}

function isJoined(text: string, left: Operand, right: Operand, { list, first, isFilled }: Around): boolean {
  if (right.start - left.end > LONGEST_GLUE || right.start < left.end || hasBlank(text, left, right)) return false;
  const glue = withoutComments(text.slice(left.end, right.start));
  if (OPERATOR.test(glue)) return isOperator(text, glue, left, right);
  if (isFilled && FILLED.test(glue)) return true;
  const isListed = list !== undefined && list[0] <= left.start && right.end <= list[1];
  return (isListed && COMMA.test(glue)) || isAppended(text, glue, first?.start ?? 0);
}

/** Literals are joined by nothing, too. */
function isOperator(text: string, glue: string, left: Operand, right: Operand): boolean {
  return !(left.isName || right.isName) || JOINS.test(glue) || isBeside(text, glue, left, right);
}

function isAppended(text: string, glue: string, chainAt: number): boolean {
  if (!/[\n;]/.test(glue)) return false;
  const [, name = '', again = name] = APPENDED.exec(glue) ?? [];
  return BUILT.test(glue) || (name !== '' && again === name && name === subjectBefore(text, chainAt));
}

/** Names are joined by nothing where they are marked, `$a$b`, and as the macros of C, `A "p_1a…"`. */
function isBeside(text: string, glue: string, left: Operand, right: Operand): boolean {
  const isMarked = ({ start }: Operand) => text[start] === '$';
  if (glue === '') return isMarked(left) || isMarked(right);
  const isMacro = ({ start, end, isName }: Operand) => !isName || /^[A-Z_][A-Z_\d]+$/.test(text.slice(start, end));
  return /^[ \t]+$/.test(glue) && isMacro(left) && isMacro(right);
}

/** Words of a sentence are joined at blanks. */
function hasBlank(text: string, left: Operand, right: Operand): boolean {
  const [, before = 0] = left.pieces.at(-1) ?? [];
  const [after = 0] = right.pieces[0] ?? [];
  return (left.pieces.length > 0 && /\s/.test(text[before - 1] ?? '')) || /\s/.test(text[after] ?? '');
}

const BEFORE = 160;

/** The name that rules go by: of what is assigned, of a key, of an argument; empty for none. */
function nameBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const operator = /(?:=>|:=|<-|[+.]?=|:)(?![=:>])[^=:;,]*$/.exec(before);
  if (operator === null) return '';
  return /([\w$@.-]{1,80})["'\])\s]*(?::[^=:\n]{1,40})?$/.exec(before.slice(0, operator.index))?.[1] ?? '';
}

/** `key` of `key = `, `key += ` and `key.append(`, as it is written. */
function subjectBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - BEFORE), start);
  return /([$@]?[A-Za-z_][\w.]{0,60}?)\s*(?::[^=:\n]{1,40})?(?:=|:=|\+=|\.=|<<|\.\s*(?:append|Append|push_str|WriteString|Write|write|push)\s*\()[\s(&@$]*(?:[\w:.]{0,30}\()?$/.exec(before)?.[1] ?? ''; // prettier-ignore
}
