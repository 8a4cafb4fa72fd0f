/**
 * The token by which the service itself reads and writes a repository: its installation's, or, where the app is not
 * installed, that of the user who indexed it. Installation tokens die after an hour, so each phase of a long job asks
 * anew instead of carrying one along.
 */
import { AppError } from '../model/errors.ts';
import type { RepositoryRecord } from '../model/repositories.ts';
import type { Ports } from '../ports.ts';
import { platformTokenOf } from './platform-token.ts';

/** `bad_request` when there is neither; a failing platform is `platform_unavailable` or `rate_limited`. */
export async function repositoryToken(
  ports: Pick<Ports, 'store' | 'secretBox' | 'scm'>,
  repository: Pick<RepositoryRecord, 'owner' | 'repo_name' | 'indexed_by'>,
): Promise<string> {
  const { owner, repo_name: name, indexed_by: uid } = repository;
  const installation = await ports.scm.installationOfRepository(owner, name);
  if (installation !== undefined) return (await ports.scm.installationToken(installation)).token;
  const own = await platformTokenOf(ports, uid);
  if (own !== undefined) return own;
  throw new AppError('bad_request', 'The app is not installed on the repository, and who indexed it left no token');
}
