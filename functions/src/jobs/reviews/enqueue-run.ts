/**
 * Tasks of review runs, and what time alone reveals about runs: `active_runs/{repository}-{number}` names every run that
 * has not ended, so that one whose task never came, or whose worker died, is found without asking every pull request.
 *
 *     active_runs/4f…-7   { repo_key: "4f…", pr_number: 7, run_number: 3 }
 */
import { activeRuns, reviewRuns } from '../../documents/reviews.ts';
import type { ReviewRun } from '../../documents/reviews.ts';
import type { Ports } from '../../ports.ts';
import { GIVEN_UP, isAbandoned, isActiveRun, MAX_ATTEMPTS } from './run-table.ts';
import { runWork } from './start.ts';
import { changeRun } from './states.ts';
import { enqueueFailure } from './tell-failure.ts';

export type RunQueuePorts = Pick<Ports, 'clock' | 'log' | 'queue' | 'store'>;

/** Runs looked at in one sweep; the rest waits for the next. */
const BATCH = 200;
/** Longest wait that a task is made for; platforms ask for an hour at most. */
const MAX_DELAY_SECONDS = 3600;

/** A task of its own for each version of the run: the name of one that was delivered cannot be used again. */
export async function enqueueRun(ports: RunQueuePorts, run: ReviewRun, delaySeconds = 0): Promise<void> {
  const { queue, name, payload } = runWork(run);
  await ports.queue.enqueue(queue, `${name}-v${run.version}`, payload, Math.min(delaySeconds, MAX_DELAY_SECONDS));
}

export interface SweptRuns {
  enqueued: number;
  failed: number;
  forgotten: number;
}

/** Gives runs without a worker a new task, and ends those that had enough of them. */
export async function sweepRuns(ports: RunQueuePorts): Promise<SweptRuns> {
  const swept: SweptRuns = { enqueued: 0, failed: 0, forgotten: 0 };
  for (const { doc: key } of await activeRuns.query(ports.store, {}, { limit: BATCH })) {
    const run = await reviewRuns.get(ports.store, key);
    if (run === undefined || !isActiveRun(run)) {
      await activeRuns.delete(ports.store, key);
      swept.forgotten += 1;
    } else if (isAbandoned(run, ports.clock.now())) {
      if (await endOrEnqueue(ports, run)) swept.enqueued += 1;
      else swept.failed += 1;
    }
  }
  return swept;
}

/** True when a task stands. */
async function endOrEnqueue(ports: RunQueuePorts, run: ReviewRun): Promise<boolean> {
  if (run.attempts < MAX_ATTEMPTS) {
    await enqueueRun(ports, run);
    return true;
  }
  const change = await changeRun(ports, run, { type: 'failed', message: GIVEN_UP, code: 'conflict' });
  if (change?.accepted === true) await enqueueFailure(ports, run);
  return false;
}
