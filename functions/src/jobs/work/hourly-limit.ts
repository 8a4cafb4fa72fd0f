/**
 * How often somebody may do something within an hour: a sliding window of times, one small document each, read and written
 * in the transaction that does it. However many come at once, no more are done.
 *
 *     ingestion_limits/<uid>   { started: ["2026-11-27T10:00:00.000Z", …] }
 */
import { AppError } from '../../model/errors.ts';
import type { StoreTransaction } from '../../ports.ts';

const HOUR_MS = 3_600_000;

export interface HourlyLimit {
  path: string;
  /** 0: none. */
  most: number;
  /** Of what, for whoever is refused: `ingestions`. */
  what: string;
}

/** `rate_limited`, with the seconds until the oldest is an hour old, beyond the limit. The function given back counts. */
export async function withinHour(
  tx: StoreTransaction,
  now: Date,
  { path, most, what }: HourlyLimit,
): Promise<() => void> {
  if (most <= 0) return () => undefined;
  const stored = (await tx.get(path))?.['started'];
  const started = (Array.isArray(stored) ? stored : []).filter(
    (time): time is string => typeof time === 'string' && Date.parse(time) > now.getTime() - HOUR_MS,
  );
  const [oldest] = started;
  if (started.length >= most && oldest !== undefined) {
    const retryAfter = Math.max(1, Math.ceil((Date.parse(oldest) + HOUR_MS - now.getTime()) / 1000));
    throw new AppError('rate_limited', `At most ${most} ${what} an hour`, { retryAfter });
  }
  return () => tx.set(path, { started: [...started, now.toISOString()] });
}
