/**
 * What a review looked at and what it did not, so that "nothing found" can be told from "not looked at". Every changed
 * file is in exactly one of the lists, and every finding that was not posted is counted with its reason.
 */
import type { RunUsage } from '../../model/reviews.ts';
import type { BudgetedPatch, SelectedFiles, SkippedFile } from '../diff/changed-files.ts';
import type { ContextPack } from '../context/context.ts';
import type { PlacedFinding } from '../place/place-findings.ts';

export interface CoverageLedger {
  files_changed: number;
  reviewed: string[];
  /** Reviewed, but a model saw only some of the hunks. */
  partly_shown: { path: string; hunks: number; shown_hunks: number }[];
  skipped: SkippedFile[];
  /** Files in which nothing is new since the last review. */
  unchanged_since: number;
  context: { items: number; tokens: number; left_out: number; remarks: string[] };
  findings: {
    inline: number;
    outside_diff: number;
    dropped: { reason: string; count: number }[];
    merged: number;
    posted_before: number;
  };
  usage: RunUsage;
  /** Why the review is not a whole one; empty when it is. */
  incomplete: string[];
}

export interface LedgerInput {
  filesChanged: number;
  selected: SelectedFiles;
  patches: readonly BudgetedPatch[];
  context: ContextPack | null;
  /** After merging. */
  findings: readonly PlacedFinding[];
  merged: number;
  postedBefore: number;
  /** Findings that were dropped before they were placed: `{ 'confidence below 7': 3 }`. */
  droppedEarlier: Readonly<Record<string, number>>;
  usage: RunUsage;
  incomplete: readonly string[];
}

export function coverageLedger(input: LedgerInput): CoverageLedger {
  const { filesChanged, selected, context, findings } = input;
  const dropped = new Map(Object.entries(input.droppedEarlier).filter(([, count]) => count > 0));
  for (const { label, reason } of findings) {
    if (label === 'dropped') dropped.set(reason ?? 'dropped', (dropped.get(reason ?? 'dropped') ?? 0) + 1);
  }
  const cut = input.patches.filter(({ hunks, shownHunks }) => shownHunks < hunks);
  const count = (label: PlacedFinding['label']) => findings.filter((each) => each.label === label).length;
  return {
    files_changed: filesChanged,
    reviewed: selected.reviewed.map(({ diff }) => diff.path),
    partly_shown: cut.map(({ path, hunks, shownHunks }) => ({ path, hunks, shown_hunks: shownHunks })),
    skipped: selected.skipped,
    unchanged_since: filesChanged - selected.reviewed.length - selected.skipped.length,
    context: {
      items: context?.items.length ?? 0,
      tokens: context?.tokens ?? 0,
      left_out: context?.left_out.count ?? 0,
      remarks: context?.remarks ?? [],
    },
    findings: {
      inline: count('inline'),
      outside_diff: count('outside_diff'),
      dropped: [...dropped].map(([reason, number]) => ({ reason, count: number })).sort((a, b) => b.count - a.count),
      merged: input.merged,
      posted_before: input.postedBefore,
    },
    usage: input.usage,
    incomplete: [...input.incomplete],
  };
}
