/**
 * Starting, recognising and stopping the child processes of the local stack. Children run detached (a process group of
 * their own): a Ctrl-C in the terminal then reaches only the launcher, which stops them in the right order.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether a process of that id exists (whosever it is). */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

/** A child that ended but was not waited for still has its id: in containers without an init that is for ever. */
function isZombie(pid: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/\(.*\)/, ''));
  } catch {
    return false; // No /proc on this system: the signal's answer stands.
  }
}

/** The command line of a process, '' when it cannot be read. Tells our server from a stranger that got its old pid. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    try {
      return execFileSync('ps', ['-o', 'command=', '-ww', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' });
    } catch {
      return '';
    }
  }
}

/** Children of this process that have not ended. */
const children = new Set<ChildProcess>();

/** A detached child whose output goes to a file: where its starter is killed, it lives on without a broken pipe. */
export function spawnLogged(
  command: string,
  args: string[],
  options: { logFile: string; env?: NodeJS.ProcessEnv; cwd?: string },
): ChildProcess {
  const out = openSync(options.logFile, 'w');
  try {
    const child = spawn(command, args, {
      detached: true,
      stdio: ['ignore', out, out],
      ...(options.env ? { env: options.env } : {}),
      ...(options.cwd ? { cwd: options.cwd } : {}),
    });
    return endWithUs(child);
  } finally {
    closeSync(out);
  }
}

/** Makes `killChildren` reach the child. */
export function endWithUs<C extends ChildProcess>(child: C): C {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Ends what this process started, for a way out in the middle of a start. */
export function killChildren(signal: NodeJS.Signals): void {
  for (const child of children) child.kill(signal);
}

/** The last lines of a log, for an error message; '' when there is none. */
export function tail(file: string, lines = 15): string {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return '';
  }
}

/** Resolves to true once the process is gone, to false after `timeoutMs`. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (isRunning(pid)) {
    if (Date.now() > end) return false;
    await sleep(50);
  }
  return true;
}

/** SIGTERM, then SIGKILL to what is still there after `graceMs`; resolves when it is gone. */
export async function stopProcess(pid: number, graceMs: number, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  sendSignal(pid, signal);
  if (await waitForExit(pid, graceMs)) return;
  sendSignal(pid, 'SIGKILL');
  await waitForExit(pid, 10_000);
}

/** Signals a process, or with a negative id a whole group; false when there is none any more. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
