/**
 * The SARIF of a run that has ended, from what is stored of it: for the endpoint, and for whoever uploads it to a platform's
 * code scanning. `isWhole` says whether what it does not name is in order: a run that is not whole must not be uploaded,
 * since alerts that it does not repeat would be closed.
 */
import { existingRun, issues, pullRequests } from '../../documents/reviews.ts';
import type { ReviewRun, RunKey } from '../../documents/reviews.ts';
import { AppError } from '../../model/errors.ts';
import { redact } from '../../model/redact.ts';
import { issueSchema, worstFirst } from '../../model/reviews.ts';
import type { Issue, PullRequestRecord } from '../../model/reviews.ts';
import { SERVICE_VERSION } from '../../model/service-version.ts';
import type { Ports } from '../../ports.ts';
import { isWhole, reviewSarif, type ReviewedRun } from '../../review/sarif/review-sarif.ts';
import type { SarifLog } from '../../review/sarif/sarif-log.ts';

/** Findings of one log; the gravest of more. */
const MOST_RESULTS = 1_000;

export interface RunSarif {
  log: SarifLog;
  isWhole: boolean;
  /** As code scanning takes them with the log. */
  commit: string;
  /** Of the head; empty when the platform did not say. */
  branch: string;
}

/** Of a run that ends now: what is open on its pull request, whichever run found it. */
export async function openSarif({ store }: Pick<Ports, 'store'>, run: ReviewRun): Promise<RunSarif> {
  const [pull, found] = await Promise.all([
    pullRequests.get(store, run),
    issues.query(store, run, { where: [['status', '==', 'open']], limit: MOST_RESULTS + 1 }),
  ]);
  if (pull === undefined) throw new AppError('not_found', `Pull request #${run.pr_number} is gone`);
  return sarifOf(run, pull, found.map(({ doc }) => issueSchema.parse(doc)).sort(worstFirst));
}

/** `not_found` for a run that is not there, `conflict` for one that has not ended. */
export async function runSarif({ store }: Pick<Ports, 'store'>, key: RunKey): Promise<RunSarif> {
  const [run, pull, found] = await Promise.all([
    existingRun(store, key),
    pullRequests.get(store, key),
    issues.query(store, key, {
      where: [['run_numbers', 'array-contains', key.run_number]],
      limit: MOST_RESULTS + 1,
    }),
  ]);
  if (pull === undefined) throw new AppError('not_found', `Pull request #${key.pr_number} is gone`);
  if (run.status === 'queued' || run.status === 'running')
    throw new AppError('conflict', `Review run ${key.run_number} has not ended yet`);
  return sarifOf(run, pull, found.map(({ doc }) => issueSchema.parse(doc)).sort(worstFirst));
}

function sarifOf(run: ReviewRun, pull: PullRequestRecord, findings: readonly Issue[]): RunSarif {
  const reviewed: ReviewedRun = {
    version: SERVICE_VERSION,
    repositoryUri: repositoryOf(pull.url),
    head: run.head_sha,
    branch: pull.head_ref === '' ? null : pull.head_ref,
    number: run.pr_number,
    run: run.run_number,
    command: run.command,
    mode: run.mode,
    startedAt: run.triggered_at,
    endedAt: run.completed_at,
    failure: run.error_message === null ? null : redact(run.error_message),
    incomplete: run.incomplete.map((reason) => redact(reason)),
    findings: findings.slice(0, MOST_RESULTS),
    truncated: findings.length > MOST_RESULTS,
  };
  return { log: reviewSarif(reviewed), isWhole: isWhole(reviewed), commit: run.head_sha, branch: pull.head_ref };
}

/** The address of a pull request without what names it: `…/pull/7`, `…/pulls/7`, `…/-/merge_requests/7`. */
function repositoryOf(pullUrl: string): string {
  return pullUrl.replace(/\/(?:-\/merge_requests|pulls?)\/\d+.*$/, '');
}
