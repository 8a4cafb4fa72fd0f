/**
 * What the queues of ingestions call: the worker of a job, with `{"job_id": "…"}`, and the purge of a deleted repository,
 * with `{"repo_key": "…"}`. The worker takes the job's lease (jobs/work/run-leased.ts says what becomes of tasks that come
 * twice or late), brings the graph to the branch's newest commit, and records how that ended. The sync goes on from whatever
 * the graph holds.
 *
 * An update that the platform asks to wait for longer than the queue comes again gets a task for then.
 */
import { isActive, isUpdate } from '../../documents/jobs.ts';
import type { Job } from '../../documents/jobs.ts';
import { repositories } from '../../documents/repositories.ts';
import { AppError } from '../../model/errors.ts';
import type { Ports } from '../../ports.ts';
import { failureMessage } from '../work/failure-message.ts';
import type { ProgressHeartbeat } from '../work/heartbeat.ts';
import { jobTask, purgeTask, readPayload } from '../work/payloads.ts';
import { runLeased } from '../work/run-leased.ts';
import type { LeasedWork, Taken } from '../work/run-leased.ts';
import { embedRepository, startEmbedding } from './embed-repository.ts';
import { enqueueJob } from './enqueue-job.ts';
import { goesBack } from './fair-share.ts';
import { indexRepository } from './index-repository.ts';
import type { Indexed } from './index-repository.ts';
import { MAX_ATTEMPTS, SHARDS } from './job-table.ts';
import { purgeRepository } from './purge-repository.ts';
import type { PurgePorts } from './purge-repository.ts';
import { changeJob, holdJob } from './states.ts';
import type { Change } from './states.ts';

export type TaskOutcome = 'completed' | 'divided' | 'failed' | 'nothing to do' | 'put off' | 'taken over';

/** The queue's own deliveries of a task are over after a few minutes. */
const LONGEST_RETRY_SECONDS = 60;

/** `lastDelivery`: the queue will not come again, so what would be thrown is recorded instead. */
export async function runIngestTask(ports: Ports, payload: unknown, lastDelivery = false): Promise<TaskOutcome> {
  const task = readPayload(ports.log, jobTask, payload, 'A task without a job id');
  if (task === undefined) return 'nothing to do';
  if (!lastDelivery && (await goesBack(ports, task.job_id))) return 'put off';
  return runLeased(ports.log, ingestion(ports, task.job_id), lastDelivery);
}

type IngestWork = LeasedWork<
  Job,
  ProgressHeartbeat,
  Indexed | 'divided',
  'completed' | 'divided' | 'failed' | 'put off'
>;

function ingestion(ports: Ports, jobId: string): IngestWork {
  return {
    what: 'job',
    fields: { jobId },
    mostAttempts: MAX_ATTEMPTS,
    givenUp: `Given up after ${MAX_ATTEMPTS} attempts`,
    take: (holder) => takeJob(ports, jobId, holder),
    hold: (_, holder) => holdJob(ports, jobId, holder),
    work: (job, beat) => (job.kind === 'embed' ? embedRepository : indexRepository)(ports, job, beat),
    finish: (job, holder, done) =>
      done === 'divided' ? handOver(ports, jobId, holder) : complete(ports, job, holder, done),
    mayPass: (error) => error.retryable,
    giveBack: (job, holder, error) => putOff(ports, job, holder, error),
    fail: (job, holder, error) => fail(ports, job, holder, error),
  };
}

async function takeJob(ports: Ports, jobId: string, holder: string): Promise<Taken<Job>> {
  const change = await changeJob(ports, jobId, { type: 'started', holder });
  if (change === undefined || !isActive(change.job)) return 'nothing to do';
  if (change.accepted) return { held: change.job };
  // Its turn, and the last of its shards, make a task of their own.
  const isElsewhere = change.job.waits_for != null || change.job.lease_holder === SHARDS;
  return isElsewhere ? 'nothing to do' : { busy: `Job ${jobId} is held by another worker` };
}

async function complete(ports: Ports, job: Job, holder: string, done: Indexed): Promise<'completed' | 'taken over'> {
  const { stats, commitSha, outcome, embeddingUnfinished } = done;
  const end = await changeJob(ports, job.job_id, { type: 'finished', holder, stats, commitSha }, outcome);
  await startNext(ports, end);
  if (end?.accepted !== true) return 'taken over';
  if (embeddingUnfinished === true) await startEmbedding(ports, end.job);
  if (job.kind === 'ingest') await recordOpen(ports, job);
  return 'completed';
}

/** Shards may all be done by now. */
async function handOver(ports: Ports, jobId: string, holder: string): Promise<'divided' | 'taken over'> {
  const change = await changeJob(ports, jobId, { type: 'handed over', holder });
  if (change?.accepted !== true) return 'taken over';
  if (change.job.lease_holder === null) await enqueueJob(ports, change.job);
  return 'divided';
}

/** The job that waited for this one to end. */
async function startNext(ports: Ports, change: Change | undefined): Promise<void> {
  if (change?.next !== undefined) await enqueueJob(ports, change.next);
}

/** Pull requests that are older than the index. What goes wrong here, or is never done, the nightly repair does. */
async function recordOpen(ports: Ports, job: Job): Promise<void> {
  try {
    const record = await repositories.get(ports.store, job);
    if (record === undefined || record.reconciled_at !== undefined) return;
    const { recordOpenPullRequests } = await import('../reviews/reconcile-pull-requests.ts');
    await recordOpenPullRequests(ports, job.repo_key, record);
  } catch (error) {
    ports.log.warn('Open pull requests could not be recorded', { repoKey: job.repo_key, error });
  }
}

async function fail(ports: Ports, job: Job, holder: string, error: unknown): Promise<'failed'> {
  const shown = failureMessage(error);
  if (shown === undefined) ports.log.error('An ingestion failed unexpectedly', { jobId: job.job_id, error });
  const message = shown ?? `Internal error; the server's log has it under job ${job.job_id}`;
  await startNext(ports, await changeJob(ports, job.job_id, { type: 'failed', holder, message }));
  return 'failed';
}

/**
 * Gives the job back for the queue's retry, or makes a task of its own for the time that the platform asked to wait. Only
 * what a push brought waits that long: nobody would ask for it again, where whoever asked for an ingestion reads why it
 * failed.
 */
async function putOff(ports: Ports, job: Job, holder: string, error: AppError): Promise<'put off'> {
  const { retryAfter = 0 } = error;
  const waitSeconds = isUpdate(job) && retryAfter > LONGEST_RETRY_SECONDS ? retryAfter : 0;
  const change = await changeJob(ports, job.job_id, { type: 'returned', holder, waitSeconds });
  const stands = waitSeconds > 0 && change?.accepted === true && (await enqueueJob(ports, change.job, waitSeconds));
  if (!stands) throw error;
  return 'put off';
}

/** What the queue of purges calls; false when there was nothing to purge. */
export async function runPurgeTask(ports: PurgePorts & Pick<Ports, 'log'>, payload: unknown): Promise<boolean> {
  const task = readPayload(ports.log, purgeTask, payload, 'A task without a repository');
  return task !== undefined && purgeRepository(ports, task.repo_key);
}
