/** Lines of files as a set that can be asked, from the ranges in which they are stored (model/coverage.ts). */
import type { ShownFile } from '../../model/coverage.ts';
import type { Side } from '../diff/hunk-lines.ts';

export interface SeenLines {
  /** By the path at head. */
  has(path: string, side: Side, line: number): boolean;
  hasFile(path: string): boolean;
}

/** Lines that stand in several of the files with one path count once. */
export function seenLines(files: readonly ShownFile[]): SeenLines {
  const known = new Map<string, Record<Side, Set<number>>>();
  for (const { path, right, left } of files) {
    const sides = known.get(path) ?? { RIGHT: new Set<number>(), LEFT: new Set<number>() };
    known.set(path, sides);
    addRanges(sides.RIGHT, right);
    addRanges(sides.LEFT, left);
  }
  return {
    has: (path, side, line) => known.get(path)?.[side].has(line) ?? false,
    hasFile: (path) => known.has(path),
  };
}

function addRanges(lines: Set<number>, ranges: readonly (readonly [number, number])[]): void {
  for (const [from, to] of ranges) for (let line = from; line <= to; line++) lines.add(line);
}

/** Lines that are in all of them. Of none, nothing. */
export function inAll(each: readonly SeenLines[]): SeenLines {
  const some = each.length > 0;
  return {
    has: (path, side, line) => some && each.every((lines) => lines.has(path, side, line)),
    hasFile: (path) => some && each.every((lines) => lines.hasFile(path)),
  };
}
