/**
 * Closes checks whose runs have ended without saying so: failed, superseded, or given up with their worker. Whoever ends a
 * run may have no credentials, so a task of the queue for replies does it, and the sweeper makes that task until it is done.
 */
import type { z } from 'zod';
import { openChecks } from '../../../documents/automatic.ts';
import { isStanding, repositories } from '../../../documents/repositories.ts';
import { reviewRuns } from '../../../documents/reviews.ts';
import type { ReviewRun, RunKey } from '../../../documents/reviews.ts';
import { AppError } from '../../../model/errors.ts';
import { redact } from '../../../model/redact.ts';
import type { Ports } from '../../../ports.ts';
import { repositoryIdentity } from '../../snapshots/repository-token.ts';
import type { checkTask } from '../../work/payloads.ts';
import { isActiveRun } from '../run-table.ts';
import { setRunCheck } from './run-check.ts';

const BATCH = 200;
/** A task that was made has come by then, or has failed. */
const AGAIN_MS = 20 * 60_000;
const FORGOTTEN_MS = 24 * 3_600_000;

type QueuePorts = Pick<Ports, 'clock' | 'log' | 'queue' | 'store'>;

/** After a run, however it ended: makes the task when its check is still shown as under way. The number of tasks. */
export async function closeLater(ports: QueuePorts, key: RunKey, attempt = 0): Promise<number> {
  const { repo_key, pr_number, run_number } = key;
  try {
    const [open, run] = await Promise.all([openChecks.get(ports.store, key), reviewRuns.get(ports.store, key)]);
    if (open === undefined || (run !== undefined && isActiveRun(run))) return 0;
    const name = `check-${repo_key}-${pr_number}-${run_number}-${Date.parse(open.opened_at).toString(36)}-${attempt}`;
    const payload: z.input<typeof checkTask> = { kind: 'check', repo_key, pr_number, run_number };
    await ports.queue.enqueue('postReply', name, payload);
    return 1;
  } catch (error) {
    ports.log.warn('A check will be closed later', { repo_key, pr_number, run_number, error });
    return 0;
  }
}

export type ClosePorts = Pick<Ports, 'clock' | 'log' | 'scm' | 'secretBox' | 'settings' | 'signIn' | 'store'>;

/** Failures that may pass are thrown, for the queue to come again. */
export async function closeCheck(ports: ClosePorts, key: RunKey): Promise<'posted' | 'cannot'> {
  const [open, run, repository] = await Promise.all([
    openChecks.get(ports.store, key),
    reviewRuns.get(ports.store, key),
    repositories.get(ports.store, key),
  ]);
  if (open === undefined || (run !== undefined && isActiveRun(run))) return 'cannot';
  let outcome: 'posted' | 'cannot' = 'cannot';
  try {
    if (isStanding(repository) && run !== undefined) {
      await setRunCheck(ports, await repositoryIdentity(ports, repository), run, open, endOf(run));
      outcome = 'posted';
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.retryable) throw error;
    ports.log.warn('A check could not be closed', { run: key.run_number, error });
  }
  await openChecks.delete(ports.store, key);
  return outcome;
}

function endOf({ status, superseded, error_message: why, run_number: number }: ReviewRun) {
  const said = redact(why ?? 'It ended without a word');
  if (superseded)
    return { state: 'cancelled', title: `Review run ${number} was superseded`, summary: `${said}.` } as const;
  if (status === 'completed') {
    // The platform did not take its result when that was there.
    const title = `Review run ${number} has ended; the pull request says how`;
    return { state: 'incomplete', title, summary: `${title}.` } as const;
  }
  const title = `Review run ${number} could not be finished`;
  return { state: 'incomplete', title, summary: `${title}: ${said}` } as const;
}

/** The number of tasks that were made. */
export async function sweepChecks(ports: QueuePorts): Promise<number> {
  let enqueued = 0;
  for (const { doc } of await openChecks.query(ports.store, {}, { limit: BATCH })) {
    const age = ports.clock.now().getTime() - Date.parse(doc.opened_at);
    if (age > FORGOTTEN_MS) {
      ports.log.warn('A check was never closed', { ...doc });
      await openChecks.delete(ports.store, doc);
    } else enqueued += await closeLater(ports, doc, 1 + Math.floor(age / AGAIN_MS));
  }
  return enqueued;
}
