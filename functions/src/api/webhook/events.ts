/**
 * The rules of the Events table: what each event of the platform starts, and why others start nothing. Everything here
 * is read from the payload and from our own documents; the platform is not asked and no work is done, so that an answer
 * takes milliseconds. Rules that the payload alone decides come first and leave no trace.
 */
import type { Job } from '../../documents/jobs.ts';
import { polls } from '../../documents/polls.ts';
import { pendingInstallations } from '../../documents/users.ts';
import { isRecent } from '../../jobs/work/hourly-limit.ts';
import { noteOrEarlier } from '../../jobs/work/deliveries.ts';
import type { Answered } from '../../jobs/work/deliveries.ts';
import { recordAndSchedule } from '../../jobs/reviews/automatic/schedule.ts';
import { openPullRequestFrom, recordPullRequest } from '../../jobs/reviews/pull-requests.ts';
import type { PullRequestFacts, RepositoryName } from '../../jobs/reviews/pull-requests.ts';
import { followedRepository, indexedBranch, startUpdate } from '../../jobs/ingest/update.ts';
import type { Followed, UpdateRequest } from '../../jobs/ingest/update.ts';
import { repoIdOf } from '../../model/ids.ts';
import { repoKeyOf } from '../../model/repositories.ts';
import type { Doc, Ports } from '../../ports.ts';
import type { AutoEvent } from '../../review/config/config-schema.ts';
import { autoEventOf } from './auto-event.ts';
import { pendingLogin, unlinkInstallation } from '../access/users.ts';
import type { InstallationEvent, PullRequestEvent, Push, RepositoryEvent } from './payloads.ts';
import { answerMoved } from './moved.ts';
import { factsOf } from './pull-request.ts';

/** The platform is asked for one thing alone: what GitLab's notes do not say (api/webhook/gitlab.ts). */
export type WebhookPorts = Pick<
  Ports,
  'store' | 'queue' | 'clock' | 'log' | 'scm' | 'secretBox' | 'signIn' | 'settings'
>;

/** `job`: it was made just now, and its task has still to be made. */
export type Outcome = Answered & { job?: Job | undefined };

/** The delivery's own key; `given` when the platform named it, not merely its bytes. */
export interface Delivery {
  key: string;
  given: boolean;
}

export function ignored(reason: string): Outcome {
  return { answer: { status: 'ignored', reason }, work: null };
}

/**
 * An event that starts nothing because of what our documents say at this moment: the answer is noted, so that it stays
 * the answer when those change. Without an id of its own a delivery cannot be told from the same event happening again.
 */
async function noteIgnored(
  ports: Pick<Ports, 'store' | 'clock'>,
  delivery: Delivery,
  event: string,
  reason: string,
): Promise<Outcome> {
  const outcome = ignored(reason);
  if (!delivery.given) return outcome;
  return noteOrEarlier(ports, delivery.key, event, outcome);
}

const NOWHERE = /^0+$/;
const BRANCH = /^refs\/heads\/(.+)$/s;

async function answerUnindexed(
  ports: WebhookPorts,
  repository: Push['repository'],
  delivery: Delivery,
): Promise<Outcome> {
  const moved = await answerMoved(ports, repository, delivery.key);
  return moved ?? noteIgnored(ports, delivery, 'push', 'The repository is not indexed');
}

export async function answerPush(ports: WebhookPorts, push: Push, delivery: Delivery): Promise<Outcome> {
  const { ref, before, after, repository } = push;
  const branch = BRANCH.exec(ref)?.[1];
  if (NOWHERE.test(after) || push.deleted === true) return ignored('The branch was deleted');
  if (branch === undefined) return ignored('Not a branch');
  if (NOWHERE.test(before)) return ignored('The branch is new: start a full ingestion to index it');
  const repoKey = repoKeyOf(repository.owner, repository.name);
  const [followed, open] = await Promise.all([
    followedRepository(ports, repoKey),
    openPullRequestFrom(ports, repoKey, branch),
  ]);
  if (followed === undefined) return answerUnindexed(ports, repository, delivery);
  const indexed = indexedBranch(followed);
  if (branch !== indexed) {
    return noteIgnored(ports, delivery, 'push', `Not the indexed branch: the graph holds ${indexed}`);
  }
  if (open !== undefined) {
    return noteIgnored(ports, delivery, 'push', `The branch has an open pull request, #${open}`);
  }
  const polled = ports.settings.polling ? await polls.get(ports.store, { repo_key: repoKey }) : undefined;
  const answer = (job_id: string): Doc => ({
    status: 'processing',
    job_id,
    repo: repoIdOf(repository.owner, repository.name),
    ref,
    commits: `${before}..${after}`,
  });
  if (polled?.job_id != null && polled.head === after && isRecent(polled.head_at ?? null, ports.clock.now())) {
    // The platform was asked sooner than its event came: the job that this started does the event's work.
    return { answer: answer(polled.job_id), work: null };
  }
  return update(
    ports,
    { kind: 'push', repoKey, delivery: delivery.key, private: repository.private, answer },
    followed,
  );
}

