/**
 * Where code that a change leaves as it is stands after the change. The graph is of the merge base, and people look at
 * the head, where lines above have come and gone.
 *
 *     shop/cart.py:9, two lines added above    → shop/cart.py:11
 */
import type { FileDiff } from '../diff/diff-trees.ts';

export interface Place {
  path: string;
  line: number;
}

/** From places at the base to those at head. A line that the change takes away stays where it was. */
export function placesAtHead(diffs: readonly FileDiff[]): (place: Place) => Place {
  const byPath = new Map(diffs.map((diff) => [diff.oldPath ?? diff.path, diff]));
  return ({ path, line }) => {
    const diff = byPath.get(path);
    if (diff === undefined || diff.status === 'deleted') return { path, line };
    let moved = 0;
    for (const hunk of diff.hunks) {
      const end = hunk.oldStart + hunk.oldLines;
      if (line >= hunk.oldStart && line < end) {
        const at = hunk.lines.find(({ kind, old }) => kind === 'context' && old === line)?.new;
        return { path: diff.path, line: at ?? line };
      }
      // A hunk without old lines stands behind the line that it names.
      if (hunk.oldLines === 0 ? line > hunk.oldStart : line >= end) moved += hunk.newLines - hunk.oldLines;
    }
    return { path: diff.path, line: line + moved };
  };
}
