/**
 * Where a comma between two literals joins them: in what is joined with nothing between, in the arguments of what puts
 * strings together, in values for a text of placeholders. A list that has a name is found by it.
 *
 *     "".join(["gh", "p_1a…"])        strings.Join([]string{"gh", "p_1a…"}, "")        format!("{}{}", "gh", "p_1a…")
 *     const parts = ['gh', 'p_1a…'];  parts.join('')
 */
import type { Piece } from './literals.ts';

const EMPTY = String.raw`(?:""|''|${'``'}|[sS]tring\.Empty)`;
/** Up to the bracket behind which the parts stand. */
const BEFORE_PARTS = [
  String.raw`${EMPTY}\s*\.\s*join\s*(?=\()`,
  String.raw`\.\s*concat\s*(?=\()`,
  String.raw`\b(?:[sS]tring\.(?:[jJ]oin|Concat)|strings\.Join|implode|join|concat!?|mconcat|table\.concat|String\.concat)\s*(?=[([{])`,
  String.raw`\b(?:sprintf|Sprintf|format!?|String\.format|string\.Format|printf)\s*(?=\()`,
].join('|');
/** Behind the bracket before which they stand. */
const BEHIND_PARTS = String.raw`[\])}]\s*(?:\.|->|\|>)\s*(?:join\s*\(\s*${EMPTY}\s*\)|join\b(?!\s*\()|joined\s*\(\s*\)|joinToString\s*\(\s*(?:separator\s*=\s*)?""|mkString\b(?!\s*\(\s*"[^"])|concat\s*\(\s*\)|String\.concat\b)`;
const NAME = String.raw`([$@]?[A-Za-z_]\w{0,60})`;
const NAMED_PARTS = [
  String.raw`${EMPTY}\s*\.\s*join\s*\(\s*${NAME}\s*\)`,
  String.raw`\b(?:[sS]tring\.[jJ]oin|implode|join)\s*\(\s*${EMPTY}\s*,\s*${NAME}\s*\)`,
  String.raw`\b(?:strings\.Join\s*\(\s*${NAME}\s*,\s*${EMPTY}|(?:table\.concat|implode|[sS]tring\.Concat)\s*\(\s*${NAME}(?:\s*,\s*${EMPTY})?)\s*\)`,
  String.raw`\b(?:mconcat|concat|String\.concat)[ \t]+${NAME}`,
  String.raw`${NAME}\s*\.\s*(?:join\s*\(\s*${EMPTY}\s*\)|join\b(?!\s*\()|joined\s*\(\s*\)|joinToString\s*\(\s*(?:separator\s*=\s*)?""|mkString\b|concat\s*\(\s*\))`,
];
const CALL = new RegExp(`(${BEFORE_PARTS})|${BEHIND_PARTS}`, 'g');
const BY_NAME = new RegExp(NAMED_PARTS.join('|'), 'g');
const ANY = /join|concat|mkString|implode|format|printf|Concat|Join|Format/;

const LONGEST = 2_000;
const MOST_NAMES = 40;
const MOST_CALLS = 2_000;

/** Ranges of the text within which it does, in their order; none overlaps another. */
export function joiningRanges(text: string): Piece[] {
  if (!ANY.test(text)) return [];
  const ranges: Piece[] = [];
  for (const { 0: whole, 1: before, index } of text.matchAll(CALL)) {
    if (ranges.length >= MOST_CALLS) break;
    if (before === undefined) ranges.push([openingOf(text, index), index]);
    else ranges.push([index, closingOf(text, index + whole.length)]);
  }
  const names = new Set<string>();
  for (const [, ...found] of text.matchAll(BY_NAME)) for (const name of found) if (name !== undefined) names.add(name);
  for (const name of [...names].slice(0, MOST_NAMES)) ranges.push(...listsNamed(text, name));
  return merged(ranges);
}

function merged(ranges: Piece[]): Piece[] {
  const out: Piece[] = [];
  for (const [from, to] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = out.at(-1);
    if (last !== undefined && from < last[1]) out[out.length - 1] = [last[0], Math.max(last[1], to)];
    else out.push([from, to]);
  }
  return out;
}

/** From the bracket at the offset to the one that closes it. */
function closingOf(text: string, from: number): number {
  let depth = 0;
  const last = Math.min(text.length, from + LONGEST);
  for (let at = from; at < last; at++) {
    const character = text[at] ?? '';
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character) && --depth <= 0) return at;
  }
  return last;
}

/** From the bracket at the offset back to the one that opens it. */
function openingOf(text: string, from: number): number {
  let depth = 0;
  const first = Math.max(0, from - LONGEST);
  for (let at = from; at >= first; at--) {
    const character = text[at] ?? '';
    if (')]}'.includes(character)) depth++;
    else if ('([{'.includes(character) && --depth <= 0) return at;
  }
  return first;
}

/** `parts = [`, `parts := []string{`, `String[] parts = new String[] {`, `val parts = listOf(` */
function listsNamed(text: string, name: string): Piece[] {
  const ranges: Piece[] = [];
  const bare = name.replace(/^[$@]/, '');
  for (const { index, 0: head } of text.matchAll(new RegExp(`\\b${bare}\\b[^\\n=;]{0,60}=`, 'g'))) {
    const behind = text.slice(index + head.length, index + head.length + 80).replaceAll('[]', '  ');
    const open = behind.search(/[([{]/);
    if (open < 0) continue;
    const from = index + head.length + open;
    ranges.push([from, closingOf(text, from)]);
  }
  return ranges;
}
