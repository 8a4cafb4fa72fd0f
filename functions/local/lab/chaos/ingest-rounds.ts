/**
 * Ingestions whose workers are disturbed: the graph has to be that of an undisturbed one, node for node and edge for edge.
 * Divided ones are compared with one that is not; their shards, and the parts of their resolution in each of its rounds, are
 * delivered two at a time, in any order, some of them twice, each disturbed on its own.
 */
import { appendFileSync, cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { jobs } from '../../../src/documents/jobs.ts';
import { repositories } from '../../../src/documents/repositories.ts';
import { startIngest } from '../../../src/jobs/ingest/start.ts';
import { repoKeyOf } from '../../../src/model/repositories.ts';
import { dumpGraph } from '../dump-graph.ts';
import { PACKAGE } from '../../stack/toolchain.ts';
import { NO_TROUBLE, type ChaosRounds, type ChaosSetting, type Troubles } from './chaos-setting.ts';
import { commitAs } from './commit-as.ts';
import { deliver, type Delivered, type Delivery } from './deliver.ts';
import { recordUser } from './record-user.ts';
import { shardTasks, type ShardTasks } from './shard-tasks.ts';

const UID = 'chaos';
const NAME = 'victim';

/** Fewer than the sources are, so that divided ones are resolved in parts. */
const RESOLVE_FILES = 240;

/** What the rounds of one kind share. */
interface Rounds {
  setting: ChaosSetting;
  /** More files than these are divided over tasks; undefined for one task. */
  shardFiles: number | undefined;
  /** Owner of the repository whose workers are disturbed: both kinds may take turns in one setting. */
  victim: string;
  token: string;
  /** This package's own sources as a repository. */
  working: string;
  git: (...args: string[]) => void;
  /** Kind of task → milliseconds that an undisturbed one takes. */
  usual: Map<string, number>;
}

/** `shardFiles`: more files than these are divided over tasks; undefined for one task. */
export async function prepareIngestRounds(setting: ChaosSetting, shardFiles?: number): Promise<ChaosRounds> {
  const { host, ports } = setting;
  const divide = shardFiles !== undefined;
  const victim = divide ? 'divided' : 'whole';
  const { token } = host.addUser({ login: UID });
  await recordUser(ports, UID, token);
  const working = join(setting.scratch, `sources-${victim}`);
  const git = makeSources(working);
  const rounds: Rounds = { setting, shardFiles, victim, token, working, git, usual: new Map() };

  const measured = await ingest(rounds, `${victim}-measured`, false, shardFiles);
  const undisturbed = await jobs.get(ports.store, { job_id: measured.jobId });
  if (undisturbed?.status !== 'completed') throw new Error(`An undisturbed job is ${String(undisturbed?.status)}`);
  if (measured.divided !== divide) throw new Error(`The repository is ${measured.divided ? '' : 'not '}divided`);
  return {
    usualMs: [...rounds.usual.values()].reduce((sum, each) => sum + each, 0),
    async round(number, random, trouble) {
      changeSources(rounds, number);
      const clear = random() < 0.5;
      const { jobId, troubles, deliveries, failed } = await ingest(rounds, victim, clear, shardFiles, trouble);
      const fault = await faultOf(rounds, jobId);
      return { troubles, deliveries, fault: fault === undefined ? undefined : [fault, ...failed].join('\n') };
    },
  };
}

function makeSources(working: string): Rounds['git'] {
  mkdirSync(working);
  for (const part of ['src/resolve', 'src/extract', 'src/model']) {
    cpSync(join(PACKAGE, part), join(working, part), { recursive: true });
  }
  const git = commitAs(working);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '--message', 'All');
  return git;
}

function changeSources({ working, git, shardFiles }: Rounds, number: number): void {
  const resolve = join(working, 'src', 'resolve');
  // Most files change with the first of them: a round without clearing has to be divided as well.
  const files = shardFiles === undefined ? [] : readdirSync(resolve, { recursive: true, encoding: 'utf8' });
  for (const file of files) {
    if (file.endsWith('.ts')) appendFileSync(join(resolve, file), `\n// Round ${number}\n`);
  }
  appendFileSync(
    join(working, 'src', 'model', 'ids.ts'),
    `\nexport function round${number}() {\n  return keyOf('${number}');\n}\n`,
  );
  git('commit', '--quiet', '--all', '--message', `Round ${number}`);
}

