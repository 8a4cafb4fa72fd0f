/**
 * The job table of ARCHITECTURE.md as one pure function: a job, an event and the time give the changed job, or undefined
 * when the table has no such row. It is applied in a transaction (states.ts), so of two racing events the second sees what
 * the first made.
 *
 *     pending (waits) ─turn─▶ pending
 *     pending ─enqueued─▶ dispatched ─started─▶ running ─finished─▶ completed
 *        └────────────started────────────────▶    └───failed, gave up─▶ failed
 *     pending ◀─put back─ dispatched
 *
 *     running (a worker) ─planned, handed over─▶ running (its shards) ─the last shard done─▶ running (nobody) ─started─▶ …
 */
import type { Job, JobProgress, JobStats, JobStatus, Sharding } from '../../documents/jobs.ts';
import { foldLease, isOver, later, LEASE_MS, RETRY_GRACE_MS } from '../work/lease.ts';

/** A job that no worker took for this long is given up at the next request for its repository. */
export const STALE_MS = 10 * 60_000;
/** After this long without a worker a waiting job gets another task, in case the one that it had was lost. */
export const REMIND_MS = 5 * 60_000;
/** So long may a job wait behind others in its queue. */
export const LONGEST_WAIT_MS = 6 * 3_600_000;
/** How long shards may wait in the queue, behind those of others, without one of them giving a sign of life. */
export const SHARDS_LEASE_MS = 30 * 60_000;
/** How long a divided job whose lease is over may wait for the task that takes it up again. */
export const RESUME_MS = 30 * 60_000;
/** Counted here and not by the queue, whose count starts anew with every task. */
export const MAX_ATTEMPTS = 5;
/** Who holds a job while its shards work on it. */
export const SHARDS = 'shards';

export type JobEvent =
  /** The job before it has ended. */
  | { type: 'turn' }
  | { type: 'enqueued' }
  /** Another task is to stand for it: it goes behind others, or its task may be lost. */
  | { type: 'put back' }
  | { type: 'started'; holder: string }
  | { type: 'heartbeat'; holder: string; progress?: JobProgress | undefined; commitSha?: string | undefined }
  /** `waitSeconds`: how long the platform asked to wait. */
  | { type: 'returned'; holder: string; waitSeconds?: number | undefined }
  /** It was divided; the worker still holds it, and makes the shards' tasks. */
  | { type: 'planned'; holder: string; sharding: Sharding }
  | { type: 'handed over'; holder: string }
  | { type: 'shard done'; files: number }
  | { type: 'finished'; holder: string; stats: JobStats; commitSha: string | null }
  /** `holder` when a worker says so; without it whoever is not the worker (the sweeper, the queue's end). */
  | { type: 'failed'; holder?: string; message: string }
  | { type: 'expired' };

const ACCEPTS: Record<JobStatus, readonly JobEvent['type'][]> = {
  pending: ['turn', 'enqueued', 'started', 'failed', 'expired'],
  dispatched: ['started', 'put back', 'failed', 'expired'],
  running: [
    'started',
    'heartbeat',
    'returned',
    'planned',
    'handed over',
    'shard done',
    'finished',
    'failed',
    'expired',
  ],
  completed: [],
  failed: [],
};

/** Why an active job has outlived its time, or undefined while it has not. */
export function expiryOf(job: Job, now: Date): string | undefined {
  if (job.status === 'pending' || job.status === 'dispatched') {
    // One that waits for another is neither late nor lost.
    if (job.waits_for != null) return undefined;
    const age = now.getTime() - Date.parse(job.ready_at ?? job.created_at);
    return age > STALE_MS ? 'No worker took the job within 10 minutes' : undefined;
  }
  if (job.status !== 'running') return undefined;
  const since = new Date(now.getTime() - (job.sharding == null ? 0 : RESUME_MS));
  return isOver(job, since) ? 'The worker stopped before the job was done' : undefined;
}

/** Whether a job has waited in its queue for so long that its task may be lost, and is young enough to wait longer. */
export function isToRemind(job: Job, now: Date): boolean {
  if (job.status !== 'dispatched' || now.getTime() - Date.parse(job.created_at) > LONGEST_WAIT_MS) return false;
  return now.getTime() - Date.parse(job.ready_at ?? job.created_at) >= REMIND_MS;
}

/** Whether a divided job has nobody who works on it: the queue has to come again. */
export function isToResume(job: Job, now: Date): boolean {
  return job.status === 'running' && job.sharding != null && isOver(job, now);
}

export function applyEvent(job: Job, event: JobEvent, now: Date): Job | undefined {
  if (!ACCEPTS[job.status].includes(event.type)) return undefined;
  if ('holder' in event && event.type !== 'started' && event.holder !== job.lease_holder) return undefined;
  // Before its turn there is another worker in the repository; a task that comes too early does nothing.
  if (job.waits_for != null && (event.type === 'enqueued' || event.type === 'started')) return undefined;
  const changed = changedBy(job, event, now);
  return changed && { ...job, version: job.version + 1, ...changed };
}

