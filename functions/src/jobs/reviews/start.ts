/**
 * A command on a pull request becomes a review run: its record, its number (1, 2, 3, … per pull request) and the pull
 * request's mark that a run is under way are made in one transaction, so of two commands one runs. The record is the
 * outbox: whoever finds the run still queued may enqueue its task again, under the same name.
 */
import type { TokenBudget } from '../../documents/automatic.ts';
import type { Work } from '../../documents/deliveries.ts';
import { reviewLimits } from '../../documents/limits.ts';
import { isStanding, repositories } from '../../documents/repositories.ts';
import { activeRuns, pullRequests, reviewRuns } from '../../documents/reviews.ts';
import type { ReviewRun } from '../../documents/reviews.ts';
import type { PullRequestRecord, RunRecord } from '../../model/reviews.ts';
import type { Doc, Ports, StoreTransaction } from '../../ports.ts';
import { writeAudit } from '../work/audit.ts';
import { earlierAnswer, noteAnswer } from '../work/deliveries.ts';
import type { Answered } from '../work/deliveries.ts';
import { hourlyWindow, isRecent } from '../work/hourly-limit.ts';
import type { Reply } from '../work/payloads.ts';
import { readBudget, tellOnce, whySpent } from './automatic/budget.ts';
import type { BudgetSettings } from './automatic/budget.ts';
import { writePullRequest } from './pull-requests.ts';
import type { PullRequestFacts } from './pull-requests.ts';
import { replyWork } from './replies.ts';
import { applyRunEvent, isAbandoned, isActiveRun } from './run-table.ts';

export interface ReviewRequest {
  repoKey: string;
  owner: string;
  repoName: string;
  /** What the comment's event says of the pull request, for one that no event told of before. */
  pull: PullRequestFacts;
  command: RunRecord['command'];
  mode: RunRecord['mode'];
  /** Whether whoever asks named the mode: what a repository's configuration says is then of no account. */
  modeGiven: boolean;
  /** Nobody asks: an event of the platform does. */
  automatic: boolean;
  /** Login that wrote the comment. */
  login: string;
  /** 0 when the platform names none. */
  commentId: number;
  /** Of the comment; none for a run that is started without one. */
  deliveries: string[];
}

export type ReviewPorts = Pick<Ports, 'store' | 'queue' | 'clock' | 'settings'>;

