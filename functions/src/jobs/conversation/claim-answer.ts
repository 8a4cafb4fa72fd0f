/**
 * Who answers a comment: the worker that has claimed it, for as long as it gives signs of life. What it says is remembered
 * before it is posted, so that a task that comes again asks no model again, and of two that come at once one says it.
 *
 *     answers/line-31   { claimed_at: "…", claimed_by: "6f…", text: null }                              claimed
 *                       { claimed_at: "…", claimed_by: "6f…", text: "<!-- reviewgraph:reply 31 … -->\n…" }  remembered
 *                       { …, posted: true }                                                             over
 */
import { randomUUID } from 'node:crypto';
import { answers } from '../../documents/dismissals.ts';
import { isStanding, repositories } from '../../documents/repositories.ts';
import { AppError } from '../../model/errors.ts';
import type { Ports } from '../../ports.ts';
import { startHeartbeat } from '../work/heartbeat.ts';
import { later, LEASE_MS } from '../work/lease.ts';

type ClaimPorts = Pick<Ports, 'clock' | 'log' | 'store'>;

export interface AnswerKey {
  repo_key: string;
  pr_number: number;
  comment: string;
}

export interface AnswerSteps {
  /** What to say; '' for nothing. */
  work(signal: AbortSignal): Promise<string>;
  post(text: string): Promise<void>;
}

const KEPT_MS = 8 * 24 * 3_600_000;
const LONG_AGO = new Date(0).toISOString();

type Claimed = { is: 'over' } | { is: 'mine'; text: string | null };

/** `conflict` while another worker is at it. */
async function claim({ clock, store }: ClaimPorts, key: AnswerKey, holder: string): Promise<Claimed> {
  const now = clock.now();
  return store.transaction(async (tx) => {
    const [before, record] = [await answers.get(tx, key), await repositories.get(tx, key)];
    if (!isStanding(record)) throw new AppError('not_found', 'The repository is no longer indexed');
    if (before?.posted === true || before?.text === '') return { is: 'over' };
    if (before !== undefined && Date.parse(before.claimed_at) > now.getTime() - LEASE_MS)
      throw new AppError('conflict', 'Another worker answers this comment');
    const text = before?.text ?? null;
    const claimed = { claimed_at: now.toISOString(), claimed_by: holder, text };
    answers.set(tx, key, { ...claimed, expires_at: later(now, KEPT_MS) });
    return { is: 'mine', text };
  });
}

/** `conflict` when the comment is no longer this worker's. */
async function note(
  { store }: ClaimPorts,
  key: AnswerKey,
  holder: string,
  what: { text: string } | { claimed_at: string } | { posted: true },
): Promise<void> {
  await store.transaction(async (tx) => {
    if ((await answers.get(tx, key))?.claimed_by !== holder)
      throw new AppError('conflict', 'Another worker answers this comment by now');
    answers.update(tx, key, what);
  });
}

/** A sign of life; false when the comment is no longer this worker's. */
async function isAlive(ports: ClaimPorts, key: AnswerKey, holder: string): Promise<boolean> {
  try {
    await note(ports, key, holder, { claimed_at: ports.clock.now().toISOString() });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false;
    throw error;
  }
}

/** Whoever comes next need not wait for this claim; where that cannot be said, it runs out by itself. */
async function leave(ports: ClaimPorts, key: AnswerKey, holder: string): Promise<void> {
  try {
    await note(ports, key, holder, { claimed_at: LONG_AGO });
  } catch (error) {
    ports.log.warn('A claim to answer a comment was not given back', { ...key, error });
  }
}

/** False when nothing is to be said, or was said before. */
export async function answerOnce(
  ports: ClaimPorts,
  key: AnswerKey,
  signal: AbortSignal,
  { work, post }: AnswerSteps,
): Promise<boolean> {
  const holder = randomUUID();
  const claimed = await claim(ports, key, holder);
  if (claimed.is === 'over') return false;
  const write = () => isAlive(ports, key, holder);
  const beat = startHeartbeat({ what: 'answer', fields: key, log: ports.log, write });
  try {
    let { text } = claimed;
    if (text === null) {
      text = await work(AbortSignal.any([signal, beat.signal]));
      await note(ports, key, holder, { text });
    }
    if (text === '') return false;
    await beat.require();
    await post(text);
    await note(ports, key, holder, { posted: true });
    return true;
  } catch (error) {
    await leave(ports, key, holder);
    throw error;
  } finally {
    await beat.release();
  }
}
