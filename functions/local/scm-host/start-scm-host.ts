/**
 * The local source-code host: a real HTTP server that serves git repositories from disk and a strict subset of the
 * platform's REST API, so that sign-in, private repositories, cloning and reviews work on one machine with no account
 * anywhere, and tests meet the platform's refusals.
 *
 *     const host = await startScmHost({ dataDir: '/tmp/host' });
 *     const ada = host.addUser({ login: 'ada' });                            { id: 1, token: 'gho_…' }
 *     await host.addRepository({ owner: 'ada', name: 'engine', from: '/home/ada/engine', private: true });
 *
 *     git clone http://x-access-token:gho_…@127.0.0.1:41234/ada/engine.git
 *     curl -H 'Authorization: Bearer gho_…' http://127.0.0.1:41234/api/v3/user
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { PATIENT_CONNECTIONS } from '../stack/patient-connections.ts';
import { driveHost, type HostDriver } from './drive.ts';
import { createFaultList, type Fault } from './faults.ts';
import { createRateLimit } from './rate-limit.ts';
import { createRepositoryStore } from './repository-store.ts';
import type { Host } from './routing.ts';
import { answerRequests } from './server.ts';
import { type Account, openState, type Permission, type Repository } from './state.ts';

export interface ScmHostOptions {
  /** 0 or nothing: any free port. Always on loopback. */
  port?: number;
  dataDir: string;
  /** PEM; without it the app's endpoints refuse every JWT. */
  appPublicKey?: string;
  appId?: string;
  appSlug?: string;
  /** Default 3600, the platform's. */
  installationTokenSeconds?: number;
  /** Default 5000, the platform's for users. */
  requestsPerHour?: number;
  /** Default 100,000, the platform's. */
  maxTreeEntries?: number;
}

export interface ScmHost extends HostDriver {
  url: string;
  apiUrl: string;
  /** Adds an account, or gives the one of that login with its token. An organisation has none ('': it cannot sign in). */
  addUser(user: { login: string; id?: number; name?: string; email?: string; type?: 'User' | 'Organization' }): {
    id: number;
    token: string;
  };
  /**
   * Serves a repository under `owner/name`, or updates how it is served. `from` is a work tree, a bare repository or an
   * https git URL. An owner that is not there yet becomes an organisation.
   */
  addRepository(repository: {
    owner: string;
    name: string;
    from: string;
    private?: boolean;
    description?: string;
    language?: string;
    defaultBranch?: string;
  }): Promise<{ id: number; cloneUrl: string }>;
  removeRepository(owner: string, name: string): void;
  grant(to: { login: string; owner: string; name: string; permission: Permission }): void;
  /** Installs the app on an account: on all its repositories, or on those named. */
  addInstallation(installation: { login: string; repositories?: string[] }): { id: number };
  /** The token is refused from now on. */
  expireToken(token: string): void;
  fail(fault: Fault): void;
  /** Gives how many of the faults no request has met. */
  clearFaults(): number;
  close(): Promise<void>;
}

/** A login or repository name as the platform allows it: no path can be made of it. */
const LOGIN = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/;
const NAME = /^(?!\.{1,2}$)(?!.*\.git$)[A-Za-z0-9._-]{1,100}$/;