export interface ReviewAnswers {
  started: Doc;
  running: Doc;
  limited: Doc;
  /** The tokens of the day are used up. */
  spent: Doc;
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

/** The repository's window of starts, as it is stored. */
type Limit = Awaited<ReturnType<typeof reviewLimits.get>>;

/** One more within the hour, unless there are as many as may be; only the first comment that is refused is `limited`. */
function countStart(
  tx: StoreTransaction,
  { repoKey, most, byComment }: { repoKey: string; most: number; byComment: boolean },
  limit: Limit,
  now: Date,
): 'counted' | 'limited' | 'limited before' {
  if (most <= 0) return 'counted';
  const key = { repo_key: repoKey };
  const { recent, counted, isFull } = hourlyWindow(limit?.started, most, now);
  const noticed = limit?.noticed_at ?? null;
  // When somebody was last told, as long as that is of this hour.
  const noticedAt = isRecent(noticed, now) ? noticed : null;
  if (!isFull) {
    reviewLimits.set(tx, key, { ...limit, started: counted, noticed_at: noticedAt });
    return 'counted';
  }
  if (noticedAt !== null || !byComment) return 'limited before';
  reviewLimits.set(tx, key, { ...limit, started: recent, noticed_at: now.toISOString() });
  return 'limited';
}

function replyOf(kind: 'limit' | 'tokens', { owner, repoName, pull, commentId }: ReviewRequest): Reply {
  return { kind, owner, repo_name: repoName, number: pull.number, comment_id: commentId };
}

/** The run that keeps others from starting. */
export async function activeRun(
  tx: Pick<StoreTransaction, 'get'>,
  pull: PullRequestRecord | undefined,
): Promise<ReviewRun | undefined> {
  if (pull?.active_run == null) return undefined;
  const { repo_key, number: pr_number, active_run: run_number } = pull;
  const run = await reviewRuns.get(tx, { repo_key, pr_number, run_number });
  return run !== undefined && isActiveRun(run) ? run : undefined;
}

/** Linters cost no tokens. */
function isSpent(settings: BudgetSettings, { command }: ReviewRequest, budget: TokenBudget, now: Date): boolean {
  return command !== 'lint' && whySpent(budget, settings, false, now) !== undefined;
}

function keepsOthers(run: ReviewRun, now: Date): boolean {
  return !run.automatic && !isAbandoned(run, now);
}

/**
 * undefined when the repository is not indexed (any more). A run that somebody commanded keeps others from starting; one that
 * started by itself is superseded by a command.
 */
export async function startReview(
  ports: ReviewPorts,
  request: ReviewRequest,
  answers: ReviewAnswers,
): Promise<Answered | undefined> {
  const { repoKey, deliveries, pull: facts } = request;
  const most = ports.settings.reviewsPerHour;
  return ports.store.transaction(async (tx) => {
    const now = ports.clock.now();
    const [earlier, repository, before, limit, budget] = await Promise.all([
      earlierAnswer(tx, deliveries),
      repositories.get(tx, { repo_key: repoKey }),
      pullRequests.get(tx, { repo_key: repoKey, pr_number: facts.number }),
      most > 0 ? reviewLimits.get(tx, { repo_key: repoKey }) : undefined,
      readBudget(tx, ports.settings, repoKey),
    ]);
    if (earlier !== undefined) return earlier;
    if (!isStanding(repository) || repository.ingested_at === null) return undefined;
    const active = await activeRun(tx, before);
    const conclude = (answered: Answered): Answered => {
      noteAnswer(tx, deliveries, 'issue_comment', answered, now);
      return answered;
    };
    if (active !== undefined && keepsOthers(active, now)) {
      return conclude({ answer: answers.running, work: active.status === 'queued' ? runWork(active) : null });
    }
    const byComment = deliveries.length > 0;
    if (isSpent(ports.settings, request, budget, now)) {
      const told = byComment && tellOnce(tx, repoKey, budget);
      return conclude({ answer: answers.spent, work: told ? replyWork(replyOf('tokens', request)) : null });
    }
    const counted = countStart(tx, { repoKey, most, byComment }, limit, now);
    if (counted !== 'counted') {
      return conclude({
        answer: answers.limited,
        work: counted === 'limited' ? replyWork(replyOf('limit', request)) : null,
      });
    }
    const carried = active === undefined ? {} : endBefore(tx, active, now);
    const run = writeNewRun(tx, request, { ...(before ?? firstRecord(tx, request)), ...carried }, now);
    return conclude({ answer: answers.started, work: runWork(run) });
  });
}

export function endAbandoned(tx: StoreTransaction, run: ReviewRun, now: Date): void {
  const message = 'The worker stopped before the review was done';
  const ended = applyRunEvent(run, { type: 'failed', message }, now);
  if (ended !== undefined) reviewRuns.set(tx, run, ended);
}

/**
 * Ends the run whose place is taken. The worker of an automatic one, where there is one, finds out before it posts anything
 * more; what that run has learnt is the next one's.
 */
function endBefore(tx: StoreTransaction, run: ReviewRun, now: Date): Pick<PullRequestRecord, 'carried_run'> {
  if (!run.automatic) {
    endAbandoned(tx, run, now);
    return {};
  }
  const message = `Superseded by run ${run.run_number + 1}, which somebody commanded`;
  const ended = applyRunEvent(run, { type: 'superseded', message }, now);
  if (ended !== undefined) reviewRuns.set(tx, run, ended);
  return { carried_run: run.run_number };
}

function firstRecord(tx: StoreTransaction, { repoKey, owner, repoName, pull }: ReviewRequest): PullRequestRecord {
  return writePullRequest(tx, { repoKey, repoId: `${owner}/${repoName}` }, pull, undefined);
}

/** The run, the mark that it is under way, and the pull request that says so. */
export function writeNewRun(
  tx: StoreTransaction,
  request: Omit<ReviewRequest, 'deliveries' | 'pull'>,
  pull: PullRequestRecord,
  now: Date,
): RunRecord {
  const run = newRun(request, pull, now);
  const { repo_key, pr_number, run_number } = run;
  reviewRuns.create(tx, run, run);
  activeRuns.set(tx, run, { repo_key, pr_number, run_number });
  const entry = { actor: run.triggered_by, action: 'review_started', pr_number, subject: String(run_number) } as const;
  writeAudit(tx, repo_key, entry, now);
  pullRequests.set(tx, run, { ...pull, active_run: run_number, review_run_count: run_number });
  return run;
}

function newRun(request: Omit<ReviewRequest, 'deliveries' | 'pull'>, pull: PullRequestRecord, now: Date): RunRecord {
  return {
    run_number: pull.review_run_count + 1,
    repo_key: request.repoKey,
    owner: request.owner,
    repo_name: request.repoName,
    pr_number: pull.number,
    status: 'queued',
    command: request.command,
    mode: request.mode,
    mode_given: request.modeGiven,
    automatic: request.automatic,
    superseded: false,
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
    incomplete: [],
    error_message: null,
  };
}
