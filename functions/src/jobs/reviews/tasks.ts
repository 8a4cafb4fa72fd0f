/**
 * What the queues of reviews call: the worker of a run, with the run's key, and the one that posts a short comment. The
 * worker takes the run's lease (jobs/work/run-leased.ts says what becomes of tasks that come twice or late), goes through
 * the steps behind the last one that was remembered, and records how the run ended.
 *
 * When the platform or the gateway asks to wait, the run gets a new task for after that time. What fails for good is
 * recorded, and said on the pull request (tell-failure.ts).
 */
import type { ReviewRun, RunKey } from '../../documents/reviews.ts';
import { AppError } from '../../model/errors.ts';
import { repoKeyOf } from '../../model/repositories.ts';
import type { Ports } from '../../ports.ts';
import { failureMessage } from '../work/failure-message.ts';
import type { Heartbeat } from '../work/heartbeat.ts';
import { checkTask, failureTask, pendingTask, readPayload, replyTask, runTask, uploadTask } from '../work/payloads.ts';
import { runLeased } from '../work/run-leased.ts';
import type { LeasedWork, Taken } from '../work/run-leased.ts';
import { considerReview } from './automatic/consider.ts';
import type { Considered } from './automatic/consider.ts';
import { goOnPending } from './automatic/pending.ts';
import { wantAgain } from './automatic/superseded.ts';
import { closeCheck, closeLater } from './checks/close-check.ts';
import { uploadAgain } from './checks/upload-findings.ts';
import { enqueueRun } from './enqueue-run.ts';
import { postReply } from './replies.ts';
import type { PostPorts } from './replies.ts';
import type { Ended } from './review-pull-request.ts';
import { GIVEN_UP, isActiveRun, MAX_ATTEMPTS, mayPass } from './run-table.ts';
import { changeRun, holdRun } from './states.ts';
import { enqueueFailure, tellFailure } from './tell-failure.ts';

export type RunOutcome = 'completed' | 'failed' | 'superseded' | 'nothing to do' | 'taken over' | 'put off';

/** `lastDelivery`: the queue will not come again, so what would be thrown is recorded instead. */
export async function runReviewTask(ports: Ports, payload: unknown, lastDelivery = false): Promise<RunOutcome> {
  const key = readPayload(ports.log, runTask, payload, 'A review task without a run');
  if (key === undefined) return 'nothing to do';
  const outcome = await runLeased(ports.log, review(ports, key), lastDelivery);
  if (outcome === 'put off') return outcome;
  await closeLater(ports, key);
  await goOnPending(ports, key, `after-${key.run_number}`);
  return outcome;
}

function review(
  ports: Ports,
  key: RunKey,
): LeasedWork<ReviewRun, Heartbeat, Ended, 'completed' | 'failed' | 'superseded' | 'put off'> {
  return {
    what: 'review run',
    fields: key,
    mostAttempts: MAX_ATTEMPTS,
    givenUp: GIVEN_UP,
    take: (holder) => takeRun(ports, key, holder),
    hold: (_, holder) => holdRun(ports, key, holder),
    async work(run, beat, lastTry, holder) {
      // Loaded here: a task that finds nothing to do, or only posts a comment, should not wait for parsers.
      const { reviewPullRequest } = await import('./review-pull-request.ts');
      return reviewPullRequest(ports, { run, holder, lastTry, signal: beat.signal, require: () => beat.require() });
    },
    finish: (run, holder, done) => finish(ports, run, holder, done),
    mayPass,
    giveBack: (_, holder, error) => putOff(ports, key, holder, error),
    fail: (run, holder, error) => fail(ports, run, holder, error),
  };
}

async function finish(
  ports: Ports,
  run: ReviewRun,
  holder: string,
  done: Ended,
): Promise<'completed' | 'superseded' | 'taken over'> {
  if ('superseded' in done) {
    // First: a worker that dies in between leaves a run that ends in the same way.
    if (done.again) await wantAgain(ports, run);
    const event = { type: 'superseded', holder, message: done.superseded } as const;
    const end = await changeRun(ports, run, event, done.fields);
    return end?.accepted === true ? 'superseded' : 'taken over';
  }
  const end = await changeRun(ports, run, { type: 'finished', holder, result: done.result }, done.fields);
  return end?.accepted === true ? 'completed' : 'taken over';
}

async function takeRun(ports: Ports, key: RunKey, holder: string): Promise<Taken<ReviewRun>> {
  const change = await changeRun(ports, key, { type: 'started', holder });
  if (change === undefined || !isActiveRun(change.run)) return 'nothing to do';
  return change.accepted ? { held: change.run } : { busy: 'The run is held by another worker, or waits for its time' };
}

/** Gives the run back: for a new task when there is a time to wait for, else for the queue's own retry (thrown). */
async function putOff(ports: Ports, key: RunKey, holder: string, error: AppError): Promise<'put off'> {
  const waitSeconds = error.retryAfter;
  const returned = await changeRun(ports, key, { type: 'returned', holder, waitSeconds });
  if (waitSeconds === undefined || returned?.accepted !== true) throw error;
  await enqueueRun(ports, returned.run, waitSeconds);
  return 'put off';
}

async function fail(ports: Ports, run: ReviewRun, holder: string, error: unknown): Promise<'failed'> {
  const shown = failureMessage(error);
  const { repo_key, pr_number, run_number } = run;
  if (shown === undefined) ports.log.error('A review failed unexpectedly', { repo_key, pr_number, run_number, error });
  const message = shown ?? 'Internal error; the log of the server has it under the number of this run';
  const code = error instanceof AppError ? error.code : 'internal';
  const change = await changeRun(ports, run, { type: 'failed', holder, message, code });
  if (change?.accepted === true) await enqueueFailure(ports, run);
  return 'failed';
}

export type ReplyOutcome = 'posted' | 'posted before' | 'cannot' | Considered;

/**
 * What is short: a reply, what became of a run that failed, whether a pull request is reviewed by itself. Failures that may
 * pass are thrown, for the queue to come again.
 */
export async function runReplyTask(ports: PostPorts & Pick<Ports, 'queue'>, payload: unknown): Promise<ReplyOutcome> {
  const failure = failureTask.safeParse(payload);
  if (failure.success) return tellFailure(ports, failure.data);
  const check = checkTask.safeParse(payload);
  if (check.success) return closeCheck(ports, check.data);
  const upload = uploadTask.safeParse(payload);
  if (upload.success) return uploadAgain(ports, upload.data);
  const pending = pendingTask.safeParse(payload);
  if (pending.success) return considerReview(ports, pending.data);
  const reply = readPayload(ports.log, replyTask, payload, 'A reply task that cannot be read');
  if (reply === undefined) return 'cannot';
  const outcome = await postReply(ports, reply);
  const key = { repo_key: repoKeyOf(reply.owner, reply.repo_name), pr_number: reply.number };
  // What was told to go on does so now.
  if (reply.kind === 'heard') await goOnPending(ports, key, `heard-${reply.comment_id}`);
  return outcome;
}
