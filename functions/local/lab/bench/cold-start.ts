/**
 * What a fresh process of each HTTPS function costs until its first answer: the built product is loaded as a deployment
 * loads it, one function is served, and one request without credentials is answered (401, or whatever the group says to
 * strangers), so no service is needed and none is waited for.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { buildProduct } from '../../build/build-product.ts';
import { PACKAGE } from '../../stack/toolchain.ts';

export interface ColdStart {
  name: string;
  /** Of the whole process, from its start to the answer. */
  cpuSeconds: number;
  wallSeconds: number;
  /** Resident memory at the answer. */
  megabytes: number;
  status: number;
}

const reportSchema = z.object({
  name: z.string(),
  cpu: z.number(),
  wall: z.number(),
  rss: z.number(),
  status: z.number(),
});

/** One request for each group; a path of its own that needs no service to be answered. */
const REQUESTS: readonly { name: string; path: string; method?: string }[] = [
  { name: 'auth', path: '/api/v1/auth/me' },
  { name: 'ingest', path: '/api/v1/ingest/jobs' },
  { name: 'query', path: '/api/v1/query/stats' },
  { name: 'repos', path: '/api/v1/repos/' },
  { name: 'tools', path: '/api/v1/tools/config' },
  { name: 'support', path: '/api/v1/support/query', method: 'POST' },
  // What is refused for its signature is noted in Firestore; for its method, nowhere.
  { name: 'webhook', path: '/api/v1/webhook/onComment' },
  { name: 'docs', path: '/health' },
];

const RUNS = 3;

/** The best of three, so that a busy moment of the machine is no finding. Builds the product when it is out of date. */
export async function measureColdStarts(): Promise<ColdStart[]> {
  await buildProduct((line) => void process.stderr.write(`${line}\n`));
  const figures: ColdStart[] = [];
  for (const request of REQUESTS) {
    const runs: ColdStart[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await coldStart(request));
    runs.sort((a, b) => a.cpuSeconds - b.cpuSeconds);
    if (runs[0] !== undefined) figures.push(runs[0]);
  }
  return figures;
}

async function coldStart({ name, path, method = 'GET' }: (typeof REQUESTS)[number]): Promise<ColdStart> {
  const child = spawn(
    process.execPath,
    [join(PACKAGE, 'local', 'lab', 'bench', 'serve-once.mjs'), name, path, method],
    {
      cwd: PACKAGE,
      env: {
        ...process.env,
        // A deployment's process finds no compiled code of an earlier one.
        NODE_COMPILE_CACHE: undefined,
        FUNCTION_TARGET: name,
        GCLOUD_PROJECT: 'demo-bench',
        FIREBASE_CONFIG: '{"projectId":"demo-bench"}',
        // Secrets that are there, as in a deployment; nothing here checks them.
        SCM_WEBHOOK_SECRET: 'bench',
        TOKEN_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
        METADATA_SERVER_DETECTION: 'none',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let stdout = '';
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString('utf8')));
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${name} did not answer`))));
  });
  const line = stdout.split('\n').find((text) => text.startsWith('{"name"')) ?? '{}';
  const { cpu, wall, rss, status } = reportSchema.parse(JSON.parse(line));
  return { name, cpuSeconds: cpu, wallSeconds: wall, megabytes: Math.round(rss / 1e6), status };
}
