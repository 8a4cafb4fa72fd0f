/**
 * Which hunk a line of either side is in. Two hunks can touch without a gap in the numbers, and a range across them is
 * refused, so it is the hunk and not the neighbouring number that says what belongs together.
 */
import type { Finding } from '../../model/findings.ts';
import type { Hunk } from './hunks.ts';

export interface LineRange {
  /** 1-based, inclusive. */
  start: number;
  end: number;
}

export type Side = Finding['side'];

/** Index of the hunk that shows a line; undefined when none does. */
export function hunkOf(hunks: readonly Hunk[], side: Side, line: number): number | undefined {
  const found = hunks.findIndex((hunk) => {
    const { first, count } = rangeOf(hunk, side);
    return line >= first && line < first + count;
  });
  return found < 0 ? undefined : found;
}

/** The hunk with the most lines of a range, and those of its lines that it shows; undefined when no hunk has any. */
export function shownPart(
  hunks: readonly Hunk[],
  side: Side,
  range: LineRange,
): { hunk: number; part: LineRange; whole: boolean } | undefined {
  let best: { hunk: number; part: LineRange; whole: boolean } | undefined;
  hunks.forEach((hunk, at) => {
    const { first, count } = rangeOf(hunk, side);
    const part = { start: Math.max(range.start, first), end: Math.min(range.end, first + count - 1) };
    if (part.start > part.end) return;
    if (best !== undefined && part.end - part.start <= best.part.end - best.part.start) return;
    best = { hunk: at, part, whole: part.start === range.start && part.end === range.end };
  });
  return best;
}

/** True when a line of the range was added (RIGHT) or removed (LEFT). */
export function touchesChange(hunks: readonly Hunk[], side: Side, range: LineRange): boolean {
  return hunks.some(({ lines }) =>
    lines.some(({ kind, old, new: now }) => {
      const line = side === 'RIGHT' ? now : old;
      return kind !== 'context' && line !== null && line >= range.start && line <= range.end;
    }),
  );
}

function rangeOf(hunk: Hunk, side: Side): { first: number; count: number } {
  return side === 'RIGHT'
    ? { first: hunk.newStart, count: hunk.newLines }
    : { first: hunk.oldStart, count: hunk.oldLines };
}
