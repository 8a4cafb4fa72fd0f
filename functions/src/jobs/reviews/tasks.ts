/**
 * The worker of reviews: what the task queue calls with a run's key. It takes the run's lease, goes through the steps, and
 * records how the run ended. A task may be delivered twice, late, or after a crash of the first delivery:
 *
 *   the run has ended                nothing to do
 *   another worker's lease stands,
 *   or a time to wait for            fail this delivery; the queue's next one comes back to see
 *   no lease, or an expired one      take it, and go on behind the last step that was remembered
 *
 * When the platform or the gateway asks to wait, the run gets a new task for after that time; what fails for good is
 * recorded, and said on the pull request (tell-failure.ts).
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import type { Ports } from '../../ports.ts';
import { changeRun } from './change-run.ts';
import { failureMessage } from '../work/failure-message.ts';
import { reasonToReturn } from '../work/heartbeat.ts';
import { reviewPullRequest } from './review-pull-request.ts';
import { GIVEN_UP, isActiveRun, MAX_ATTEMPTS } from './states.ts';
import type { ReviewRun, RunKey } from './states.ts';
import { enqueueRun } from './enqueue-run.ts';
import { holdRunLease } from '../work/run-lease.ts';
import { enqueueFailure } from './tell-failure.ts';

const payloadSchema = z.object({ repo_key: z.string().min(1), pr_number: z.int(), run_number: z.int() });

export type RunOutcome = 'completed' | 'failed' | 'nothing to do' | 'taken over' | 'put off';

/** `lastDelivery`: the queue will not come again, so what would be thrown is recorded instead. */
export async function runReviewTask(ports: Ports, payload: unknown, lastDelivery = false): Promise<RunOutcome> {
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) {
    ports.log.error('A review task without a run', { payload });
    return 'nothing to do';
  }
  const key = parsed.data;
  const holder = randomUUID();
  const change = await changeRun(ports, key, { type: 'started', holder });
  if (change === undefined || !isActiveRun(change.run)) return 'nothing to do';
  if (!change.accepted) {
    if (lastDelivery) return 'nothing to do';
    throw new AppError('conflict', 'The run is held by another worker, or waits for its time');
  }
  const { run } = change;
  if (run.attempts > MAX_ATTEMPTS) {
    return fail(ports, run, holder, new AppError('conflict', GIVEN_UP));
  }
  const lastTry = lastDelivery || run.attempts >= MAX_ATTEMPTS;
  const lease = holdRunLease(ports, key, holder);
  try {
    const { result, fields } = await reviewPullRequest(ports, {
      run,
      holder,
      lastTry,
      signal: lease.signal,
      require: () => lease.require(),
    });
    await lease.release();
    const end = await changeRun(ports, key, { type: 'finished', holder, result }, fields);
    return end?.accepted === true ? 'completed' : 'taken over';
  } catch (error) {
    await lease.release();
    if (lease.signal.aborted) {
      ports.log.warn('A worker lost its review run', { ...key, reason: String(lease.signal.reason) });
      const again = reasonToReturn(lease);
      if (again !== undefined && !lastDelivery) throw again;
      return 'taken over';
    }
    if (!(error instanceof AppError) || !mayPass(error, run) || lastTry) return await fail(ports, run, holder, error);
    return await putOff(ports, key, holder, error);
  } finally {
    await lease.release();
  }
}

/** Tokens die while they are used; the next worker has new ones. Those of an app that is refused itself are no better. */
const TRIES_OF_TOKENS = 3;

function mayPass(error: AppError, { attempts }: ReviewRun): boolean {
  return error.retryable || (error.code === 'token_refused' && attempts < TRIES_OF_TOKENS);
}

/** Gives the run back: for a new task when there is a time to wait for, else for the queue's own retry (thrown). */
async function putOff(ports: Ports, key: RunKey, holder: string, error: AppError): Promise<RunOutcome> {
  const waitSeconds = error.retryAfter;
  const returned = await changeRun(ports, key, { type: 'returned', holder, waitSeconds });
  if (waitSeconds === undefined || returned?.accepted !== true) throw error;
  await enqueueRun(ports, returned.run, waitSeconds);
  return 'put off';
}

async function fail(ports: Ports, run: ReviewRun, holder: string, error: unknown): Promise<RunOutcome> {
  const shown = failureMessage(error);
  const { repo_key, pr_number, run_number } = run;
  if (shown === undefined) ports.log.error('A review failed unexpectedly', { repo_key, pr_number, run_number, error });
  const message = shown ?? 'Internal error; the log of the server has it under the number of this run';
  const code = error instanceof AppError ? error.code : 'internal';
  const change = await changeRun(ports, run, { type: 'failed', holder, message, code });
  if (change?.accepted === true) await enqueueFailure(ports, run);
  return 'failed';
}
