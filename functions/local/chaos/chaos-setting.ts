/**
 * What workers are killed in: Neo4j, the Firestore emulator, the git host and the stand-in for a model, all real servers
 * of this machine, and the environment by which a worker's process finds them.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ports } from '../../src/ports.ts';
import { reviewLikeAScript } from '../llm-reviewer.ts';
import { startLlmStandIn } from '../llm-stand-in.ts';
import { startScmHost, type ScmHost } from '../scm-host/start-scm-host.ts';
import { startServices } from '../test-services.ts';

export interface ChaosSetting {
  /** An empty folder for repositories. */
  scratch: string;
  host: ScmHost;
  /** Those of this process: its queue holds nothing, and its clock goes with `aheadMs`. */
  ports: Ports;
  /** Of the workers' processes. */
  env: Record<string, string>;
  /** How far the clock had to go so far: leases of dead workers are waited for without waiting. */
  aheadMs: number;
  stop(): Promise<void>;
}

const APP_ID = '12345';

export async function startChaosSetting(say: (line: string) => void): Promise<ChaosSetting> {
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
  const env: Record<string, string> = {
    ...services.env,
    GCLOUD_PROJECT: 'demo-chaos',
    SCM_API_URL: host.apiUrl,
    SCM_GIT_URL: host.url,
    SCM_APP_ID: APP_ID,
    SCM_APP_SLUG: 'reviewgraph',
    SCM_APP_PRIVATE_KEY: app.privateKey,
    GATEWAY_API_KEY: 'stand-in',
    GATEWAY_BASE_URL: model.url,
    REVIEW_MODEL: 'stand-in',
    EMBEDDING_MODEL: 'stand-in',
    TOKEN_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    // A deployment writes the params' defaults down; here nobody does.
    MAX_CLONE_MB: '300',
    MAX_TOOL_ROUNDS: '8',
    METADATA_SERVER_DETECTION: 'none',
  };
  Object.assign(process.env, env);
  // Settings are read when the module is loaded.
  const { livePorts } = await import('../../src/wiring.ts');
  const live = livePorts();
  const setting: ChaosSetting = {
    scratch,
    host,
    env,
    aheadMs: 0,
    ports: {
      ...live,
      settings: { ...live.settings, ingestionsPerHour: 0, reviewsPerHour: 0 },
      clock: { now: () => new Date(Date.now() + setting.aheadMs) },
      queue: { enqueue: () => Promise.resolve('enqueued' as const) },
    },
    async stop() {
      await host.close();
      await model.close();
      await live.graph.close();
      await services.stop();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
  return setting;
}

/** One kind of work whose workers are killed. */
export interface ChaosRounds {
  /** Milliseconds that a worker's process takes when nobody disturbs it. */
  usualMs: number;
  /** Does the work of one round; `killAfter` is for `deliver`. */
  round(number: number, random: () => number): Promise<ChaosRound>;
}

export interface ChaosRound {
  kills: number;
  deliveries: number;
  /** What is wrong afterwards; undefined when nothing is. */
  fault: string | undefined;
}

/** Up to three kills, anywhere from the process's start to after its usual end. */
export function killsOf(random: () => number, usualMs: number): (delivery: number) => number | undefined {
  const kills = 1 + Math.floor(random() * 3);
  return (delivery) => (delivery <= kills ? 50 + random() * usualMs * 1.1 : undefined);
}
