/**
 * A command on a pull request becomes a review run: its record, its number (1, 2, 3, … per pull request) and the pull
 * request's mark that a run is under way are made in one transaction, so of two commands one runs. The record is the
 * outbox: whoever finds the run still queued may enqueue its task again, under the same name.
 */
import { repositoryPath } from '../../model/repositories.ts';
import { runPath, pullRequestPath } from '../../model/reviews.ts';
import type { PullRequestRecord, RunRecord } from '../../model/reviews.ts';
import type { Doc, Ports, StoreTransaction } from '../../ports.ts';
import { activeRunPath } from './change-run.ts';
import { deliveryPath, earlierAnswer, noteAnswer } from '../work/deliveries.ts';
import type { Answered, Work } from '../work/deliveries.ts';
import { parsePullRequest, writePullRequest } from './pull-requests.ts';
import type { PullRequestFacts } from './pull-requests.ts';
import { replyWork } from './replies.ts';
import type { Reply } from './replies.ts';
import { applyRunEvent, isAbandoned, isActiveRun, reviewRunOf } from './states.ts';
import type { ReviewRun } from './states.ts';

const HOUR_MS = 3_600_000;

export interface ReviewRequest {
  repoKey: string;
  owner: string;
  repoName: string;
  /** What the comment's event says of the pull request, for one that no event told of before. */
  pull: PullRequestFacts;
  command: RunRecord['command'];
  mode: RunRecord['mode'];
  /** Login that wrote the comment. */
  login: string;
  /** 0 when the platform names none. */
  commentId: number;
  deliveries: string[];
}

export type ReviewPorts = Pick<Ports, 'store' | 'queue' | 'clock' | 'settings'>;

export interface ReviewAnswers {
  started: Doc;
  running: Doc;
  limited: Doc;
}

export type RunTask = Extract<Work, { kind: 'task' }>;

/** The task of a run; the time keeps apart runs of one number when a repository was deleted and indexed again. */
export function runWork(run: Pick<RunRecord, 'repo_key' | 'pr_number' | 'run_number' | 'triggered_at'>): RunTask {
  const at = Date.parse(run.triggered_at).toString(36);
  return {
    kind: 'task',
    queue: 'reviewPullRequest',
    name: `run-${run.repo_key}-${run.pr_number}-${run.run_number}-${at}`,
    payload: { repo_key: run.repo_key, pr_number: run.pr_number, run_number: run.run_number },
  };
}

interface Limit {
  /** Start times within the hour. */
  started: string[];
  /** When somebody was last told that the limit is reached. */
  noticed_at: string | null;
}

function limitPath(repoKey: string): string {
  return `review_limits/${repoKey}`;
}

function limitOf(doc: Doc | undefined, now: Date): Limit {
  const recent = (time: unknown): time is string =>
    typeof time === 'string' && Date.parse(time) > now.getTime() - HOUR_MS;
  const stored = doc?.['started'];
  const noticed = doc?.['noticed_at'];
  return {
    started: (Array.isArray(stored) ? stored : []).filter(recent),
    noticed_at: recent(noticed) ? noticed : null,
  };
}

/** One more within the hour, unless there are as many as may be; only the first that is refused is `limited`. */
function countStart(
  tx: StoreTransaction,
  { repoKey, most }: { repoKey: string; most: number },
  { started, noticed_at }: Limit,
  now: Date,
): 'counted' | 'limited' | 'limited before' {
  if (started.length < most) {
    tx.set(limitPath(repoKey), { started: [...started, now.toISOString()], noticed_at });
    return 'counted';
  }
  if (noticed_at !== null) return 'limited before';
  tx.set(limitPath(repoKey), { started, noticed_at: now.toISOString() });
  return 'limited';
}

function limitReply({ owner, repoName, pull, commentId }: ReviewRequest): Reply {
  return { kind: 'limit', owner, repo_name: repoName, number: pull.number, comment_id: commentId };
}

