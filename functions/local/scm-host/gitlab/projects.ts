/**
 * Users, projects and who may do what in them. A project is named by its id or by its whole path with `%2F`; what the
 * caller may not see does not exist. Access levels: 20 reporter, 30 developer, 40 maintainer, 50 owner.
 *
 *     GET /projects/group%2Fsub%2Fengine   {"id": 4, "path": "engine", "namespace": {"full_path": "group/sub"}, …}
 *
 * https://docs.gitlab.com/api/projects/  https://docs.gitlab.com/api/members/
 */
import { isMember, permissionOn, type Principal } from '../access.ts';
import { accountOf, fullNameOf } from '../representations.ts';
import { type Call, type Host, RestError, route, type Route } from '../routing.ts';
import { type Account, APP, type Repository } from '../state.ts';
import { byKey, byNumber } from './paging.ts';

const LEVELS = { pull: 20, push: 30, admin: 40 } as const;
const OWNER = 50;

export function missing(what: string): RestError {
  return new RestError(404, `404 ${what} Not Found`);
}

/** The project of a path, followed to its source. */
export async function projectOf(call: Call): Promise<Repository> {
  const wanted = call.params['id'] ?? '';
  const found = call.host.file.state.repositories.find(
    (each) => String(each.id) === wanted || fullNameOf(call.host, each).toLowerCase() === wanted.toLowerCase(),
  );
  if (found === undefined || permissionOn(call.principal, found) === undefined) throw missing('Project');
  await call.host.repositories.follow(found);
  return found;
}

export function callerOf({ principal }: Pick<Call, 'principal'>): Account {
  if (principal.kind === 'user') return principal.account;
  throw new RestError(401, '401 Unauthorized');
}

export function userJson(host: Host, id: number): Record<string, unknown> {
  const account = host.file.state.accounts.find((each) => each.id === id);
  const username = account?.login ?? (id === APP ? 'reviewgraph_bot' : 'ghost');
  return {
    id,
    username,
    name: account?.name ?? username,
    state: 'active',
    avatar_url: `${host.url}/avatars/u/${id}`,
    web_url: `${host.url}/${username}`,
  };
}

/** undefined for who is no member. */
export function accessLevel(account: Account, repository: Repository): number | undefined {
  if (repository.ownerId === account.id) return OWNER;
  const granted = repository.grants[String(account.id)];
  return granted === undefined ? undefined : LEVELS[granted];
}

async function projectJson(host: Host, repository: Repository, principal: Principal, statistics: boolean) {
  const owner = accountOf(host, repository.ownerId);
  const path = fullNameOf(host, repository);
  const level = principal.kind === 'user' ? accessLevel(principal.account, repository) : undefined;
  const empty = await host.repositories.isEmpty(repository);
  return {
    id: repository.id,
    name: repository.name,
    path: repository.name,
    path_with_namespace: path,
    description: repository.description,
    default_branch: empty ? null : await host.repositories.defaultBranch(repository),
    visibility: repository.private ? 'private' : 'public',
    web_url: `${host.url}/${path}`,
    http_url_to_repo: `${host.url}/${path}.git`,
    star_count: repository.stars,
    forks_count: repository.forks,
    created_at: repository.createdAt,
    namespace: {
      id: owner.id,
      path: owner.login.replace(/^.*\//, ''),
      kind: owner.type === 'Organization' ? 'group' : 'user',
      full_path: owner.login,
    },
    ...(principal.kind === 'anonymous'
      ? {}
      : {
          permissions: {
            project_access: level === undefined ? null : { access_level: level, notification_level: 3 },
            group_access: null,
          },
        }),
    // Shown to reporters and above.
    ...(statistics && level !== undefined
      ? { statistics: { repository_size: host.repositories.sizeKb(repository) * 1024 } }
      : {}),
  };
}

async function list(call: Call) {
  const me = callerOf(call);
  const { host, query } = call;
  const membership = query.get('membership') === 'true';
  const mine = host.file.state.repositories
    .filter((each) => (membership ? isMember(me, each) : permissionOn(call.principal, each) !== undefined))
    .sort((a, b) => a.id - b.id);
  const keyset = query.get('pagination') === 'keyset';
  if (keyset && (query.get('order_by') !== 'id' || query.get('sort') !== 'asc')) {
    // The host sorts by id alone; GitLab allows a few more orders here.
    throw new RestError(405, '', { error: 'Keyset pagination is not yet available for this type of request' });
  }
  const { items, headers } = keyset
    ? byKey(call, '/projects', mine, { parameter: 'id_after', keyOf: ({ id }) => String(id) })
    : byNumber(call, '/projects', mine);
  const json = await Promise.all(items.map((each) => projectJson(host, each, call.principal, false)));
  return { status: 200, headers, json };
}

/** By the name that somebody is called by; without one, this host lists nobody. */
async function usersByName(call: Call) {
  callerOf(call);
  const wanted = call.query.get('username')?.toLowerCase();
  const found = call.host.file.state.accounts.filter(
    ({ login, type }) => type === 'User' && login.toLowerCase() === wanted,
  );
  return Promise.resolve({ status: 200, json: found.map(({ id }) => userJson(call.host, id)) });
}

async function member(call: Call) {
  callerOf(call);
  const project = await projectOf(call);
  const account = call.host.file.state.accounts.find(({ id }) => String(id) === call.params['user_id']);
  const level = account === undefined ? undefined : accessLevel(account, project);
  if (account === undefined || level === undefined) throw missing('Member');
  return { status: 200, json: { ...userJson(call.host, account.id), access_level: level, expires_at: null } };
}

export const projectRoutes: Route[] = [
  route('GET', '/user', async (call) => {
    const { id, email } = callerOf(call);
    return { status: 200, json: { ...userJson(call.host, id), email, public_email: email, bot: false } };
  }),
  route('GET', '/users', usersByName),
  route('GET', '/projects', list),
  route('GET', '/projects/{id}', async (call) => {
    const statistics = call.query.get('statistics') === 'true';
    return { status: 200, json: await projectJson(call.host, await projectOf(call), call.principal, statistics) };
  }),
  route('GET', '/projects/{id}/members/all/{user_id}', member),
];