/** What the event changes, `version` aside; undefined when it cannot happen now. */
function changedBy(job: Job, event: JobEvent, now: Date): Partial<Job> | undefined {
  const at = now.toISOString();
  switch (event.type) {
    case 'turn':
      return job.waits_for == null ? undefined : { waits_for: null, ready_at: at, updated_at: at };
    case 'enqueued':
      return { status: 'dispatched', updated_at: at };
    case 'put back':
      return { status: 'pending', ready_at: at, updated_at: at };
    case 'started':
      return startedBy(job, event.holder, now);
    case 'heartbeat':
      return heardOf(job, event, now);
    case 'returned':
      return foldLease(job, event, now);
    case 'planned':
    case 'handed over':
    case 'shard done':
      return dividedBy(job, event, now);
    case 'finished':
      return { ...ended(job, now), status: 'completed', stats: event.stats, commit_sha: event.commitSha };
    case 'failed':
      return { ...ended(job, now), status: 'failed', error_message: event.message };
    case 'expired': {
      const message = expiryOf(job, now);
      return message === undefined ? undefined : { ...ended(job, now), status: 'failed', error_message: message };
    }
  }
}

function startedBy(job: Job, holder: string, now: Date): Partial<Job> | undefined {
  const at = now.toISOString();
  const lease = foldLease(job, { type: 'taken', holder }, now);
  const moved = job.status === 'running' ? {} : { updated_at: at };
  return lease && { ...lease, ...moved, status: 'running', started_at: job.started_at ?? at };
}

function heardOf(
  job: Job,
  { holder, progress = job.progress ?? undefined, commitSha }: Extract<JobEvent, { type: 'heartbeat' }>,
  now: Date,
): Partial<Job> | undefined {
  const forMs = holder === SHARDS ? SHARDS_LEASE_MS : LEASE_MS;
  const lease = foldLease(job, { type: 'alive', holder, forMs }, now);
  return lease && { ...lease, progress: progress ?? null, commit_sha: commitSha ?? job.commit_sha };
}

function ended(job: Job, now: Date): Partial<Job> {
  const at = now.toISOString();
  return { updated_at: at, completed_at: at, progress: null, ...foldLease(job, { type: 'over' }, now) };
}

/** The rows of divided jobs. */
function dividedBy(
  job: Job,
  event: Extract<JobEvent, { type: 'planned' | 'handed over' | 'shard done' }>,
  now: Date,
): Partial<Job> | undefined {
  if (event.type === 'planned') {
    // What comes from here on is another task's work, with attempts of its own.
    const isDue = job.sharding == null || job.sharding.done >= job.sharding.shards;
    const { sharding } = event;
    return isDue
      ? {
          sharding,
          attempts: 0,
          progress: { phase: phaseOf(sharding), done: sharding.files_done, total: sharding.files },
        }
      : undefined;
  }
  if (job.sharding == null) return undefined;
  if (event.type === 'handed over') {
    return { progress: progressOf(job.progress, job.sharding), ...awaitingShards(job.sharding, now) };
  }
  const { done, files_done: before } = job.sharding;
  const sharding = { ...job.sharding, done: done + 1, files_done: before + event.files };
  const counted = { sharding, progress: progressOf(job.progress, sharding) };
  // A worker that holds it is about to hand it over.
  return job.lease_holder === SHARDS ? { ...counted, ...awaitingShards(sharding, now) } : counted;
}

/** Parts are asked again until nothing that they say of each other changes. */
export function phaseOf({ round }: Pick<Sharding, 'round'>): string {
  if (round === undefined) return 'files';
  return ['outline', 'resolve'][round] ?? 'settle';
}

/** Never less than was shown: a sign of life counts shards that are not done too. */
function progressOf(shown: JobProgress | null, sharding: Sharding): JobProgress {
  const phase = phaseOf(sharding);
  const before = shown?.phase === phase ? shown.done : 0;
  return { phase, done: Math.max(before, sharding.files_done), total: sharding.files };
}

/** Held by its shards, or by nobody once all are done. */
function awaitingShards({ shards, done }: Sharding, now: Date): Pick<Job, 'lease_holder' | 'lease_expires_at'> {
  return done < shards
    ? { lease_holder: SHARDS, lease_expires_at: later(now, SHARDS_LEASE_MS) }
    : { lease_holder: null, lease_expires_at: later(now, RETRY_GRACE_MS) };
}

/** What a job's record says before anything has happened to it. */
export function unstarted(now: Date) {
  const at = now.toISOString();
  return {
    status: 'pending',
    version: 1,
    created_at: at,
    updated_at: at,
    started_at: null,
    completed_at: null,
    stats: null,
    error_message: null,
    progress: null,
    attempts: 0,
    lease_holder: null,
    lease_expires_at: null,
  } as const satisfies Partial<Job>;
}
