/** Who writes: users who can see the repository, and the app where it is installed; and how each author is shown. */
import { permissionOn } from '../access.ts';
import { simpleUser } from '../representations.ts';
import { type Call, type Host, RestError } from '../routing.ts';
import { type Account, APP, type Repository } from '../state.ts';

/** Id of the caller as an author; 401 for nobody, 403 for an installation that does not reach the repository. */
export function writerOf(call: Call, repository: Repository): number {
  const { principal } = call;
  if (principal.kind === 'user') return principal.account.id;
  if (principal.kind === 'anonymous') throw new RestError(401, 'Requires authentication');
  if (permissionOn(principal, repository) !== 'push')
    throw new RestError(403, 'Resource not accessible by integration');
  return APP;
}

/** The caller may change what another wrote only with push permission. */
export function assertMayChange(call: Call, repository: Repository, authorId: number): void {
  const permission = permissionOn(call.principal, repository);
  if (writerOf(call, repository) !== authorId && permission !== 'push' && permission !== 'admin') {
    throw new RestError(403, 'Must have admin rights to Repository.');
  }
}

export function accountOfCaller(call: Call): Account {
  if (call.principal.kind === 'user') return call.principal.account;
  throw new RestError(403, 'Resource not accessible by integration');
}

export function authorLogin(host: Host, authorId: number): string {
  if (authorId === APP) return `${host.settings.appSlug}[bot]`;
  return host.file.state.accounts.find((each) => each.id === authorId)?.login ?? 'ghost';
}

export function authorJson(host: Host, authorId: number): Record<string, unknown> {
  const account = host.file.state.accounts.find((each) => each.id === authorId);
  if (account !== undefined) return simpleUser(host, account);
  const bot = { id: 41898282, login: authorLogin(host, authorId), createdAt: '', name: null, email: null };
  return { ...simpleUser(host, { ...bot, type: 'User' }), type: 'Bot' };
}

/** How an author stands to the repository, as the platform puts it beside each comment. */
export function associationOf(host: Host, repository: Repository, authorId: number): string {
  if (authorId === repository.ownerId) return 'OWNER';
  if (repository.grants[String(authorId)] === undefined) return 'NONE';
  const owner = host.file.state.accounts.find((each) => each.id === repository.ownerId);
  return owner?.type === 'Organization' ? 'MEMBER' : 'COLLABORATOR';
}
