/**
 * How long a server asks to wait (RFC 9110, section 10.2.3). A wait is at most an hour, whatever the server says, so that
 * no run waits for years. A value that is no time is ignored.
 *
 *     Retry-After: 120
 *     Retry-After: Sun, 29 Nov 2026 02:59:13 GMT
 */

/** Platforms ask for an hour at most: their limits start anew with each. */
export const LONGEST_WAIT_SECONDS = 3600;

/** Whole seconds from `now`, at least 0; undefined when the header is missing or unreadable. */
export function retryAfterOf(header: string | number | null | undefined, now: Date): number | undefined {
  if (header == null) return undefined;
  const given = String(header).trim();
  return given === '' ? undefined : boundedWait(secondsOf(given, now));
}

function secondsOf(given: string, now: Date): number {
  const seconds = Number(given);
  return Number.isNaN(seconds) ? (Date.parse(given) - now.getTime()) / 1000 : seconds;
}

/** `seconds` as a wait that is believed; undefined for what is no number. */
export function boundedWait(seconds: number): number | undefined {
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(LONGEST_WAIT_SECONDS, Math.max(0, Math.ceil(seconds)));
}
