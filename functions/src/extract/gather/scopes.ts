/**
 * Which definition a position in the text stands in. Ranges nest (they come from one tree), so a sweep turns them into
 * a sorted list of positions where the innermost one changes, and a look-up is a binary search. No recursion: sources
 * with 100,000 nested parentheses exist.
 *
 *     def f():        0 → f        boundaries  [0, f] [13, g] [30, f] [40, file]
 *       def g(): …
 */
import type { Node } from 'web-tree-sitter';
import { FILE_SCOPE } from '../../model/facts.ts';

export interface Interval {
  start: number;
  /** Exclusive. */
  end: number;
  scope: number;
}

/** How many of the sorted numbers are at most `value`; `guess`, the last answer, is most often right or nearly so. */
function countUpTo(sorted: number[], value: number, guess: number): number {
  if ((sorted[guess - 1] ?? -Infinity) <= value) {
    if ((sorted[guess] ?? Infinity) > value) return guess;
    if ((sorted[guess + 1] ?? Infinity) > value) return guess + 1;
  }
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export type ScopeAt = (offset: number) => number;

/** Outer intervals first, so that a stack of the open ones is the nesting. */
export function byNesting(a: { start: number; end: number }, b: { start: number; end: number }): number {
  return a.start - b.start || b.end - a.end;
}

/** Intervals may come in any order; where two are equal the later one is inside. */
export function scopesOf(intervals: Interval[]): ScopeAt {
  const sorted = intervals.filter((interval) => interval.end > interval.start).sort(byNesting);
  const offsets: number[] = [];
  const scopes: number[] = [];
  const mark = (offset: number, scope: number): void => {
    if (offsets[offsets.length - 1] === offset) scopes[scopes.length - 1] = scope;
    else {
      offsets.push(offset);
      scopes.push(scope);
    }
  };
  const open: Interval[] = [];
  const closeUntil = (offset: number): void => {
    for (let top = open[open.length - 1]; top !== undefined && top.end <= offset; top = open[open.length - 1]) {
      open.pop();
      mark(top.end, open[open.length - 1]?.scope ?? FILE_SCOPE);
    }
  };
  for (const interval of sorted) {
    closeUntil(interval.start);
    mark(interval.start, interval.scope);
    open.push(interval);
  }
  closeUntil(Infinity);
  let last = 0;
  return (offset) => {
    const low = (last = countUpTo(offsets, offset, last));
    return low === 0 ? FILE_SCOPE : (scopes[low - 1] ?? FILE_SCOPE);
  };
}

/** Offsets at which lines begin; `lineOf` is 1-based. CR LF and LF end a line. */
export class Lines {
  private readonly starts: number[] = [0];
  private last = 1;
  /** Number of lines as an editor shows them: a final line break begins no further line, an empty text has none. */
  readonly count: number;

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1);
    this.count = text.length === 0 ? 0 : this.starts.length - (text.endsWith('\n') ? 1 : 0);
  }

  lineOf(offset: number): number {
    return (this.last = countUpTo(this.starts, offset, this.last));
  }
}

export function rangeOf(node: Node): { start: number; end: number } {
  return { start: node.startIndex, end: node.endIndex };
}

/** Whether an offset is in one of the nodes. */
export function within(nodes: Node[]): (offset: number) => boolean {
  if (nodes.length === 0) return () => false;
  const at = scopesOf(nodes.map((node) => ({ ...rangeOf(node), scope: 0 })));
  return (offset) => at(offset) !== FILE_SCOPE;
}