/** One task, until it ends; the longest that an undisturbed one of its kind took is what the others are measured by. */
async function delivered(
  { setting, usual }: Rounds,
  kind: string,
  payload: object,
  env: Delivery['env'],
  troubles?: Troubles,
): Promise<Delivered> {
  const trouble = troubles?.(usual.get(kind) ?? 0) ?? NO_TROUBLE;
  const began = performance.now();
  const ended = await deliver({ kind, payload, env, trouble }, setting.aheadMs);
  setting.aheadMs = Math.max(setting.aheadMs, ended.aheadMs);
  // The first one fills caches, and a machine that was busy then would let every later worker end in time.
  if (troubles === undefined) usual.set(kind, Math.min(usual.get(kind) ?? Infinity, performance.now() - began));
  return ended;
}

/** Shards of a job, or parts of a round, two at a time: the last ones first, and the first one twice. */
async function deliverShards(
  rounds: Rounds,
  { kind, payloads }: ShardTasks,
  env: Delivery['env'],
  troubles?: Troubles,
): Promise<Delivered[]> {
  const left = [...payloads].reverse();
  left.push(...left.slice(-1));
  const ended: Delivered[] = [];
  const runner = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      ended.push(await delivered(rounds, kind, next, env, troubles));
    }
  };
  await Promise.all([runner(), runner()]);
  return ended;
}

async function ingest(
  rounds: Rounds,
  owner: string,
  clearExisting: boolean,
  shardFiles: number | undefined,
  troubles?: Troubles,
) {
  const { setting, working, token } = rounds;
  // The platform shows what the working repository holds now.
  await setting.host.addRepository({ owner, name: NAME, from: working });
  const repository = await setting.ports.scm.repository(token, owner, NAME);
  const { job } = await startIngest(setting.ports, { uid: UID, repository, branch: null, clearExisting });
  const limits = { SHARD_FILES: String(shardFiles), RESOLVE_FILES: String(RESOLVE_FILES) };
  const env = { ...setting.env, ...(shardFiles === undefined ? {} : limits) };
  const payload = { job_id: job.job_id };
  const tasks = [await delivered(rounds, 'ingest', payload, env, troubles)];
  // A worker that died behind its last write has nothing to do when it comes again: the shards go on by themselves.
  for (;;) {
    const shards = await shardTasks(setting.ports, job.job_id);
    if (shards === undefined) break;
    tasks.push(...(await deliverShards(rounds, shards, env, troubles)));
    tasks.push(await delivered(rounds, 'rest', payload, env, troubles));
  }
  return {
    jobId: job.job_id,
    divided: tasks.length > 1,
    deliveries: tasks.reduce((sum, { deliveries }) => sum + deliveries, 0),
    troubles: tasks.flatMap((task) => task.troubles),
    /** What workers logged that gave the job up. */
    failed: tasks.flatMap(({ outcome, log }) => (outcome === 'failed' ? [log] : [])),
  };
}

/** What a disturbed ingestion left behind that an undisturbed one would not have; undefined when nothing. */
async function faultOf(rounds: Rounds, jobId: string): Promise<string | undefined> {
  const { victim } = rounds;
  const { ports } = rounds.setting;
  const job = await jobs.get(ports.store, { job_id: jobId });
  if (job?.status !== 'completed') return `the job is ${String(job?.status)}: ${String(job?.error_message)}`;
  const record = await repositories.get(ports.store, { repo_key: repoKeyOf(victim, NAME) });
  if (record?.ingestion_status !== 'ingested' || record.active_job_id !== null) {
    return `the repository's document says ${String(record?.ingestion_status)}`;
  }
  // The same name, since names are in the graph: the owner is what differs.
  const clean = `clean-${jobId.slice(0, 8)}`;
  await ingest(rounds, clean, false, undefined);
  const [found, wanted] = await Promise.all([
    dumpGraph(ports.graph, `${victim}/${NAME}`),
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
