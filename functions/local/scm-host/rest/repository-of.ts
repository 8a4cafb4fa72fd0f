/** How every resource below `/repos/{owner}/{repo}` finds its repository and a ref's commit, or refuses. */
import { permissionOn } from '../access.ts';
import { type Call, notFound, RestError } from '../routing.ts';
import type { Repository } from '../state.ts';

/**
 * The repository a call names, followed to its source. 404 when it is not there or not for this caller: the two cannot
 * be told apart.
 */
export async function repositoryOf(call: Call): Promise<Repository> {
  const owner = call.params['owner']?.toLowerCase();
  const name = call.params['repo']?.toLowerCase();
  const { state } = call.host.file;
  const account = state.accounts.find((each) => each.login.toLowerCase() === owner);
  const found = state.repositories.find((each) => each.ownerId === account?.id && each.name.toLowerCase() === name);
  if (found === undefined || permissionOn(call.principal, found) === undefined) throw notFound();
  await call.host.repositories.follow(found);
  return found;
}

/** The commit behind a ref of the call's repository; 409 for an empty repository, as the platform says it. */
export async function commitIdOf(call: Call, repository: Repository, ref: string): Promise<string> {
  const commit = await call.host.repositories.commitOf(repository, ref);
  if (commit !== undefined) return commit;
  if (await call.host.repositories.isEmpty(repository)) throw new RestError(409, 'Git Repository is empty.');
  throw new RestError(422, `No commit found for SHA: ${ref}`);
}
