/** The newest review run of a pull request that has ended, with what it found: for whoever reads reviews as a text. */
import { existingPull, issues as storedIssues, reviewRuns } from '../../documents/reviews.ts';
import { AppError } from '../../model/errors.ts';
import { repoIdOf } from '../../model/ids.ts';
import { worstFirst } from '../../model/reviews.ts';
import { repoKeyOf } from '../../model/repositories.ts';
import type { LastReview } from '../../mcp/review-text.ts';
import { accessOfUser, readableRepository, type AccessPorts, type Caller } from './access.ts';

/** Runs that are looked through for one that ended. */
const MOST_RUNS = 20;
const MOST_ISSUES = 1_000;

/** `repository`: `owner/name`. `not_found` for one that the caller may not read, and where nothing was reviewed. */
export async function lastReviewOf(
  ports: AccessPorts,
  caller: Caller,
  repository: string,
  number: number,
): Promise<LastReview> {
  const slash = repository.lastIndexOf('/');
  const [owner, name] = [repository.slice(0, slash), repository.slice(slash + 1)];
  const record = await readableRepository(ports, await accessOfUser(ports, caller), owner, name);
  const key = { repo_key: repoKeyOf(owner, name), pr_number: number };
  const [pull, runs] = await Promise.all([
    existingPull(ports.store, key),
    reviewRuns.query(ports.store, key, { orderBy: [['run_number', 'desc']], limit: MOST_RUNS }),
  ]);
  const ended = runs.map(({ doc }) => doc).filter(({ completed_at: at }) => at !== null);
  const run = ended.find(({ status }) => status === 'completed') ?? ended[0];
  if (run === undefined) throw new AppError('not_found', `Pull request #${number} has no review that has ended`);
  const found = await storedIssues.query(ports.store, key, {
    where: [['run_numbers', 'array-contains', run.run_number]],
    limit: MOST_ISSUES,
  });
  const issues = found.map(({ doc }) => doc).sort(worstFirst);
  return { repoId: repoIdOf(record.owner, record.repo_name), pull, run, issues };
}
