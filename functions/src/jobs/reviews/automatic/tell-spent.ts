/**
 * One line on a pull request whose automatic review does not start because the day's tokens are used up: once a day, however
 * often it is pushed to.
 */
import { AppError } from '../../../model/errors.ts';
import type { Ports } from '../../../ports.ts';
import type { RepositoryIdentity } from '../../snapshots/repository-token.ts';

type TellPorts = Pick<Ports, 'clock' | 'log' | 'scm'>;

export async function tellSpent(
  { clock, log, scm }: TellPorts,
  { token, login }: RepositoryIdentity,
  { owner, repo_name: name, pr_number: number }: { owner: string; repo_name: string; pr_number: number },
  why: string,
): Promise<void> {
  const marker = `<!-- reviewgraph:spent ${clock.now().toISOString().slice(0, 10)} -->`;
  try {
    const comments = await scm.comments(token, owner, name, number);
    if (comments.some(({ author, body }) => author === login && body.startsWith(marker))) return;
    await scm.createComment(token, owner, name, number, `${marker}\nNot reviewed: ${why}.`);
  } catch (error) {
    if (!(error instanceof AppError) || error.retryable) throw error;
    log.warn('That the tokens of the day are used up could not be told', { owner, name, number, error });
  }
}
