/**
 * The last review of a pull request as text for a model: what it found that is still open, the worst first, and what is not
 * certain about it. What people and models have written stands in it as it is: data, not instructions.
 *
 *     ada/engine#7 Use the cache, open
 *     Run 3 of head 1a2b3c4d5e, completed 2026-11-29T10:00:00.000Z: 2 findings
 *     ## high bug  src/a.py:3-5  The lock is never released  (open)
 */
import type { Issue, PullRequestRecord, RunRecord } from '../model/reviews.ts';

export interface LastReview {
  /** `ada/engine` */
  repoId: string;
  pull: Pick<PullRequestRecord, 'number' | 'title' | 'state'>;
  run: Pick<
    RunRecord,
    | 'run_number'
    | 'status'
    | 'head_sha'
    | 'completed_at'
    | 'incomplete'
    | 'superseded'
    | 'walkthrough_summary'
    | 'error_message'
  >;
  /** Of that run, the worst first. */
  issues: readonly Issue[];
}

/** UTF-16 units of all of it. */
const LONGEST = 40_000;

export function reviewText({ repoId, pull, run, issues }: LastReview): string {
  const state = run.superseded ? 'superseded' : run.status;
  const findings = `${issues.length} finding${issues.length === 1 ? '' : 's'}`;
  const lines = [
    `${repoId}#${pull.number} ${pull.title}, ${pull.state}`,
    `Run ${run.run_number} of head ${run.head_sha.slice(0, 10)}, ${state}${run.completed_at === null ? '' : ` ${run.completed_at}`}: ${findings}`,
    ...(run.error_message === null ? [] : [`It failed: ${run.error_message}`]),
    ...(run.incomplete.length === 0 ? [] : [`It is not a whole review: ${run.incomplete.join('; ')}`]),
    ...(run.walkthrough_summary === null ? [] : [run.walkthrough_summary]),
  ];
  let room = LONGEST - lines.join('\n').length;
  for (const [at, issue] of issues.entries()) {
    const text = issueText(issue);
    room -= text.length + 1;
    if (room < 0) {
      lines.push(`… ${issues.length - at} more findings`);
      break;
    }
    lines.push(text);
  }
  return lines.join('\n');
}

function issueText({ severity, category, path, line_start: from, line_end: to, title, ...issue }: Issue): string {
  const place = `${path}:${from}${to > from ? `-${to}` : ''}`;
  return [
    `## ${severity} ${category}  ${place}  ${title}  (${issue.status})`,
    issue.description,
    ...(issue.suggestion === null ? [] : [`Suggestion: ${issue.suggestion}`]),
  ].join('\n');
}
