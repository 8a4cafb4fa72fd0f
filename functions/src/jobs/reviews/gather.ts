/**
 * The first step of a run: which commits are compared (remembered, so that every later worker compares the same), their
 * trees, and what differs. Trees are fetched anew by each worker; the pins make that give the same.
 *
 *     pins   { head: '9ab…', base: '77c…' (merge base), looked: null, previous: { head, base, run } of the last review, or null }
 *
 * Linters and models look at one head. A push meanwhile moves what is posted on, never what was looked at: `looked` then
 * names the commits that they have seen, and the new ones are for the next run.
 */
import { z } from 'zod';
import type { ReviewRun } from '../../documents/reviews.ts';
import { coverageSchema } from '../../model/coverage.ts';
import { AppError } from '../../model/errors.ts';
import { repoIdOf } from '../../model/ids.ts';
import { redact } from '../../model/redact.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { PullRequestRecord } from '../../model/reviews.ts';
import type { Ports, ScmPullRequest, Snapshot } from '../../ports.ts';
import { seenLines, type SeenLines } from '../../review/coverage/seen-lines.ts';
import { changeBetween, type Change, type Earlier, type ReviewedPaths } from './change/change.ts';
import { configurationOf, type Configuration } from './configuration.ts';
import { recordPullRequest } from './pull-requests.ts';
import { runSteps } from './run-steps.ts';
import { withoutSecrets } from './change/without-secrets.ts';
import { repositoryToken } from '../snapshots/repository-token.ts';

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
  /** Head of the base branch when the run started, whose configuration holds; null when there was none. */
  config_commit: z.string().nullable().optional(),
  title: z.string(),
  body: z.string(),
  author: z.string(),
  /** What the walkthrough has to say about the choice of commits. */
  notes: z.array(z.string()),
});
export type Pins = z.infer<typeof pinsSchema>;

export type GatherPorts = Pick<
  Ports,
  'clock' | 'git' | 'linters' | 'log' | 'scm' | 'secretBox' | 'settings' | 'signIn' | 'store'
>;

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
  return {
    ...(await pinsOf(ports, token, run, pull)),
    looked: null,
    config_commit: await baseHead(ports, token, run, pull),
    previous: run.command === 'review' ? reviewedBefore(record) : null,
  };
}

function reviewedBefore(record: PullRequestRecord): Pins['previous'] {
  const { last_reviewed_head: head, last_reviewed_base: base, partly_reviewed: part } = record;
  if (part != null) return part;
  return head === null || base === null ? null : { head, base, run: null };
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
  ports: GatherPorts,
  token: string,
  { owner, repo_name: name }: ReviewRun,
  pull: ScmPullRequest,
): Promise<Omit<Pins, 'previous' | 'looked' | 'config_commit'>> {
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
 * looked at the head before it.
 */
export async function repinned(
  ports: GatherPorts,
  run: ReviewRun,
  token: string,
  pins: Pins,
  asked: boolean,
): Promise<Pins | undefined> {
  const pull = await ports.scm.pullRequest(token, run.owner, run.repo_name, run.pr_number);
  if (pull.headSha === pins.head) return undefined;
  const now = await pinsOf(ports, token, run, pull);
  if (!asked) return { ...pins, ...now, looked: null };
  const note = `The head moved from ${pins.head.slice(0, 12)} to ${pull.headSha.slice(0, 12)} during this review: findings were looked for in the former and placed on the latter. What is new in it is for the next \`review\`.`;
  return { ...pins, ...now, looked: pins.looked ?? { head: pins.head, base: pins.base }, notes: [...pins.notes, note] };
}

/** Of the head that is posted on. */
export interface Gathered extends Change {
  pins: Pins;
  /** Absent for a folder of this machine: the defaults hold. */
  configuration?: Configuration;
  /** Of the head that is looked at: the same change unless that moved; undefined when its commits are gone by now. */
  looked: Change | undefined;
  close(): Promise<void>;
}

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
  const known = await withCoverage(ports, run, pinned);
  const { pins, snapshotOf, close } = await fetchPinned(ports, { url, token, signal }, known.pins);
  const [head, base] = [snapshotOf(pins.head), snapshotOf(pins.base)];
  if (head === undefined || base === undefined) throw new Error('two commits were asked for');
  const { config_commit: commit = null } = pins;
  const settled = commit === null ? undefined : snapshotOf(commit);
  const configuration = await configurationOf(ports.settings, runSteps(ports, run), commit, settled);
  const earlier = earlierOf(pins, snapshotOf, known.seen);
  const others = [pins.title, pins.body];
  const found = await changeBetween(base, head, earlier, configuration.config);
  const { change, others: words } = await withoutSecrets(ports.linters, found, { others, signal });
  const looked = await lookedAt(ports, {
    pins,
    snapshotOf,
    posted: change,
    earlier,
    config: configuration.config,
    signal,
  });
  const [title = '', body = ''] = words;
  return { ...change, pins: { ...pins, title, body }, configuration, looked, close };
}

