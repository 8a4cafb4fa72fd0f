/**
 * What a divided ingestion costs, task by task: the built handlers, each in a process of its own as a function is, one after
 * the other or some at once, on a real Neo4j, the Firestore emulator and the local code host. Then pushes, each of a function
 * more in one file.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { jobs } from '../../../src/documents/jobs.ts';
import { startIngest } from '../../../src/jobs/ingest/start.ts';
import { followedRepository, startUpdate } from '../../../src/jobs/ingest/update.ts';
import { repoKeyOf } from '../../../src/model/repositories.ts';
import { addedFunction } from '../bench/added-function.ts';
import { changeOneFile } from '../bench/change-file.ts';
import { startChaosSetting, NO_TROUBLE, type ChaosSetting } from './chaos-setting.ts';
import { deliver } from './deliver.ts';
import { recordUser } from './record-user.ts';
import { shardTasks } from './shard-tasks.ts';

/** All tasks of a kind. */
export interface TaskFigures {
  /** `ingest`, a phase of shards or parts, `rest` for what stands between them and ends the job, `changed`. */
  kind: string;
  tasks: number;
  cpuSeconds: number;
  /** Of the one that took most. */
  mostCpuSeconds: number;
  peakMb: number;
  wallSeconds: number;
}

export interface DividedFigures {
  tasks: TaskFigures[];
  files: number;
  lines: number;
}

const UID = 'bench';

export interface DividedLimits {
  /** SHARD_FILES and RESOLVE_FILES of the workers. */
  shardFiles: number;
  resolveFiles: number;
  /** Tasks of a phase that run side by side. */
  atOnce: number;
}

const PUSHES = 3;

export async function measureDivided(
  source: string,
  name: string,
  limits: DividedLimits,
  say: (line: string) => void,
): Promise<DividedFigures> {
  const setting = await startChaosSetting(say, 'github');
  try {
    const { token } = setting.host.addUser({ login: UID });
    await recordUser(setting.ports, UID, token);
    const working = join(setting.scratch, 'working');
    execFileSync('git', ['clone', '--quiet', source, working]);
    const run = { setting, name, working, token, limits, figures: new Map<string, TaskFigures>(), say };
    const jobId = await work(run, await ingestion(run), undefined);
    const { stats, status, error_message: message } = (await jobs.get(setting.ports.store, { job_id: jobId })) ?? {};
    if (status !== 'completed') throw new Error(`The job is ${String(status)}: ${String(message)}`);
    for (const [at, path] of changeable(working, PUSHES).entries()) {
      changeOneFile(working, path, addedFunction(path, `pushed${at}`) ?? '');
      await work(run, await push(run), 'changed');
    }
    const tasks = [...run.figures.values()];
    return { tasks, files: stats?.files_processed ?? 0, lines: stats?.total_lines ?? 0 };
  } finally {
    await setting.stop();
  }
}

interface DividedRun {
  setting: ChaosSetting;
  name: string;
  working: string;
  token: string;
  limits: DividedLimits;
  figures: Map<string, TaskFigures>;
  say: (line: string) => void;
}

/** Files from all over the repository whose end takes a function. */
function changeable(working: string, count: number): string[] {
  const paths = execFileSync('git', ['-C', working, 'ls-files', '-z'], { encoding: 'utf8', maxBuffer: 1e9 }).split(
    '\0',
  );
  const sources = paths.filter((path) => addedFunction(path, 'any') !== undefined);
  if (sources.length === 0) throw new Error('No source file to change');
  return Array.from({ length: count }, (_, at) => sources[Math.floor(((at + 1) * sources.length) / (count + 1))] ?? '');
}

async function ingestion({ name, setting, token, working }: DividedRun): Promise<string> {
  await setting.host.addRepository({ owner: UID, name, from: working });
  const repository = await setting.ports.scm.repository(token, UID, name);
  const asked = { uid: UID, repository, branch: null, clearExisting: false };
  return (await startIngest(setting.ports, asked)).job.job_id;
}

/** As a webhook tells of it. */
async function push({ name, setting: { host, ports }, working }: DividedRun): Promise<string> {
  await host.addRepository({ owner: UID, name, from: working });
  const repoKey = repoKeyOf(UID, name);
  const followed = await followedRepository(ports, repoKey);
  if (followed === undefined) throw new Error('The repository is not there to be updated');
  const answer = (jobId: string) => ({ job_id: jobId });
  const asked = { kind: 'push', repoKey, delivery: randomUUID(), private: undefined, answer } as const;
  const started = await startUpdate(ports, asked, followed);
  if (started?.job === undefined) throw new Error('The push has made no job');
  return started.job.job_id;
}

/** Every task of one job until it ends; its id. `only`: a name for all of them. */
async function work(run: DividedRun, jobId: string, only: string | undefined): Promise<string> {
  const { setting } = run;
  const payload = { job_id: jobId };
  await measured(run, only ?? 'ingest', 'ingest', payload);
  for (;;) {
    const shards = await shardTasks(setting.ports, jobId);
    if (shards === undefined) return jobId;
    const waiting = [...shards.payloads];
    const runner = async (): Promise<void> => {
      for (let shard = waiting.shift(); shard !== undefined; shard = waiting.shift())
        await measured(run, only ?? shards.phase, shards.kind, shard).catch((error: unknown) => {
          waiting.length = 0;
          throw error;
        });
    };
    // The services that a task beside a failed one needs are stopped behind it.
    const ended = await Promise.allSettled(Array.from({ length: run.limits.atOnce }, runner));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
    await measured(run, only ?? 'rest', 'rest', payload);
  }
}

async function measured(
  { setting, limits, figures, say }: DividedRun,
  kind: string,
  task: string,
  payload: object,
): Promise<void> {
  const env = {
    ...setting.env,
    SHARD_FILES: String(limits.shardFiles),
    RESOLVE_FILES: String(limits.resolveFiles),
    // Embedding goes on for ten minutes with every job until all nodes have a vector.
    GATEWAY_API_KEY: 'unset',
  };
  const began = performance.now();
  const { log, outcome, usage } = await deliver({ kind: task, payload, env, isBuilt: true, trouble: NO_TROUBLE }, 0);
  const wallSeconds = (performance.now() - began) / 1_000;
  say(`${kind}: ${outcome}, ${usage.cpuSeconds.toFixed(1)} CPU-s, ${usage.peakMb.toFixed(0)} MB`);
  if (outcome === 'failed') throw new Error(`A task of the kind ${kind} failed:\n${log}`);
  const before = figures.get(kind);
  figures.set(kind, {
    kind,
    tasks: (before?.tasks ?? 0) + 1,
    cpuSeconds: (before?.cpuSeconds ?? 0) + usage.cpuSeconds,
    mostCpuSeconds: Math.max(before?.mostCpuSeconds ?? 0, usage.cpuSeconds),
    peakMb: Math.max(before?.peakMb ?? 0, usage.peakMb),
    wallSeconds: (before?.wallSeconds ?? 0) + wallSeconds,
  });
}
