/**
 * What time alone reveals: active jobs whose worker died or whose task never came. Runs every few minutes and does only
 * what the next request for the repository would do as well, so that a job nobody asks about ends too.
 */
import { jobs } from '../../documents/jobs.ts';
import type { Ports } from '../../ports.ts';
import { enqueueJob, isForgotten } from './enqueue-job.ts';
import type { QueuePorts } from './enqueue-job.ts';
import { expiryOf, isToResume } from './job-table.ts';
import { changeJob } from './states.ts';
import { healWaiting } from './waiting.ts';

/** Jobs looked at in one run; the rest waits for the next. */
const BATCH = 200;

export interface Swept {
  failed: number;
  enqueued: number;
}

export async function sweepJobs(ports: QueuePorts & Pick<Ports, 'store'>): Promise<Swept> {
  const now = ports.clock.now();
  const swept = { failed: 0, enqueued: 0 };
  const where: [['status', 'in', string[]]] = [['status', 'in', ['pending', 'dispatched', 'running']]];
  for (const { doc: job } of await jobs.query(ports.store, {}, { where, limit: BATCH })) {
    if (job.waits_for != null) {
      const outcome = await healWaiting(ports, job);
      if (outcome === 'failed') swept.failed += 1;
      else if (outcome !== undefined && (await enqueueJob(ports, outcome))) swept.enqueued += 1;
    } else if (expiryOf(job, now) !== undefined) {
      const change = await changeJob(ports, job.job_id, { type: 'expired' });
      if (change?.accepted === true) swept.failed += 1;
      if (change?.next !== undefined && (await enqueueJob(ports, change.next))) swept.enqueued += 1;
    } else if ((isForgotten(job, now) || isToResume(job, now)) && (await enqueueJob(ports, job))) {
      swept.enqueued += 1;
    }
  }
  return swept;
}
