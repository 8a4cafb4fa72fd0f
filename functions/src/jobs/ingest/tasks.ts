/**
 * The worker of ingestion: what the task queue calls with `{"job_id": "…"}`. It takes the job's lease, clones, syncs the
 * graph, and records how it ended. A task may be delivered twice, late, or after a crash of the first delivery:
 *
 *   job has ended                    nothing to do, the task is done
 *   another worker's lease stands    fail this delivery; the queue's next one comes back to see
 *   no lease, or an expired one      take it; the sync goes on from whatever the graph holds
 *
 * Permanent failures are recorded and returned, so the queue does not retry what cannot succeed; transient ones give the
 * job back and are thrown, until the job's own count of attempts is used up. An update that the platform asks to wait for
 * longer than the queue comes again gets a task for then.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import { repositoryPath, repositorySchema } from '../../model/repositories.ts';
import type { Ports } from '../../ports.ts';
import { changeJob } from './change-job.ts';
import { failureMessage } from '../work/failure-message.ts';
import { reasonToReturn } from '../work/heartbeat.ts';
import type { Change } from './change-job.ts';
import { embedRepository, startEmbedding } from './embed-repository.ts';
import { enqueueJob } from './enqueue-job.ts';
import { isActive, isUpdate } from './job.ts';
import type { Job } from './job.ts';
import { MAX_ATTEMPTS } from './states.ts';
import { indexRepository } from './index-repository.ts';
import { holdLease } from '../work/lease.ts';
import { SHARDS } from './shards/sharding.ts';

const payloadSchema = z.object({ job_id: z.string().min(1).max(100) });

export type TaskOutcome = 'completed' | 'divided' | 'failed' | 'nothing to do' | 'put off' | 'taken over';

/** The queue's own deliveries of a task are over after a few minutes. */
const LONGEST_RETRY_SECONDS = 60;

/** The job that waited for this one to end. */
async function startNext(ports: Ports, change: Change | undefined): Promise<void> {
  if (change?.next !== undefined) await enqueueJob(ports, change.next);
}

/** Pull requests that are older than the index. What goes wrong here, or is never done, the nightly repair does. */
async function recordOpen(ports: Ports, { repo_key: repoKey }: Job): Promise<void> {
  try {
    const doc = await ports.store.get(repositoryPath(repoKey));
    const record = doc && repositorySchema.parse(doc);
    if (record === undefined || record.reconciled_at !== undefined) return;
    const { recordOpenPullRequests } = await import('../reviews/reconcile-pull-requests.ts');
    await recordOpenPullRequests(ports, repoKey, record);
  } catch (error) {
    ports.log.warn('Open pull requests could not be recorded', { repoKey, error });
  }
}

async function fail(ports: Ports, job: Job, holder: string, error: unknown): Promise<TaskOutcome> {
  const shown = failureMessage(error);
  if (shown === undefined) ports.log.error('An ingestion failed unexpectedly', { jobId: job.job_id, error });
  const message = shown ?? `Internal error; the server's log has it under job ${job.job_id}`;
  const change = await changeJob(ports, job.job_id, { type: 'failed', holder, message });
  await startNext(ports, change);
  return 'failed';
}

/**
 * Gives the job back for the queue's retry; true when it has a task of its own for the time that the platform asked to wait.
 * Only what a push brought waits that long: nobody would ask for it again, where whoever asked for an ingestion reads why
 * it failed.
 */
async function putOff(ports: Ports, job: Job, holder: string, { retryAfter = 0 }: AppError): Promise<boolean> {
  const waitSeconds = isUpdate(job) && retryAfter > LONGEST_RETRY_SECONDS ? retryAfter : 0;
  const change = await changeJob(ports, job.job_id, { type: 'returned', holder, waitSeconds });
  return waitSeconds > 0 && change?.accepted === true && (await enqueueJob(ports, change.job, waitSeconds));
}

/** Shards may all be done by now. */
async function handOver(ports: Ports, jobId: string, holder: string): Promise<TaskOutcome> {
  const change = await changeJob(ports, jobId, { type: 'handed over', holder });
  if (change?.accepted !== true) return 'taken over';
  if (change.job.lease_holder === null) await enqueueJob(ports, change.job);
  return 'divided';
}

/** `lastDelivery`: the queue will not come again, so what would be thrown is recorded instead. */
export async function runIngestTask(ports: Ports, payload: unknown, lastDelivery = false): Promise<TaskOutcome> {
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) {
    ports.log.error('A task without a job id', { payload });
    return 'nothing to do';
  }
  const jobId = parsed.data.job_id;
  const holder = randomUUID();
  const change = await changeJob(ports, jobId, { type: 'started', holder });
  if (change === undefined || !isActive(change.job.status)) return 'nothing to do';
  if (!change.accepted) {
    // Its turn, and the last of its shards, make a task of their own.
    if (lastDelivery || change.job.waits_for != null || change.job.lease_holder === SHARDS) return 'nothing to do';
    throw new AppError('conflict', `Job ${jobId} is held by another worker`);
  }

  const { job } = change;
  if (job.attempts > MAX_ATTEMPTS) {
    return fail(ports, job, holder, new AppError('conflict', `Given up after ${MAX_ATTEMPTS} attempts`));
  }
  const lease = holdLease(ports, jobId, holder);
  try {
    const work = job.kind === 'embed' ? embedRepository : indexRepository;
    const done = await work(ports, job, lease);
    await lease.release();
    if (done === 'divided') return await handOver(ports, jobId, holder);
    const { stats, commitSha, outcome, embeddingUnfinished } = done;
    const end = await changeJob(ports, jobId, { type: 'finished', holder, stats, commitSha }, outcome);
    await startNext(ports, end);
    if (end?.accepted !== true) return 'taken over';
    if (embeddingUnfinished === true) await startEmbedding(ports, end.job);
    if (job.kind === 'ingest') await recordOpen(ports, job);
    return 'completed';
  } catch (error) {
    await lease.release();
    if (lease.signal.aborted) {
      ports.log.warn('A worker lost its job', { jobId, reason: String(lease.signal.reason) });
      const again = reasonToReturn(lease);
      if (again !== undefined && !lastDelivery) throw again;
      return 'taken over';
    }
    const transient = error instanceof AppError && error.retryable;
    if (!transient || lastDelivery || job.attempts >= MAX_ATTEMPTS) return await fail(ports, job, holder, error);
    if (await putOff(ports, job, holder, error)) return 'put off';
    throw error;
  } finally {
    await lease.release();
  }
}
