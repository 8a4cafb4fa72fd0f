/**
 * Hands a pending job to the queue and notes that it did. The job's record is the outbox: it is written before the task
 * exists, so a crash between leaves a pending job that the next request or the sweeper enqueues again. The task's name
 * (job id + version) makes all of these one task.
 */
import type { z } from 'zod';
import type { Work } from '../../documents/deliveries.ts';
import { isUpdate, jobs } from '../../documents/jobs.ts';
import type { Job } from '../../documents/jobs.ts';
import type { Ports, QueueName } from '../../ports.ts';
import type { jobTask } from '../work/payloads.ts';
import { changeJob } from './states.ts';

/** Younger pending jobs are still in the hands of the request that made them. */
const OUTBOX_MS = 15_000;

export type QueuePorts = Pick<Ports, 'store' | 'queue' | 'clock' | 'log'>;

function queueOf(job: Job): QueueName {
  if (job.kind === 'embed') return 'embedRepository';
  if (job.sharding != null) return 'resolveRepository';
  return isUpdate(job) ? 'updateGraph' : 'ingestRepository';
}

/** True when a task stands. A queue that cannot be reached is no failure of the caller's: the job stays pending. */
export async function enqueueJob(ports: QueuePorts, job: Job, delaySeconds = 0): Promise<boolean> {
  const payload: z.input<typeof jobTask> = { job_id: job.job_id };
  try {
    await ports.queue.enqueue(queueOf(job), `${job.job_id}-${job.version}`, payload, delaySeconds);
  } catch (error) {
    ports.log.error('A job could not be enqueued and stays pending', { jobId: job.job_id, error });
    return false;
  }
  // A fast worker may have started it already; the table then refuses `enqueued`, which is right.
  await changeJob(ports, job.job_id, { type: 'enqueued' });
  return true;
}

/** Whether a pending job has no task, and nobody is about to make one. */
export function isForgotten(job: Job, now: Date): boolean {
  if (job.status !== 'pending' || job.waits_for != null) return false;
  return now.getTime() - Date.parse(job.ready_at ?? job.created_at) > OUTBOX_MS;
}

/** Makes sure that a delivery's task stands. `store_unavailable` when it could not be enqueued: ask again. */
export async function enqueueWork(ports: QueuePorts, work: Work | null): Promise<void> {
  if (work === null) return;
  if (work.kind === 'task') {
    await ports.queue.enqueue(work.queue, work.name, work.payload, work.delay_seconds);
    return;
  }
  const job = await jobs.get(ports.store, work);
  if (job?.status === 'pending' && job.waits_for == null) await enqueueJob(ports, job);
}
