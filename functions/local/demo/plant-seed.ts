/**
 * Plants the example data at the first start: its repositories become git repositories on the local SCM host and are
 * indexed like any other, so that every question about them finds something; their history is written as documents
 * (seed-documents.ts), and the figures are counted from its events.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { z } from 'zod';
import { firestoreStore } from '../../src/adapters/store.ts';
import { rebuildAggregate } from '../../src/analytics/rebuild-aggregate.ts';
import { repoKeyOf } from '../../src/model/repositories.ts';
import type { StorePort } from '../../src/ports.ts';
import { apiClient, type ApiClient } from '../stack/api-client.ts';
import { PROJECT_ID } from '../stack/emulators.ts';
import type { ScmHost } from '../scm-host/start-scm-host.ts';
import { seedDocuments, writesOf } from './seed-documents.ts';
import { readSeedHistory, seedSources } from './seed-history.ts';
import type { SeedHistory, SeedRepository } from './seed-history.ts';

const AT_ONCE = 20;
const POLL_MS = 200;
/** Fixed, so that the commits have the same ids on every machine. */
const COMMIT_DATE = '2026-01-05T09:00:00Z';

export interface SeedTarget {
  /** `emulator-data/seed` */
  folder: string;
  /** Where the git repositories are kept. */
  dataDir: string;
  host: Pick<ScmHost, 'addUser' | 'addRepository' | 'grant'>;
  baseUrl: string;
  authHost: string;
}

/** The repository's files as one commit on `main`; the folder of its work tree. */
export function makeSeedRepository(folder: string, dataDir: string, repository: SeedRepository): string {
  const target = join(dataDir, repository.owner, repository.name);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  cpSync(seedSources(folder, repository), target, { recursive: true });
  const identity = { NAME: 'Example', EMAIL: 'example@example.com', DATE: COMMIT_DATE };
  const env: NodeJS.ProcessEnv = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  for (const [name, value] of Object.entries(identity)) {
    env[`GIT_AUTHOR_${name}`] = value;
    env[`GIT_COMMITTER_${name}`] = value;
  }
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']) delete env[name];
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '--all'],
    ['commit', '--quiet', '--message', `Begin ${repository.name}`],
  ]) {
    execFileSync('git', ['-C', target, ...args], { env });
  }
  return target;
}

/** Writes what happened in every repository, as if it had ended now, and counts the figures. */
export async function plantDocuments(
  store: StorePort,
  folder: string,
  history: SeedHistory,
  now: Date,
): Promise<number> {
  let written = 0;
  for (const repository of history.repositories) {
    const sources = seedSources(folder, repository);
    const lines = (path: string) => readFileSync(join(sources, path), 'utf8').split('\n');
    const writes = writesOf<Promise<void>>(seedDocuments(repository, now, lines));
    for (let at = 0; at < writes.length; at += AT_ONCE) {
      await Promise.all(writes.slice(at, at + AT_ONCE).map((write) => write(store)));
    }
    await rebuildAggregate({ store }, repoKeyOf(repository.owner, repository.name));
    written += writes.length;
  }
  return written;
}

const startedSchema = z.looseObject({ poll_url: z.string() });
const jobSchema = z.looseObject({ status: z.string(), error_message: z.string().nullable() });

async function indexed(client: ApiClient, { owner, name }: SeedRepository): Promise<void> {
  const { poll_url } = startedSchema.parse(await client.post('/api/v1/ingest/scm', { owner, repo_name: name }));
  for (;;) {
    const { status, error_message } = jobSchema.parse(await client.get(poll_url));
    if (status === 'completed') return;
    if (status === 'failed') throw new Error(`${owner}/${name} could not be indexed: ${error_message ?? ''}`);
    await sleep(POLL_MS);
  }
}

/** FIRESTORE_EMULATOR_HOST must name the service's emulator. The number of documents written. */
export async function plantSeed({ folder, dataDir, host, baseUrl, authHost }: SeedTarget): Promise<number> {
  if (!existsSync(join(folder, 'history.json'))) return 0;
  const history = readSeedHistory(folder);
  const clients = new Map<string, ApiClient>();
  for (const user of history.users) {
    const { id, token } = host.addUser(user);
    const client = apiClient({ baseUrl, authHost, account: { id, ...user } });
    await client.post('/api/v1/auth/login', { scm_access_token: token });
    clients.set(user.login, client);
  }
  for (const repository of history.repositories) {
    const { owner, name, description, language } = repository;
    const from = makeSeedRepository(folder, dataDir, repository);
    await host.addRepository({ owner, name, from, private: repository.private, description, language });
    for (const login of repository.collaborators) host.grant({ login, owner, name, permission: 'push' });
    const client = clients.get(owner);
    if (client === undefined) throw new Error(`${owner} is no user of the seed`);
    await indexed(client, repository);
  }
  const app = initializeApp({ projectId: PROJECT_ID }, 'seed');
  try {
    return await plantDocuments(firestoreStore(app), folder, history, new Date());
  } finally {
    await deleteApp(app);
  }
}
