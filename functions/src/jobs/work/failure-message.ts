/** What readers of a job or a review run are told of its failure. */
import { AppError } from '../../model/errors.ts';
import { redact } from '../../model/redact.ts';

/** Characters. Longer texts of platforms and databases say nothing more. */
const LONGEST_MESSAGE = 500;

/** undefined for a bug, whose text is for the log alone. */
export function failureMessage(error: unknown): string | undefined {
  return error instanceof AppError && error.code !== 'internal'
    ? redact(error.message).slice(0, LONGEST_MESSAGE)
    : undefined;
}
