/**
 * Which lines of a piece of text stand in a function, class or variable: kept with the piece, so that a search for what
 * symbols hold passes over licences and imports without asking for the symbols of a thousand files.
 *
 *     symbolLines([[3, 9], [4, 6], [20, 20]])   → [3, 9, 20, 20]      first and last line of each stretch
 */

/** Stretches of the ranges' lines, in order, as pairs in one list; both ends belong to a range. */
export function symbolLines(ranges: readonly (readonly [first: number, last: number])[]): number[] {
  const stretches: number[] = [];
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const end = stretches.at(-1);
    if (end !== undefined && first <= end + 1) stretches[stretches.length - 1] = Math.max(end, last);
    else stretches.push(first, last);
  }
  return stretches;
}

/** The part of the stretches between two lines, both included. */
export function stretchesWithin(stretches: readonly number[], from: number, to: number): number[] {
  const part: number[] = [];
  for (let at = 0; at + 1 < stretches.length; at += 2) {
    const first = Math.max(from, stretches[at] ?? 0);
    const last = Math.min(to, stretches[at + 1] ?? 0);
    if (first <= last) part.push(first, last);
  }
  return part;
}

/** Whether a line is in one of the stretches. */
export function holdsLine(stretches: readonly number[], line: number): boolean {
  for (let at = 0; at + 1 < stretches.length; at += 2) {
    if (line <= (stretches[at + 1] ?? 0)) return line >= (stretches[at] ?? 0);
  }
  return false;
}
