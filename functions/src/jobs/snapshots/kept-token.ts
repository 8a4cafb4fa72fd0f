/**
 * The token of an installation for who asks about a repository again and again: the same one for as long as it is good, since
 * each costs two requests, and what the platform confirms it confirms to the token that it told.
 */
import { AppError } from '../../model/errors.ts';
import { repoKeyOf, type RepositoryRecord } from '../../model/repositories.ts';
import type { Ports, ScmInstallationToken, ScmPort } from '../../ports.ts';
import type { TokenPorts } from './platform-token.ts';
import { installationTokenOf, ownTokenOf } from './repository-token.ts';

/** Of what is left of a token's hour: more than what is asked with it takes. */
const LEFT_MS = 5 * 60_000;
/** Repositories whose tokens a process keeps. */
const MOST = 2_000;

/** Of this process, in the order of their making. */
const tokens = new WeakMap<ScmPort, Map<string, ScmInstallationToken>>();

/**
 * Does something with the token that `repositoryToken` would give. A token that the platform does not take any more, or that
 * does not reach the repository, is not kept.
 */
export async function withKeptToken<T>(
  ports: TokenPorts & Pick<Ports, 'scm'>,
  repository: RepositoryRecord,
  use: (token: string) => Promise<T>,
): Promise<T> {
  const kept = tokens.get(ports.scm) ?? new Map<string, ScmInstallationToken>();
  tokens.set(ports.scm, kept);
  const key = repoKeyOf(repository.owner, repository.repo_name);
  try {
    return await use(await tokenOf(ports, repository, kept, key));
  } catch (error) {
    const isOfToken = error instanceof AppError && !['rate_limited', 'platform_unavailable'].includes(error.code);
    if (isOfToken) kept.delete(key);
    throw error;
  }
}

async function tokenOf(
  ports: TokenPorts & Pick<Ports, 'scm'>,
  repository: RepositoryRecord,
  kept: Map<string, ScmInstallationToken>,
  key: string,
): Promise<string> {
  const before = kept.get(key);
  if (before !== undefined && Date.parse(before.expiresAt) - ports.clock.now().getTime() > LEFT_MS) return before.token;
  kept.delete(key);
  const made = await installationTokenOf(ports, repository);
  if (made === undefined) return ownTokenOf(ports, repository);
  kept.set(key, made);
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
  return made.token;
}
