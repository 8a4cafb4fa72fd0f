/**
 * What the platform's refusals mean to us. A rate limit comes as 403 or 429: the secondary one with Retry-After, the
 * primary one with nothing remaining and the time of its end.
 *
 *     403  x-ratelimit-remaining: 0   x-ratelimit-reset: 1795824480    {"message":"API rate limit exceeded for user ID 1."}
 *     403  retry-after: 60            {"message":"You have exceeded a secondary rate limit. …"}
 *     403                             {"message":"Resource not accessible by integration"}
 */
import { AppError } from '../../model/errors.ts';
import { boundedWait, retryAfterOf } from './retry-after.ts';

type Headers = Partial<Record<string, string | number | undefined>>;

/** When the platform says no time, it asks to wait at least a minute after a secondary limit. */
const USUAL_WAIT_SECONDS = 60;

/** `who` names the refused credential in the sentence: `access token`, `app's credentials`. */
export function refusalOf(status: number, message: string, headers: Headers, now: Date, who: string): AppError {
  const wait = secondsToWait(headers, now);
  if (isLimit(status, message, headers, wait)) {
    const retryAfter = wait ?? USUAL_WAIT_SECONDS;
    return new AppError('rate_limited', 'The platform limits requests; try again later', { retryAfter });
  }
  switch (status) {
    case 401:
      return new AppError('token_refused', `The platform refused the ${who}: it is wrong, expired or revoked`);
    case 403:
      return new AppError('bad_request', `The platform does not allow this with the ${who}`);
    case 404:
    case 410:
      return new AppError('not_found', 'Not found on the platform');
    case 409:
      return new AppError('not_found', 'The repository is empty');
    case 422:
      return new AppError('invalid', 'The platform found the request invalid');
  }
  return status >= 500
    ? new AppError('platform_unavailable', `The platform failed (HTTP ${status})`, retryOption(wait))
    : new AppError('bad_request', `The platform refused the request (HTTP ${status})`);
}

function isLimit(status: number, message: string, headers: Headers, wait: number | undefined): boolean {
  if (status === 429) return true;
  // New content that comes too fast is refused as if it were invalid.
  if (status === 422) return /submitted too quickly/i.test(message);
  if (status !== 403) return false;
  return String(headers['x-ratelimit-remaining']) === '0' || wait !== undefined || /rate limit/i.test(message);
}

function secondsToWait(headers: Headers, now: Date): number | undefined {
  const seconds = retryAfterOf(headers['retry-after'], now);
  if (seconds !== undefined) return Math.max(1, seconds);
  if (String(headers['x-ratelimit-remaining']) !== '0') return undefined;
  const reset = boundedWait(Number(headers['x-ratelimit-reset']) - now.getTime() / 1000);
  return reset === undefined ? undefined : Math.max(1, reset);
}

function retryOption(retryAfter: number | undefined): { retryAfter?: number } {
  return retryAfter === undefined ? {} : { retryAfter };
}
