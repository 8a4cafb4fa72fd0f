/** Deliveries of one task to workers that are killed or cut off from a service, until one says how the task ended. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PACKAGE } from '../../stack/toolchain.ts';
import { BUILT } from '../built-product.ts';
import type { CutLine, Outage } from '../cut-line.ts';

/** What happens to a worker `after` so many milliseconds; an outage `lasts` as many, at most to the worker's end. */
export type Trouble =
  { what: 'kill'; after: number } | { what: Outage; after: number; service: string; line: CutLine; lasts: number };

/** More than a lease: the clock goes on by this instead of waiting for the queue's backoff. */
const BETWEEN_MS = 120_000;

export interface Delivery {
  kind: string;
  payload: object;
  env: Record<string, string>;
  /** By what is deployed, as a fresh function runs it: for figures. It must have been built. */
  isBuilt?: boolean;
  /** What happens to the nth delivery's worker; undefined lets it work. */
  trouble(delivery: number): Trouble | undefined;
}

/** Of the process of a delivery. */
export interface Usage {
  cpuSeconds: number;
  peakMb: number;
}

export interface Delivered {
  outcome: string;
  /** What that delivery's worker logged, its end. */
  log: string;
  /** Of the delivery that ended the task. */
  usage: Usage;
  deliveries: number;
  /** `kill`, `silent graph`: what happened before a worker ended by itself. */
  troubles: string[];
  /** How far the clock had to go. */
  aheadMs: number;
}

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
  happened: string | undefined;
}

/** A worker that takes longer hangs: a deployed task ends after as long. */
const WORKER_MS = 30 * 60_000;

async function runWorker(
  { kind, payload, env, isBuilt = false }: Delivery,
  aheadMs: number,
  trouble: Trouble | undefined,
): Promise<Ended> {
  const worker = join(PACKAGE, 'local', 'lab', 'chaos', 'worker.ts');
  const args = [...(isBuilt ? BUILT : []), worker, kind, String(aheadMs), JSON.stringify(payload)];
  // A deployment's process finds no compiled code of an earlier one.
  const compiled = isBuilt ? { NODE_COMPILE_CACHE: undefined } : {};
  const child = spawn(process.execPath, args, { cwd: PACKAGE, env: { ...process.env, ...compiled, ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString('utf8')));
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString('utf8')));
  let happened: string | undefined;
  let stuck = false;
  const timers = [
    setTimeout(() => {
      stuck = true;
      child.kill('SIGKILL');
    }, WORKER_MS),
  ];
  if (trouble !== undefined) {
    const begin = () => {
      if (trouble.what === 'kill') {
        if (child.kill('SIGKILL')) happened = 'kill';
        return;
      }
      happened = `${trouble.what} ${trouble.service}`;
      trouble.line.fail(trouble.what);
      timers.push(setTimeout(() => trouble.line.mend(), trouble.lasts));
    };
    timers.push(setTimeout(begin, trouble.after));
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  for (const timer of timers) clearTimeout(timer);
  if (trouble !== undefined && trouble.what !== 'kill') trouble.line.mend();
  if (stuck)
    throw new Error(`A worker did not end within ${WORKER_MS / 60_000} minutes after ${happened ?? 'nothing'}`);
  return { code, stdout, stderr, happened };
}

const MAX_DELIVERIES = 12;
const LOG_LENGTH = 2_000;
/** Such a worker has asked the queue for another task. */
const PUT_OFF = 'put off';

function answerOf(stdout: string): Pick<Delivered, 'outcome' | 'usage'> {
  const [outcome = '', usage = '{}'] = stdout.trim().split('\n');
  return { outcome, usage: JSON.parse(usage) as Usage };
}

/** By one worker that nobody disturbs, however it ends: its outcome, or what it failed for. */
export async function deliverOnce(delivery: Delivery, aheadMs: number): Promise<string> {
  const { code, stdout, stderr } = await runWorker(delivery, aheadMs, undefined);
  return code === 0 ? answerOf(stdout).outcome : stderr.trim();
}

/** Rejects when the task has not ended after as many deliveries as no queue would make. */
export async function deliver(delivery: Delivery, aheadMs: number): Promise<Delivered> {
  let ahead = aheadMs;
  const troubles: string[] = [];
  let last = '';
  for (let at = 1; at <= MAX_DELIVERIES; at++) {
    const ended = await runWorker(delivery, ahead, delivery.trouble(at));
    if (ended.happened !== undefined) troubles.push(ended.happened);
    const answer = ended.code === 0 ? answerOf(ended.stdout) : undefined;
    if (answer !== undefined && answer.outcome !== PUT_OFF)
      return { ...answer, log: ended.stderr.slice(-LOG_LENGTH), deliveries: at, troubles, aheadMs: ahead };
    last = ended.stderr.trim().slice(-500);
    ahead += BETWEEN_MS;
    await sleep(20);
  }
  throw new Error(`The task had no end after ${MAX_DELIVERIES} deliveries: ${last}`);
}
