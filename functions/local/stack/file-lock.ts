/**
 * One at a time across processes: a lock file holds the pid of who works. A lock whose process is gone (killed, machine
 * restarted) is stale and taken over.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from './processes.ts';

/** Runs `work` while holding `file`; waits at most `timeoutMs` for another holder. */
export async function withFileLock<T>(file: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const end = Date.now() + timeoutMs;
  while (!acquire(file)) {
    const holder = readHolder(file);
    // Without a pid it was created this instant, or by a process that died before writing one.
    const dead = holder === undefined ? isOlderThan(file, 2000) : !isRunning(holder);
    if (dead || isOlderThan(file, timeoutMs)) {
      rmSync(file, { force: true });
      continue;
    }
    if (Date.now() > end) throw new Error(`Process ${holder ?? '?'} holds ${file}: wait for it or end it.`);
    await sleep(100);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function acquire(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** A recycled pid looks alive: no holder works longer than the time-out. */
function isOlderThan(file: string, ms: number): boolean {
  try {
    return Date.now() - statSync(file).mtimeMs > ms;
  } catch {
    return true;
  }
}
