/** `GET /user/repos`, `GET /repos/{owner}/{repo}` and its branches. */
import { isMember } from '../access.ts';
import { accountOf, fullNameOf, repositoryJson } from '../representations.ts';
import { type Call, page, RestError, route, type Route } from '../routing.ts';
import { commitJson } from './commits.ts';
import { repositoryOf } from './repository-of.ts';
import { callingUser } from './users.ts';

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

export const repositoryRoutes: Route[] = [
  route('GET', '/user/repos', listOwn),
  route('GET', '/repos/{owner}/{repo}', async (call) => ({
    status: 200,
    json: await repositoryJson(call.host, await repositoryOf(call), call.principal),
  })),
  route('GET', '/repos/{owner}/{repo}/branches/{branch...}', getBranch),
];
