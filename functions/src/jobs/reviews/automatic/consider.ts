/**
 * Whether a pull request that waited is reviewed now: the platform is asked how it stands at this moment, so that events may
 * have come late, twice or in the wrong order, and the configuration is read from the head of its base branch. What is left
 * alone is noted among the repository's deliveries, with the reason, and nothing is written on the pull request.
 */
import { pendingReviews } from '../../../documents/automatic.ts';
import type { PendingReview } from '../../../documents/automatic.ts';
import { isStanding, repositories } from '../../../documents/repositories.ts';
import { pullRequests } from '../../../documents/reviews.ts';
import { AppError } from '../../../model/errors.ts';
import { repoIdOf } from '../../../model/ids.ts';
import type { RepositoryRecord } from '../../../model/repositories.ts';
import type { PullRequestRecord } from '../../../model/reviews.ts';
import type { Ports, ScmPullRequest } from '../../../ports.ts';
import { CONFIG_PATH, parseConfig } from '../../../review/config/parse-config.ts';
import { reviewConfig } from '../../../review/config/review-config.ts';
import type { ReviewConfig } from '../../../review/config/review-config.ts';
import { noteDelivery } from '../../work/delivery-notes.ts';
import type { PendingTask } from '../../work/payloads.ts';
import { repositoryIdentity } from '../../snapshots/repository-token.ts';
import type { RepositoryIdentity } from '../../snapshots/repository-token.ts';
import { ceilingsOf } from '../configuration.ts';
import { recordPullRequest } from '../pull-requests.ts';
import { readBudget, whySpent } from './budget.ts';
import { startAutomatic } from './start-automatic.ts';
import { tellSpent } from './tell-spent.ts';
import { whyLeftAlone } from './why-left-alone.ts';

export type ConsiderPorts = Pick<
  Ports,
  'clock' | 'log' | 'queue' | 'scm' | 'secretBox' | 'settings' | 'signIn' | 'store'
>;

export type Considered = 'started' | 'left alone' | 'waits' | 'nothing to do';

/** Failures that may pass are thrown, for the queue to come again. */
export async function considerReview(ports: ConsiderPorts, task: PendingTask): Promise<Considered> {
  const pending = await pendingReviews.get(ports.store, task);
  if (pending === undefined) return 'nothing to do';
  if (Date.parse(pending.due_at) > ports.clock.now().getTime()) {
    // A later event has a task of its own; a queue that delivers at once has to come again.
    if (pending.due_at !== task.due_at) return 'nothing to do';
    throw new AppError('conflict', 'An automatic review waits for its time');
  }
  const repository = await repositories.get(ports.store, task);
  if (!isStanding(repository) || repository.ingested_at === null) return leave(ports, pending, undefined);
  try {
    return await considerNow(ports, pending, repository);
  } catch (error) {
    if (!(error instanceof AppError) || error.retryable || error.code === 'conflict') throw error;
    ports.log.warn('An automatic review could not be considered', { ...task, error });
    return leave(ports, pending, error.message);
  }
}

async function considerNow(
  ports: ConsiderPorts,
  pending: PendingReview,
  repository: RepositoryRecord,
): Promise<Considered> {
  const { owner, repo_name: name } = repository;
  const identity = await repositoryIdentity(ports, repository);
  const pull = await ports.scm.pullRequest(identity.token, owner, name, pending.pr_number);
  const at = { repoKey: pending.repo_key, repoId: repoIdOf(owner, name) };
  const record = await recordPullRequest(ports, at, pull);
  if (record === undefined) return leave(ports, pending, undefined);
  const reason = await whyNot(ports, { pending, repository, identity, pull, record });
  if (reason !== undefined) return leave(ports, pending, reason);
  const spent = whySpent(
    await readBudget(ports.store, ports.settings, pending.repo_key),
    ports.settings,
    true,
    ports.clock.now(),
  );
  if (spent !== undefined) {
    await tellSpent(ports, identity, { owner, repo_name: name, pr_number: pending.pr_number }, spent);
    return leave(ports, pending, spent);
  }
  return startAutomatic(ports, pending, { owner, name, head: pull.headSha });
}

interface Candidate {
  pending: PendingReview;
  repository: RepositoryRecord;
  identity: RepositoryIdentity;
  pull: ScmPullRequest;
  record: PullRequestRecord;
}

/** The cheap reasons first; undefined when the pull request is to be reviewed. */
async function whyNot(ports: ConsiderPorts, candidate: Candidate): Promise<string | undefined> {
  const { pending, repository, identity, pull, record } = candidate;
  const plain = whyLeftAlone(pull, record, ports.settings.automatic);
  if (plain !== undefined) return plain;
  const config = await configOf(ports, repository, identity.token, pull);
  if (!pending.events.some((event) => config.auto.has(event))) {
    return config.auto.size === 0
      ? 'Automatic reviews are off for this repository'
      : `Automatic reviews start when a pull request is ${[...config.auto].join(', ')}`;
  }
  const allowed = ports.settings.automatic.associations;
  const association = await associationOf(ports, candidate);
  if (allowed.includes(association.toUpperCase())) return undefined;
  return `Automatic reviews are for pull requests of ${allowed.join(', ') || 'nobody'}; this author is ${association || 'unknown'}`;
}

async function associationOf(ports: ConsiderPorts, { repository, identity, pull }: Candidate): Promise<string> {
  if (pull.authorAssociation !== null) return pull.authorAssociation;
  const { owner, repo_name: name } = repository;
  const author = { id: pull.authorId, login: pull.author };
  return (await ports.scm.association?.(identity.token, owner, name, author)) ?? '';
}

/** Of the base branch's head at this moment. A file that cannot be read says nothing, here as in a run. */
async function configOf(
  { scm, settings }: ConsiderPorts,
  { owner, repo_name: name }: RepositoryRecord,
  token: string,
  { baseRef }: ScmPullRequest,
): Promise<ReviewConfig> {
  let text = '';
  try {
    const bytes = await scm.fileAt(token, owner, name, baseRef, CONFIG_PATH);
    text = bytes === undefined ? '' : new TextDecoder().decode(bytes);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error;
  }
  return reviewConfig(parseConfig(text).config, ceilingsOf(settings)).config;
}

/** What came meanwhile stays, and is looked at when its own time comes. */
async function leave(ports: ConsiderPorts, pending: PendingReview, reason: string | undefined): Promise<Considered> {
  await ports.store.transaction(async (tx) => {
    const now = await pendingReviews.get(tx, pending);
    if (now?.due_at === pending.due_at) pendingReviews.delete(tx, pending);
  });
  const pull = await pullRequests.get(ports.store, pending);
  if (reason === undefined || pull === undefined) return 'left alone';
  const pr = `#${pending.pr_number}`;
  const note = { event: 'automatic review', action: pending.events.join(', '), delivery: null, job_id: null, pr };
  await noteDelivery(ports, pending.repo_key, { ...note, status: 'ignored', reason });
  return 'left alone';
}
