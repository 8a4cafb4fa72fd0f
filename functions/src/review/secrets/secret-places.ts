/** What a scanner found in the texts of a change, as lines of files, and as the values that must not be repeated. */
import type { FoundSecret } from '../../model/secrets.ts';
import type { FileDiff } from '../diff/diff-trees.ts';
import type { Span } from './mask.ts';

export interface SecretPlace {
  /** At head. */
  path: string;
  /** Of the file at head, 1-based. */
  line_start: number;
  line_end: number;
  /** Those of them that hold a part of it: between may be others. */
  lines: number[];
  /** The scanner's name for the kind of secret, and a sentence about it. */
  rule: string;
  about: string;
}

/** Values that are looked for elsewhere. Of more, those in their own places are masked all the same. */
const MOST_VALUES = 400;
/** Shorter lines of a secret that has several, and shorter parts of one, are not known by themselves. */
const SHORTEST_LINE = 16;

/** Each once, the longest first; of secrets of several lines each line, of divided ones each part. */
export function valuesOf(found: readonly FoundSecret[], textOf: (index: number) => string): string[] {
  const values = found.flatMap(({ parts, value }) => {
    const lines = value.split(/\r?\n|\\n/).map((line) => line.trim());
    return lines.length === 1 || parts !== undefined ? [value.trim()] : lines.filter(isKnown);
  });
  const parts = found.flatMap(({ text, parts: places = [] }) =>
    places.map(({ start, end }) => textOf(text).slice(start, end)).filter(isKnown),
  );
  const kept = [...new Set([...longestFirst(values), ...parts])].slice(0, MOST_VALUES);
  return longestFirst(kept);
}

function isKnown({ length }: string): boolean {
  return length >= SHORTEST_LINE;
}

function longestFirst(values: readonly string[]): string[] {
  return [...values].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

/** What the comment says by which gitleaks is told that a line holds no secret. */
const ALLOWED = 'gitleaks:allow';
/** Finds what has no form of its own: another rule knows better what it is. */
export const GENERIC = 'generic-api-key';

/** One for each secret, in the order of the lines. */
export function placesOf({ path, newText }: FileDiff, found: readonly FoundSecret[]): SecretPlace[] {
  const text = newText ?? '';
  const ordered = [...found].sort(
    (a, b) =>
      Number(a.rule === GENERIC) - Number(b.rule === GENERIC) ||
      b.end - b.start - (a.end - a.start) ||
      a.start - b.start ||
      (a.rule < b.rule ? -1 : 1),
  );
  const kept: FoundSecret[] = [];
  for (const each of ordered) if (!kept.some((other) => overlap(each, other))) kept.push(each);
  const lineAt = lineCounter(text);
  return kept
    .sort((a, b) => a.start - b.start)
    .flatMap((secret): SecretPlace[] => {
      const { rule, about } = secret;
      const isAllowed = spansOf(secret).some(({ start, end }) =>
        text.slice(text.lastIndexOf('\n', start - 1) + 1, endOfLine(text, end)).includes(ALLOWED),
      );
      if (isAllowed) return [];
      const lines = spansOf(secret).flatMap(({ start, end }) => {
        const first = lineAt(start);
        return Array.from({ length: lineAt(Math.max(start, end - 1)) - first + 1 }, (_, at) => first + at);
      });
      const held = [...new Set(lines)].sort((a, b) => a - b);
      return [{ path, line_start: held[0] ?? 1, line_end: held.at(-1) ?? 1, lines: held, rule, about }];
    });
}

function spansOf(secret: FoundSecret): readonly Span[] {
  return secret.parts ?? [secret];
}

function overlap(one: FoundSecret, other: FoundSecret): boolean {
  return spansOf(one).some((a) => spansOf(other).some((b) => a.start < b.end && b.start < a.end));
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** 1-based line of an offset. */
function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
