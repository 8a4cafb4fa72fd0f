/**
 * What a run has reviewed, computed from what linters and models were shown and from nothing else: what the walkthrough
 * says of each file, where the next incremental review goes on from, and which old issues were looked for again.
 */
import type { Coverage, View } from '../../model/coverage.ts';
import type { ReviewRun } from '../../documents/reviews.ts';
import type { IssueRecord } from '../../model/reviews.ts';
import { coverageOf, gapsAt, reviewedBy, type Gap } from '../../review/coverage/coverage.ts';
import { seenLines } from '../../review/coverage/seen-lines.ts';
import type { FileDiff } from '../../review/diff/diff-trees.ts';
import { changedLines } from '../../review/diff/incremental.ts';
import { isReviewable } from '../../review/diff/changed-files.ts';
import type { FileCoverage } from '../../review/draft/coverage-ledger.ts';
import type { Asked } from './ask.ts';
import type { Change } from './change/change.ts';
import type { Gathered } from './gather.ts';
import type { Linted } from './run-linters.ts';
import type { ReviewedFields } from './states.ts';

export interface RunCoverage {
  /** Of the head that is posted on. */
  files: FileCoverage;
  /** Of the commits that were looked at; undefined when they are gone. */
  looked: { change: Change; seen: Coverage['seen']; gaps: Gap[] } | undefined;
}

type Run = Pick<ReviewRun, 'command'>;
type Answers = { asked: Pick<Asked, 'asked' | 'incomplete' | 'views'>; linted: Pick<Linted, 'views'> };

export function runCoverage(run: Run, gathered: Omit<Gathered, 'close'>, { asked, linted }: Answers): RunCoverage {
  const { diffs, looked: change } = gathered;
  // To look for secrets is to review nothing else.
  const read = readAsPosted(
    diffs,
    change,
    linted.views.filter(({ by }) => by !== 'secrets'),
  );
  if (change === undefined) return { files: { gaps: wholeGaps(diffs), shown: [], linted: read }, looked: undefined };
  const { seen, gaps } = coverageOf(change, reviewedBy(asked.views, asked.incomplete.length === 0));
  const looked = { change, seen, gaps };
  if (run.command === 'lint') {
    const isRead = new Set(read);
    return {
      files: { gaps: wholeGaps(diffs.filter(({ path }) => !isRead.has(path))), shown: read, linted: read },
      looked,
    };
  }
  const gapsHere = change.diffs === diffs ? gaps : gapsAt(diffs, { diffs: change.diffs, seen });
  return { files: { gaps: gapsHere, shown: pathsOf(asked.views), linted: read }, looked };
}

function pathsOf(views: readonly View[]): string[] {
  return [...new Set(views.flatMap((view) => (view.answered ? view.files.map(({ path }) => path) : [])))];
}

/** Files that a linter has read with the content that they have at the head that is posted on. */
function readAsPosted(diffs: readonly FileDiff[], looked: Change | undefined, views: readonly View[]): string[] {
  const blobs = new Map(looked?.diffs.map(({ path, newOid }) => [path, newOid]));
  const here = new Map(diffs.map(({ path, newOid }) => [path, newOid]));
  return pathsOf(views).filter((path) => blobs.has(path) && blobs.get(path) === here.get(path));
}

function wholeGaps(diffs: readonly FileDiff[]): Gap[] {
  return diffs.filter(isReviewable).map((diff) => ({ path: diff.path, changed: changedLines(diff).length, seen: 0 }));
}

/** For the pull request's document. What was not looked at in full is looked at again by the next run. */
export function reviewedFields(
  run: Pick<ReviewRun, 'command' | 'run_number'>,
  { pins }: Pick<Gathered, 'pins'>,
  { asked }: Pick<Answers, 'asked'>,
  { looked }: RunCoverage,
): ReviewedFields {
  if (run.command === 'lint' || asked.incomplete.length > 0 || looked === undefined) return {};
  const { head, base } = pins.looked ?? pins;
  if (looked.gaps.length > 0) return { partly_reviewed: { run: run.run_number, head, base } };
  return { last_reviewed_head: head, last_reviewed_base: base, partly_reviewed: null };
}

/** What is stored with the run; undefined when there is nothing to store it for. */
export function storedCoverage(
  { pins }: Pick<Gathered, 'pins'>,
  { asked, linted }: Answers,
  { looked }: RunCoverage,
): Coverage | undefined {
  if (looked === undefined) return undefined;
  const { head, base } = pins.looked ?? pins;
  return { head, base, views: [...linted.views, ...asked.views], seen: looked.seen };
}

/** Whether whoever found the issue has looked again, at all of its file or at what is left of it. */
export function isVerified(issue: IssueRecord, { asked, linted }: Answers, { looked }: RunCoverage): boolean {
  if (looked === undefined) return false;
  const fromModel = issue.source === 'agent';
  if (fromModel && (!asked.asked || asked.incomplete.length > 0)) return false;
  const { diffs, selected } = looked.change;
  // Deleted, or as it is at the base again.
  if (!diffs.some((diff) => diff.path === issue.path && diff.status !== 'deleted')) return true;
  if (!fromModel) {
    const views = linted.views.filter(({ by }) => by === issue.source);
    return seenLines(views.flatMap(({ files }) => files)).hasFile(issue.path);
  }
  const isSelected = selected.reviewed.some(({ diff }) => diff.path === issue.path);
  return isSelected && !looked.gaps.some(({ path }) => path === issue.path);
}
