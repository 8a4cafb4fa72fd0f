/**
 * Pull requests that wait for an automatic review. An event leaves one document for its pull request, whatever came before,
 * and a task for the time when no further push has come; each push moves that time and has a task of its own, so the tasks
 * before it find that they are too early and end. A review that is under way is waited for: its end makes the task anew.
 * What no task saw is found by the sweeper.
 *
 *     12:00:00 opened   due 12:01:00 ─ task
 *     12:00:40 pushed   due 12:01:40 ─ task        the first finds at 12:01:00 that it is not its turn
 */
import type { z } from 'zod';
import { pendingReviews } from '../../../documents/automatic.ts';
import type { PendingReview } from '../../../documents/automatic.ts';
import type { Work } from '../../../documents/deliveries.ts';
import { activeRuns } from '../../../documents/reviews.ts';
import type { Ports } from '../../../ports.ts';
import type { AutoEvent } from '../../../review/config/config-schema.ts';
import { later } from '../../work/lease.ts';
import type { pendingTask } from '../../work/payloads.ts';

/** However often it is pushed to, a review begins after this many waits. */
const MOST_WAITS = 10;
/** Of what no task has come for: a task that waits for its queue is no lost one. */
const LOST_MS = 5 * 60_000;
const FORGOTTEN_MS = 24 * 3_600_000;
/** Looked at in one sweep; the rest waits for the next. */
const BATCH = 200;

type PullKey = Pick<PendingReview, 'repo_key' | 'pr_number'>;

/** What waits after these events, put off until nothing follows them. */
export function withEvents(
  before: PendingReview | undefined,
  key: PullKey,
  events: readonly AutoEvent[],
  waitSeconds: number,
  now: Date,
): PendingReview {
  const since = before?.since ?? now.toISOString();
  const latest = Date.parse(since) + MOST_WAITS * waitSeconds * 1000;
  const due = Math.max(now.getTime(), Math.min(now.getTime() + waitSeconds * 1000, latest));
  return {
    repo_key: key.repo_key,
    pr_number: key.pr_number,
    events: [...new Set([...(before?.events ?? []), ...events])],
    since,
    due_at: new Date(due).toISOString(),
  };
}

export type PendingWork = Extract<Work, { kind: 'task' }>;

/** `again` keeps names apart when a task is made once more for the same time. */
export function pendingWork({ repo_key, pr_number, due_at }: PendingReview, now: Date, again = ''): PendingWork {
  const payload: z.input<typeof pendingTask> = { kind: 'pending', repo_key, pr_number, due_at };
  return {
    kind: 'task',
    queue: 'postReply',
    name: `auto-${repo_key}-${pr_number}-${Date.parse(due_at).toString(36)}${again === '' ? '' : `-${again}`}`,
    payload,
    delay_seconds: Math.max(0, Math.ceil((Date.parse(due_at) - now.getTime()) / 1000)),
  };
}

type QueuePorts = Pick<Ports, 'clock' | 'log' | 'queue' | 'store'>;

async function enqueue(ports: QueuePorts, pending: PendingReview, again: string): Promise<void> {
  const work = pendingWork(pending, ports.clock.now(), again);
  await ports.queue.enqueue(work.queue, work.name, work.payload, work.delay_seconds);
}

/** After a run has ended: what came meanwhile is looked at now. */
export async function goOnPending(ports: QueuePorts, key: PullKey, again: string): Promise<void> {
  try {
    const pending = await pendingReviews.get(ports.store, key);
    if (pending !== undefined) await enqueue(ports, pending, again);
  } catch (error) {
    ports.log.warn('An automatic review will be looked at later', { ...key, error });
  }
}

/** Makes tasks for what waits without one; the number of them. */
export async function sweepPending(ports: QueuePorts): Promise<number> {
  const now = ports.clock.now();
  let enqueued = 0;
  const overdue = later(now, -LOST_MS);
  const found = await pendingReviews.query(ports.store, {}, { where: [['due_at', '<', overdue]], limit: BATCH });
  for (const { doc } of found) {
    const age = now.getTime() - Date.parse(doc.due_at);
    if (age > FORGOTTEN_MS) {
      ports.log.warn('An automatic review never started', { ...doc });
      await pendingReviews.delete(ports.store, doc);
    } else if ((await activeRuns.get(ports.store, doc)) === undefined) {
      await enqueue(ports, doc, `s${Math.floor(age / LOST_MS)}`);
      enqueued += 1;
    }
  }
  return enqueued;
}
