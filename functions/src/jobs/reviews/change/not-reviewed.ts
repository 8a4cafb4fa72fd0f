/** Why a file is no part of reviews, for findings that are about one all the same. */
import type { TextEligibility } from '../../../extract/eligibility.ts';
import { entriesByPath } from '../../../model/tree-entries.ts';
import { reasonNotReviewed, SKIPPED } from '../../../review/diff/changed-files.ts';
import type { SelectedFiles } from '../../../review/diff/changed-files.ts';
import type { FileDiff } from '../../../review/diff/diff-trees.ts';
import type { Snapshot } from '../../../ports.ts';

export type ReasonNotReviewed = (path: string) => string | undefined;

interface Compared {
  head: Pick<Snapshot, 'entries'>;
  diffs: readonly FileDiff[];
  selected: SelectedFiles;
}

/** Of changed files and of others in the tree at head; `includes` is the repository's configuration. */
export function reasonsNotReviewed(
  { head, diffs, selected }: Compared,
  eligibility: Pick<TextEligibility, 'reasonToSkip'>,
  includes: (path: string) => boolean,
): ReasonNotReviewed {
  const skipped = new Map(selected.skipped.map(({ path, reason }) => [path, reason]));
  const changed = new Map(diffs.map((diff) => [diff.path, diff]));
  const entries = entriesByPath(head.entries);
  return (path) => {
    const [known, diff, entry] = [skipped.get(path), changed.get(path), entries.get(path)];
    const own = diff === undefined ? entry && eligibility.reasonToSkip(entry) : reasonNotReviewed(diff);
    const isThere = diff !== undefined || entry !== undefined;
    return known ?? own ?? (isThere && !includes(path) ? SKIPPED.configured : undefined);
  };
}
