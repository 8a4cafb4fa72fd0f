/**
 * The job table of ARCHITECTURE.md as one pure function: a job, an event and the time give the changed job, or undefined
 * when the table has no such row. Whoever applies it does so in a transaction, so of two racing events the second sees
 * what the first made.
 *
 *     pending (waits) ─turn─▶ pending
 *     pending ─enqueued─▶ dispatched ─started─▶ running ─finished─▶ completed
 *        └────────────started────────────────▶    └───failed, gave up─▶ failed
 *
 *     running (a worker) ─planned, handed over─▶ running (its shards) ─the last shard done─▶ running (nobody) ─started─▶ …
 */
import type { Job, JobProgress, JobStats, JobStatus } from './job.ts';
import { SHARDS, type Sharding } from './shards/sharding.ts';

/** A job that no worker took for this long is given up at the next request for its repository. */
export const STALE_MS = 10 * 60_000;
export const HEARTBEAT_MS = 15_000;
export const LEASE_MS = 90_000;
/** How long a job that a worker gave back may wait for the queue's retry: its longest backoff and some. */
export const RETRY_GRACE_MS = 180_000;
/** How long shards may wait in the queue, behind those of others, without one of them giving a sign of life. */
export const SHARDS_LEASE_MS = 30 * 60_000;
/** How long a divided job whose lease is over may wait for the task that takes it up again. */
export const RESUME_MS = 30 * 60_000;
/** Counted here and not by the queue, whose count starts anew with every task. */
export const MAX_ATTEMPTS = 5;

export type JobEvent =
  /** The job before it has ended. */
  | { type: 'turn' }
  | { type: 'enqueued' }
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
  dispatched: ['started', 'failed', 'expired'],
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
  return leaseIsOver(job, since) ? 'The worker stopped before the job was done' : undefined;
}

function leaseIsOver(job: Job, now: Date): boolean {
  return job.lease_expires_at === null || Date.parse(job.lease_expires_at) <= now.getTime();
}

function after(now: Date, milliseconds: number): string {
  return new Date(now.getTime() + milliseconds).toISOString();
}

export function applyEvent(job: Job, event: JobEvent, now: Date): Job | undefined {
  if (!ACCEPTS[job.status].includes(event.type)) return undefined;
  if ('holder' in event && event.type !== 'started' && event.holder !== job.lease_holder) return undefined;
  // Before its turn there is another worker in the repository; a task that comes too early does nothing.
  if (job.waits_for != null && (event.type === 'enqueued' || event.type === 'started')) return undefined;
  const at = now.toISOString();
  const moved = { ...job, version: job.version + 1 };
  const ended = { updated_at: at, completed_at: at, lease_holder: null, lease_expires_at: null, progress: null };

  switch (event.type) {
    case 'turn':
      if (job.waits_for == null) return undefined;
      return { ...moved, waits_for: null, ready_at: at, updated_at: at };
    case 'enqueued':
      return { ...moved, status: 'dispatched', updated_at: at };
    case 'started': {
      const taken = job.status === 'running' && job.lease_holder !== null && !leaseIsOver(job, now);
      if (taken) return undefined;
      const first = job.status !== 'running';
      return {
        ...moved,
        status: 'running',
        started_at: job.started_at ?? at,
        updated_at: first ? at : job.updated_at,
        attempts: job.attempts + 1,
        lease_holder: event.holder,
        lease_expires_at: after(now, LEASE_MS),
      };
    }
    case 'heartbeat':
      return {
        ...moved,
        lease_expires_at: after(now, event.holder === SHARDS ? SHARDS_LEASE_MS : LEASE_MS),
        progress: event.progress ?? job.progress,
        commit_sha: event.commitSha ?? job.commit_sha,
      };
    case 'returned':
      return {
        ...moved,
        lease_holder: null,
        lease_expires_at: after(now, (event.waitSeconds ?? 0) * 1000 + RETRY_GRACE_MS),
      };
    case 'planned':
      // What comes from here on is another task's work, with attempts of its own.
      return job.sharding == null ? { ...moved, sharding: event.sharding, attempts: 0 } : undefined;
    case 'handed over':
      return job.sharding == null
        ? undefined
        : awaitingShards({ ...moved, progress: filesDone(job.progress, job.sharding) }, job.sharding, now);
    case 'shard done': {
      if (job.sharding == null) return undefined;
      const { done, files_done: before } = job.sharding;
      const sharding = { ...job.sharding, done: done + 1, files_done: before + event.files };
      const counted = { ...moved, sharding, progress: filesDone(job.progress, sharding) };
      // A worker that holds it is about to hand it over.
      return job.lease_holder === SHARDS ? awaitingShards(counted, sharding, now) : counted;
    }
    case 'finished':
      return { ...moved, ...ended, status: 'completed', stats: event.stats, commit_sha: event.commitSha };
    case 'failed':
      return { ...moved, ...ended, status: 'failed', error_message: event.message };
    case 'expired': {
      const message = expiryOf(job, now);
      return message === undefined ? undefined : { ...moved, ...ended, status: 'failed', error_message: message };
    }
  }
}

/** Never less than was shown: a sign of life counts shards that are not done too. */
function filesDone(shown: JobProgress | null, { files, files_done: done }: Sharding): JobProgress {
  const before = shown?.phase === 'files' ? shown.done : 0;
  return { phase: 'files', done: Math.max(before, done), total: files };
}

/** Held by its shards, or by nobody once all are done. */
function awaitingShards(job: Job, { shards, done }: Sharding, now: Date): Job {
  return done < shards
    ? { ...job, lease_holder: SHARDS, lease_expires_at: after(now, SHARDS_LEASE_MS) }
    : { ...job, lease_holder: null, lease_expires_at: after(now, RETRY_GRACE_MS) };
}

/** Whether a divided job has nobody who works on it: the queue has to come again. */
export function isToResume(job: Job, now: Date): boolean {
  return job.status === 'running' && job.sharding != null && leaseIsOver(job, now);
}
