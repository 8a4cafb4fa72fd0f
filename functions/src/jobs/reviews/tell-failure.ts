/**
 * Says on the pull request that a review run came to nothing, why, and what to do next: a command must not look as if it
 * had never been heard. Whoever ends a run as failed (its worker, the sweeper) may have no credentials and may die in that
 * moment, so the end leaves `untold_runs/…` in its own transaction, and a task of the queue for replies does the telling.
 * A hidden marker makes it once, and what no task told is found again by the sweeper.
 *
 *     untold_runs/4f…-7-3   { repo_key: "4f…", pr_number: 7, run_number: 3, triggered_at: "…", ended_at: "…" }
 */
import type { z } from 'zod';
import { isStanding, repositories } from '../../documents/repositories.ts';
import { reviewRuns, untoldRuns } from '../../documents/reviews.ts';
import type { ReviewRun, RunKey } from '../../documents/reviews.ts';
import { AppError } from '../../model/errors.ts';
import type { Ports, Settings } from '../../ports.ts';
import { repositoryIdentity } from '../snapshots/repository-token.ts';
import type { failureTask } from '../work/payloads.ts';
import { postNotice } from './post.ts';

/** Looked at in one sweep; the rest waits for the next. */
const BATCH = 200;
/** A task that was made has told by then, or has failed. */
const AGAIN_MS = 20 * 60_000;
/** By then whoever asked has seen that nothing came. */
const FORGOTTEN_MS = 24 * 3_600_000;

/** `attempt` keeps names apart when a task is made again. */
export async function enqueueFailure(
  ports: Pick<Ports, 'queue' | 'log'>,
  run: RunKey & { triggered_at: string },
  attempt = 0,
): Promise<void> {
  const { repo_key, pr_number, run_number, triggered_at } = run;
  const at = Date.parse(triggered_at).toString(36);
  const name = `failed-${repo_key}-${pr_number}-${run_number}-${at}-${attempt}`;
  const payload: z.input<typeof failureTask> = { kind: 'failed', repo_key, pr_number, run_number };
  try {
    await ports.queue.enqueue('postReply', name, payload);
  } catch (error) {
    ports.log.warn('A failed review will be told later', { repo_key, pr_number, run_number, error });
  }
}

const AGAIN: Partial<Record<string, string>> = {
  rate_limited: 'Wait an hour',
  platform_unavailable: 'Wait until the platform answers again',
  graph_unavailable: 'Wait a few minutes',
  store_unavailable: 'Wait a few minutes',
  gateway_unavailable: 'Wait a few minutes',
};

/** What helps against a failure of this code. */
function nextStep({ failure_code: code, command, mode }: ReviewRun, { scmAppHandle }: Pick<Settings, 'scmAppHandle'>) {
  const words = { review: 'review', full_review: 'full review', lint: 'run lint' }[command];
  const again = `write \`@${scmAppHandle} ${words}${mode === 'deep' ? ' deep' : ''}\` again`;
  if (code === 'not_found') {
    return `Make sure that the pull request, its branches and the repository are still there, and ${again}.`;
  }
  if (code === 'token_refused') {
    return `Have whoever indexed the repository sign in again, or install the app anew, and ${again}.`;
  }
  if (code === 'too_large') return `Whoever runs this service can raise the limit; then ${again}.`;
  if (code === 'bad_request') return `Once that has changed, ${again}.`;
  const wait = AGAIN[code ?? ''];
  if (wait !== undefined) return `${wait}, and ${again}.`;
  return `To try it again, ${again}. When that fails too, whoever runs this service finds the cause in its log.`;
}

export function failureText(run: ReviewRun, settings: Pick<Settings, 'scmAppHandle'>): string {
  const cause = (run.error_message ?? 'its cause is not known').replace(/\.$/, '');
  return `**Review run ${run.run_number} could not be finished:** ${cause}.\n\n${nextStep(run, settings)}`;
}

export type TellPorts = Pick<Ports, 'clock' | 'log' | 'scm' | 'secretBox' | 'settings' | 'signIn' | 'store'>;

/** Nobody asked for an automatic run: of several that fail one after the other the first is told. */
async function isToldAlready({ store }: Pick<Ports, 'store'>, run: ReviewRun): Promise<boolean> {
  if (!run.automatic || run.run_number === 1) return false;
  const before = await reviewRuns.get(store, { ...run, run_number: run.run_number - 1 });
  return before?.automatic === true && before.status === 'failed' && !before.superseded;
}

/** Posts the notice once. Failures that may pass are thrown, for the queue to come again. */
export async function tellFailure(ports: TellPorts, key: RunKey): Promise<'posted' | 'cannot'> {
  const [repository, run] = await Promise.all([repositories.get(ports.store, key), reviewRuns.get(ports.store, key)]);
  // Of a repository that is gone nothing more is said.
  if (!isStanding(repository) || run?.status !== 'failed') return 'cannot';
  let outcome: 'posted' | 'cannot' = 'posted';
  try {
    if (await isToldAlready(ports, run)) {
      await untoldRuns.delete(ports.store, key);
      return 'cannot';
    }
    const identity = await repositoryIdentity(ports, repository);
    await postNotice(ports, identity, run, failureText(run, ports.settings));
  } catch (error) {
    if (!(error instanceof AppError) || error.retryable) throw error;
    // Often what made the run fail: a token that lets nobody say anything. The run's record says it.
    ports.log.warn('A failed review could not be told on its pull request', { run: run.run_number, error });
    outcome = 'cannot';
  }
  await untoldRuns.delete(ports.store, key);
  return outcome;
}

/** Makes tasks for what was not told; the number of them. */
export async function sweepUntold(ports: Pick<Ports, 'clock' | 'log' | 'queue' | 'store'>): Promise<number> {
  let enqueued = 0;
  for (const { doc } of await untoldRuns.query(ports.store, {}, { limit: BATCH })) {
    const { repo_key, pr_number, run_number, triggered_at } = doc;
    const age = ports.clock.now().getTime() - Date.parse(doc.ended_at);
    if (age > FORGOTTEN_MS) {
      ports.log.warn('A failed review was never told', { repo_key, pr_number, run_number, triggered_at });
      await untoldRuns.delete(ports.store, doc);
      continue;
    }
    const attempt = Math.floor(age / AGAIN_MS);
    await enqueueFailure(ports, doc, attempt);
    enqueued += 1;
  }
  return enqueued;
}
