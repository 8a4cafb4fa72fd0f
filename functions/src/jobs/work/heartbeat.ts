/**
 * A worker's sign of life. The store may refuse it, because the work was given up or taken over (`conflict`), or may not
 * take it for as long as a lease lasts (`store_unavailable`). In both cases `signal` aborts with that reason, and the worker
 * must stop: the work is no longer its own. In the second case nobody else has it either, so the queue has to come again.
 */
import { AppError } from '../../model/errors.ts';
import type { LogPort } from '../../ports.ts';
import { HEARTBEAT_MS, LEASE_MS } from './lease.ts';

export interface Heartbeat {
  signal: AbortSignal;
  /** Writes now that the worker is alive; `conflict` when the work is no longer its own. */
  require(): Promise<void>;
  /** Stops writing; resolves when no write is under way. */
  release(): Promise<void>;
}

/** The heartbeat of a worker that shows how far it is. */
export interface ProgressHeartbeat extends Heartbeat {
  /** Shown at the next write; calls between two writes cost nothing. */
  report(progress: { phase: string; done: number; total: number }): void;
  /** The commit being indexed, once known. */
  commit(sha: string): void;
}

export interface HeartbeatOptions {
  /** `job`, in sentences. */
  what: string;
  /** For the log. */
  fields: object;
  log: LogPort;
  /** Whether the work is still the worker's. */
  write(): Promise<boolean>;
  /** Something to write sooner than the next sign of life is due. */
  hasNews?: () => boolean;
  /** Milliseconds without a sign of life after which the work counts as lost; those of a lease unless given. */
  leaseMs?: number;
}

/** What a worker that lost its work throws for the queue to come again; undefined where somebody else saw to it. */
export function reasonToReturn({ signal }: Heartbeat): AppError | undefined {
  const reason: unknown = signal.reason;
  return reason instanceof AppError && reason.retryable ? reason : undefined;
}

/** News is written at most this often. */
const NEWS_MS = 2_000;

export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { what, fields, log, write, hasNews = () => false, leaseMs = LEASE_MS } = options;
  const lost = new AbortController();
  const noLonger = () => new AppError('conflict', `The ${what} is no longer held by this worker`);
  let written = Date.now();
  let writing: Promise<void> | undefined;

  async function beat(): Promise<void> {
    const sent = Date.now();
    try {
      if (await write()) written = sent;
      else lost.abort(noLonger());
    } catch (error) {
      log.warn('A heartbeat could not be written', { ...fields, error });
      if (Date.now() - written >= leaseMs) {
        lost.abort(
          new AppError('store_unavailable', `The ${what}’s lease ran out while the store was away`, { cause: error }),
        );
      }
    }
  }

  const timer = setInterval(() => {
    const due = Date.now() - written >= Math.min(HEARTBEAT_MS, leaseMs / 2);
    if (writing !== undefined || lost.signal.aborted || !(due || hasNews())) return;
    writing = beat().finally(() => (writing = undefined));
  }, NEWS_MS);

  return {
    signal: lost.signal,
    async require() {
      await writing;
      if (!lost.signal.aborted) await beat();
      if (lost.signal.aborted) throw noLonger();
    },
    async release() {
      clearInterval(timer);
      await writing;
    },
  };
}
