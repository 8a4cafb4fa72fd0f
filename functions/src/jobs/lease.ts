/**
 * A worker's hold on its job. Every 15 s (sooner when there is progress to show, at most every 2 s) it writes that it is
 * alive; when that write is refused, because the job was given up or taken over, or when the store could not be reached
 * for as long as the lease lasts, `signal` aborts and the worker must stop: the job is no longer its own.
 */
import { AppError } from '../model/errors.ts';
import type { Ports } from '../ports.ts';
import { changeJob } from './change-job.ts';
import type { JobProgress } from './job.ts';
import { HEARTBEAT_MS, LEASE_MS } from './job-states.ts';

const PROGRESS_MS = 2_000;

export interface Lease {
  signal: AbortSignal;
  /** Shown at the next write; calls between two writes cost nothing. */
  report(progress: JobProgress): void;
  /** The commit being indexed, once known. */
  commit(sha: string): void;
  /** Writes now that the worker is alive; `conflict` when the job is no longer its own. */
  require(): Promise<void>;
  /** Stops writing; resolves when no write is under way. */
  release(): Promise<void>;
}

export function holdLease(ports: Pick<Ports, 'store' | 'clock' | 'log'>, jobId: string, holder: string): Lease {
  const lost = new AbortController();
  let progress: JobProgress | undefined;
  let commitSha: string | undefined;
  let news = false;
  let written = Date.now();
  let writing: Promise<void> | undefined;

  async function beat(): Promise<void> {
    news = false;
    const sent = Date.now();
    try {
      const change = await changeJob(ports, jobId, { type: 'heartbeat', holder, progress, commitSha });
      if (change?.accepted === true) written = sent;
      else lost.abort(new Error('The job is no longer held by this worker'));
    } catch (error) {
      ports.log.warn('A heartbeat could not be written', { jobId, error });
      if (Date.now() - written >= LEASE_MS) lost.abort(new Error('The lease ran out while the store was unreachable'));
    }
  }

  const timer = setInterval(() => {
    const due = Date.now() - written >= HEARTBEAT_MS;
    if (writing !== undefined || lost.signal.aborted || !(news || due)) return;
    writing = beat().finally(() => (writing = undefined));
  }, PROGRESS_MS);

  return {
    signal: lost.signal,
    report(next) {
      progress = next;
      news = true;
    },
    commit(sha) {
      commitSha = sha;
      news = true;
    },
    async require() {
      await writing;
      if (!lost.signal.aborted) await beat();
      if (lost.signal.aborted) throw new AppError('conflict', 'The job is no longer held by this worker');
    },
    async release() {
      clearInterval(timer);
      await writing;
    },
  };
}