/** The run that keeps others from starting. */
async function activeRun(
  get: (path: string) => Promise<Doc | undefined>,
  pull: PullRequestRecord | undefined,
): Promise<ReviewRun | undefined> {
  if (pull?.active_run == null) return undefined;
  const run = reviewRunOf(await get(runPath(pull.repo_key, pull.number, pull.active_run)));
  return run !== undefined && isActiveRun(run) ? run : undefined;
}

/** undefined when the repository is not indexed (any more). */
export async function startReview(
  ports: ReviewPorts,
  request: ReviewRequest,
  answers: ReviewAnswers,
): Promise<Answered | undefined> {
  const { repoKey, owner, repoName, pull: facts } = request;
  const paths = request.deliveries.map(deliveryPath);
  const limit = ports.settings.reviewsPerHour;
  return ports.store.transaction(async (tx) => {
    const now = ports.clock.now();
    const [earlier, repository, pullDoc, limitDoc] = await Promise.all([
      earlierAnswer(tx.get, paths),
      tx.get(repositoryPath(repoKey)),
      tx.get(pullRequestPath(repoKey, facts.number)),
      limit > 0 ? tx.get(limitPath(repoKey)) : undefined,
    ]);
    if (earlier !== undefined) return earlier;
    if (repository?.['ingested_at'] == null || repository['deleting'] === true) return undefined;
    const before = parsePullRequest(pullDoc);
    const active = await activeRun(tx.get, before);
    const conclude = (answered: Answered): Answered => {
      noteAnswer(tx, paths, 'issue_comment', answered, now);
      return answered;
    };
    const abandoned = active !== undefined && isAbandoned(active, now);
    if (active !== undefined && !abandoned) {
      return conclude({ answer: answers.running, work: active.status === 'queued' ? runWork(active) : null });
    }

    const counted = limit > 0 ? countStart(tx, { repoKey, most: limit }, limitOf(limitDoc, now), now) : 'counted';
    if (counted !== 'counted') {
      return conclude({ answer: answers.limited, work: counted === 'limited' ? replyWork(limitReply(request)) : null });
    }
    if (active !== undefined) {
      const ended = applyRunEvent(
        active,
        { type: 'failed', message: 'The worker stopped before the review was done' },
        now,
      );
      if (ended !== undefined) tx.set(runPath(repoKey, facts.number, active.run_number), { ...ended });
    }
    const pull = before ?? writePullRequest(tx, { repoKey, repoId: `${owner}/${repoName}` }, facts, undefined);
    const run = newRun(request, pull, now);
    writeNewRun(tx, run, pull);
    return conclude({ answer: answers.started, work: runWork(run) });
  });
}

function writeNewRun(tx: StoreTransaction, run: RunRecord, pull: PullRequestRecord): void {
  const { repo_key, pr_number, run_number } = run;
  tx.create(runPath(repo_key, pr_number, run_number), { ...run });
  tx.set(activeRunPath(run), { repo_key, pr_number, run_number });
  tx.set(pullRequestPath(repo_key, pr_number), { ...pull, active_run: run_number, review_run_count: run_number });
}

function newRun(request: ReviewRequest, pull: PullRequestRecord, now: Date): RunRecord {
  return {
    run_number: pull.review_run_count + 1,
    repo_key: request.repoKey,
    owner: request.owner,
    repo_name: request.repoName,
    pr_number: pull.number,
    status: 'queued',
    command: request.command,
    mode: request.mode,
    triggered_at: now.toISOString(),
    completed_at: null,
    triggered_by: request.login,
    comment_id: request.commentId,
    head_sha: pull.head_sha,
    issue_count: 0,
    positive_finding_count: 0,
    walkthrough_summary: null,
    files_changed: 0,
    positive_findings: [],
    usage: { model: null, tool_rounds: 0, prompt_tokens: 0, completion_tokens: 0 },
    error_message: null,
  };
}
