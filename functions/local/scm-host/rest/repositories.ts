/** `GET /user/repos`, `GET /repos/{owner}/{repo}`, its branches, and what somebody may do in it. */
import { isMember, permissionOn } from '../access.ts';
import { accountOf, fullNameOf, repositoryJson, simpleUser } from '../representations.ts';
import { type Call, page, RestError, route, type Route } from '../routing.ts';
import { commitJson } from './commits.ts';
import { repositoryOf } from './repository-of.ts';
import { accountByLogin, callingUser } from './users.ts';

async function listOwn(call: Call) {
  const account = callingUser(call);
  const { host } = call;
  const visibility = call.query.get('visibility') ?? 'all';
  const mine = host.file.state.repositories
    .filter((each) => isMember(account, each))
    .filter((each) => visibility === 'all' || (visibility === 'private') === each.private)
    .sort((a, b) => fullNameOf(host, a).localeCompare(fullNameOf(host, b)));
  const { items, headers } = page(call, '/user/repos', mine);
  return {
    status: 200,
    headers,
    json: await Promise.all(items.map((each) => repositoryJson(host, each, call.principal))),
  };
}

async function getBranch(call: Call) {
  const repository = await repositoryOf(call);
  const name = call.params['branch'] ?? '';
  const commit = await call.host.repositories.commitOf(repository, `refs/heads/${name}`);
  if (commit === undefined) throw new RestError(404, 'Branch not found');
  const owner = accountOf(call.host, repository.ownerId).login;
  const self = `${call.host.apiUrl}/repos/${owner}/${repository.name}/branches/${encodeURIComponent(name)}`;
  return {
    status: 200,
    json: {
      name,
      commit: await commitJson(call.host, repository, commit),
      _links: { self, html: `${call.host.url}/${owner}/${repository.name}/tree/${encodeURIComponent(name)}` },
      protected: false,
    },
  };
}

const WORDS = { admin: 'admin', push: 'write', pull: 'read' } as const;

async function collaboratorPermission(call: Call) {
  const repository = await repositoryOf(call);
  if (call.principal.kind === 'anonymous') throw new RestError(401, 'Requires authentication');
  const account = accountByLogin(call, call.params['login']);
  const may = permissionOn({ kind: 'user', account, token: '' }, repository);
  const permission = may === undefined ? 'none' : WORDS[may];
  return { status: 200, json: { permission, role_name: permission, user: simpleUser(call.host, account) } };
}

export const repositoryRoutes: Route[] = [
  route('GET', '/user/repos', listOwn),
  route('GET', '/repos/{owner}/{repo}', async (call) => ({
    status: 200,
    json: await repositoryJson(call.host, await repositoryOf(call), call.principal),
  })),
  route('GET', '/repos/{owner}/{repo}/branches/{branch...}', getBranch),
  route('GET', '/repos/{owner}/{repo}/collaborators/{login}/permission', collaboratorPermission),
];
