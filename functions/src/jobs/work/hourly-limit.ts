/**
 * How often somebody may do something within an hour: a sliding window of times, which stands in a small document
 * (documents/limits.ts) and is read and written in the transaction that does it. However many come at once, no more are
 * done.
 *
 *     { started: ["2026-11-27T10:00:00.000Z", "2026-11-27T10:20:00.000Z"] }
 */
import type { ingestionLimits, supportLimits, testLimits } from '../../documents/limits.ts';
import { AppError } from '../../model/errors.ts';
import type { StoreTransaction } from '../../ports.ts';

const HOUR_MS = 3_600_000;

export interface HourlyWindow {
  /** The times within the last hour, oldest first. */
  recent: string[];
  /** The same with one more, for now. */
  counted: string[];
  isFull: boolean;
  /** Seconds until the oldest is an hour old. */
  retryAfter: number;
}

export function isRecent(time: string | null, now: Date): time is string {
  return time !== null && Date.parse(time) > now.getTime() - HOUR_MS;
}

/** `most`: 0 for no limit. */
export function hourlyWindow(times: readonly string[] | undefined, most: number, now: Date): HourlyWindow {
  const recent = (times ?? []).filter((time) => isRecent(time, now));
  const [oldest = now.toISOString()] = recent;
  return {
    recent,
    counted: [...recent, now.toISOString()],
    isFull: most > 0 && recent.length >= most,
    retryAfter: Math.max(1, Math.ceil((Date.parse(oldest) + HOUR_MS - now.getTime()) / 1000)),
  };
}

export interface HourlyLimit {
  limits: typeof ingestionLimits | typeof supportLimits | typeof testLimits;
  uid: string;
  /** 0 for no limit. */
  most: number;
  /** Of what, for whoever is refused: `ingestions`. */
  what: string;
}

/** `rate_limited` beyond the limit, with the seconds until there is room again. The function given back counts. */
export async function withinHour(
  tx: Pick<StoreTransaction, 'get' | 'set'>,
  now: Date,
  { limits, uid, most, what }: HourlyLimit,
): Promise<() => void> {
  if (most <= 0) return () => undefined;
  const window = hourlyWindow((await limits.get(tx, { uid }))?.started, most, now);
  if (window.isFull) {
    throw new AppError('rate_limited', `At most ${most} ${what} an hour`, { retryAfter: window.retryAfter });
  }
  return () => limits.set(tx, { uid }, { started: window.counted });
}