async function update(ports: WebhookPorts, request: UpdateRequest, followed: Followed): Promise<Outcome> {
  const started = await startUpdate(ports, request, followed);
  return started === undefined ? ignored('The repository is not indexed') : { ...started.answered, job: started.job };
}

/** Actions after which a pull request's document says something else. */
const RECORDED = new Set(['opened', 'edited', 'closed', 'reopened', 'merged', 'synchronize', 'synchronized']);

export async function answerPullRequest(
  ports: WebhookPorts,
  event: PullRequestEvent,
  delivery: Delivery,
): Promise<Outcome> {
  const { action, repository } = event;
  const auto = autoEventOf(event, ports.settings);
  if (!RECORDED.has(action) && auto === undefined) return ignored(`Action ${action} changes nothing here`);
  const facts = factsOf(event, ports.clock.now());
  if (facts === undefined) return ignored('The pull request has no number');
  const repoId = repoIdOf(repository.owner, repository.name);
  const repoKey = repoKeyOf(repository.owner, repository.name);
  const followed = await followedRepository(ports, repoKey);
  if (followed === undefined) return noteIgnored(ports, delivery, 'pull_request', 'The repository is not indexed');
  if (auto !== undefined) return schedule(ports, { repoKey, repoId }, facts, auto, delivery);
  await recordPullRequest(ports, { repoKey, repoId }, facts);
  if (action !== 'closed') return ignored(`Action ${action} does not change the graph`);
  if (facts.state !== 'merged') return ignored('The pull request was closed without a merge');
  const indexed = indexedBranch(followed);
  // Pushes to the head branch were left to the review while the pull request was open: its merge makes up for them.
  const touched = facts.baseRef === '' || facts.baseRef === indexed || (!facts.fromFork && facts.headRef === indexed);
  if (!touched) {
    const reason = `Not merged into the indexed branch: the graph holds ${indexed}`;
    return noteIgnored(ports, delivery, 'pull_request', reason);
  }
  const answer = (job_id: string): Doc => ({
    status: 'processing',
    job_id,
    pr: `${repoId}#${facts.number}`,
    action: 'graph_update',
  });
  // It is merged once, and may be told by an event and by a list of the platform.
  const key = ports.settings.polling ? `merged ${repoKey} ${facts.number}` : delivery.key;
  return update(ports, { kind: 'pull_request', repoKey, delivery: key, private: repository.private, answer }, followed);
}

/** The review itself is not here yet: whether there is one is seen when nothing has followed for a while. */
async function schedule(
  ports: WebhookPorts,
  repository: RepositoryName,
  facts: PullRequestFacts,
  event: AutoEvent,
  delivery: Delivery,
): Promise<Outcome> {
  const answers = {
    waits: { status: 'processing', pr: `${repository.repoId}#${facts.number}`, action: 'review' },
    stale: ignored('A later state of the pull request is known').answer,
    rests: ignored('Automatic reviews of this pull request were told to rest').answer,
  };
  const scheduled = await recordAndSchedule(ports, repository, facts, { event, delivery, answers });
  return scheduled ?? ignored('The repository is not indexed');
}

/** The answer to events that start nothing. */
export const UNLISTED: Outcome = { answer: { status: 'ignored' }, work: null };

/**
 * Answered like any unlisted event, but a repository that has become private is hidden at once, and its graph from all who
 * may not see it: its next push may be long in coming.
 */
export async function followVisibility(
  ports: WebhookPorts,
  { repository }: RepositoryEvent,
  delivery: Delivery,
): Promise<Outcome> {
  if (repository == null) return UNLISTED;
  const repoKey = repoKeyOf(repository.owner, repository.name);
  const followed = await followedRepository(ports, repoKey);
  if (followed === undefined) {
    const moved = await answerMoved(ports, repository, delivery.key);
    return moved === undefined ? UNLISTED : { ...moved, answer: UNLISTED.answer };
  }
  if (repository.private !== true || followed.record.private) return UNLISTED;
  const request: UpdateRequest = {
    kind: 'push',
    repoKey,
    delivery: delivery.key,
    private: true,
    answer: () => UNLISTED.answer,
  };
  return update(ports, request, followed);
}

/** After these an installation may do nothing. */
const INSTALLATION_ENDS = new Set(['deleted', 'suspend']);
const INSTALLATION_BEGINS = new Set(['created', 'unsuspend']);

/** Answered like any unlisted event, but remembered for the user who links it, or taken from those who have it linked. */
export async function noteInstallation(ports: WebhookPorts, event: InstallationEvent): Promise<void> {
  const { account, id, repository_selection, html_url } = event.installation;
  const ends = INSTALLATION_ENDS.has(event.action);
  if (ends) await unlinkInstallation(ports, id);
  if (account == null) return;
  const key = pendingLogin(account.login);
  if (ends) await pendingInstallations.delete(ports.store, key);
  if (!INSTALLATION_BEGINS.has(event.action)) return;
  await pendingInstallations.set(ports.store, key, {
    id,
    accountLogin: account.login,
    accountType: account.type === 'Organization' ? 'Organization' : 'User',
    repositorySelection: repository_selection,
    settingsUrl: html_url,
  });
}
