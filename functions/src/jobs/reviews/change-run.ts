/**
 * Moves a review run: one transaction reads it, asks the table, and writes it together with what the pull request's
 * document says about it and the event that tells teams of its end.
 */
import { eventId, eventPath } from '../../model/events.ts';
import type { ReviewEvent } from '../../model/events.ts';
import { repoIdOf } from '../../model/ids.ts';
import { pullRequestPath } from '../../model/reviews.ts';
import type { Doc, Ports, StoreTransaction } from '../../ports.ts';
import { parsePullRequest } from './pull-requests.ts';
import { repositoryStands } from './standing-repository.ts';
import { applyRunEvent, isActiveRun, reviewRunOf, reviewRunPath } from './states.ts';
import type { ReviewRun, RunEvent, RunKey } from './states.ts';

/** `accepted` is false when the table has no such row for the run as it is now; `run` is then unchanged. */
export interface RunChange {
  run: ReviewRun;
  accepted: boolean;
}

/** More open issues than this are counted as this many. */
const MOST_COUNTED = 1000;

/** Where runs that have not ended are found by time alone; made with the run, removed with its end. */
export function activeRunPath({ repo_key, pr_number }: Pick<RunKey, 'repo_key' | 'pr_number'>): string {
  return `active_runs/${repo_key}-${pr_number}`;
}

/** Failed runs that nobody was told of yet (tell-failure.ts). */
export function untoldPath({ repo_key, pr_number, run_number }: RunKey): string {
  return `untold_runs/${repo_key}-${pr_number}-${run_number}`;
}

/**
 * `reviewed`: fields for the pull request's document when the event completes the run. undefined for an unknown run, and
 * for one whose repository was deleted: its worker loses it with the next sign of life, and says nothing any more.
 */
export async function changeRun(
  ports: Pick<Ports, 'store' | 'clock'>,
  key: RunKey,
  event: RunEvent,
  reviewed: Doc = {},
): Promise<RunChange | undefined> {
  return ports.store.transaction(async (tx) => {
    const [doc, stands] = await Promise.all([tx.get(reviewRunPath(key)), repositoryStands(tx, key.repo_key)]);
    const before = reviewRunOf(doc);
    if (before === undefined || !stands) return undefined;
    const now = ports.clock.now();
    const after = applyRunEvent(before, event, now);
    if (after === undefined) return { run: before, accepted: false };
    if (isActiveRun(after)) tx.set(reviewRunPath(key), { ...after });
    else await endRun(tx, after, reviewed, now);
    return { run: after, accepted: true };
  });
}

async function endRun(tx: StoreTransaction, run: ReviewRun, reviewed: Doc, now: Date): Promise<void> {
  const path = pullRequestPath(run.repo_key, run.pr_number);
  const [doc, marker, open] = await Promise.all([
    tx.get(path),
    tx.get(activeRunPath(run)),
    tx.query({ collection: `${path}/issues`, where: [['status', '==', 'open']], limit: MOST_COUNTED }),
  ]);
  const pull = parsePullRequest(doc);
  tx.set(reviewRunPath(run), { ...run });
  // A run that was given up may have a successor by now.
  if (marker?.['run_number'] === run.run_number) tx.delete(activeRunPath(run));
  if (run.status === 'failed') {
    const { repo_key, pr_number, run_number, triggered_at } = run;
    tx.set(untoldPath(run), { repo_key, pr_number, run_number, triggered_at, ended_at: now.toISOString() });
  }
  if (pull === undefined) return;
  const done = run.status === 'completed' ? { ...reviewed, last_reviewed_at: now.toISOString() } : {};
  const released = pull.active_run === run.run_number ? { active_run: null } : {};
  tx.update(path, { ...done, ...released, open_issue_count: open.length });
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
  tx.set(eventPath(eventId(completed)), { ...completed });
}
