/**
 * The token by which the service itself reads and writes a repository: its installation's, or, where the app is not
 * installed, that of the user who indexed it. Installation tokens die after an hour, so each phase of a long job asks
 * anew instead of carrying one along.
 */
import { AppError } from '../../model/errors.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { Ports, ScmInstallationToken } from '../../ports.ts';
import { platformTokenOf, type TokenPorts } from './platform-token.ts';

type RepositoryName = Pick<RepositoryRecord, 'owner' | 'repo_name' | 'indexed_by'>;

export interface RepositoryIdentity {
  token: string;
  /** Whom the platform names as the author of what is written with it. */
  login: string;
  /** The token is an app's installation's, or what stands for one. */
  byApp: boolean;
}

/** `bad_request` when there is neither; a failing platform is `platform_unavailable` or `rate_limited`. */
export async function repositoryToken(
  ports: TokenPorts & Pick<Ports, 'scm'>,
  repository: RepositoryName,
): Promise<string> {
  return (await installationTokenOf(ports, repository))?.token ?? ownTokenOf(ports, repository);
}

/** The same with the login that it writes as, for those who have to know their own comments. */
export async function repositoryIdentity(
  ports: TokenPorts & Pick<Ports, 'scm' | 'settings'>,
  repository: RepositoryName,
): Promise<RepositoryIdentity> {
  const installed = await installationTokenOf(ports, repository);
  if (installed !== undefined) {
    return { token: installed.token, login: installed.login ?? `${ports.settings.scmAppSlug}[bot]`, byApp: true };
  }
  const token = await ownTokenOf(ports, repository);
  return { token, login: (await ports.scm.profile(token)).login, byApp: false };
}

export async function installationTokenOf(
  { scm }: Pick<Ports, 'scm'>,
  { owner, repo_name: name }: RepositoryName,
): Promise<ScmInstallationToken | undefined> {
  const installation = await scm.installationOfRepository(owner, name);
  return installation === undefined ? undefined : scm.installationToken(installation);
}

export async function ownTokenOf(ports: TokenPorts, { indexed_by: uid }: RepositoryName): Promise<string> {
  const own = await platformTokenOf(ports, uid);
  if (own !== undefined) return own;
  throw new AppError('bad_request', 'The app is not installed on the repository, and who indexed it left no token');
}
