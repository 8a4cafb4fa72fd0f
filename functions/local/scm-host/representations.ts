/** How accounts, repositories and installations look in the REST API: the platform's field names, the fields we need. */
import { type Principal, permissionOn } from './access.ts';
import { type Host, notFound } from './routing.ts';
import type { Account, Installation, Repository } from './state.ts';

export function accountOf(host: Host, id: number): Account {
  const account = host.file.state.accounts.find((each) => each.id === id);
  if (account === undefined) throw notFound();
  return account;
}

export function fullNameOf(host: Host, repository: Repository): string {
  return `${accountOf(host, repository.ownerId).login}/${repository.name}`;
}

/** The short form that stands inside other objects. */
export function simpleUser(host: Host, account: Account): Record<string, unknown> {
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId('U', account.id),
    avatar_url: `${host.url}/avatars/u/${account.id}`,
    url: `${host.apiUrl}/users/${account.login}`,
    html_url: `${host.url}/${account.login}`,
    type: account.type,
    site_admin: false,
  };
}

/** `email` is the public one for others and the account's own for the account itself; the host has only one. */
export function fullUser(host: Host, account: Account): Record<string, unknown> {
  const repositories = host.file.state.repositories.filter((each) => each.ownerId === account.id && !each.private);
  return {
    ...simpleUser(host, account),
    name: account.name,
    company: null,
    blog: '',
    location: null,
    email: account.email,
    bio: null,
    public_repos: repositories.length,
    followers: 0,
    following: 0,
    created_at: account.createdAt,
    updated_at: account.createdAt,
  };
}

export async function repositoryJson(
  host: Host,
  repository: Repository,
  principal: Principal,
): Promise<Record<string, unknown>> {
  const owner = accountOf(host, repository.ownerId);
  const fullName = `${owner.login}/${repository.name}`;
  const permission = permissionOn(principal, repository);
  const may = (...levels: string[]) => permission !== undefined && levels.includes(permission);
  return {
    id: repository.id,
    node_id: nodeId('R', repository.id),
    name: repository.name,
    full_name: fullName,
    private: repository.private,
    visibility: repository.private ? 'private' : 'public',
    owner: simpleUser(host, owner),
    html_url: `${host.url}/${fullName}`,
    description: repository.description,
    fork: false,
    url: `${host.apiUrl}/repos/${fullName}`,
    clone_url: `${host.url}/${fullName}.git`,
    size: host.repositories.sizeKb(repository),
    stargazers_count: repository.stars,
    watchers_count: repository.stars,
    forks_count: repository.forks,
    open_issues_count: 0,
    language: repository.language,
    archived: false,
    disabled: false,
    topics: [],
    default_branch: await host.repositories.defaultBranch(repository),
    created_at: repository.createdAt,
    updated_at: repository.createdAt,
    pushed_at: repository.createdAt,
    ...(principal.kind === 'anonymous'
      ? {}
      : {
          permissions: {
            admin: may('admin'),
            maintain: may('admin'),
            push: may('admin', 'push'),
            triage: may('admin', 'push'),
            pull: permission !== undefined,
          },
        }),
  };
}

export function installationJson(host: Host, installation: Installation): Record<string, unknown> {
  const account = accountOf(host, installation.accountId);
  const settings =
    account.type === 'Organization'
      ? `${host.url}/organizations/${account.login}/settings/installations/${installation.id}`
      : `${host.url}/settings/installations/${installation.id}`;
  return {
    id: installation.id,
    account: simpleUser(host, account),
    target_id: account.id,
    target_type: account.type,
    repository_selection: installation.repositorySelection,
    access_tokens_url: `${host.apiUrl}/app/installations/${installation.id}/access_tokens`,
    html_url: settings,
    app_slug: host.settings.appSlug,
    permissions: INSTALLATION_PERMISSIONS,
    events: [],
    created_at: installation.createdAt,
    updated_at: installation.createdAt,
    suspended_at: installation.suspendedAt ?? null,
  };
}

export const INSTALLATION_PERMISSIONS = { contents: 'read', metadata: 'read', pull_requests: 'write', issues: 'write' };

function nodeId(kind: string, id: number): string {
  return `${kind}_${Buffer.from(String(id)).toString('base64url')}`;
}
