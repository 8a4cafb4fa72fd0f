/** Deliveries of one task to workers that may be killed, until one of them says how the task ended. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PACKAGE } from '../toolchain.ts';

/** More than the lease of a dead worker: what the queue's backoff waits for, without waiting. */
const BETWEEN_MS = 120_000;

export interface Delivery {
  kind: string;
  payload: object;
  env: Record<string, string>;
  /** Milliseconds after which the nth delivery's worker is killed; undefined lets it end. */
  killAfter(delivery: number): number | undefined;
}

export interface Delivered {
  outcome: string;
  deliveries: number;
  kills: number;
  /** How far the clock had to go. */
  aheadMs: number;
}

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
  killed: boolean;
}

async function runWorker(
  { kind, payload, env }: Delivery,
  aheadMs: number,
  killAfter: number | undefined,
): Promise<Ended> {
  const args = [join(PACKAGE, 'local', 'chaos', 'worker.ts'), kind, String(aheadMs), JSON.stringify(payload)];
  const child = spawn(process.execPath, args, { cwd: PACKAGE, env: { ...process.env, ...env } });
  let stdout = '';
  let stderr = '';
  let killed = false;
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString('utf8')));
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString('utf8')));
  const timer =
    killAfter === undefined
      ? undefined
      : setTimeout(() => {
          killed = child.kill('SIGKILL');
        }, killAfter);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearTimeout(timer);
  return { code, stdout, stderr, killed };
}

const MAX_DELIVERIES = 12;
/** Such a worker has asked the queue for another task. */
const PUT_OFF = 'put off';

/** Rejects when the task has not ended after as many deliveries as no queue would make. */
export async function deliver(delivery: Delivery, aheadMs: number): Promise<Delivered> {
  let ahead = aheadMs;
  let kills = 0;
  let last = '';
  for (let at = 1; at <= MAX_DELIVERIES; at++) {
    const ended = await runWorker(delivery, ahead, delivery.killAfter(at));
    if (ended.killed) kills++;
    const outcome = ended.stdout.trim();
    if (ended.code === 0 && outcome !== PUT_OFF) return { outcome, deliveries: at, kills, aheadMs: ahead };
    last = ended.stderr.trim().slice(-500);
    ahead += BETWEEN_MS;
    await sleep(20);
  }
  throw new Error(`The task had no end after ${MAX_DELIVERIES} deliveries: ${last}`);
}
