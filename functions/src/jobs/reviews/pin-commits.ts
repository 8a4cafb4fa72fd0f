/**
 * The first step of a run: which commits are compared, remembered, so that every later worker compares the same.
 *
 *     pins   { head: '9ab…', base: '77c…' (merge base), looked: null, previous: { head, base, run } of the last review, or null }
 *
 * Linters and models look at one head. A push meanwhile moves what is posted on, never what was looked at: `looked` then
 * names the commits that they have seen, and the new ones are for the next run.
 */
import { z } from 'zod';
import type { ReviewRun } from '../../documents/reviews.ts';
import { AppError } from '../../model/errors.ts';
import { repoIdOf } from '../../model/ids.ts';
import { redact } from '../../model/redact.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { PullRequestRecord } from '../../model/reviews.ts';
import type { Ports, ScmPullRequest } from '../../ports.ts';
import { repositoryToken } from '../snapshots/repository-token.ts';
import { assertWanted, carriedBy } from './automatic/superseded.ts';
import { recordPullRequest } from './pull-requests.ts';

const commitsSchema = z.object({ head: z.string(), base: z.string() });

export const pinsSchema = z.object({
  head: z.string(),
  /** Merge base of the target branch and head. */
  base: z.string(),
  /** What linters and models have looked at, when the head has moved since; null when they look at `head`. */
  looked: commitsSchema.nullable().default(null),
  /**
   * What the last review compared; null for a review of everything. `run` is the one whose coverage says which lines of it
   * were seen; null when all were.
   */
  previous: commitsSchema.extend({ run: z.int().nullable().default(null) }).nullable(),
  /** A superseded run whose findings are this run's as well. */
  carried: z.int().nullable().optional(),
  /** Head of the base branch when the run started, whose configuration holds; null when there was none. */
  config_commit: z.string().nullable().optional(),
  title: z.string(),
  body: z.string(),
  author: z.string(),
  /** What the walkthrough has to say about the choice of commits. */
  notes: z.array(z.string()),
});
export type Pins = z.infer<typeof pinsSchema>;

type PinPorts = Pick<Ports, 'clock' | 'scm' | 'secretBox' | 'signIn' | 'store'>;

/** Characters of a description that are kept for the model. */
const LONGEST_BODY = 20_000;

/** Asks the platform; the pull request's document is brought up to date on the way. */
export async function pinCommits(ports: PinPorts, run: ReviewRun, repository: RepositoryRecord): Promise<Pins> {
  const { owner, repo_name: name, pr_number: number } = run;
  const token = await repositoryToken(ports, repository);
  const pull = await ports.scm.pullRequest(token, owner, name, number);
  const record = await recordPullRequest(ports, { repoKey: run.repo_key, repoId: repoIdOf(owner, name) }, pull);
  if (record === undefined) throw new AppError('not_found', 'The repository is no longer indexed');
  assertWanted(run, pull);
  if (pull.state === 'merged')
    throw new AppError('bad_request', 'The pull request is merged: there is nothing to review');
  return {
    ...(await pinsOf(ports, token, run, pull)),
    looked: null,
    config_commit: await baseHead(ports, token, run, pull),
    ...(run.command === 'review' ? await reviewedBefore(ports, run, record) : { previous: null }),
  };
}

/** A superseded run has looked at a later head than the last one that posted. */
async function reviewedBefore(
  ports: Pick<PinPorts, 'store'>,
  run: ReviewRun,
  record: PullRequestRecord,
): Promise<Pick<Pins, 'previous' | 'carried'>> {
  const { last_reviewed_head: head, last_reviewed_base: base, partly_reviewed: part } = record;
  const carried = await carriedBy(ports, { ...run, run_number: record.carried_run ?? 0 });
  if (carried !== undefined) return { previous: carried, carried: carried.run };
  return { previous: part ?? (head === null || base === null ? null : { head, base, run: null }) };
}

/** A platform may remember an old head of the base branch with the pull request: the branch itself is asked. */
async function baseHead(
  { scm }: Pick<Ports, 'scm'>,
  token: string,
  { owner, repo_name: name }: ReviewRun,
  { baseRef }: ScmPullRequest,
): Promise<string | null> {
  try {
    return await scm.branchHead(token, owner, name, baseRef);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

async function pinsOf(
  ports: PinPorts,
  token: string,
  { owner, repo_name: name }: ReviewRun,
  pull: ScmPullRequest,
): Promise<Omit<Pins, 'previous' | 'carried' | 'looked' | 'config_commit'>> {
  return {
    head: pull.headSha,
    base: await ports.scm.mergeBase(token, owner, name, pull),
    // Kept with the run: what is a secret by its form has no place there.
    title: redact(pull.title),
    body: redact(pull.body.slice(0, LONGEST_BODY)),
    author: pull.author,
    notes: [],
  };
}

/**
 * The pins for a head that came while the review ran; undefined when it did not move. `asked`: linters and models have
 * looked at the head before it. Throws SupersededRun for an automatic run whose pull request is no longer open.
 */
export async function repinned(
  ports: PinPorts,
  run: ReviewRun,
  token: string,
  pins: Pins,
  asked: boolean,
): Promise<Pins | undefined> {
  const pull = await ports.scm.pullRequest(token, run.owner, run.repo_name, run.pr_number);
  assertWanted(run, pull);
  if (pull.headSha === pins.head) return undefined;
  const now = await pinsOf(ports, token, run, pull);
  if (!asked) return { ...pins, ...now, looked: null };
  const note = `The head moved from ${pins.head.slice(0, 12)} to ${pull.headSha.slice(0, 12)} during this review: findings were looked for in the former and placed on the latter. What is new in it is for the next \`review\`.`;
  return { ...pins, ...now, looked: pins.looked ?? { head: pins.head, base: pins.base }, notes: [...pins.notes, note] };
}
