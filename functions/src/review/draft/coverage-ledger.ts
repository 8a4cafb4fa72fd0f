/**
 * What a review looked at and what it did not, so that "nothing found" can be told from "not looked at". Every changed
 * file is in exactly one of the lists, and every finding that was not posted is counted with its reason.
 */
import { MOST_REVIEWED_FILES, type ReviewedFiles } from '../../model/coverage.ts';
import type { RunUsage } from '../../model/reviews.ts';
import type { Gap } from '../coverage/coverage.ts';
import type { SkippedFile } from '../diff/changed-files.ts';
import type { ContextPack } from '../context/context.ts';
import type { PlacedFinding } from '../place/place-findings.ts';

export interface CoverageLedger {
  files_changed: number;
  /** Every changed line stood before whoever reviews; in a lint run, before a linter. */
  reviewed: string[];
  /** Some of the changed lines have been reviewed, the others not. */
  partly_shown: { path: string; lines: number; shown_lines: number }[];
  not_shown: string[];
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

/** What is known of the changed files at the head that is posted on (model/coverage.ts). */
export interface FileCoverage {
  /** Files with changed lines that nobody has reviewed, in this run or before. */
  gaps: readonly Gap[];
  /** Shown in this run. */
  shown: readonly string[];
  /** Read by a linter in this run, as they are. */
  linted: readonly string[];
}

export interface LedgerInput {
  filesChanged: readonly string[];
  skipped: readonly SkippedFile[];
  coverage: FileCoverage;
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
  const { filesChanged, skipped, coverage, context, findings } = input;
  const isSkipped = new Set(skipped.map(({ path }) => path));
  const gaps = coverage.gaps.filter(({ path }) => !isSkipped.has(path));
  const isOpen = new Set(gaps.map(({ path }) => path));
  const isShown = new Set(coverage.shown);
  const whole = filesChanged.filter((path) => !isSkipped.has(path) && !isOpen.has(path));
  const dropped = new Map(Object.entries(input.droppedEarlier).filter(([, count]) => count > 0));
  for (const { label, reason } of findings) {
    if (label === 'dropped') dropped.set(reason ?? 'dropped', (dropped.get(reason ?? 'dropped') ?? 0) + 1);
  }
  const count = (label: PlacedFinding['label']) => findings.filter((each) => each.label === label).length;
  return {
    files_changed: filesChanged.length,
    reviewed: whole.filter((path) => isShown.has(path)),
    partly_shown: gaps.flatMap(({ path, changed, seen }) =>
      seen > 0 ? [{ path, lines: changed, shown_lines: seen }] : [],
    ),
    not_shown: gaps.flatMap(({ path, seen }) => (seen > 0 ? [] : [path])),
    skipped: [...skipped],
    unchanged_since: whole.filter((path) => !isShown.has(path)).length,
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

/** What of it is kept with the run. */
export function reviewedFiles(ledger: CoverageLedger): ReviewedFiles {
  const { reviewed, partly_shown: partly, not_shown: open, skipped } = ledger;
  const nothing = { reason: null, lines: null, seen_lines: null };
  const files: ReviewedFiles['files'] = [
    ...open.map((path) => ({ path, state: 'not_reviewed' as const, ...nothing })),
    ...partly.map(({ path, lines, shown_lines }) => {
      return { path, state: 'partly_reviewed' as const, ...nothing, lines, seen_lines: shown_lines };
    }),
    ...skipped.map(({ path, reason }) => ({ path, state: 'skipped' as const, ...nothing, reason })),
    ...reviewed.map((path) => ({ path, state: 'reviewed' as const, ...nothing })),
  ];
  return {
    files_changed: ledger.files_changed,
    counts: {
      reviewed: reviewed.length,
      partly_reviewed: partly.length,
      not_reviewed: open.length,
      skipped: skipped.length,
      unchanged: ledger.unchanged_since,
    },
    files: files.slice(0, MOST_REVIEWED_FILES),
    ...(files.length > MOST_REVIEWED_FILES ? { truncated: true as const } : {}),
  };
}