type SnapshotOf = (commit: string) => Snapshot | undefined;

function earlierOf({ previous }: Pins, snapshotOf: SnapshotOf, seen: SeenLines | undefined): Earlier | undefined {
  if (previous === null) return undefined;
  const [head, base] = [snapshotOf(previous.head), snapshotOf(previous.base)];
  return head === undefined || base === undefined ? undefined : { base, head, seen };
}

interface LookedAt {
  pins: Pins;
  snapshotOf: SnapshotOf;
  posted: Change;
  earlier: Earlier | undefined;
  config: ReviewedPaths;
  signal: AbortSignal;
}

async function lookedAt(
  { linters }: Pick<Ports, 'linters'>,
  { pins: { looked }, snapshotOf, posted, earlier, config, signal }: LookedAt,
): Promise<Change | undefined> {
  if (looked === null) return posted;
  const [head, base] = [snapshotOf(looked.head), snapshotOf(looked.base)];
  if (head === undefined || base === undefined) return undefined;
  return (await withoutSecrets(linters, await changeBetween(base, head, earlier, config), { signal })).change;
}

/** A run that has not seen everything says what it has seen. Without that nothing counts as reviewed. */
async function withCoverage(
  ports: GatherPorts,
  run: ReviewRun,
  pins: Pins,
): Promise<{ pins: Pins; seen?: SeenLines | undefined }> {
  if (pins.previous === null || pins.previous.run === null) return { pins };
  const earlier = runSteps(ports, { ...run, run_number: pins.previous.run });
  const coverage = await earlier.read('coverage', coverageSchema);
  return coverage === undefined ? { pins: { ...pins, previous: null } } : { pins, seen: seenLines(coverage.seen) };
}

/**
 * Without commits that the host has no longer: without those of the last review all of it is reviewed, and that is said;
 * without those that were looked at nothing of the new head counts as reviewed.
 */
async function fetchPinned(
  ports: GatherPorts,
  options: { url: string; token: string; signal: AbortSignal },
  pins: Pins,
): Promise<{ pins: Pins; snapshotOf: SnapshotOf; close(): Promise<void> }> {
  const needed = [pins.head, pins.base];
  const config = pins.config_commit == null ? [] : [pins.config_commit];
  const looked = pins.looked === null ? [] : [pins.looked.head, pins.looked.base];
  const previous = pins.previous === null ? [] : [pins.previous.head, pins.previous.base];
  const gone = 'The commits of the last review are gone from the platform, so everything was reviewed.';
  const alone: Pins = { ...pins, previous: null, notes: [...pins.notes, ...(previous.length > 0 ? [gone] : [])] };
  const ways: [commits: string[], pins: Pins][] = [[[...needed, ...config, ...looked, ...previous], pins]];
  if (previous.length > 0) ways.push([[...needed, ...config, ...looked], alone]);
  if (looked.length > 0) ways.push([[...needed, ...config], alone]);
  if (config.length > 0) ways.push([needed, alone]);
  for (const [at, [asked, granted]] of ways.entries()) {
    const commits = [...new Set(asked)];
    try {
      const snapshots = await ports.git.fetchCommits({ ...options, commits });
      const close = async (): Promise<void> => {
        for (const snapshot of snapshots) await snapshot.close();
      };
      return { pins: granted, snapshotOf: (commit) => snapshots[commits.indexOf(commit)], close };
    } catch (error) {
      if (at === ways.length - 1 || !(error instanceof AppError) || error.code !== 'not_found') throw error;
    }
  }
  throw new Error('there is at least one way');
}
