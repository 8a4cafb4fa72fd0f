/**
 * Requests a user may make in a minute, counted per instance: a token bucket that fills evenly, so a client that is
 * told to wait waits a fraction of a second and not for the next full minute.
 */
import { AppError } from '../../model/errors.ts';
import type { ClockPort } from '../../ports.ts';

interface Bucket {
  tokens: number;
  at: number;
}

/** With more users than this, buckets that are full again are dropped: they hold no information. */
const MOST_BUCKETS = 10_000;

export interface RequestLimit {
  /** Throws `rate_limited` with the seconds to wait. */
  count(uid: string): void;
}

/** `perMinute` 0 turns the limit off. */
export function createRequestLimit(clock: ClockPort, perMinute: number): RequestLimit {
  const buckets = new Map<string, Bucket>();
  const perMillisecond = perMinute / 60_000;

  function dropFull(now: number): void {
    for (const [uid, { tokens, at }] of buckets) {
      if (tokens + (now - at) * perMillisecond >= perMinute) buckets.delete(uid);
    }
  }

  return {
    count(uid) {
      if (perMinute <= 0) return;
      const now = clock.now().getTime();
      if (buckets.size > MOST_BUCKETS) dropFull(now);
      const { tokens, at } = buckets.get(uid) ?? { tokens: perMinute, at: now };
      const filled = Math.min(perMinute, tokens + (now - at) * perMillisecond);
      if (filled < 1) {
        buckets.set(uid, { tokens: filled, at: now });
        const retryAfter = Math.max(1, Math.ceil((1 - filled) / perMillisecond / 1000));
        throw new AppError('rate_limited', `At most ${perMinute} requests a minute`, { retryAfter });
      }
      buckets.set(uid, { tokens: filled - 1, at: now });
    },
  };
}
