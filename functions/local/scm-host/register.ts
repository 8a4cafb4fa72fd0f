/**
 * Accounts, repositories and installations as the host's owner adds them, and how they are found by name.
 *
 *     addUser(file, { login: 'ada' })                                        { id: 1, token: 'gho_…' }
 *     addRepository(host, { owner: 'ada', name: 'engine', from: '/src/engine' })
 */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { Host } from './routing.ts';
import type { Account, Repository, StateFile } from './state.ts';

export interface NewUser {
  login: string;
  id?: number;
  name?: string;
  email?: string;
  type?: 'User' | 'Organization';
  /** An organisation may have a GitLab group's path for a login, `group/sub`. */
  nested?: boolean;
}

export interface NewRepository {
  owner: string;
  name: string;
  /** A work tree, a bare repository or an https git URL. */
  from: string;
  private?: boolean;
  description?: string;
  language?: string;
  defaultBranch?: string;
}

export interface NewInstallation {
  login: string;
  /** Names; all repositories of the account unless given. */
  repositories?: string[];
}

/** A login or repository name as the platform allows it: no path can be made of it. */
const LOGIN = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/;
/** A group of GitLab's below other groups: `group/sub`. */
const NAMESPACE = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})(?:\/[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})){1,19}$/;
const NAME = /^(?!\.{1,2}$)(?!.*\.git$)[A-Za-z0-9._-]{1,100}$/;

/** Adds an account, or gives the one of that login with its token. An organisation has none ('': it cannot sign in). */
export function addUser(file: StateFile, user: NewUser): { id: number; token: string } {
  const { tokens } = file.state;
  const account = addAccount(file, user);
  if (account.type === 'Organization') return { id: account.id, token: '' };
  const known = tokens.find((each) => each.accountId === account.id && each.expiresAt === null);
  if (known !== undefined) return { id: account.id, token: known.token };
  const token = `gho_${randomBytes(27).toString('base64url').replace(/[-_]/g, 'x')}`;
  tokens.push({ token, accountId: account.id, expiresAt: null });
  file.save();
  return { id: account.id, token };
}

function addAccount(file: StateFile, user: NewUser): Account {
  const { state } = file;
  const isGroup = user.type === 'Organization' && user.nested === true && NAMESPACE.test(user.login);
  if (!LOGIN.test(user.login) && !isGroup) throw new Error(`not a login: ${JSON.stringify(user.login)}`);
  let account = accountNamed(file, user.login);
  if (account === undefined) {
    const id = user.id ?? file.takeId();
    state.nextId = Math.max(state.nextId, id + 1);
    account = { id, login: user.login, name: null, email: null, type: 'User', createdAt: now() };
    state.accounts.push(account);
  }
  if (user.name !== undefined) account.name = user.name;
  if (user.email !== undefined) account.email = user.email;
  if (user.type !== undefined) account.type = user.type;
  file.save();
  return account;
}

/**
 * Serves a repository under `owner/name`, or updates how it is served. An owner that is not there yet becomes an
 * organisation.
 */
export async function addRepository(host: Host, wanted: NewRepository): Promise<{ id: number; cloneUrl: string }> {
  const { file } = host;
  if (!NAME.test(wanted.name)) throw new Error(`not a repository name: ${JSON.stringify(wanted.name)}`);
  const owner = accountNamed(file, wanted.owner) ?? addAccount(file, { login: wanted.owner, type: 'Organization' });
  const source = sourceOf(wanted.from);
  const known = repositoryNamed(file, owner.id, wanted.name);
  const repository = known ?? newRepository(file.takeId(), owner.id, wanted.name, source);
  repository.source = source;
  repository.private = wanted.private ?? repository.private;
  repository.description = wanted.description ?? repository.description;
  repository.language = wanted.language ?? repository.language;
  repository.defaultBranch = wanted.defaultBranch ?? repository.defaultBranch;
  await host.repositories.create(repository);
  if (known === undefined) file.state.repositories.push(repository);
  file.save();
  return { id: repository.id, cloneUrl: `${host.url}/${owner.login}/${repository.name}.git` };
}

function newRepository(id: number, ownerId: number, name: string, source: Repository['source']): Repository {
  return {
    id,
    ownerId,
    name,
    private: false,
    description: null,
    language: null,
    stars: 0,
    forks: 0,
    createdAt: now(),
    source,
    defaultBranch: null,
    grants: {},
  };
}

/** Installs the app on an account: on all its repositories, or on those named. */
export function addInstallation(file: StateFile, { login, repositories }: NewInstallation): { id: number } {
  const { installations } = file.state;
  const account = requireAccount(file, login);
  let installation = installations.find((each) => each.accountId === account.id);
  if (installation === undefined) {
    const fresh = { id: file.takeId(), accountId: account.id, createdAt: now() };
    installation = { ...fresh, repositorySelection: 'all', repositoryIds: [] };
    installations.push(installation);
  }
  installation.repositorySelection = repositories === undefined ? 'all' : 'selected';
  installation.repositoryIds = (repositories ?? []).map((name) => requireRepository(file, login, name).id);
  file.save();
  return { id: installation.id };
}

/** Uninstalls the app, or suspends it. Tokens that it was given before are refused from then on. */
export function endInstallation(file: StateFile, login: string, how: 'deleted' | 'suspended'): void {
  const { state } = file;
  const account = requireAccount(file, login);
  const installation = state.installations.find((each) => each.accountId === account.id);
  if (installation === undefined) throw new Error(`the app is not installed on ${login}`);
  if (how === 'suspended') installation.suspendedAt = now();
  else state.installations = state.installations.filter((each) => each !== installation);
  state.tokens = state.tokens.filter(({ installationId }) => installationId !== installation.id);
  file.save();
}

/** Throws when there is none of this login, in whatever case. */
export function requireAccount(file: StateFile, login: string): Account {
  const account = accountNamed(file, login);
  if (account === undefined) throw new Error(`no account ${login}`);
  return account;
}

/** Throws when the owner has none of this name, in whatever case. */
export function requireRepository(file: StateFile, owner: string, name: string): Repository {
  const found = repositoryNamed(file, accountNamed(file, owner)?.id, name);
  if (found === undefined) throw new Error(`no repository ${owner}/${name}`);
  return found;
}

function accountNamed({ state }: StateFile, login: string): Account | undefined {
  return state.accounts.find((each) => each.login.toLowerCase() === login.toLowerCase());
}

function repositoryNamed({ state }: StateFile, ownerId: number | undefined, name: string): Repository | undefined {
  return state.repositories.find((each) => each.ownerId === ownerId && each.name.toLowerCase() === name.toLowerCase());
}

function sourceOf(from: string): Repository['source'] {
  if (/^https?:\/\//.test(from)) return { url: from };
  if (/^[a-z][a-z0-9+.-]*:/i.test(from)) throw new Error(`not a path or https git URL: ${JSON.stringify(from)}`);
  return { path: resolve(from) };
}

function now(): string {
  return new Date().toISOString();
}
