/**
 * A worker's hold on a document that workers take turns at (a job, a shard, a review run), as one fold: what happened to the
 * lease gives the lease as it is then, or undefined when it cannot happen to it. The tables of states apply it in their
 * transactions, so of two workers that want the same document one gets it.
 *
 *     { attempts: 0, lease_holder: null }    ─ taken ──▶ { attempts: 1, lease_holder: "1c…", lease_expires_at: in 90 s }
 *     held by "1c…"                          ─ alive ──▶ 90 s from now
 *     held by "1c…"                          ─ returned ─▶ held by nobody; the queue is expected within three minutes
 *     held by anybody                        ─ over ───▶ held by nobody
 */

/** How often a worker says that it is alive. */
export const HEARTBEAT_MS = 15_000;
/** How long a worker holds a document without a sign of life. */
export const LEASE_MS = 90_000;
/** How long what a worker gave back may wait for the queue's retry: its longest backoff and some. */
export const RETRY_GRACE_MS = 180_000;

export interface Lease {
  /** How often a worker took the document. */
  attempts: number;
  lease_holder: string | null;
  lease_expires_at: string | null;
}

export type LeaseEvent =
  | { type: 'taken'; holder: string }
  /** `forMs`: how long it holds from now on; LEASE_MS unless given. */
  | { type: 'alive'; holder: string; forMs?: number }
  /** `waitSeconds`: how long somebody asked to wait before the next try. */
  | { type: 'returned'; holder: string; waitSeconds?: number | undefined }
  | { type: 'over' };

/** Whether the time of the lease is up, or there is none. */
export function isOver({ lease_expires_at: until }: Pick<Lease, 'lease_expires_at'>, now: Date): boolean {
  return until === null || Date.parse(until) <= now.getTime();
}

/** Whether a worker holds it at this moment. */
export function isHeld(lease: Omit<Lease, 'attempts'>, now: Date): boolean {
  return lease.lease_holder !== null && !isOver(lease, now);
}

export function later(now: Date, milliseconds: number): string {
  return new Date(now.getTime() + milliseconds).toISOString();
}

export function foldLease({ attempts, ...lease }: Lease, event: LeaseEvent, now: Date): Lease | undefined {
  switch (event.type) {
    case 'taken':
      if (isHeld(lease, now)) return undefined;
      return { attempts: attempts + 1, lease_holder: event.holder, lease_expires_at: later(now, LEASE_MS) };
    case 'alive':
      if (lease.lease_holder !== event.holder) return undefined;
      return { attempts, lease_holder: event.holder, lease_expires_at: later(now, event.forMs ?? LEASE_MS) };
    case 'returned': {
      if (lease.lease_holder !== event.holder) return undefined;
      const waitMs = (event.waitSeconds ?? 0) * 1000;
      return { attempts, lease_holder: null, lease_expires_at: later(now, waitMs + RETRY_GRACE_MS) };
    }
    case 'over':
      return { attempts, lease_holder: null, lease_expires_at: null };
  }
}
