/**
 * The first step of a run: which commits are compared (remembered, so that every later worker compares the same), their
 * trees, and what differs. Trees are fetched anew by each worker; the pins make that give the same.
 *
 *     pins   { head: '9ab…', base: '77c…' (merge base), previous: { head, base } of the last review, or null }
 */
import { z } from 'zod';
import type { ReviewRun } from '../../documents/reviews.ts';
import { AppError } from '../../model/errors.ts';
import { repoIdOf } from '../../model/ids.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { Ports, ScmPullRequest, Snapshot } from '../../ports.ts';
import { budgetPatches, selectFiles } from '../../review/diff/changed-files.ts';
import type { BudgetedPatch, SelectedFiles } from '../../review/diff/changed-files.ts';
import { diffTrees } from '../../review/diff/diff-trees.ts';
import type { FileDiff } from '../../review/diff/diff-trees.ts';
import { changedSince } from '../../review/diff/incremental.ts';
import { headReader } from '../../review/agent/tools-files.ts';
import { recordPullRequest } from './pull-requests.ts';
import { repositoryToken } from '../snapshots/repository-token.ts';
import { eligibilityOf } from '../sync/sources.ts';

export const pinsSchema = z.object({
  head: z.string(),
  /** Merge base of the target branch and head. */
  base: z.string(),
  /** What the last review compared; null for a review of everything. */
  previous: z.object({ head: z.string(), base: z.string() }).nullable(),
  title: z.string(),
  body: z.string(),
  author: z.string(),
  /** What the walkthrough has to say about the choice of commits. */
  notes: z.array(z.string()),
});
export type Pins = z.infer<typeof pinsSchema>;

export type GatherPorts = Pick<Ports, 'clock' | 'git' | 'log' | 'scm' | 'secretBox' | 'settings' | 'signIn' | 'store'>;

/** Characters of a description that are kept for the model. */
const LONGEST_BODY = 20_000;

/** Asks the platform; the pull request's document is brought up to date on the way. */
export async function pinCommits(ports: GatherPorts, run: ReviewRun, repository: RepositoryRecord): Promise<Pins> {
  const { owner, repo_name: name, pr_number: number } = run;
  const token = await repositoryToken(ports, repository);
  const pull = await ports.scm.pullRequest(token, owner, name, number);
  const record = await recordPullRequest(ports, { repoKey: run.repo_key, repoId: repoIdOf(owner, name) }, pull);
  if (record === undefined) throw new AppError('not_found', 'The repository is no longer indexed');
  if (pull.state === 'merged')
    throw new AppError('bad_request', 'The pull request is merged: there is nothing to review');
  const { last_reviewed_head: head, last_reviewed_base: base } = record;
  const incremental = run.command === 'review' && head !== null && base !== null;
  return {
    ...(await pinsOf(ports, token, run, pull)),
    previous: incremental ? { head, base } : null,
  };
}

async function pinsOf(
  ports: GatherPorts,
  token: string,
  { owner, repo_name: name }: ReviewRun,
  pull: ScmPullRequest,
): Promise<Omit<Pins, 'previous'>> {
  return {
    head: pull.headSha,
    base: await ports.scm.mergeBase(token, owner, name, pull),
    title: pull.title,
    body: pull.body.slice(0, LONGEST_BODY),
    author: pull.author,
    notes: [],
  };
}

/** The pins for a head that came while the review ran; undefined when it did not move. */
export async function repinned(
  ports: GatherPorts,
  run: ReviewRun,
  token: string,
  pins: Pins,
): Promise<Pins | undefined> {
  const pull = await ports.scm.pullRequest(token, run.owner, run.repo_name, run.pr_number);
  if (pull.headSha === pins.head) return undefined;
  const note = `The head moved from ${pins.head.slice(0, 12)} to ${pull.headSha.slice(0, 12)} during this review: findings were looked for in the former and placed on the latter.`;
  return { ...pins, ...(await pinsOf(ports, token, run, pull)), notes: [...pins.notes, note] };
}

/** What differs between two trees, and what of it is looked at. */
export interface Change {
  head: Snapshot;
  diffs: FileDiff[];
  /** What this run looks at: in an incremental review only what is new. */
  selected: SelectedFiles;
  patches: BudgetedPatch[];
  /** Nothing that the author changed is new since the last review. */
  nothingNew: boolean;
  /** Text at head of a file; undefined for what is no file, or too large. */
  readHead(path: string): Promise<string | undefined>;
}

export interface Gathered extends Change {
  pins: Pins;
  close(): Promise<void>;
}

/** Characters of patches that a model is shown. */
const PATCH_BUDGET = 200_000;

/** `bad_request` when the changed repository is larger than MAX_CLONE_MB. */
export async function gatherChange(
  ports: GatherPorts,
  run: ReviewRun,
  repository: RepositoryRecord,
  pinned: Pins,
  signal: AbortSignal,
): Promise<Gathered> {
  const token = await repositoryToken(ports, repository);
  const url = ports.scm.cloneUrl(run.owner, run.repo_name);
  const { pins, snapshots } = await fetchPinned(ports, { url, token, signal }, pinned);
  const [head, base, earlierHead, earlierBase] = snapshots;
  if (head === undefined || base === undefined) throw new Error('two commits were asked for');
  const earlier =
    earlierHead === undefined || earlierBase === undefined ? undefined : { base: earlierBase, head: earlierHead };
  return {
    ...(await changeBetween(base, head, earlier)),
    pins,
    close: async () => {
      for (const snapshot of snapshots) await snapshot.close();
    },
  };
}

/** `earlier`: what the last review compared, for what is new since. */
export async function changeBetween(
  base: Snapshot,
  head: Snapshot,
  earlier?: { base: Snapshot; head: Snapshot },
): Promise<Change> {
  const eligibility = await eligibilityOf(head);
  const diffs = await diffTrees(base, head, { eligibility });
  const fresh =
    earlier === undefined
      ? undefined
      : changedSince(await diffTrees(earlier.base, earlier.head, { eligibility }), diffs);
  const selected = selectFiles(diffs, fresh && new Map(fresh.map(({ diff, hunks }) => [diff.path, hunks])));
  return {
    head,
    diffs,
    selected,
    patches: budgetPatches(selected.reviewed, PATCH_BUDGET),
    nothingNew: fresh?.length === 0,
    readHead: headReader(head),
  };
}

/** Without the earlier review's commits when the host has them no longer: then all of it is reviewed, and that is said. */
async function fetchPinned(
  ports: GatherPorts,
  options: { url: string; token: string; signal: AbortSignal },
  pins: Pins,
): Promise<{ pins: Pins; snapshots: Snapshot[] }> {
  const { head, base, previous } = pins;
  const commits = [head, base];
  if (previous === null) return { pins, snapshots: await ports.git.fetchCommits({ ...options, commits }) };
  try {
    const all = [...commits, previous.head, previous.base];
    return { pins, snapshots: await ports.git.fetchCommits({ ...options, commits: all }) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    const note = `The commits of the last review are gone from the platform, so everything was reviewed.`;
    const snapshots = await ports.git.fetchCommits({ ...options, commits });
    return { pins: { ...pins, previous: null, notes: [...pins.notes, note] }, snapshots };
  }
}

/** Head and merge base that the next incremental review goes on from. */
export function reviewedFields({ head, base }: Pins): { last_reviewed_head: string; last_reviewed_base: string } {
  return { last_reviewed_head: head, last_reviewed_base: base };
}
