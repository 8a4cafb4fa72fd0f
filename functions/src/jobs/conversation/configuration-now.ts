/**
 * A repository's configuration as it is at this moment, for what is no review run: one listing of the base branch's head,
 * and the files that it names.
 */
import { AppError } from '../../model/errors.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { Ports, ScmPullRequest } from '../../ports.ts';
import { openPlatformSnapshot } from '../snapshots/platform-snapshot.ts';
import { readConfiguration, withCeilings, type Configuration } from '../reviews/configuration.ts';

type ConfigPorts = Pick<Ports, 'git' | 'scm' | 'settings'>;

/** Failures are those of ScmPort and GitPort. */
export async function configurationNow(
  ports: ConfigPorts,
  token: string,
  { owner, repo_name: name }: Pick<RepositoryRecord, 'owner' | 'repo_name'>,
  { baseRef: branch }: Pick<ScmPullRequest, 'baseRef'>,
  signal: AbortSignal,
): Promise<Configuration> {
  const snapshot = await openBase(ports, { token, owner, name, branch, signal });
  try {
    return withCeilings(ports.settings, await readConfiguration(snapshot?.commit ?? null, snapshot));
  } finally {
    await snapshot?.close();
  }
}

/** undefined for a branch that is gone: then the defaults hold. A tree that the platform cuts short is fetched. */
async function openBase(
  { git, scm }: ConfigPorts,
  source: { token: string; owner: string; name: string; branch: string; signal: AbortSignal },
) {
  const { token, owner, name, branch, signal } = source;
  try {
    const listed = await openPlatformSnapshot({ scm, ...source });
    if (listed !== undefined) return listed;
    const commit = await scm.branchHead(token, owner, name, branch);
    const [fetched] = await git.fetchCommits({ url: scm.cloneUrl(owner, name), token, commits: [commit], signal });
    return fetched;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}
