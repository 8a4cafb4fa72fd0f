/**
 * What ingestion costs on one repository, beside the limits of the machine, and what a second run costs when nothing
 * changed and when one file did. Every measurement is a fresh process that loads the built product, which the caller builds,
 * and nothing else, so its CPU time and peak memory are the product's; Neo4j's share is read off the server's process.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { loadRegistry } from '../../../src/extract/compile/registry.ts';
import { PACKAGE } from '../../stack/toolchain.ts';
import { addedFunction } from './added-function.ts';
import { changeOneFile, git } from './change-file.ts';
import { runMeasured, serverCost, type Cost } from './cpu-time.ts';
import { BUILT } from '../built-product.ts';

export interface Server {
  uri: string;
  /** undefined for a server that is not on this machine. */
  pid: number | undefined;
}

const limitSchema = z.object({ cpu_seconds: z.number(), peak_rss_mb: z.number() });
const filesSchema = limitSchema.extend({ files: z.number(), bytes: z.number() });
const rowsSchema = limitSchema.extend({ nodes: z.number(), edges: z.number() });
const indexSchema = z.object({
  changed: z.boolean(),
  stats: z.looseObject({
    files_processed: z.number(),
    files_reused: z.number(),
    total_lines: z.number(),
    phase_ms: z.record(z.string(), z.number()),
  }),
  cpu_seconds: z.number(),
  peak_rss_mb: z.number(),
});

const warmSchema = z.array(
  z.object({ cpu_seconds: z.number(), server_cpu_seconds: z.number().optional(), wall_seconds: z.number() }),
);

/** One changed file in a process that has worked before: the middle one of several. */
export interface WarmRun {
  ourCpu: number;
  serverCpu: number | undefined;
  wall: number;
}

export interface Run {
  ourCpu: number;
  serverCpu: number | undefined;
  wall: number;
  peakMb: number;
  files: number;
  lines: number;
  reused: number;
  phases: Record<string, number>;
}

export interface IngestionFigures {
  files: number;
  bytes: number;
  readCpu: number;
  parseCpu: number;
  insert: { ourCpu: number; serverCpu: number | undefined; nodes: number; edges: number };
  /** The same rows where no index knows them. */
  bareInsert: { ourCpu: number; serverCpu: number | undefined };
  clean: Run;
  unchanged: Run;
  /** Neo4j plans the statements of a change here: those it has are for a graph that has grown since, or for none. */
  firstChange: Run;
  oneFile: Run;
  blankLine: Run;
  warm: WarmRun;
}

const LIMIT_SECONDS = 1800;
const NODE = [process.execPath, ...BUILT];

/** Rejects with what a child wrote to standard error when it failed. */
async function child<T>(schema: z.ZodType<T>, command: string[]): Promise<{ value: T; wall: number }> {
  const ended = await runMeasured(command, { cwd: PACKAGE, limitSeconds: LIMIT_SECONDS });
  if (ended.code !== 0) throw new Error(`${command.slice(1, 3).join(' ')} failed: ${ended.stderr.trim()}`);
  return { value: schema.parse(JSON.parse(ended.stdout)), wall: ended.wallSeconds };
}

function limit<T>(schema: z.ZodType<T>, mode: string, folder: string, uri = ''): Promise<{ value: T; wall: number }> {
  return child(schema, [...NODE, 'local/lab/bench/limits.ts', mode, folder, uri]);
}

/** The bare parse of all source files, without anything else. */
export async function runParse(folder: string): Promise<Cost> {
  const { value, wall } = await limit(filesSchema, 'parse', folder);
  return { cpuSeconds: value.cpu_seconds, wallSeconds: wall };
}

async function runWarm(server: Server, folder: string, repoId: string, path: string): Promise<WarmRun> {
  const script = ['local/lab/bench/index-warm.ts', folder, repoId, path, String(server.pid ?? 0)];
  const { value } = await child(warmSchema, ['env', `NEO4J_URI=${server.uri}`, ...NODE, ...script]);
  const middle = value.sort((a, b) => a.cpu_seconds - b.cpu_seconds)[Math.floor(value.length / 2)];
  if (middle === undefined) throw new Error('No change was measured');
  return { ourCpu: middle.cpu_seconds, serverCpu: middle.server_cpu_seconds, wall: middle.wall_seconds };
}

