/**
 * Quotes that are written in another way than the file: with typographic quotation marks, with escapes, between marks of
 * code, with other line breaks, with the middle left out. Such a quote is looked for near the lines that the finding names and nowhere else, since a loose match says
 * less than an exact one.
 *
 *     quote  "def total(items):\n    # ...\n    return total"     lines 4 to 20 of the file     → [4, 20]
 */
import type { LineRange } from '../diff/hunk-lines.ts';
import { isOmission } from './omissions.ts';
import { holdsWhole, type IndexedText } from './quotes.ts';

/** Models count lines wrongly by a few. */
const OFF_BY = 3;
/** A shorter part of a line stands everywhere. */
const SHORTEST = 6;

const SIGNS: [RegExp, string][] = [
  [/[\u201c\u201d\u201e\u00ab\u00bb]/g, '"'],
  [/[\u2018\u2019\u201a\u2032]/g, "'"],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\u2026/g, '...'],
  [/[\u00a0\u2007\u202f]/g, ' '],
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/&quot;/g, '"'],
  [/&#0?39;|&apos;/g, "'"],
  [/&amp;/g, '&'],
  [/\\(["'`])/g, '$1'],
];

/** A line as it is compared: one form for each sign, one space for white space. */
function plainSigns(line: string): string {
  const plain = SIGNS.reduce((text, [form, sign]) => text.replace(form, sign), line);
  return plain.trim().replace(/\s+/g, ' ');
}

/** The first range near the stated lines that has each part of the quote, in order; undefined when there is none. */
export function findLooseQuote(text: IndexedText, quote: string, stated: LineRange): LineRange | undefined {
  const parts = partsOf(quote);
  if (parts.length === 0) return undefined;
  const from = Math.max(0, stated.start - 1 - OFF_BY);
  const window = text.lines.slice(from, stated.end + OFF_BY).map(plainSigns);
  const [first = [], ...rest] = parts;
  for (let at = 0; at < window.length; at++) {
    let end = endOfPart(window, at, first, parts.length === 1);
    if (end === undefined) continue;
    for (const part of rest) end = end === undefined ? undefined : endOfNext(window, end, part);
    if (end !== undefined) return { start: from + at + 1, end: from + end };
  }
  const broken = parts.length === 1 ? otherwiseBroken(window, first) : undefined;
  return broken === undefined ? undefined : { start: from + broken.start + 1, end: from + broken.end };
}

/** Fewer characters are the same by chance where no line break counts. */
const SHORTEST_BROKEN = 12;

/** Whole lines of the window that are the quote but for their breaks and blanks: `f(a,⏎ b)` for `f(a, b)`. */
function otherwiseBroken(window: readonly string[], quote: readonly string[]): LineRange | undefined {
  const wanted = quote.join('').replace(/\s/g, '');
  if (wanted.length < SHORTEST_BROKEN) return undefined;
  const lines = window.map((line) => line.replace(/\s/g, ''));
  for (let start = 0; start < lines.length; start++) {
    if (lines[start] === '') continue;
    let seen = '';
    for (let end = start; end < lines.length && seen.length < wanted.length; end++) {
      seen += lines[end] ?? '';
      if (seen === wanted) return { start, end: end + 1 };
    }
  }
  return undefined;
}

/** Whether any part of the quote, of some length, stands somewhere in the text: then it is no invention. */
export function hasPartOf(text: IndexedText, quote: string): boolean {
  const lines = new Set(text.lines.map(plainSigns));
  return partsOf(quote).some((part) => part.some((line) => line.length >= 2 * SHORTEST && lines.has(line)));
}

/** Whether something of the quote was left out, or stands in other signs than code does. */
export function isLooselyWritten(quote: string): boolean {
  return (
    partsOf(quote).length > 1 || quote.split('\n').some((line) => plainSigns(line) !== line.trim().replace(/\s+/g, ' '))
  );
}

/** Lines between omissions, without blank ones. */
function partsOf(given: string): string[][] {
  const quote = given.replace(/^\s*(`{1,2})(?!`)([^]*?[^`])\1\s*$/, '$2');
  const lines = quote.includes('\n') ? quote.split('\n') : quote.replace(/(?:\\r)?\\n/g, '\n').split('\n');
  const parts: string[][] = [[]];
  for (const line of lines) {
    const plain = plainSigns(line.replace(/^\s*```\w*\s*$/, ''));
    if (isOmission(line)) parts.push([]);
    else if (plain !== '') parts.at(-1)?.push(plain);
  }
  return parts.filter((part) => part.length > 0);
}

/** Number of the window's lines up to the part's end, when it begins at `at`. */
function endOfPart(window: readonly string[], at: number, part: readonly string[], alone: boolean): number | undefined {
  let line = at;
  for (const [index, wanted] of part.entries()) {
    if (index > 0) while (window[line] === '') line++;
    const there = window[line];
    if (there === undefined || !isSame(there, wanted, alone && part.length === 1)) return undefined;
    line++;
  }
  return line;
}

function endOfNext(window: readonly string[], from: number, part: readonly string[]): number | undefined {
  for (let at = from; at < window.length; at++) {
    const end = endOfPart(window, at, part, false);
    if (end !== undefined) return end;
  }
  return undefined;
}

function isSame(there: string, wanted: string, mayBePart: boolean): boolean {
  if (there === wanted) return true;
  if (wanted.includes('...') && !there.includes(wanted)) return hasPieces(there, wanted);
  return mayBePart && wanted.length >= SHORTEST && holdsWhole(there, wanted);
}

/** `if (a && ...) {` within one line: its pieces, in order. */
function hasPieces(there: string, wanted: string): boolean {
  const pieces = wanted.split('...').map((piece) => piece.trim());
  if (pieces.join('').length < SHORTEST) return false;
  let at = 0;
  return pieces.every((piece) => {
    const found = there.indexOf(piece, at);
    at = found + piece.length;
    return found >= 0;
  });
}
