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
import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';
import { PATIENT_CONNECTIONS } from '../stack/patient-connections.ts';
import { driveHost, type HostDriver } from './drive.ts';
import { createFaultList, type Fault } from './faults.ts';
import { createRateLimit } from './rate-limit.ts';
import { createRepositoryStore } from './repository-store.ts';
import {
  addInstallation,
  addRepository,
  addUser,
  endInstallation,
  requireAccount,
  requireRepository,
} from './register.ts';
import type { NewInstallation, NewRepository, NewUser } from './register.ts';
import type { Host } from './routing.ts';
import { answerRequests } from './server.ts';
import { openState, type Permission, type StateFile } from './state.ts';

export interface ScmHostOptions {
  /** 0 or nothing: any free port. Always on loopback. */
  port?: number;
  dataDir: string;
  /** Whether a later start on the same folder knows what happened; it does unless told otherwise. */
  kept?: boolean;
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
  addUser(user: NewUser): { id: number; token: string };
  /** Serves a repository, or updates how it is served. An owner that is not there yet becomes an organisation. */
  addRepository(repository: NewRepository): Promise<{ id: number; cloneUrl: string }>;
  removeRepository(owner: string, name: string): void;
  /** Renames a repository, or transfers it to another owner, who is there. */
  moveRepository(owner: string, name: string, to: { owner?: string; name: string }): void;
  setPrivate(owner: string, name: string, isPrivate: boolean): void;
  grant(to: { login: string; owner: string; name: string; permission: Permission }): void;
  /** Installs the app on an account: on all its repositories, or on those named. */
  addInstallation(installation: NewInstallation): { id: number };
  /** The account's owner takes the app from it, or lets it rest. */
  endInstallation(login: string, how: 'deleted' | 'suspended'): void;
  /** The token is refused from now on. */
  expireToken(token: string): void;
  fail(fault: Fault): void;
  /** Gives how many of the faults no request has met. */
  clearFaults(): number;
  close(): Promise<void>;
}

export async function startScmHost(options: ScmHostOptions): Promise<ScmHost> {
  const dataDir = resolve(options.dataDir);
  const file = openState(dataDir, options.kept);
  const faults = createFaultList();
  const host = hostWithoutAddress(dataDir, file, options);
  const limit = createRateLimit(options.requestsPerHour ?? 5000);
  const server = createServer(PATIENT_CONNECTIONS, answerRequests(host, limit, faults));
  host.url = `http://127.0.0.1:${await listen(server, options.port ?? 0)}`;
  host.apiUrl = `${host.url}/api/v3`;

  return {
    ...driveHost(host, {
      account: (login) => requireAccount(file, login),
      repository: (owner, name) => requireRepository(file, owner, name),
    }),
    url: host.url,
    apiUrl: host.apiUrl,
    addUser: (user) => addUser(file, user),
    addRepository: (wanted) => addRepository(host, wanted),
    removeRepository(owner, name) {
      const { repositories } = file.state;
      repositories.splice(repositories.indexOf(requireRepository(file, owner, name)), 1);
      file.save();
    },
    moveRepository(owner, name, to) {
      const repository = requireRepository(file, owner, name);
      repository.formerNames = [...(repository.formerNames ?? []), `${owner}/${name}`.toLowerCase()];
      repository.ownerId = requireAccount(file, to.owner ?? owner).id;
      repository.name = to.name;
      file.save();
    },
    setPrivate(owner, name, isPrivate) {
      requireRepository(file, owner, name).private = isPrivate;
      file.save();
    },
    grant({ login, owner, name, permission }) {
      requireRepository(file, owner, name).grants[String(requireAccount(file, login).id)] = permission;
      file.save();
    },
    addInstallation: (installation) => addInstallation(file, installation),
    endInstallation: (login, how) => {
      endInstallation(file, login, how);
    },
    expireToken(token) {
      const found = file.state.tokens.find((each) => each.token === token);
      if (found === undefined) throw new Error('no such token');
      found.expiresAt = new Date().toISOString();
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

/** Its URLs are known when it listens. */
function hostWithoutAddress(dataDir: string, file: StateFile, options: ScmHostOptions): Host {
  return {
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
}

/** The port, on loopback. */
async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the host listens on no port');
  return address.port;
}
