/**
 * What workers are killed in: Neo4j, the Firestore emulator, the git host and the stand-in for a model, all real servers
 * of this machine, and the environment by which a worker's process finds them.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGraph } from '../../../src/adapters/neo4j.ts';
import type { Ports } from '../../../src/ports.ts';
import { reviewLikeAScript } from '../../demo/llm-reviewer.ts';
import { startLlmStandIn } from '../../demo/llm-stand-in.ts';
import { startScmHost, type ScmHost } from '../../scm-host/start-scm-host.ts';
import { startServices } from '../../test-run/test-services.ts';
import { OUTAGES, startCutLine, type CutLine } from '../cut-line.ts';
import type { Trouble } from './deliver.ts';

export interface ChaosSetting {
  /** An empty folder for repositories. */
  scratch: string;
  host: ScmHost;
  /** Those of this process: its queue holds nothing, and its clock goes with `aheadMs`. */
  ports: Ports;
  /** Of the workers' processes, which reach every service over one of `lines`. */
  env: Record<string, string>;
  lines: Record<string, CutLine>;
  /** How far this process's clock is ahead, so that leases of dead workers expire without waiting. */
  aheadMs: number;
  stop(): Promise<void>;
}

const APP_ID = '12345';

/** Where each platform's API stands on the local one. */
export const CHAOS_PLATFORMS = { github: '/api/v3', gitea: '/api/v1', gitlab: '/api/v4' } as const;
export type ChaosPlatform = keyof typeof CHAOS_PLATFORMS;

export async function startChaosSetting(say: (line: string) => void, platform: ChaosPlatform): Promise<ChaosSetting> {
  const scratch = mkdtempSync(join(tmpdir(), 'reviewgraph-chaos-'));
  const services = await startServices({ neo4j: true, firebase: true }, join(scratch, 'services'), say);
  const app = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const host = await startScmHost({
    dataDir: join(scratch, 'host'),
    appId: APP_ID,
    appPublicKey: app.publicKey,
    requestsPerHour: 1_000_000,
  });
  const model = await startLlmStandIn({ otherwise: reviewLikeAScript });
  const { NEO4J_URI: graphUri = '', FIRESTORE_EMULATOR_HOST: storeHost = '' } = services.env;
  const lines = {
    graph: await startCutLine(new URL(graphUri).host),
    store: await startCutLine(storeHost),
    platform: await startCutLine(new URL(host.url).host),
    model: await startCutLine(new URL(model.url).host),
  };
  const env = { ...services.env, ...workerSettings(host, platform, model.url, app.privateKey) };
  Object.assign(process.env, env);
  // Settings are read when the module is loaded.
  const live = (await import('../../../src/wiring.ts')).livePorts();
  // Whole graphs are compared, on a machine that is busy with workers: a question's 20 s are too few for that.
  const graph = createGraph({
    uri: graphUri,
    username: 'neo4j',
    password: services.env['NEO4J_PASSWORD'] ?? '',
    retryMs: 60_000,
    connectMs: 30_000,
    readTimeoutMs: 600_000,
  });
  const setting: ChaosSetting = {
    scratch,
    host,
    env: { ...env, ...overLines(env, lines) },
    lines,
    aheadMs: 0,
    ports: {
      ...live,
      graph,
      settings: { ...live.settings, ingestionsPerHour: 0, reviewsPerHour: 0 },
      clock: { now: () => new Date(Date.now() + setting.aheadMs) },
      queue: { enqueue: () => Promise.resolve('enqueued' as const) },
    },
    async stop() {
      for (const line of Object.values(lines)) await line.close();
      await host.close();
      await model.close();
      await graph.close();
      await live.graph.close();
      await services.stop();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
  return setting;
}

/** Settings of the workers, whose defaults a deployment writes down; here nobody does. */
function workerSettings(
  host: ScmHost,
  platform: ChaosPlatform,
  modelUrl: string,
  appPrivateKey: string,
): Record<string, string> {
  return {
    GCLOUD_PROJECT: 'demo-chaos',
    SCM_KIND: platform,
    SCM_API_URL: `${host.url}${CHAOS_PLATFORMS[platform]}`,
    SCM_GIT_URL: host.url,
    SCM_APP_ID: APP_ID,
    SCM_APP_SLUG: 'reviewgraph',
    SCM_APP_PRIVATE_KEY: appPrivateKey,
    GATEWAY_API_KEY: 'stand-in',
    GATEWAY_BASE_URL: modelUrl,
    REVIEW_MODEL: 'stand-in',
    EMBEDDING_MODEL: 'stand-in',
    TOKEN_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    MAX_CLONE_MB: '300',
    SHARD_FILES: '8000',
    SHARD_MB: '100',
    RESOLVE_FILES: '0',
    MAX_TOOL_ROUNDS: '8',
    REPOSITORY_CONFIG_ALLOWS: 'deep,other_files,conversation',
    REVIEW_MAX_COMMENTS: '30',
    SCM_APP_HANDLE: 'reviewgraph',
    METADATA_SERVER_DETECTION: 'none',
  };
}

function overLines(
  env: Readonly<Record<string, string>>,
  lines: Record<'graph' | 'store' | 'platform' | 'model', CutLine>,
): Record<string, string> {
  const elsewhere = (name: string, line: CutLine): string => {
    const url = new URL(env[name] ?? '');
    return `${url.protocol}//${line.address}${url.pathname === '/' ? '' : url.pathname}`;
  };
  return {
    NEO4J_URI: `bolt://${lines.graph.address}`,
    FIRESTORE_EMULATOR_HOST: lines.store.address,
    SCM_API_URL: elsewhere('SCM_API_URL', lines.platform),
    SCM_GIT_URL: elsewhere('SCM_GIT_URL', lines.platform),
    GATEWAY_BASE_URL: elsewhere('GATEWAY_BASE_URL', lines.model),
  };
}

/** One kind of work whose workers are disturbed. */
export interface ChaosRounds {
  /** Milliseconds that a worker's process takes when nobody disturbs it. */
  usualMs: number;
  /** Does the work of one round; `trouble` is for `deliver`. */
  round(number: number, random: () => number, trouble: Troubles): Promise<ChaosRound>;
}

export interface ChaosRound {
  troubles: string[];
  deliveries: number;
  /** What is wrong afterwards; undefined when nothing is. */
  fault: string | undefined;
}

/** What happens to a round's workers, given how long one usually takes. */
export type Troubles = (usualMs: number) => (delivery: number) => Trouble | undefined;

export const NO_TROUBLE = (): undefined => undefined;

/** Up to three, anywhere from a process's start to after its usual end. */
function some(random: () => number, make: (after: number) => Trouble): Troubles {
  return (usualMs) => {
    const count = 1 + Math.floor(random() * 3);
    return (delivery) => (delivery <= count ? make(50 + random() * usualMs * 1.1) : undefined);
  };
}

export function killsOf(random: () => number): Troubles {
  return some(random, (after) => ({ what: 'kill', after }));
}

/** Half of them are over after some seconds, the others stay until the worker gives up. */
export function outagesOf(random: () => number, lines: Readonly<Record<string, CutLine>>): Troubles {
  const one = <T>(of: readonly T[]): T => {
    const found = of[Math.floor(random() * of.length)];
    if (found === undefined) throw new Error('Nothing to choose from');
    return found;
  };
  return some(random, (after) => {
    const [service, line] = one(Object.entries(lines));
    return { what: one(OUTAGES), after, service, line, lasts: random() < 0.5 ? 200 + random() * 8_000 : 3_600_000 };
  });
}
