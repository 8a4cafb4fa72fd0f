/**
 * What an event of a pull request means for automatic reviews: its record and the review that waits are written in one
 * transaction, together with the answer, so a delivery that comes again finds that and starts nothing. No platform is asked
 * here; whether there is something to review is looked at when its time has come (consider.ts).
 */
import { pendingReviews } from '../../../documents/automatic.ts';
import { repositories, isStanding } from '../../../documents/repositories.ts';
import { activeRuns, pullRequests, reviewRuns } from '../../../documents/reviews.ts';
import type { ReviewRun } from '../../../documents/reviews.ts';
import type { PullRequestRecord } from '../../../model/reviews.ts';
import type { Doc, Ports, StoreTransaction } from '../../../ports.ts';
import type { AutoCommand } from '../../../review/command.ts';
import type { AutoEvent } from '../../../review/config/config-schema.ts';
import { earlierAnswer, noteAnswer } from '../../work/deliveries.ts';
import type { Answered } from '../../work/deliveries.ts';
import type { Reply } from '../../work/payloads.ts';
import { isStale, writePullRequest } from '../pull-requests.ts';
import type { PullRequestFacts, RepositoryName } from '../pull-requests.ts';
import { replyWork } from '../replies.ts';
import { applyRunEvent, isActiveRun } from '../run-table.ts';
import { pendingWork, withEvents } from './pending.ts';

type SchedulePorts = Pick<Ports, 'clock' | 'settings' | 'store'>;

export interface Scheduling {
  event: AutoEvent;
  /** Key of the delivery; noted when the platform named it. */
  delivery: { key: string; given: boolean };
  answers: { waits: Doc; stale: Doc; rests: Doc };
}

/** undefined, and nothing stored, for a repository that is not there (any more). */
export async function recordAndSchedule(
  ports: SchedulePorts,
  repository: RepositoryName,
  facts: PullRequestFacts,
  { event, delivery, answers }: Scheduling,
): Promise<Answered | undefined> {
  const key = { repo_key: repository.repoKey, pr_number: facts.number };
  return ports.store.transaction(async (tx) => {
    const keys = delivery.given ? [delivery.key] : [];
    const [earlier, record, before, pending] = await Promise.all([
      earlierAnswer(tx, keys),
      repositories.get(tx, key),
      pullRequests.get(tx, key),
      pendingReviews.get(tx, key),
    ]);
    if (earlier !== undefined) return earlier;
    if (!isStanding(record)) return undefined;
    const now = ports.clock.now();
    const conclude = (answered: Answered): Answered => {
      noteAnswer(tx, keys, 'pull_request', answered, now);
      return answered;
    };
    if (isStale(facts, before)) return conclude({ answer: answers.stale, work: null });
    const pull = writePullRequest(tx, repository, facts, before);
    if (pull.auto_state != null) return conclude({ answer: answers.rests, work: null });
    const waits = withEvents(pending, key, [event], ports.settings.automatic.waitSeconds, now);
    pendingReviews.set(tx, key, waits);
    return conclude({ answer: answers.waits, work: pendingWork(waits, now) });
  });
}

export interface AutoOrder {
  repository: RepositoryName;
  pull: PullRequestFacts;
  command: AutoCommand;
  reply: Reply;
  deliveries: string[];
  answer: Doc;
}

/** What somebody tells automatic reviews of a pull request. undefined when the repository is not indexed. */
export async function orderAutomatic(ports: SchedulePorts, order: AutoOrder): Promise<Answered | undefined> {
  const { repository, pull: facts, command, deliveries } = order;
  const key = { repo_key: repository.repoKey, pr_number: facts.number };
  return ports.store.transaction(async (tx) => {
    const [earlier, record, before, pending] = await Promise.all([
      earlierAnswer(tx, deliveries),
      repositories.get(tx, key),
      pullRequests.get(tx, key),
      pendingReviews.get(tx, key),
    ]);
    if (earlier !== undefined) return earlier;
    if (!isStanding(record) || record.ingested_at === null) return undefined;
    const now = ports.clock.now();
    const active = command === 'ignore' ? await automaticRunOf(tx, before) : undefined;
    const pull = before ?? writePullRequest(tx, repository, facts, undefined);
    const released = active === undefined ? {} : endForOrder(tx, active, now);
    const state = command === 'resume' ? null : command === 'pause' ? ('paused' as const) : ('ignored' as const);
    const again = command === 'resume' ? { auto_head: null } : {};
    pullRequests.set(tx, key, { ...pull, ...released, ...again, auto_state: state });
    if (command === 'resume') pendingReviews.set(tx, key, withEvents(pending, key, ['ready', 'pushed'], 0, now));
    else if (pending !== undefined) pendingReviews.delete(tx, key);
    const answered: Answered = { answer: order.answer, work: replyWork(order.reply) };
    noteAnswer(tx, deliveries, 'issue_comment', answered, now);
    return answered;
  });
}

async function automaticRunOf(
  tx: Pick<StoreTransaction, 'get'>,
  pull: PullRequestRecord | undefined,
): Promise<ReviewRun | undefined> {
  if (pull?.active_run == null) return undefined;
  const run = await reviewRuns.get(tx, { ...pull, pr_number: pull.number, run_number: pull.active_run });
  return run?.automatic === true && isActiveRun(run) ? run : undefined;
}

/** Its worker finds out before it posts anything more. */
function endForOrder(tx: StoreTransaction, run: ReviewRun, now: Date): { active_run: null } | object {
  const message = 'Superseded: automatic reviews of this pull request were switched off';
  const ended = applyRunEvent(run, { type: 'superseded', message }, now);
  if (ended === undefined) return {};
  reviewRuns.set(tx, run, ended);
  activeRuns.delete(tx, run);
  return { active_run: null };
}
