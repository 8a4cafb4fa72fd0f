/**
 * What time alone reveals: active jobs whose worker died or whose task never came. Runs every few minutes and does only
 * what the next request for the repository would do as well, so that a job nobody asks about ends too.
 */
import { jobs } from '../../documents/jobs.ts';
import type { Job } from '../../documents/jobs.ts';
import type { Ports } from '../../ports.ts';
import { enqueueJob, isForgotten } from './enqueue-job.ts';
import type { QueuePorts } from './enqueue-job.ts';
import { expiryOf, isToRemind, isToResume } from './job-table.ts';
import { changeJob } from './states.ts';
import { healWaiting } from './waiting.ts';

/** Jobs looked at in one run; the rest waits for the next. */
const BATCH = 1_000;

export interface Swept {
  failed: number;
  enqueued: number;
}

export async function sweepJobs(ports: QueuePorts & Pick<Ports, 'store'>): Promise<Swept> {
  const swept = { failed: 0, enqueued: 0 };
  const where: [['status', 'in', string[]]] = [['status', 'in', ['pending', 'dispatched', 'running']]];
  for (const { doc: job } of await jobs.query(ports.store, {}, { where, limit: BATCH })) {
    const { failed, toEnqueue } = await sweepJob(ports, job, ports.clock.now());
    if (failed) swept.failed += 1;
    if (toEnqueue !== undefined && (await enqueueJob(ports, toEnqueue))) swept.enqueued += 1;
  }
  return swept;
}

/** What became of a job, and which one needs a task. */
async function sweepJob(
  ports: QueuePorts,
  job: Job,
  now: Date,
): Promise<{ failed: boolean; toEnqueue?: Job | undefined }> {
  if (job.waits_for != null) {
    const outcome = await healWaiting(ports, job);
    return outcome === 'failed' ? { failed: true } : { failed: false, toEnqueue: outcome };
  }
  if (expiryOf(job, now) !== undefined) {
    const change = await changeJob(ports, job.job_id, { type: 'expired' });
    return { failed: change?.accepted === true, toEnqueue: change?.next };
  }
  if (isToRemind(job, now)) {
    // In a long queue its task comes all the same: the second of both finds nothing to do.
    const change = await changeJob(ports, job.job_id, { type: 'put back' });
    return { failed: false, toEnqueue: change?.accepted === true ? change.job : undefined };
  }
  return { failed: false, toEnqueue: isForgotten(job, now) || isToResume(job, now) ? job : undefined };
}
