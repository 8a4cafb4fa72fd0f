/**
 * Who is calling and what they may see. The rules are the platform's: a token that is unknown or expired is refused
 * (401) even for public things; a private repository that the caller cannot see does not exist (404).
 *
 *     Authorization: Bearer gho_…        REST, user or installation token ("token gho_…" is the older spelling)
 *     Authorization: Basic base64(x-access-token:gho_…)      git; the token may stand in either half
 */
import type { Account, Installation, Permission, Repository, State } from './state.ts';

export type Principal =
  | { kind: 'anonymous' }
  | { kind: 'user'; account: Account; token: string }
  | { kind: 'installation'; installation: Installation; repositoryIds: number[] | undefined; token: string };

/** The credential of an Authorization header, undefined without one, '' for a header that carries none. */
export function credentialOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const [scheme = '', rest = ''] = header.trim().split(/\s+/, 2);
  if (/^(bearer|token)$/i.test(scheme)) return rest;
  if (!/^basic$/i.test(scheme)) return '';
  const [user = '', ...password] = Buffer.from(rest, 'base64').toString('utf8').split(':');
  // `x-access-token:<token>`, `<login>:<token>`, `<token>:x-oauth-basic` and `<token>:` are all accepted.
  const secret = password.join(':');
  return secret === '' || secret === 'x-oauth-basic' ? user : secret;
}

/** undefined when the credential is refused. */
export function authenticate(state: State, header: string | undefined, now: Date): Principal | undefined {
  const credential = credentialOf(header);
  if (credential === undefined) return { kind: 'anonymous' };
  const found = credential === '' ? undefined : state.tokens.find((each) => each.token === credential);
  if (found === undefined) return undefined;
  if (found.expiresAt !== null && new Date(found.expiresAt) <= now) return undefined;
  if (found.installationId !== undefined) {
    const installation = state.installations.find((each) => each.id === found.installationId);
    if (installation === undefined) return undefined;
    return { kind: 'installation', installation, repositoryIds: found.repositoryIds, token: found.token };
  }
  const account = state.accounts.find((each) => each.id === found.accountId);
  return account === undefined ? undefined : { kind: 'user', account, token: found.token };
}

/** undefined when the repository does not exist for this caller. */
export function permissionOn(principal: Principal, repository: Repository): Permission | undefined {
  const floor = repository.private ? undefined : 'pull';
  if (principal.kind === 'anonymous') return floor;
  if (principal.kind === 'installation') {
    const { installation, repositoryIds } = principal;
    const reached =
      installation.accountId === repository.ownerId &&
      (installation.repositorySelection === 'all' || installation.repositoryIds.includes(repository.id)) &&
      (repositoryIds === undefined || repositoryIds.includes(repository.id));
    return reached ? 'push' : floor;
  }
  if (principal.account.id === repository.ownerId) return 'admin';
  return repository.grants[String(principal.account.id)] ?? floor;
}

/** Repositories of a user's own list: owned or granted, not merely public. */
export function isMember(account: Account, repository: Repository): boolean {
  return repository.ownerId === account.id || repository.grants[String(account.id)] !== undefined;
}
