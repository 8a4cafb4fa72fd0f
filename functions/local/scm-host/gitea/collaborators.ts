/**
 * Who takes part in a repository by Gitea's API, and what an account may do there, which is told to its administrators and
 * to the account itself.
 *
 *     GET …/collaborators/bob              204, or 404
 *     GET …/collaborators/bob/permission   {"permission": "write"}
 */
import { permissionOn } from '../access.ts';
import { repositoryOf } from '../rest/repository-of.ts';
import { type Call, notFound, RestError, route, type Route } from '../routing.ts';
import type { Repository } from '../state.ts';

const WORDS = { pull: 'read', push: 'write', admin: 'admin' } as const;

/** The account that a path names, and what it may do. */
async function memberOf(call: Call): Promise<{ found: Repository; permission: string; isMember: boolean }> {
  const found = await repositoryOf(call);
  if (call.principal.kind === 'anonymous') throw new RestError(401, 'token is required');
  const login = call.params['login']?.toLowerCase();
  const account = call.host.file.state.accounts.find((each) => each.login.toLowerCase() === login);
  if (account === undefined) throw notFound();
  const permission = permissionOn({ kind: 'user', account, token: '' }, found);
  const name = account.id === found.ownerId ? 'owner' : WORDS[permission ?? 'pull'];
  const isMember = found.grants[String(account.id)] !== undefined;
  return { found, permission: permission === undefined ? 'none' : name, isMember };
}

/** Told to who administers the repository, and to the account itself. */
async function permissionOf(call: Call) {
  const { found, permission } = await memberOf(call);
  const isSelf = call.principal.kind === 'user' && call.principal.account.login === call.params['login'];
  if (permissionOn(call.principal, found) !== 'admin' && !isSelf) {
    throw new RestError(403, 'Only admins can query all permissions, repo admins can query all repo permissions');
  }
  return { status: 200, json: { permission, role_name: permission } };
}

async function collaborator(call: Call) {
  if (!(await memberOf(call)).isMember) throw notFound();
  return { status: 204 };
}

export const collaboratorRoutes: Route[] = [
  route('GET', '/repos/{owner}/{repo}/collaborators/{login}/permission', permissionOf),
  route('GET', '/repos/{owner}/{repo}/collaborators/{login}', collaborator),
];
