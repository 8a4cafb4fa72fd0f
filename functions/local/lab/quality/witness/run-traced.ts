/**
 * Runs a command with both tracers in its environment, in the folder as it is: Python reads PYTHONPATH, Node
 * NODE_OPTIONS, and both hand them on to processes that they start. Nothing is written into the repository by us; what
 * the tests write themselves they write as ever. The command's own output goes to standard error.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { readTrace, type Trace } from './trace-records.ts';

const TRACERS = join(import.meta.dirname, 'tracers');

export interface TracedRun {
  trace: Trace;
  /** Undefined where a signal or the time limit ended it. */
  status: number | undefined;
  timedOut: boolean;
}

export interface RunOptions {
  folder: string;
  command: string;
  /** Files of the graph, relative: what of the folder is the repository. */
  paths: readonly string[];
  seconds: number;
  quiet?: boolean;
}

export async function runTraced({ folder, command, paths, seconds, quiet = false }: RunOptions): Promise<TracedRun> {
  const work = mkdtempSync(join(tmpdir(), 'reviewgraph-witness-'));
  try {
    const files = join(work, 'files.json');
    writeFileSync(files, JSON.stringify(paths));
    const env = environment({ root: realpathSync(folder), out: work, files });
    const ended = await runShell(command, folder, env, seconds, quiet);
    return { ...ended, trace: readTrace(work) };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function environment(watched: { root: string; out: string; files: string }): NodeJS.ProcessEnv {
  // What the npm around this command was told (its --prefix above all) would redirect the npm of the tests.
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$|NODE_COMPILE_CACHE$)/i.test(name));
  const env: NodeJS.ProcessEnv = Object.fromEntries(kept);
  const python = join(TRACERS, 'python');
  const preload = join(TRACERS, 'node', 'preload.cjs').replaceAll('\\', '\\\\');
  return {
    ...env,
    PYTHONPATH: [python, ...(env['PYTHONPATH'] === undefined ? [] : [env['PYTHONPATH']])].join(delimiter),
    PYTHONDONTWRITEBYTECODE: '1',
    NODE_OPTIONS: `${env['NODE_OPTIONS'] ?? ''} --require "${preload}"`.trim(),
    REVIEWGRAPH_WITNESS_ROOT: watched.root,
    REVIEWGRAPH_WITNESS_OUT: watched.out,
    REVIEWGRAPH_WITNESS_FILES: watched.files,
    REVIEWGRAPH_WITNESS_TYPESCRIPT: createRequire(import.meta.url).resolve('typescript'),
  };
}

/** In a process group of its own, so that what the tests leave running ends with them. */
function runShell(
  command: string,
  folder: string,
  env: NodeJS.ProcessEnv,
  seconds: number,
  quiet: boolean,
): Promise<{ status: number | undefined; timedOut: boolean }> {
  return new Promise((done, fail) => {
    const output = quiet ? 'ignore' : 2;
    const child = spawn(command, { cwd: folder, env, shell: true, detached: true, stdio: ['ignore', output, output] });
    let timedOut = false;
    const endGroup = (signal: NodeJS.Signals): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, signal);
      } catch {
        // All of it has ended.
      }
    };
    const interrupted = (): void => endGroup('SIGTERM');
    const timer = setTimeout(() => {
      timedOut = true;
      endGroup('SIGKILL');
    }, seconds * 1000);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupted);
    child.once('error', fail);
    child.once('exit', (code) => {
      clearTimeout(timer);
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, interrupted);
      endGroup('SIGKILL');
      done({ status: code ?? undefined, timedOut });
    });
  });
}
