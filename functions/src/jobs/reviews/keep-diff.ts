/** What a run compared becomes what is kept of it (model/kept-diff.ts): bounded, so that no change is too large to keep. */
import type { KeptDiff, KeptFile } from '../../model/kept-diff.ts';
import type { FileDiff } from '../../review/diff/diff-trees.ts';

const MOST_FILES = 3_000;
/** Characters of all rows together. */
const MOST_CHARACTERS = 900_000;
/** A longer line is a bundle's, or data. */
const LONGEST_LINE = 2_000;
const TOO_MUCH = 'the change is too large to be kept whole';

/** Each file by its rows, as long as there is room; then with the reason that there is none. */
export function keptDiff(diffs: readonly FileDiff[]): KeptDiff {
  let left = MOST_CHARACTERS;
  const files = diffs.slice(0, MOST_FILES).map((diff): KeptFile => {
    const all = rowsOf(diff);
    const rows: string[] = [];
    for (const row of all) {
      left -= row.length + 4;
      if (left < 0) break;
      rows.push(row);
    }
    return {
      path: diff.path,
      old_path: diff.oldPath,
      status: diff.status,
      additions: diff.additions,
      deletions: diff.deletions,
      reason: rows.length < all.length ? TOO_MUCH : diff.unread,
      rows,
    };
  });
  return { files, omitted: Math.max(0, diffs.length - MOST_FILES) };
}

function rowsOf({ hunks }: FileDiff): string[] {
  const marks = { context: ' ', added: '+', removed: '-' } as const;
  return hunks.flatMap(({ oldStart, newStart, lines }) => [
    `@${oldStart} ${newStart}`,
    ...lines.map(({ kind, text }) => {
      const shown = text.replace(/\r$/, '');
      return marks[kind] + (shown.length > LONGEST_LINE ? `${shown.slice(0, LONGEST_LINE)}…` : shown);
    }),
  ]);
}
