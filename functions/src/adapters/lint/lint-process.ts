/**
 * Runs a linter on a stranger's files in a process of its own: an empty environment (the service's secrets are in ours),
 * Node's permission model (it reads the tool and its temporary folder, writes nothing, starts nothing), bounded memory,
 * output and time. A tool that crashes, hangs or floods ends alone.
 */
import { spawn } from 'node:child_process';

export interface IsolatedProgram {
  /** A script for Node. */
  script: string;
  args?: string[];
  /** Given on standard input. */
  input?: string;
  folder: string;
  /** Files and folders that it may read; folders end in `/`. */
  readable: string[];
  /** What the tool is made of: a native library, or WebAssembly that talks to a system interface. */
  needs?: 'addons' | 'wasi';
  timeoutMs: number;
  signal?: AbortSignal;
}

export type IsolatedResult =
  { status: 'ended'; code: number; stdout: string; stderr: string } | { status: 'failed'; reason: string };

const MAX_OUTPUT = 32 * 1024 * 1024;
const HEAP_MB = 256;
/** Pages of 64 KiB: 512 MiB. */
const WASM_PAGES = 8192;

export function runIsolated(program: IsolatedProgram): Promise<IsolatedResult> {
  const { script, args = [], input = '', folder, readable, needs, timeoutMs, signal } = program;
  const flags = [
    '--permission',
    ...(needs === undefined ? [] : [`--allow-${needs}`]),
    ...readable.map((path) => `--allow-fs-read=${path}`),
    // Without the optimising compiler, which would work for minutes on a program that runs for a second.
    '--liftoff-only',
    // Nor are functions looked at that never run.
    '--wasm-lazy-validation',
    `--wasm-max-mem-pages=${WASM_PAGES}`,
    `--max-old-space-size=${HEAP_MB}`,
    '--no-warnings',
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...flags, script, ...args], { cwd: folder, env: {}, stdio: 'pipe' });
    const out = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    let bytes = 0;
    let stoppedFor: string | undefined;
    const stop = (reason: string): void => {
      stoppedFor ??= reason;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop(`no answer within ${timeoutMs} ms`), timeoutMs);
    const abort = (): void => stop('stopped');
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_OUTPUT) stop(`more than ${MAX_OUTPUT} bytes of output`);
        else out[name].push(chunk);
      });
    }
    // The process ended before it read all its input: its exit status says more than this error.
    child.stdin.on('error', () => undefined);
    child.on('error', reject);
    child.on('close', (code, killedBy) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      if (stoppedFor !== undefined) return resolve({ status: 'failed', reason: stoppedFor });
      if (code === null) return resolve({ status: 'failed', reason: `crashed (${String(killedBy)})` });
      const [stdout, stderr] = [out.stdout, out.stderr].map((chunks) => Buffer.concat(chunks).toString('utf8'));
      resolve({ status: 'ended', code, stdout: stdout ?? '', stderr: stderr ?? '' });
    });
    child.stdin.end(input);
  });
}
