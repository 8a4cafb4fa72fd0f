/** What a pull request changes: two trees → what differs, what of it is new, and what of that is looked at. */
import type { Snapshot } from '../../../ports.ts';
import { headReader } from '../../../review/agent/tools-files.ts';
import type { SeenLines } from '../../../review/coverage/seen-lines.ts';
import { budgetPatches, selectFiles } from '../../../review/diff/changed-files.ts';
import type { BudgetedPatch, SelectedFiles } from '../../../review/diff/changed-files.ts';
import { diffTrees } from '../../../review/diff/diff-trees.ts';
import type { FileDiff } from '../../../review/diff/diff-trees.ts';
import { changedSince, type FreshFile } from '../../../review/diff/incremental.ts';
import { NO_SECRETS, type ChangeSecrets } from '../../../review/secrets/mask-secrets.ts';
import { eligibilityOf } from '../../sync/sources.ts';
import { reasonsNotReviewed } from './not-reviewed.ts';

/** What differs between two trees, and what of it is looked at. */
export interface Change {
  head: Snapshot;
  diffs: FileDiff[];
  /** What is new since the reviews before; undefined when all of it is. */
  fresh: FreshFile[] | undefined;
  /** What this run looks at: in an incremental review only what is new. */
  selected: SelectedFiles;
  patches: BudgetedPatch[];
  /** Nothing that the author changed is new since the last review. */
  nothingNew: boolean;
  /** None before they were looked for (without-secrets.ts). */
  secrets: ChangeSecrets;
  /** Text at head of a file; undefined for what is no file, or too large. */
  readHead(path: string): Promise<string | undefined>;
  /** Why a file, changed or not, is no part of reviews; undefined for one that is, and for what is no file. */
  reasonNotReviewed(path: string): string | undefined;
}

/** Characters of patches that a model is shown. */
export const PATCH_BUDGET = 200_000;

/** What was reviewed before: two trees, and which of the lines that differ; all of them without `seen`. */
export interface Earlier {
  base: Snapshot;
  head: Snapshot;
  seen?: SeenLines | undefined;
}

/** Which files are reviewed, as the repository's configuration says. */
export interface ReviewedPaths {
  includes(path: string): boolean;
  /** Text in no language that the graph knows too. */
  otherFiles: boolean;
}

const ALL_SOURCES: ReviewedPaths = { includes: () => true, otherFiles: false };

export async function changeBetween(
  base: Snapshot,
  head: Snapshot,
  earlier?: Earlier,
  { includes, otherFiles }: ReviewedPaths = ALL_SOURCES,
): Promise<Change> {
  const ofSources = await eligibilityOf(head);
  const eligibility = otherFiles ? ofSources.ofAnyText : ofSources;
  const diffs = await diffTrees(base, head, { eligibility });
  const fresh =
    earlier === undefined
      ? undefined
      : changedSince(await diffTrees(earlier.base, earlier.head, { eligibility }), diffs, earlier.seen);
  const hunks = fresh && new Map(fresh.map(({ diff, hunks: shown }) => [diff.path, shown]));
  const selected = selectFiles(diffs, hunks, includes);
  return {
    head,
    diffs,
    fresh,
    selected,
    patches: budgetPatches(selected.reviewed, PATCH_BUDGET),
    nothingNew: fresh?.length === 0,
    secrets: NO_SECRETS,
    readHead: headReader(head),
    reasonNotReviewed: reasonsNotReviewed({ head, diffs, selected }, eligibility, includes),
  };
}
