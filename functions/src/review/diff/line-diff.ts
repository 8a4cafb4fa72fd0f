/**
 * Which lines differ between two texts, exactly as `git diff` decides it. A platform accepts review comments only inside
 * the hunks that its own git computed, so a diff that is as short but another one would have comments refused.
 *
 *     old  a b c        removed  . x .        (x: the line is not in the other text)
 *     new  a c d        added    . . x
 *
 * The steps are git's (xdiff/xprepare.c, xdiff/xdiffi.c), since each of them can change the outcome: common ends are set
 * aside; lines that occur in one text only are changed whatever the rest is; lines that occur very often are left out
 * when they stand among such; the rest is compared by Myers' algorithm (myers-diff.ts); at last the changes are moved to
 * where they read best (slide-changes.ts).
 */
import { at, markDifferences, roughRoot } from './myers-diff.ts';
import type { ComparedLines } from './myers-diff.ts';
import { slideChanges } from './slide-changes.ts';

/** 1 for a line that is not in the other text. */
export interface ChangedLines {
  removed: Uint8Array;
  added: Uint8Array;
}

/** Lines as git sees them: each with its `\n`, so that a last line without one differs from the same line with it. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    const next = end < 0 ? text.length : end + 1;
    lines.push(text.slice(start, next));
    start = next;
  }
  return lines;
}

/** `old` and `new` as `splitLines` gives them. */
export function diffLines(oldLines: readonly string[], newLines: readonly string[]): ChangedLines {
  const { oldIds, newIds, oldCounts, newCounts } = numberLines(oldLines, newLines);
  const removed = new Uint8Array(oldLines.length);
  const added = new Uint8Array(newLines.length);
  const { start, oldEnd, newEnd } = commonEnds(oldIds, newIds);
  markDifferences(
    comparable(oldIds, { start, end: oldEnd }, newCounts, removed),
    comparable(newIds, { start, end: newEnd }, oldCounts, added),
  );
  slideChanges({ lines: oldLines, ids: oldIds, changed: removed }, { ids: newIds, changed: added });
  slideChanges({ lines: newLines, ids: newIds, changed: added }, { ids: oldIds, changed: removed });
  return { removed, added };
}

interface NumberedLines {
  oldIds: Int32Array;
  newIds: Int32Array;
  /** Occurrences in each text, by id. */
  oldCounts: Int32Array;
  newCounts: Int32Array;
}

function numberLines(oldLines: readonly string[], newLines: readonly string[]): NumberedLines {
  const ids = new Map<string, number>();
  const numbered = (lines: readonly string[]) =>
    Int32Array.from(lines, (line) => {
      const known = ids.get(line);
      if (known !== undefined) return known;
      ids.set(line, ids.size);
      return ids.size - 1;
    });
  const oldIds = numbered(oldLines);
  const newIds = numbered(newLines);
  const countsOf = (numbers: Int32Array) => {
    const counts = new Int32Array(ids.size);
    for (const id of numbers) counts[id] = at(counts, id) + 1;
    return counts;
  };
  return { oldIds, newIds, oldCounts: countsOf(oldIds), newCounts: countsOf(newIds) };
}

function commonEnds(a: Int32Array, b: Int32Array): { start: number; oldEnd: number; newEnd: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let tail = 0;
  while (tail < shorter - start && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return { start, oldEnd: a.length - tail, newEnd: b.length - tail };
}

const MOST_MATCHES = 1024;
const [UNIQUE, MATCHED, FREQUENT] = [0, 1, 2];

/** Marks in `changed` what is left out of the comparison: lines without a match, and frequent ones among them. */
function comparable(
  ids: Int32Array,
  { start, end }: { start: number; end: number },
  matches: Int32Array,
  changed: Uint8Array,
): ComparedLines {
  const frequent = Math.min(roughRoot(ids.length), MOST_MATCHES);
  const kinds = new Uint8Array(ids.length);
  for (let i = start; i < end; i++) {
    const count = at(matches, at(ids, i));
    kinds[i] = count === 0 ? UNIQUE : count >= frequent ? FREQUENT : MATCHED;
  }
  const places = new Int32Array(end - start);
  let kept = 0;
  for (let i = start; i < end; i++) {
    if (kinds[i] === MATCHED || (kinds[i] === FREQUENT && !amongUnique(kinds, i, start, end))) places[kept++] = i;
    else changed[i] = 1;
  }
  return {
    ids: Int32Array.from(places.subarray(0, kept), (place) => at(ids, place)),
    places: places.slice(0, kept),
    changed,
  };
}

const SCANNED = 100;

/** True when the run of unmatched and frequent lines around a frequent one has unmatched on both sides, and mostly such. */
function amongUnique(kinds: Uint8Array, place: number, start: number, end: number): boolean {
  const first = Math.max(start, place - SCANNED);
  const last = Math.min(end - 1, place + SCANNED);
  let unique = 0;
  let frequent = 0;
  for (const step of [-1, 1]) {
    let here = 0;
    for (let i = place + step; i >= first && i <= last && kinds[i] !== MATCHED; i += step) {
      if (kinds[i] === UNIQUE) here++;
      else frequent++;
    }
    if (here === 0) return false;
    unique += here;
  }
  // The line itself counts once for either direction.
  frequent += 2;
  return frequent * 4 < frequent + unique;
}
