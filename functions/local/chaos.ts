/**
 * `npm --silent --prefix functions run chaos [-- --rounds 50] [--seed n]`: ingestions whose workers are killed (SIGKILL) at
 * random moments, each until it ends. What must hold every time: the job has an end, the graph is that of an undisturbed
 * run, node for node and edge for edge, and the repository's document agrees. Real Neo4j, Firestore emulator, git host.
 *
 * One line a round; the closing line says what was done to the workers and what came of it.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startScmHost } from './scm-host/start-scm-host.ts';
import { deliver } from './chaos/deliver.ts';
import { dumpGraph } from './dump-graph.ts';
import { startServices } from './test-services.ts';
import { PACKAGE } from './toolchain.ts';

const UID = 'chaos';
const OWNER = 'chaos';
const NAME = 'victim';

function numberAfter(flag: string, standard: number): number {
  const at = process.argv.indexOf(flag);
  const value = at < 0 ? standard : Number(process.argv[at + 1]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${flag} takes a whole number above 0`);
  return value;
}

/** Mulberry32: a run can be repeated with its seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function git(folder: string, ...args: string[]): void {
  execFileSync('git', ['-C', folder, '-c', 'user.name=chaos', '-c', 'user.email=chaos@localhost', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** This package's own sources as a repository. */
function makeRepository(folder: string): void {
  mkdirSync(folder);
  for (const part of ['src/resolve', 'src/extract', 'src/model']) {
    cpSync(join(PACKAGE, part), join(folder, part), { recursive: true });
  }
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '--message', 'All');
}

const rounds = numberAfter('--rounds', 50);
const seed = numberAfter('--seed', Date.now() % 1_000_000);
const random = randomFrom(seed);
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const scratch = mkdtempSync(join(tmpdir(), 'reviewgraph-chaos-'));
const services = await startServices({ neo4j: true, firebase: true }, join(scratch, 'services'), say);
const host = await startScmHost({ dataDir: join(scratch, 'host') });

const env: Record<string, string> = {
  ...services.env,
  GCLOUD_PROJECT: 'demo-chaos',
  SCM_API_URL: host.apiUrl,
  SCM_GIT_URL: host.url,
  TOKEN_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  // A deployment writes the params' defaults down; here nobody does.
  MAX_CLONE_MB: '300',
  METADATA_SERVER_DETECTION: 'none',
};
Object.assign(process.env, env);
const { livePorts } = await import('../src/wiring.ts');
const { startIngest } = await import('../src/jobs/start-ingest.ts');
const { tokenContextOf, userPath } = await import('../src/jobs/platform-token.ts');
const { jobPath } = await import('../src/jobs/job.ts');
const { repoKeyOf, repositoryPath } = await import('../src/model/repositories.ts');

let aheadMs = 0;
const ports = {
  ...livePorts(),
  clock: { now: () => new Date(Date.now() + aheadMs) },
  queue: { enqueue: () => Promise.resolve('enqueued' as const) },
};
ports.settings.ingestionsPerHour = 0;

const { token } = host.addUser({ login: OWNER });
await ports.store.set(userPath(UID), { sealed_token: ports.secretBox.seal(token, tokenContextOf(UID)) });
const working = join(scratch, 'repository');
makeRepository(working);

/** A job for the repository as the platform shows it now. */
async function newJob(owner: string, clearExisting: boolean): Promise<string> {
  await host.addRepository({ owner, name: NAME, from: working });
  const repository = await ports.scm.repository(token, owner, NAME);
  const { job } = await startIngest(ports, { uid: UID, repository, branch: null, clearExisting });
  return job.job_id;
}

async function ingest(owner: string, clearExisting: boolean, killAfter: (delivery: number) => number | undefined) {
  const jobId = await newJob(owner, clearExisting);
  const delivered = await deliver({ kind: 'ingest', payload: { job_id: jobId }, env, killAfter }, aheadMs);
  aheadMs = delivered.aheadMs;
  return { jobId, ...delivered };
}

/** What is wrong after a round; undefined when nothing is. */
async function faultOf(jobId: string): Promise<string | undefined> {
  const job = await ports.store.get(jobPath(jobId));
  if (job?.['status'] !== 'completed')
    return `the job is ${String(job?.['status'])}: ${String(job?.['error_message'])}`;
  const record = await ports.store.get(repositoryPath(repoKeyOf(OWNER, NAME)));
  if (record?.['ingestion_status'] !== 'ingested' || record['active_job_id'] !== null) {
    return `the repository's document says ${String(record?.['ingestion_status'])}`;
  }
  // The same name, since names are in the graph: the owner is what differs.
  const clean = `clean-${jobId.slice(0, 8)}`;
  await ingest(clean, false, () => undefined);
  const [found, wanted] = await Promise.all([
    dumpGraph(ports.graph, `${OWNER}/${NAME}`),
    dumpGraph(ports.graph, `${clean}/${NAME}`),
  ]);
  for (const part of ['nodes', 'edges', 'hidden'] as const) {
    const other = new Set(wanted[part]);
    const difference = found[part].filter((line) => !other.has(line));
    if (found[part].length !== wanted[part].length || difference.length > 0) {
      return `${part}: ${found[part].length} for ${wanted[part].length}; ${difference[0] ?? 'one is missing'}`;
    }
  }
  return undefined;
}

const total = { kills: 0, deliveries: 0, faults: 0 };
try {
  const first = performance.now();
  await ingest('measured', false, () => undefined);
  const usual = performance.now() - first;
  say(`seed ${seed}; an undisturbed ingestion takes ${(usual / 1000).toFixed(1)} s`);
  for (let round = 1; round <= rounds; round++) {
    appendFileSync(
      join(working, 'src', 'model', 'ids.ts'),
      `\nexport function round${round}() {\n  return keyOf('${round}');\n}\n`,
    );
    git(working, 'commit', '--quiet', '--all', '--message', `Round ${round}`);
    // Up to three kills, anywhere from the process's start to after its usual end.
    const kills = 1 + Math.floor(random() * 3);
    const ended = await ingest(OWNER, random() < 0.5, (delivery) =>
      delivery <= kills ? 50 + random() * usual * 1.1 : undefined,
    );
    const fault = await faultOf(ended.jobId);
    total.kills += ended.kills;
    total.deliveries += ended.deliveries;
    if (fault !== undefined) total.faults++;
    console.log(`round ${round}: ${ended.kills} kills, ${ended.deliveries} deliveries, ${fault ?? 'graph equal'}`);
  }
  console.log(`${rounds} ingestions, ${total.kills} kills, ${total.deliveries} deliveries, ${total.faults} faults`);
} finally {
  await host.close();
  await ports.graph.close();
  await services.stop();
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(total.faults === 0 ? 0 : 1);
