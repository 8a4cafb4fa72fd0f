/**
 * Moves a review run: one transaction reads it, asks the table, and writes it together with what the pull request's
 * document says about it and the event that tells teams of its end.
 */
import { events } from '../../documents/figures.ts';
import { repositoryStands } from '../../documents/repositories.ts';
import { activeRuns, issues, pullRequests, reviewRuns, untoldRuns } from '../../documents/reviews.ts';
import type { ReviewRun, RunKey } from '../../documents/reviews.ts';
import { eventId } from '../../model/events.ts';
import type { ReviewEvent } from '../../model/events.ts';
import { repoIdOf } from '../../model/ids.ts';
import type { PullRequestRecord } from '../../model/reviews.ts';
import type { Ports, StoreTransaction } from '../../ports.ts';
import { recordReview } from '../../telemetry/record-end.ts';
import { startHeartbeat } from '../work/heartbeat.ts';
import type { Heartbeat } from '../work/heartbeat.ts';
import { applyRunEvent, isActiveRun } from './run-table.ts';
import type { RunEvent } from './run-table.ts';

/** `accepted` is false when the table has no such row for the run as it is now; `run` is then unchanged. */
export interface RunChange {
  run: ReviewRun;
  accepted: boolean;
}

/** Fields for the pull request's document when a run has completed, or is superseded. */
export type ReviewedFields = Partial<
  Pick<PullRequestRecord, 'last_reviewed_head' | 'last_reviewed_base' | 'partly_reviewed' | 'carried_run'>
>;

/** More open issues than this are counted as this many. */
const MOST_COUNTED = 1000;

/**
 * undefined for an unknown run, and for one whose repository was deleted: its worker loses it with the next sign of life,
 * and says nothing any more.
 */
export async function changeRun(
  ports: Pick<Ports, 'store' | 'clock'> & Partial<Pick<Ports, 'telemetry'>>,
  key: RunKey,
  event: RunEvent,
  reviewed: ReviewedFields = {},
): Promise<RunChange | undefined> {
  const change = await applied(ports, key, event, reviewed);
  if (change?.accepted === true && !isActiveRun(change.run)) recordReview(ports.telemetry, change.run);
  return change;
}

async function applied(
  ports: Pick<Ports, 'store' | 'clock'>,
  key: RunKey,
  event: RunEvent,
  reviewed: ReviewedFields,
): Promise<RunChange | undefined> {
  return ports.store.transaction(async (tx) => {
    const [before, stands] = await Promise.all([reviewRuns.get(tx, key), repositoryStands(tx, key.repo_key)]);
    if (before === undefined || !stands) return undefined;
    const now = ports.clock.now();
    const after = applyRunEvent(before, event, now);
    if (after === undefined) return { run: before, accepted: false };
    if (isActiveRun(after)) reviewRuns.set(tx, key, after);
    else await endRun(tx, after, reviewed, now);
    return { run: after, accepted: true };
  });
}

async function endRun(tx: StoreTransaction, run: ReviewRun, reviewed: ReviewedFields, now: Date): Promise<void> {
  const [pull, marker, open] = await Promise.all([
    pullRequests.get(tx, run),
    activeRuns.get(tx, run),
    issues.query(tx, run, { where: [['status', '==', 'open']], limit: MOST_COUNTED }),
  ]);
  reviewRuns.set(tx, run, run);
  // A run that was given up may have a successor by now.
  if (marker?.run_number === run.run_number) activeRuns.delete(tx, run);
  if (run.status === 'failed' && !run.superseded) {
    const { repo_key, pr_number, run_number, triggered_at } = run;
    untoldRuns.set(tx, run, { repo_key, pr_number, run_number, triggered_at, ended_at: now.toISOString() });
  }
  if (pull === undefined) return;
  const done = run.status === 'completed' ? { ...reviewed, last_reviewed_at: now.toISOString() } : reviewed;
  // What was superseded for want of an open pull request is reviewed when that is opened again.
  const again = run.superseded ? { auto_head: null } : {};
  const released = pull.active_run === run.run_number ? { active_run: null } : {};
  pullRequests.update(tx, run, { ...done, ...again, ...released, open_issue_count: open.length });
  if (run.status !== 'completed') return;
  const completed: ReviewEvent = {
    type: 'run.completed',
    repo_key: run.repo_key,
    repo_id: repoIdOf(run.owner, run.repo_name),
    pr_number: run.pr_number,
    at: now.toISOString(),
    run_number: run.run_number,
    command: run.command,
    mode: run.mode,
  };
  events.set(tx, { event_id: eventId(completed) }, completed);
}

/** A worker's hold on its run. */
export function holdRun(ports: Pick<Ports, 'store' | 'clock' | 'log'>, key: RunKey, holder: string): Heartbeat {
  const { repo_key, pr_number, run_number } = key;
  return startHeartbeat({
    what: 'run',
    fields: { repo_key, pr_number, run_number },
    log: ports.log,
    write: async () => (await changeRun(ports, key, { type: 'heartbeat', holder }))?.accepted === true,
  });
}
