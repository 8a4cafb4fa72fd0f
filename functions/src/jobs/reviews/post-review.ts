/**
 * What a run says on the pull request. A platform may take a part of it and refuse the rest, for good: then what stands is
 * stored and counted, the run says what is missing, and the next run posts it.
 */
import type { ReviewRun } from '../../documents/reviews.ts';
import { AppError } from '../../model/errors.ts';
import type { Ports } from '../../ports.ts';
import { counted } from '../../review/draft/counted.ts';
import { reviewedFiles } from '../../review/draft/coverage-ledger.ts';
import { runPage } from '../../review/draft/links.ts';
import type { RepositoryIdentity } from '../snapshots/repository-token.ts';
import type { Pins } from './pin-commits.ts';
import { draftOf } from './place.ts';
import type { DraftParts } from './place.ts';
import { postComments, postNotice, postWalkthrough, resolvedComments } from './post.ts';
import type { IsFinal } from './post.ts';
import { runSteps } from './run-steps.ts';
import { mayPass } from './run-table.ts';
import { issuesOf } from './store.ts';

export interface RunWork {
  run: ReviewRun;
  holder: string;
  /** What fails now will not be tried again. */
  lastTry: boolean;
  signal: AbortSignal;
  /** Rejects when the run is no longer this worker's: given up, taken over, or gone with its repository. */
  require(): Promise<void>;
}

export function isFinalFor({ lastTry, run }: Pick<RunWork, 'lastTry' | 'run'>): IsFinal {
  return (error) => error.code !== 'conflict' && (lastTry || !mayPass(error, run));
}

export interface Posted {
  /** Of comments, by fingerprint. */
  ids: ReadonlyMap<string, number>;
  /** What does not stand on the pull request, and why; null when all of it does. */
  missing: string | null;
}

export async function postReview(
  ports: Ports,
  identity: RepositoryIdentity,
  work: RunWork,
  parts: Omit<DraftParts, 'run' | 'links' | 'handle' | 'posted' | 'rejected' | 'maxComments' | 'secrets'>,
): Promise<Posted> {
  const { run } = work;
  const isFinal = isFinalFor(work);
  const before = (await issuesOf(ports, run)).filter((issue) => issue.first_seen_run < run.run_number);
  // What found no room on the diff is tried again, and stands in every walkthrough until then.
  const posted = new Set(before.flatMap(({ comment_id: id, fingerprint }) => (id === null ? [] : [fingerprint])));
  const { maxComments } = parts.gathered.configuration?.config ?? ports.settings;
  const { publicUrl, scmAppHandle: handle, webhookSecrets, webhookTokens } = ports.settings;
  const secrets = [identity.token, ...webhookSecrets, ...webhookTokens];
  const common = { run, handle, ...parts, posted, maxComments, secrets };
  const links = { console: runPage(publicUrl, run), comments: new Map<string, string>() };
  const draft = draftOf({ ...common, links, rejected: new Set() });
  await runSteps(ports, run).remember('files', reviewedFiles(draft.ledger));
  const review = { commitSha: parts.gathered.pins.head, body: draft.body, comments: draft.comments };
  const { ids, urls, rejected, refusal } = await postComments(ports, identity, run, review, isFinal);
  const { walkthrough } = draftOf({ ...common, links: { ...links, comments: urls }, rejected });
  const stand = draft.comments.filter(({ fingerprint }) => ids.has(fingerprint)).length;
  const landed = `${stand} of ${counted(draft.comments.length, 'comment')} stand on the diff`;
  try {
    await postWalkthrough(ports, identity, run, walkthrough);
  } catch (error) {
    if (!(error instanceof AppError) || stand === 0 || !isFinal(error)) throw error;
    const missing = `${landed}; the walkthrough could not be posted: ${error.message}`;
    await tellMissing(ports, identity, run, missing);
    return { ids, missing };
  }
  if (refusal === null) return { ids, missing: null };
  return { ids, missing: `${landed}, the others in the walkthrough alone: ${refusal.message}` };
}

/** Said once, where the platform lets it be said. */
async function tellMissing(ports: Ports, identity: RepositoryIdentity, run: ReviewRun, missing: string): Promise<void> {
  try {
    await postNotice(ports, identity, run, `**Review run ${run.run_number} was posted in part:** ${missing}.`);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'conflict') throw error;
    ports.log.warn('What is missing of a review could not be told', { run: run.run_number, error });
  }
}

export async function postNothingNew(
  ports: Ports,
  identity: RepositoryIdentity,
  run: ReviewRun,
  { head, previous }: Pins,
): Promise<Posted> {
  // Nobody has asked.
  if (run.automatic) return { ids: new Map(), missing: null };
  const since = previous === null ? 'the last review' : `the review of \`${previous.head.slice(0, 12)}\``;
  const text = `Nothing that this pull request changes is new since ${since} (the head is \`${head.slice(0, 12)}\`). \`full review\` looks at everything again.`;
  await postNotice(ports, identity, run, text);
  return { ids: new Map(), missing: null };
}

/** Comments whose threads are resolved. When the platform does not say, what was decided before stays decided. */
export async function decidedComments(
  ports: Ports,
  identity: RepositoryIdentity,
  work: RunWork,
): Promise<ReadonlySet<number>> {
  try {
    return await resolvedComments(ports, identity, work.run);
  } catch (error) {
    if (!(error instanceof AppError) || !isFinalFor(work)(error)) throw error;
    const known = await issuesOf(ports, work.run);
    return new Set(known.flatMap(({ status, comment_id: id }) => (status === 'open' || id === null ? [] : [id])));
  }
}