export async function startScmHost(options: ScmHostOptions): Promise<ScmHost> {
  const dataDir = resolve(options.dataDir);
  const file = openState(dataDir);
  const { state } = file;
  const faults = createFaultList();
  const host: Host = {
    url: '',
    apiUrl: '',
    file,
    repositories: createRepositoryStore(dataDir),
    settings: {
      appPublicKey: options.appPublicKey,
      appId: options.appId,
      appSlug: options.appSlug ?? 'reviewgraph',
      installationTokenSeconds: options.installationTokenSeconds ?? 3600,
      maxTreeEntries: options.maxTreeEntries ?? 100_000,
    },
    tickets: new Map(),
    grants: new Map(),
  };
  const server = createServer(
    PATIENT_CONNECTIONS,
    answerRequests(host, createRateLimit(options.requestsPerHour ?? 5000), faults),
  );
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(options.port ?? 0, '127.0.0.1', listening);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the host listens on no port');
  host.url = `http://127.0.0.1:${address.port}`;
  host.apiUrl = `${host.url}/api/v3`;

  function accountNamed(login: string): Account | undefined {
    return state.accounts.find((each) => each.login.toLowerCase() === login.toLowerCase());
  }

  function addAccount(user: Parameters<ScmHost['addUser']>[0]): Account {
    if (!LOGIN.test(user.login)) throw new Error(`not a login: ${JSON.stringify(user.login)}`);
    let account = accountNamed(user.login);
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

  function repositoryNamed(owner: string, name: string): Repository {
    const ownerId = accountNamed(owner)?.id;
    const found = state.repositories.find(
      (each) => each.ownerId === ownerId && each.name.toLowerCase() === name.toLowerCase(),
    );
    if (found === undefined) throw new Error(`no repository ${owner}/${name}`);
    return found;
  }

  const accountOf = (login: string): Account => {
    const account = accountNamed(login);
    if (account === undefined) throw new Error(`no account ${login}`);
    return account;
  };

  return {
    ...driveHost(host, { account: accountOf, repository: repositoryNamed }),
    url: host.url,
    apiUrl: host.apiUrl,
    addUser(user) {
      const account = addAccount(user);
      if (account.type === 'Organization') return { id: account.id, token: '' };
      const known = state.tokens.find((each) => each.accountId === account.id && each.expiresAt === null);
      if (known !== undefined) return { id: account.id, token: known.token };
      const token = `gho_${randomBytes(27).toString('base64url').replace(/[-_]/g, 'x')}`;
      state.tokens.push({ token, accountId: account.id, expiresAt: null });
      file.save();
      return { id: account.id, token };
    },
    async addRepository(wanted) {
      if (!NAME.test(wanted.name)) throw new Error(`not a repository name: ${JSON.stringify(wanted.name)}`);
      const owner = accountNamed(wanted.owner) ?? addAccount({ login: wanted.owner, type: 'Organization' });
      const source = sourceOf(wanted.from);
      const known = state.repositories.find(
        (each) => each.ownerId === owner.id && each.name.toLowerCase() === wanted.name.toLowerCase(),
      );
      const repository: Repository = known ?? {
        id: file.takeId(),
        ownerId: owner.id,
        name: wanted.name,
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
      repository.source = source;
      repository.private = wanted.private ?? repository.private;
      repository.description = wanted.description ?? repository.description;
      repository.language = wanted.language ?? repository.language;
      repository.defaultBranch = wanted.defaultBranch ?? repository.defaultBranch;
      await host.repositories.create(repository);
      if (known === undefined) state.repositories.push(repository);
      file.save();
      return { id: repository.id, cloneUrl: `${host.url}/${owner.login}/${repository.name}.git` };
    },
    removeRepository(owner, name) {
      const found = repositoryNamed(owner, name);
      state.repositories.splice(state.repositories.indexOf(found), 1);
      file.save();
    },
    grant({ login, owner, name, permission }) {
      repositoryNamed(owner, name).grants[String(accountOf(login).id)] = permission;
      file.save();
    },
    addInstallation({ login, repositories }) {
      const account = accountOf(login);
      let installation = state.installations.find((each) => each.accountId === account.id);
      if (installation === undefined) {
        const fresh = { id: file.takeId(), accountId: account.id, createdAt: now() };
        installation = { ...fresh, repositorySelection: 'all', repositoryIds: [] };
        state.installations.push(installation);
      }
      installation.repositorySelection = repositories === undefined ? 'all' : 'selected';
      installation.repositoryIds = (repositories ?? []).map((name) => repositoryNamed(login, name).id);
      file.save();
      return { id: installation.id };
    },
    expireToken(token) {
      const found = state.tokens.find((each) => each.token === token);
      if (found === undefined) throw new Error('no such token');
      found.expiresAt = now();
      file.save();
    },
    fail: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

function now(): string {
  return new Date().toISOString();
}

function sourceOf(from: string): Repository['source'] {
  if (/^https?:\/\//.test(from)) return { url: from };
  if (/^[a-z][a-z0-9+.-]*:/i.test(from)) throw new Error(`not a path or https git URL: ${JSON.stringify(from)}`);
  return { path: resolve(from) };
}
