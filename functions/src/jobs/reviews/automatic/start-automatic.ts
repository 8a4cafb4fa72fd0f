/**
 * A pull request that waited becomes a run. One transaction sees that nothing runs there, takes what waited away, and makes
 * the run; what is under way is waited for. Automatic reviews have an hourly window of their own, as large as that of
 * commands, so that neither can use up the other's.
 */
import { pendingReviews } from '../../../documents/automatic.ts';
import type { PendingReview } from '../../../documents/automatic.ts';
import { reviewLimits } from '../../../documents/limits.ts';
import { isStanding, repositories } from '../../../documents/repositories.ts';
import { pullRequests } from '../../../documents/reviews.ts';
import type { Ports } from '../../../ports.ts';
import { hourlyWindow } from '../../work/hourly-limit.ts';
import { later } from '../../work/lease.ts';
import { activeRun, endAbandoned, runWork, writeNewRun } from '../start.ts';
import type { ReviewRequest } from '../start.ts';
import { isAbandoned } from '../run-table.ts';
import { pendingWork, type PendingWork } from './pending.ts';

type StartPorts = Pick<Ports, 'clock' | 'queue' | 'settings' | 'store'>;

interface Started {
  outcome: 'started' | 'waits' | 'nothing to do';
  work: Pick<PendingWork, 'queue' | 'name' | 'payload' | 'delay_seconds'> | null;
}

/** `head` is the one that the pull request has now. */
export async function startAutomatic(
  ports: StartPorts,
  pending: PendingReview,
  at: { owner: string; name: string; head: string },
): Promise<Started['outcome']> {
  const { outcome, work } = await takeUp(ports, pending, at);
  if (work !== null) await ports.queue.enqueue(work.queue, work.name, work.payload, work.delay_seconds);
  return outcome;
}

function takeUp(
  { clock, settings, store }: StartPorts,
  pending: PendingReview,
  { owner, name, head }: { owner: string; name: string; head: string },
): Promise<Started> {
  const most = settings.reviewsPerHour;
  return store.transaction(async (tx) => {
    const now = clock.now();
    const [still, repository, pull, limit] = await Promise.all([
      pendingReviews.get(tx, pending),
      repositories.get(tx, pending),
      pullRequests.get(tx, pending),
      most > 0 ? reviewLimits.get(tx, pending) : undefined,
    ]);
    // Somebody pushed in this moment: what was asked of the platform is of a head before that.
    if (still?.due_at !== pending.due_at) return { outcome: 'nothing to do', work: null };
    if (!isStanding(repository) || pull === undefined || pull.auto_state != null) {
      pendingReviews.delete(tx, pending);
      return { outcome: 'nothing to do', work: null };
    }
    const active = await activeRun(tx, pull);
    if (active !== undefined && !isAbandoned(active, now)) return { outcome: 'waits', work: null };
    const window = hourlyWindow(limit?.automatic, most, now);
    if (window.isFull) {
      const postponed = { ...pending, due_at: later(now, window.retryAfter * 1000) };
      pendingReviews.set(tx, pending, postponed);
      return { outcome: 'waits', work: pendingWork(postponed, now) };
    }
    if (most > 0) reviewLimits.set(tx, pending, { ...limit, automatic: window.counted });
    if (active !== undefined) endAbandoned(tx, active, now);
    pendingReviews.delete(tx, pending);
    const request: Omit<ReviewRequest, 'pull' | 'deliveries'> = {
      ...{ repoKey: pending.repo_key, owner, repoName: name },
      ...{ command: 'review', mode: settings.reviewMode, modeGiven: false, automatic: true, login: '', commentId: 0 },
    };
    const run = writeNewRun(tx, request, { ...pull, auto_head: head }, now);
    return { outcome: 'started', work: runWork(run) };
  });
}
