/**
 * Work of a review that is tried again while trying again can help: a busy or broken server is waited for as long as it
 * says, up to a minute. What asks to wait longer is thrown, since a queue waits cheaper than a running function.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../model/errors.ts';

export interface Patience {
  /** Times that something is tried again. */
  retries: number;
  /** Milliseconds before the first of them; doubled each time, unless the server says how long. */
  firstWaitMs: number;
}

const DEFAULT_PATIENCE: Patience = { retries: 3, firstWaitMs: 2_000 };

const LONGEST_WAIT_SECONDS = 60;

/** Failures: the last of the work's own. */
export async function patiently<T>(
  work: () => Promise<T>,
  { retries, firstWaitMs }: Patience = DEFAULT_PATIENCE,
  signal?: AbortSignal,
): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || !error.retryable || tried >= retries) throw error;
      if ((error.retryAfter ?? 0) > LONGEST_WAIT_SECONDS) throw error;
      const waitMs = error.retryAfter === undefined ? firstWaitMs * 2 ** tried : error.retryAfter * 1000;
      await sleep(waitMs, undefined, signal === undefined ? {} : { signal });
    }
  }
}
