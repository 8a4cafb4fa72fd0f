/**
 * What the queue of comments calls. A failure that may pass is thrown, for the queue to come again; what fails for good is
 * logged, since a platform that refuses the answer refuses the apology as well.
 */
import { AppError } from '../../model/errors.ts';
import type { Ports } from '../../ports.ts';
import { conversationTask, readPayload } from '../work/payloads.ts';
import type { AnswerOutcome } from './answer-comment.ts';

/** Of a task: less than the queue waits for one. */
const TIME_MS = 8 * 60_000;

export async function runAnswerTask(
  ports: Ports,
  payload: unknown,
  lastDelivery = false,
): Promise<AnswerOutcome | 'cannot'> {
  const task = readPayload(ports.log, conversationTask, payload, 'A task of a comment that cannot be read');
  if (task === undefined) return 'cannot';
  const { answerComment } = await import('./answer-comment.ts');
  try {
    return await answerComment(ports, task, lastDelivery, AbortSignal.timeout(TIME_MS));
  } catch (error) {
    const passes = !(error instanceof AppError) || error.retryable || error.code === 'conflict';
    if (passes && !lastDelivery) throw error;
    const { owner, repo_name: name, number } = task;
    ports.log.warn('A comment could not be answered', { owner, name, number, error });
    return 'cannot';
  }
}
