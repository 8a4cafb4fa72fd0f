/**
 * A worker's hold on its review run: every 15 s it writes that it is alive. When that is refused, because the run was
 * taken over or given up, or when the store cannot be reached for as long as the lease lasts, `signal` aborts.
 */
import type { Ports } from '../ports.ts';
import { changeRun } from './change-run.ts';
import { HEARTBEAT_MS, LEASE_MS } from './job-states.ts';
import type { RunKey } from './review-states.ts';

export interface RunLease {
  signal: AbortSignal;
  /** Stops writing; resolves when no write is under way. */
  release(): Promise<void>;
}

export function holdRunLease(ports: Pick<Ports, 'store' | 'clock' | 'log'>, key: RunKey, holder: string): RunLease {
  const lost = new AbortController();
  let written = Date.now();
  let writing: Promise<void> | undefined;

  async function beat(): Promise<void> {
    const sent = Date.now();
    try {
      const change = await changeRun(ports, key, { type: 'heartbeat', holder });
      if (change?.accepted === true) written = sent;
      else lost.abort(new Error('The run is no longer held by this worker'));
    } catch (error) {
      ports.log.warn('A heartbeat could not be written', { ...key, error });
      if (Date.now() - written >= LEASE_MS) lost.abort(new Error('The lease ran out while the store was unreachable'));
    }
  }

  const timer = setInterval(() => {
    if (writing !== undefined || lost.signal.aborted) return;
    writing = beat().finally(() => (writing = undefined));
  }, HEARTBEAT_MS);

  return {
    signal: lost.signal,
    async release() {
      clearInterval(timer);
      await writing;
    },
  };
}
