/**
 * One question to the model, asked again while asking again can help: a busy or broken gateway is waited for as long as
 * it says, up to a minute. What asks to wait longer is thrown, since a queue waits cheaper than a running function.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../model/errors.ts';
import type { ChatAnswer, ChatRequest, GatewayPort } from '../ports.ts';

export interface Patience {
  /** Times a question is asked again. */
  retries: number;
  /** Milliseconds before the first of them; doubled each time, unless the gateway says how long. */
  firstWaitMs: number;
}

export const DEFAULT_PATIENCE: Patience = { retries: 3, firstWaitMs: 2_000 };

const LONGEST_WAIT_SECONDS = 60;

/** Failures: those of GatewayPort.chat. */
export async function askModel(
  gateway: GatewayPort,
  request: ChatRequest,
  { retries, firstWaitMs }: Patience = DEFAULT_PATIENCE,
): Promise<ChatAnswer> {
  for (let tried = 0; ; tried++) {
    try {
      return await gateway.chat(request);
    } catch (error) {
      if (!(error instanceof AppError) || !error.retryable || tried >= retries) throw error;
      if ((error.retryAfter ?? 0) > LONGEST_WAIT_SECONDS) throw error;
      const waitMs = error.retryAfter === undefined ? firstWaitMs * 2 ** tried : error.retryAfter * 1000;
      await sleep(waitMs, undefined, request.signal === undefined ? {} : { signal: request.signal });
    }
  }
}