export async function runIndex(server: Server, folder: string, repoId: string, clear: boolean): Promise<Run> {
  // A deployment's process finds no compiled code of an earlier one.
  const env = ['env', '-u', 'NODE_COMPILE_CACHE', `NEO4J_URI=${server.uri}`];
  const once = ['local/lab/bench/index-once.mjs', folder, repoId, ...(clear ? ['clear'] : [])];
  const command = [...env, process.execPath, ...once];
  const { result, cpuSeconds } = await serverCost(server.pid, () => child(indexSchema, command));
  const { cpu_seconds, peak_rss_mb, stats } = result.value;
  return {
    ourCpu: cpu_seconds,
    serverCpu: cpuSeconds,
    wall: result.wall,
    peakMb: peak_rss_mb,
    files: stats.files_processed,
    lines: stats.total_lines,
    reused: stats.files_reused,
    phases: stats.phase_ms,
  };
}

/** The path of a middling source file: neither among the smallest nor among the largest ones. */
function middlingFile(folder: string): string {
  const registry = loadRegistry();
  const rows = git(folder, 'ls-tree', '-r', '-l', 'HEAD')
    .split('\n')
    .map((line) => /^100\d+ blob \S+ +(\d+)\t(.+\..+)$/.exec(line))
    .flatMap((match) => (match ? [{ size: Number(match[1]), path: match[2] ?? '' }] : []))
    .filter(({ path }) => registry.mayBeSource(path) && addedFunction(path, '') !== undefined)
    .sort((a, b) => a.size - b.size);
  const middle = rows[Math.floor(rows.length / 2)];
  if (middle === undefined) throw new Error(`No source file in ${folder}`);
  return middle.path;
}

/** `git` folders are measured at their HEAD. */
export async function measureIngestion(
  server: Server,
  source: string,
  name: string,
  say: (step: string) => void,
): Promise<IngestionFigures> {
  const scratch = mkdtempSync(join(tmpdir(), 'reviewgraph-bench-'));
  const folder = join(scratch, name);
  const repoId = `bench/${name}`;
  try {
    git('.', 'clone', '--quiet', source, folder);
    say('reading');
    const read = await limit(filesSchema, 'read', folder);
    say('bare parse');
    const parse = await limit(filesSchema, 'parse', folder);
    say('bare insert');
    const insert = await serverCost(server.pid, () => limit(rowsSchema, 'insert', folder, server.uri));
    say('insert without indexes');
    const bare = await serverCost(server.pid, () => limit(rowsSchema, 'insert-bare', folder, server.uri));
    say('ingestion');
    const clean = await runIndex(server, join(folder, '.git'), repoId, true);
    say('again, nothing changed');
    const unchanged = await runIndex(server, join(folder, '.git'), repoId, false);
    const changed = middlingFile(folder);
    const runAfter = (step: string, added: string): Promise<Run> => {
      changeOneFile(folder, changed, added);
      say(step);
      return runIndex(server, join(folder, '.git'), repoId, false);
    };
    const firstChange = await runAfter('again, a function more', addedFunction(changed, 'added_first') ?? '');
    const oneFile = await runAfter('again, one more', addedFunction(changed, 'added_second') ?? '');
    const blankLine = await runAfter('again, a blank line more', '\n');
    say('the same in a process that has worked before');
    const warm = await runWarm(server, folder, repoId, changed);
    const { nodes, edges } = insert.result.value;
    return {
      files: read.value.files,
      bytes: read.value.bytes,
      readCpu: read.value.cpu_seconds,
      parseCpu: parse.value.cpu_seconds,
      insert: { ourCpu: insert.result.value.cpu_seconds, serverCpu: insert.cpuSeconds, nodes, edges },
      bareInsert: { ourCpu: bare.result.value.cpu_seconds, serverCpu: bare.cpuSeconds },
      clean,
      unchanged,
      firstChange,
      oneFile,
      blankLine,
      warm,
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
