/**
 * Moves a job: one Firestore transaction reads it, asks the table (job-table.ts), and writes it together with what the
 * repository's document must say about it. Whoever comes second to the same transition is refused by the table and writes
 * nothing.
 */
import { isActive, isUpdate, jobs } from '../../documents/jobs.ts';
import type { Job } from '../../documents/jobs.ts';
import { repositories } from '../../documents/repositories.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { Ports, StoreTransaction } from '../../ports.ts';
import { recordJob } from '../../telemetry/record-end.ts';
import { startHeartbeat } from '../work/heartbeat.ts';
import type { ProgressHeartbeat } from '../work/heartbeat.ts';
import { applyEvent } from './job-table.ts';
import type { JobEvent } from './job-table.ts';
import { nextTurn } from './waiting.ts';
import type { Turn } from './waiting.ts';

/**
 * `accepted` is false when the table has no such row for the job as it is now; `job` is then unchanged. `next` is the
 * job whose turn came by this one's end: whoever made the change enqueues it.
 */
export interface Change {
  job: Job;
  accepted: boolean;
  next?: Job;
}

/** Fields for the repository's document when a job has completed. */
export type Outcome = Partial<RepositoryRecord>;

export interface JobWrite {
  before: Job;
  after: Job;
  /** Its record as read; undefined when nothing of it changes. */
  repository?: RepositoryRecord | undefined;
  outcome?: Outcome;
  /** The job whose turn it is once this one has ended. */
  turn?: Turn | undefined;
}

/** What a job's new state says on the repository's document; undefined when nothing. */
function repositoryFields({ before, after, repository, outcome = {}, turn }: JobWrite): Outcome | undefined {
  // A newer job has the repository: what became of this one is no longer the repository's state.
  if (repository?.active_job_id !== after.job_id || before.status === after.status) return undefined;
  const free = { active_job_id: turn?.job.job_id ?? null, waiting_jobs: turn?.waiting ?? [] };
  // An update works on a graph that answers meanwhile, and leaves the older one when it fails.
  if (after.status === 'running') return isUpdate(after) ? undefined : { ingestion_status: 'ingesting' };
  if (after.status === 'failed') return isUpdate(after) ? free : { ...free, ingestion_status: 'failed' };
  if (after.status !== 'completed') return undefined;
  return {
    ...free,
    ...outcome,
    ingestion_status: 'ingested',
    ingested_at: after.completed_at,
    branch: after.target_branch,
    commit_sha: after.commit_sha,
  };
}

/** The write half, for transactions that do more than this one change. */
export function writeChange(tx: StoreTransaction, write: JobWrite): void {
  const { after, turn } = write;
  jobs.set(tx, after, after);
  const fields = repositoryFields(write);
  if (fields !== undefined) repositories.update(tx, after, fields);
  if (turn !== undefined) jobs.set(tx, turn.job, turn.job);
}

/** `outcome`: fields for the repository's document when the event completes the job. undefined for an unknown job. */
export async function changeJob(
  ports: Pick<Ports, 'store' | 'clock'> & Partial<Pick<Ports, 'telemetry'>>,
  jobId: string,
  event: JobEvent,
  outcome: Outcome = {},
): Promise<Change | undefined> {
  const change = await applied(ports, jobId, event, outcome);
  if (change?.accepted === true && !isActive(change.job)) recordJob(ports.telemetry, change.job);
  return change;
}

async function applied(
  ports: Pick<Ports, 'store' | 'clock'>,
  jobId: string,
  event: JobEvent,
  outcome: Outcome,
): Promise<Change | undefined> {
  return ports.store.transaction(async (tx) => {
    const before = await jobs.get(tx, { job_id: jobId });
    if (before === undefined) return undefined;
    const now = ports.clock.now();
    const after = applyEvent(before, event, now);
    if (after === undefined) return { job: before, accepted: false };
    // A heartbeat leaves the repository as it is: reading its document would only make transactions collide.
    const moves = before.status !== after.status && (after.status === 'running' || !isActive(after));
    const repository = moves ? await repositories.get(tx, after) : undefined;
    const ends = !isActive(after) && repository?.active_job_id === after.job_id;
    const turn = ends ? await nextTurn(tx, repository, now) : undefined;
    writeChange(tx, { before, after, repository, outcome, turn });
    return { job: after, accepted: true, ...(turn === undefined ? {} : { next: turn.job }) };
  });
}

/**
 * A worker's hold on its job: every 15 s, and sooner when there is progress to show, it writes that it is alive, and how far
 * it is.
 */
export function holdJob(
  ports: Pick<Ports, 'store' | 'clock' | 'log'>,
  jobId: string,
  holder: string,
): ProgressHeartbeat {
  let progress: Job['progress'] | undefined;
  let commitSha: string | undefined;
  let news = false;
  const heartbeat = startHeartbeat({
    what: 'job',
    fields: { jobId },
    log: ports.log,
    hasNews: () => news,
    async write() {
      news = false;
      const event = { type: 'heartbeat', holder, progress: progress ?? undefined, commitSha } as const;
      return (await changeJob(ports, jobId, event))?.accepted === true;
    },
  });
  return {
    ...heartbeat,
    report(next) {
      progress = next;
      news = true;
    },
    commit(sha) {
      commitSha = sha;
      news = true;
    },
  };
}
