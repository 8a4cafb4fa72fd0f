/**
 * How much a run cost: the CPU-seconds of this process and of every process below it, those that ended and those that
 * still run. Wall time says little on a machine that others use as well.
 *
 *     cpu()              { user: 412.3, system: 96.1 }
 *     /proc/4242/stat    4242 (node) S 4200 … utime stime cutime cstime …
 */
import { readdirSync, readFileSync } from 'node:fs';

export interface CpuSeconds {
  user: number;
  system: number;
}

interface ProcessTimes extends CpuSeconds {
  parent: number;
}

/** What Linux counts in for programs, whatever its kernel's clock: sysconf(_SC_CLK_TCK), proc_pid_stat(5). */
const TICKS_PER_SECOND = 100;

/** Undefined where the system has no /proc. Children that ended count once their parent has waited for them. */
export function cpuSeconds(pid: number = process.pid): CpuSeconds | undefined {
  const all = processes();
  const own = all.get(pid);
  if (own === undefined) return undefined;
  const total = { user: own.user, system: own.system };
  const reached = new Set([pid]);
  // A child may have a smaller id than its parent, so the list is read until nothing is found.
  for (let grown = true; grown;) {
    grown = false;
    for (const [id, { parent, user, system }] of all) {
      if (reached.has(id) || !reached.has(parent)) continue;
      reached.add(id);
      total.user += user;
      total.system += system;
      grown = true;
    }
  }
  return total;
}

/** `CPU-seconds: 412 user, 96 system`, or that they are not known. */
export function cpuLine(used: CpuSeconds | undefined): string {
  if (used === undefined) return 'CPU-seconds: not known, since this system has no /proc';
  return `CPU-seconds: ${used.user.toFixed(0)} user, ${used.system.toFixed(0)} system`;
}

/** `before` to `now`. */
export function cpuSince(before: CpuSeconds | undefined, now: CpuSeconds | undefined): CpuSeconds | undefined {
  if (before === undefined || now === undefined) return undefined;
  return { user: now.user - before.user, system: now.system - before.system };
}

function processes(): Map<number, ProcessTimes> {
  const found = new Map<number, ProcessTimes>();
  for (const pid of processIds()) {
    const times = timesOf(pid);
    if (times !== undefined) found.set(Number(pid), times);
  }
  return found;
}

function processIds(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** Own time and that of children which it waited for; undefined for a process that is gone. */
function timesOf(pid: string): ProcessTimes | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The second field is the program's name in parentheses, which may hold anything: the others are behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const seconds = (at: number): number => Number(fields[at] ?? 0) / TICKS_PER_SECOND;
  return { parent: Number(fields[1]), user: seconds(11) + seconds(13), system: seconds(12) + seconds(14) };
}
