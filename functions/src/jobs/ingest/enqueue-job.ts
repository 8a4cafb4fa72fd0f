/**
 * Hands a pending job to the queue and notes that it did. The job's record is the outbox: written before the task
 * exists, so a crash between leaves a pending job that the next request or the sweeper enqueues again. The task's name
 * (job id + version) makes all of these one task.
 */
import type { Ports, QueueName } from '../../ports.ts';
import { changeJob } from './change-job.ts';
import { isUpdate } from './job.ts';
import type { Job } from './job.ts';

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
  try {
    await ports.queue.enqueue(queueOf(job), `${job.job_id}-${job.version}`, { job_id: job.job_id }, delaySeconds);
  } catch (error) {
    ports.log.error('A job could not be enqueued and stays pending', { jobId: job.job_id, error });
    return false;
  }
  // A fast worker may have started it already; the table then refuses `enqueued`, which is right.
  await changeJob(ports, job.job_id, { type: 'enqueued' });
  return true;
}

export function isForgotten(job: Job, now: Date): boolean {
  if (job.status !== 'pending' || job.waits_for != null) return false;
  return now.getTime() - Date.parse(job.ready_at ?? job.created_at) > OUTBOX_MS;
}
