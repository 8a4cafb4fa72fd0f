/**
 * Where a quote stands in a text. Models copy code with other indentation, with the `+` of a diff in front of it or with
 * a line number, and end it in the middle of a line; the lines that are meant can be found all the same. The quote itself
 * is never changed, and "somewhere like it" is no find: each of its lines has to be there, in order.
 *
 *     quote  "total = 0\n+ return total"      text lines 11, 12  "    total = 0" "    return total"     → [11, 12]
 */
import type { LineRange } from '../diff/hunk-lines.ts';
import { numberedText } from './line-numbers.ts';

export interface IndexedText {
  lines: readonly string[];
  /** White space runs are one space, ends are trimmed. */
  plain: readonly string[];
  /** Line numbers by plain line. */
  places: ReadonlyMap<string, readonly number[]>;
}

export function indexText(text: string): IndexedText {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  if (lines.at(-1) === '') lines.pop();
  const plain = lines.map(plainLine);
  const places = new Map<string, number[]>();
  plain.forEach((line, at) => {
    const known = places.get(line);
    if (known === undefined) places.set(line, [at]);
    else known.push(at);
  });
  return { lines, plain, places };
}

/**
 * Every range whose lines the quote is, from the top; of the first way of reading the quote that finds any. `stated` is the
 * line that the finding names: numbers before the quote's lines are taken off when they are those, or the range's own.
 */
export function findQuote(text: IndexedText, quote: string, stated?: number): LineRange[] {
  const whole = findWholeQuote(text, quote, stated);
  if (whole.length > 0) return whole;
  const [asWritten = []] = readings(quote);
  return partialLines(text, asWritten);
}

/** The same where no line of the quote may be a part of the text's: for places that the quote was not said to stand in. */
export function findWholeQuote(text: IndexedText, quote: string, stated?: number): LineRange[] {
  for (const wanted of readings(quote)) {
    const found = wholeLines(text, wanted);
    if (found.length > 0) return found;
  }
  const numbered = numberedText(withoutBlankEnds(quote));
  if (numbered === undefined) return [];
  const [unnumbered = []] = readings(numbered.text);
  const found = wholeLines(text, unnumbered);
  return numbered.first === stated ? found : found.filter(({ start }) => start === numbered.first);
}

function withoutBlankEnds(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();
}

const DIFF_MARK = /^[+-]/;

/** The quote's lines as plain ones: as written, without a fence, without diff marks. Blank ends are dropped. */
function readings(quote: string): string[][] {
  const lines = trimBlank(quote.replace(/^\uFEFF/, '').split('\n'));
  if (lines.length === 0) return [];
  const ways = [lines];
  const fenceless = trimBlank(lines.filter((line) => !/^\s*(```|~~~)/.test(line)));
  if (fenceless.length > 0 && fenceless.length < lines.length) ways.push(fenceless);
  const last = ways.at(-1) ?? lines;
  if (last.some((line) => DIFF_MARK.test(line))) ways.push(last.map((line) => line.replace(DIFF_MARK, '')));
  return ways.map((way) => trimBlank(way.map(plainLine))).filter((way) => way.length > 0);
}

function trimBlank(lines: string[]): string[] {
  let [start, end] = [0, lines.length];
  while (start < end && lines[start]?.trim() === '') start++;
  while (end > start && lines[end - 1]?.trim() === '') end--;
  return lines.slice(start, end);
}

function plainLine(line: string): string {
  return line.trim().replace(/\s+/g, ' ');
}

function wholeLines({ plain, places }: IndexedText, wanted: readonly string[]): LineRange[] {
  const found: LineRange[] = [];
  for (const at of places.get(wanted[0] ?? '') ?? []) {
    const end = matchFrom(plain, at, wanted);
    if (end !== undefined) found.push({ start: at + 1, end });
  }
  return found;
}

/** Blank lines in either are passed over: models drop and add them. Gives the last line's number. */
function matchFrom(plain: readonly string[], at: number, wanted: readonly string[]): number | undefined {
  let line = at;
  for (const [index, text] of wanted.entries()) {
    if (text === '') continue;
    if (index > 0) while (plain[line] === '') line++;
    if (plain[line] !== text) return undefined;
    line++;
  }
  return line;
}

/** Fewer characters than this occur everywhere by chance. */
const SHORTEST_PART = 6;

/** The quote begins or ends within a line. */
function partialLines({ plain }: IndexedText, wanted: readonly string[]): LineRange[] {
  const [first, last] = [wanted[0] ?? '', wanted.at(-1) ?? ''];
  const found: LineRange[] = [];
  if (wanted.length === 1) {
    if (first.length < SHORTEST_PART) return [];
    plain.forEach((line, at) => {
      if (holdsWhole(line, first)) found.push({ start: at + 1, end: at + 1 });
    });
    return found;
  }
  plain.forEach((line, at) => {
    if (!line.endsWith(first) || first === '') return;
    const inner = wanted.slice(1, -1);
    const end = matchFrom(plain, at + 1, ['', ...inner]) ?? -1;
    if (end < 0) return;
    let next = end;
    while (plain[next] === '') next++;
    if (plain[next]?.startsWith(last) === true) found.push({ start: at + 1, end: next + 1 });
  });
  return found;
}

/** `part` is in the line and no identifier is cut in two by its ends. */
export function holdsWhole(line: string, part: string): boolean {
  const word = /[\p{L}\p{N}_$]/u;
  for (let at = line.indexOf(part); at >= 0; at = line.indexOf(part, at + 1)) {
    const [before, after] = [line[at - 1] ?? '', line[at + part.length] ?? ''];
    const cutsStart = word.test(before) && word.test(part[0] ?? '');
    const cutsEnd = word.test(after) && word.test(part.at(-1) ?? '');
    if (!cutsStart && !cutsEnd) return true;
  }
  return false;
}
