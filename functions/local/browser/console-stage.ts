/**
 * The service with something on every page of the console, for pictures and measurements: the example data, this
 * project's own code as a repository to look around in, and a pull request that was reviewed from beginning to end by the
 * scripted stand-in.
 *
 *     const stage = await openStage({ folder, log });
 *     await browser.open(`${stage.baseUrl}/app/`);
 *     await stage.close();
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DEMO_BODY, DEMO_BRANCH, DEMO_TITLE, makeDemoRepository } from '../demo/demo-repository.ts';
import { reviewLikeAScript } from '../demo/llm-reviewer.ts';
import { startLlmStandIn, type LlmStandIn } from '../demo/llm-stand-in.ts';
import { plantSeed } from '../demo/plant-seed.ts';
import { startScmHost, type ScmHost } from '../scm-host/start-scm-host.ts';
import { apiClient, type ApiClient } from '../stack/api-client.ts';
import { anyPorts, startStack, type Stack } from '../stack/stack.ts';
import { ROOT } from '../stack/toolchain.ts';

/** Who looks: owns most of the examples. */
export const LOGIN = 'demo';
/** This project's own code. */
export const OWN_REPOSITORY = { owner: LOGIN, name: 'reviewgraph' };
/** What was really reviewed, as its pull request 1. */
export const REVIEWED_REPOSITORY = { owner: LOGIN, name: 'shop' };

const POLL_MS = 500;
const WORK_MS = 20 * 60_000;

export interface Stage {
  baseUrl: string;
  neo4jUri: string;
  /** Calls the API as `demo`. */
  client: ApiClient;
  close(): Promise<void>;
}

interface StageOptions {
  /** Everything is kept below it; whoever opens the stage removes it. */
  folder: string;
  log: (line: string) => void;
  /** The example data alone: neither a real review nor this project's code. */
  examplesOnly?: boolean;
}

export async function openStage({ folder, log, examplesOnly = false }: StageOptions): Promise<Stage> {
  const model = await startLlmStandIn({ otherwise: reviewLikeAScript });
  let stack: Stack | undefined;
  let host: ScmHost | undefined;
  const close = async (): Promise<void> => {
    await Promise.allSettled([stack?.stop(), host?.close(), model.close()]);
  };
  try {
    const ports = await anyPorts();
    const secret = randomBytes(24).toString('base64url');
    const settings = { SCM_WEBHOOK_SECRET: secret, ...gatewayOf(model) };
    stack = await startStack({ dataDir: folder, ports, importFrom: undefined, settings, log });
    host = await startScmHost({ dataDir: join(folder, 'scm-host'), port: stack.scmPort });
    const { baseUrl, neo4jUri } = stack;
    const authHost = `127.0.0.1:${ports.auth}`;
    Object.assign(process.env, {
      FIRESTORE_EMULATOR_HOST: stack.env['FIRESTORE_EMULATOR_HOST'],
      METADATA_SERVER_DETECTION: 'none', // Google's SDK would look for a cloud machine's, and warn of a network without one.
    });
    log('Planting the examples');
    const seed = join(ROOT, 'emulator-data', 'seed');
    await plantSeed({ folder: seed, dataDir: join(folder, 'seed'), host, baseUrl, authHost });
    const account = { login: LOGIN, name: 'Demo User', email: 'demo@example.com' };
    const client = apiClient({ baseUrl, authHost, account: { id: host.addUser(account).id, ...account } });
    if (examplesOnly) return { baseUrl, neo4jUri, client, close };
    await reviewShop({ folder, host, client, log, target: { url: `${baseUrl}/api/v1/webhook/onComment`, secret } });
    log('Indexing this project');
    await host.addRepository({ ...OWN_REPOSITORY, from: ROOT, description: 'This project', language: 'TypeScript' });
    await indexed(client, OWN_REPOSITORY);
    return { baseUrl, neo4jUri, client, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function gatewayOf({ url }: LlmStandIn): Record<string, string> {
  const name = 'stand-in (no model)';
  return { GATEWAY_API_KEY: 'stand-in', GATEWAY_BASE_URL: url, REVIEW_MODEL: name, EMBEDDING_MODEL: name };
}

interface Setting {
  folder: string;
  host: ScmHost;
  client: ApiClient;
  log: (line: string) => void;
  target: { url: string; secret: string };
}

/** A pull request whose review, comments and deliveries are the service's own. */
async function reviewShop({ folder, host, client, log, target }: Setting): Promise<void> {
  log('Reviewing a pull request');
  const from = join(folder, 'shop');
  mkdirSync(from);
  makeDemoRepository(from);
  const { owner, name } = REVIEWED_REPOSITORY;
  host.addUser({ login: 'dana', name: 'Dana', email: 'dana@example.com' });
  await host.addRepository({ owner, name, from, description: 'A shop in three languages', language: 'TypeScript' });
  await indexed(client, REVIEWED_REPOSITORY);
  const pull = await host.openPull({ owner, name, head: DEMO_BRANCH, by: 'dana', title: DEMO_TITLE, body: DEMO_BODY });
  const { number } = pull;
  await host.sendWebhook(target, 'pull_request', await host.payloads.pullRequest(owner, name, number, 'opened'));
  const comment = await host.comment({ owner, name, number, by: LOGIN, body: '@reviewgraph full review' });
  await host.sendWebhook(target, 'issue_comment', await host.payloads.issueComment(owner, name, comment.id));
  const shape = z.array(z.looseObject({ status: z.string() }));
  const path = `/api/v1/repos/${owner}/${name}/prs/${number}/reviews`;
  await until('The review', async () => {
    const [run] = shape.parse(await client.get(path));
    if (run?.status === 'failed') throw new Error('The review failed');
    return run?.status === 'completed';
  });
  const finding = host.written(owner, name, number).reviewComments.find(({ body }) => body.includes('A query is'));
  if (finding === undefined) throw new Error('The review posted nothing on the diff');
  await host.reply({
    commentId: finding.id,
    by: 'dana',
    body: 'True: the name comes from a form. I pass it as a parameter.',
  });
}

const startedSchema = z.looseObject({ poll_url: z.string() });
const jobSchema = z.looseObject({ status: z.string(), error_message: z.string().nullable() });

async function indexed(client: ApiClient, { owner, name }: { owner: string; name: string }): Promise<void> {
  const { poll_url } = startedSchema.parse(await client.post('/api/v1/ingest/scm', { owner, repo_name: name }));
  await until(`Indexing ${owner}/${name}`, async () => {
    const { status, error_message } = jobSchema.parse(await client.get(poll_url));
    if (status === 'failed') throw new Error(`${owner}/${name} could not be indexed: ${error_message ?? ''}`);
    return status === 'completed';
  });
}

async function until(what: string, isDone: () => Promise<boolean>): Promise<void> {
  const endsAt = Date.now() + WORK_MS;
  while (!(await isDone())) {
    if (Date.now() > endsAt) throw new Error(`${what} did not end within ${WORK_MS / 60_000} minutes`);
    await sleep(POLL_MS);
  }
}
