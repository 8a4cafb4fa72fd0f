/**
 * CPU seconds of other processes, since wall time on a busy machine says little. A child that ends is measured by the
 * shell that ran it (POSIX `times`), a server that goes on by its line in /proc (Linux: fields 14 and 15 of
 * /proc/<pid>/stat are user and system time in ticks, proc_pid_stat(5)).
 *
 *     0m0.012s 0m0.004s      the shell itself
 *     0m4.210s 0m0.330s      its children
 */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Cost {
  /** undefined where the platform does not tell. */
  cpuSeconds: number | undefined;
  wallSeconds: number;
}

let ticks: number | undefined;

/** CPU seconds that a running process has used; undefined off Linux or when it is gone. */
function cpuSecondsOf(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold anything; after it the third field follows.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ticks ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
    return (Number(fields[11]) + Number(fields[12])) / ticks;
  } catch {
    return undefined;
  }
}

/** What a running server used while `work` ran. */
export async function serverCost<T>(pid: number | undefined, work: () => Promise<T>): Promise<{ result: T } & Cost> {
  const before = cpuSecondsOf(pid);
  const started = performance.now();
  const result = await work();
  const after = cpuSecondsOf(pid);
  const cpuSeconds = before === undefined || after === undefined ? undefined : after - before;
  return { result, cpuSeconds, wallSeconds: (performance.now() - started) / 1000 };
}

export interface Finished extends Cost {
  stdout: string;
  /** What the program wrote to standard error, at most the last 4,000 characters. */
  stderr: string;
  /** null when it was stopped for taking too long. */
  code: number | null;
}

const MARK = 'children-times';

/** Runs a program to its end, or stops it after `limitSeconds`. */
export function runMeasured(
  command: string[],
  options: { cwd?: string; env?: Record<string, string>; limitSeconds: number },
): Promise<Finished> {
  const started = performance.now();
  const script = `"$@"; code=$?; { echo ${MARK}; times; } >&2; exit $code`;
  const child = spawn('bash', ['-c', script, 'bash', ...command], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that stopping it stops what it started.
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  let stopped = false;
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString('utf8')));
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString('utf8')));
  const timer = setTimeout(() => {
    stopped = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, options.limitSeconds * 1000);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      const [said = '', times = ''] = stderr.split(`${MARK}\n`);
      resolve({
        stdout,
        stderr: said.slice(-4000),
        code: stopped ? null : code,
        cpuSeconds: childSeconds(times),
        wallSeconds: (performance.now() - started) / 1000,
      });
    });
  });
}

/** The second line of `times`: user and system time of the shell's children. */
function childSeconds(times: string): number | undefined {
  const line = times.trim().split('\n')[1];
  const parts = [...(line ?? '').matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
  );
  return parts.length === 2 ? (parts[0] ?? 0) + (parts[1] ?? 0) : undefined;
}
