/**
 * The running service as journeys use it: one base URL, platform accounts that sign in, repositories on a local SCM
 * host that this process controls. `npm test` starts the rest and says where it is; without it, the first call fails
 * with one sentence.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { after } from 'mocha';
import { apiClient, type ApiClient } from '../../local/stack/api-client.ts';
import { startLlmStandIn, type LlmStandIn } from '../../local/demo/llm-stand-in.ts';
import { startScmHost, type ScmHost } from '../../local/scm-host/start-scm-host.ts';

/** The value of a variable that `npm test` sets: BASE_URL, NEO4J_URI, FIREBASE_AUTH_EMULATOR_HOST, SCM_HOST_PORT, … */
export function serviceVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new Error(
      `${name} is not set: this test needs the running service; use \`npm test -- <part of the file's name>\`.`,
    );
  }
  return value;
}

/** `http://127.0.0.1:41234`, under which all of /api/v1 is reached as in production. */
export function baseUrl(): string {
  return serviceVariable('BASE_URL');
}

let folder: string | undefined;
let starting: Promise<ScmHost> | undefined;

/** The SCM host that the functions are configured for; one per test process. */
export function scmHost(): Promise<ScmHost> {
  starting ??= (async () => {
    await modelServer();
    const port = Number(serviceVariable('SCM_HOST_PORT'));
    folder = mkdtempSync(join(tmpdir(), 'reviewgraph-scm-'));
    return startScmHost({ port, dataDir: folder });
  })();
  return starting;
}

let model: Promise<LlmStandIn> | undefined;

/** The model that the functions ask; it has vectors for every text, and answers questions as a test scripts it. */
export function modelServer(): Promise<LlmStandIn> {
  model ??= startLlmStandIn({ port: Number(serviceVariable('MODEL_PORT')) });
  return model;
}

after(async () => {
  const host = await starting;
  await host?.close();
  await (await model)?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

export interface TestUser {
  login: string;
  /** Account id on the platform. */
  id: number;
  /** The platform's token, for `POST /auth/login`. */
  platformToken: string;
  /** Calls the API with the user's ID token. */
  client: ApiClient;
}

/** An account on the SCM host that is signed in at the identity provider, but has not called `/auth/login` yet. */
async function signedInUser(login: string): Promise<TestUser> {
  const account = { login, name: login, email: `${login}@example.com` };
  const { id, token } = (await scmHost()).addUser(account);
  const authHost = serviceVariable('FIREBASE_AUTH_EMULATOR_HOST');
  const client = apiClient({ baseUrl: baseUrl(), authHost, account: { id, ...account } });
  return { login, id, platformToken: token, client };
}

/** The same after its login: the service knows the account and its platform token. */
export async function loggedInUser(login: string): Promise<TestUser> {
  const user = await signedInUser(login);
  await user.client.post('/api/v1/auth/login', { scm_access_token: user.platformToken });
  return user;
}

/** Polls a job until it is completed or failed. */
export async function finishedJob(client: ApiClient, jobId: string): Promise<Record<string, unknown>> {
  for (;;) {
    const job = (await client.get(`/api/v1/ingest/jobs/${jobId}`)) as Record<string, unknown>;
    if (job['status'] === 'completed' || job['status'] === 'failed') return job;
    await sleep(200);
  }
}
