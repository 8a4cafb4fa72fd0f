/**
 * A worker's sign of life. When it is refused, because the work was given up or taken over, or when it cannot be written
 * for as long as a lease lasts, `signal` aborts and the worker must stop: the work is no longer its own.
 */
import { AppError } from '../model/errors.ts';
import type { LogPort } from '../ports.ts';
import { HEARTBEAT_MS, LEASE_MS } from './job-states.ts';

export interface Heartbeat {
  signal: AbortSignal;
  /** Writes now that the worker is alive; `conflict` when the work is no longer its own. */
  require(): Promise<void>;
  /** Stops writing; resolves when no write is under way. */
  release(): Promise<void>;
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
}

/** News is written at most this often. */
const NEWS_MS = 2_000;

export function startHeartbeat({ what, fields, log, write, hasNews = () => false }: HeartbeatOptions): Heartbeat {
  const lost = new AbortController();
  const noLonger = `The ${what} is no longer held by this worker`;
  let written = Date.now();
  let writing: Promise<void> | undefined;

  async function beat(): Promise<void> {
    const sent = Date.now();
    try {
      if (await write()) written = sent;
      else lost.abort(new Error(noLonger));
    } catch (error) {
      log.warn('A heartbeat could not be written', { ...fields, error });
      if (Date.now() - written >= LEASE_MS) lost.abort(new Error('The lease ran out while the store was unreachable'));
    }
  }

  const timer = setInterval(() => {
    const due = Date.now() - written >= HEARTBEAT_MS;
    if (writing !== undefined || lost.signal.aborted || !(due || hasNews())) return;
    writing = beat().finally(() => (writing = undefined));
  }, NEWS_MS);

  return {
    signal: lost.signal,
    async require() {
      await writing;
      if (!lost.signal.aborted) await beat();
      if (lost.signal.aborted) throw new AppError('conflict', noLonger);
    },
    async release() {
      clearInterval(timer);
      await writing;
    },
  };
}
