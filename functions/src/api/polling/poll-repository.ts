/**
 * One repository, asked for what is new since it was asked last: the head of its branch, pull requests that changed, and the
 * comments on them. What is found is told to the rules of the webhooks, as their events would have. What a webhook has told
 * already is in our documents by then and starts nothing again.
 *
 *     it has become private                                         ─▶ repository
 *     branch's head is not the graph's, and no job is under way     ─▶ push
 *     a pull request is not as its record says                      ─▶ pull_request
 *     a comment of since then                                       ─▶ issue_comment, pull_request_review_comment
 */
import { polls } from '../../documents/polls.ts';
import { repositoryStands } from '../../documents/repositories.ts';
import { pullRequests } from '../../documents/reviews.ts';
import { enqueueJob, enqueueWork } from '../../jobs/ingest/enqueue-job.ts';
import { followedRepository, indexedBranch } from '../../jobs/ingest/update.ts';
import { withKeptToken } from '../../jobs/snapshots/kept-token.ts';
import { repoIdOf } from '../../model/ids.ts';
import { repoKeyOf } from '../../model/repositories.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { ScmComment, ScmPullRequest, ScmReviewComment } from '../../ports.ts';
import { commandIn } from '../../review/command.ts';
import { answerComment } from '../webhook/comments.ts';
import { answerPullRequest, answerPush, followVisibility } from '../webhook/events.ts';
import type { Outcome, WebhookPorts } from '../webhook/events.ts';
import { noteName } from '../webhook/moved.ts';
import { allowsConversation, answerLine } from '../webhook/line-comments.ts';
import { accountOf, actionSince, commentEvent, pullRequestEvent } from './as-events.ts';

/** A repository that was never asked about: what is older was said to nobody who could hear it. */
const FIRST_LOOK_MS = 24 * 3_600_000;
/** Platforms tell times in seconds, and list what changed a moment later. */
const OVERLAP_MS = 2 * 60_000;
/** Pull requests looked at in one poll, those that changed first; the others wait for the next. */
const MOST_PULLS = 50;

type Poll = NonNullable<Awaited<ReturnType<typeof polls.get>>>;

export interface Polled {
  /** Events that were told. */
  events: number;
}

interface Asked {
  ports: WebhookPorts;
  repoKey: string;
  record: RepositoryRecord;
  token: string;
  before: Poll | undefined;
  told: Polled;
}

/** Failures are those of ScmPort and `repositoryToken`; what was told before one is told. */
export function pollRepository(
  ports: WebhookPorts,
  repoKey: string,
  record: RepositoryRecord,
  before: Poll | undefined,
): Promise<Polled> {
  return withKeptToken(ports, record, (token) => ask({ ports, repoKey, record, before, token, told: { events: 0 } }));
}

async function ask(asked: Asked): Promise<Polled> {
  const { ports, repoKey, record, before } = asked;
  const now = ports.clock.now();
  const from = before?.since ?? firstLook(record, now);
  await pollRepositoryItself(asked);
  const head = await pollBranch(asked);
  const { since, drafts } = await pollPullRequests(asked, from);
  const after: Poll = {
    ...{ since, drafts, not_before: null, error: null, polled_at: now.toISOString() },
    ...(head ?? { head: before?.head ?? null, job_id: before?.job_id ?? null, head_at: before?.head_at ?? null }),
  };
  await ports.store.transaction(async (tx) => {
    if (await repositoryStands(tx, repoKey)) polls.set(tx, { repo_key: repoKey }, after);
  });
  return asked.told;
}

function firstLook({ ingested_at: at }: RepositoryRecord, now: Date): string {
  const earliest = new Date(now.getTime() - FIRST_LOOK_MS).toISOString();
  return at === null || at < earliest ? earliest : at;
}

function named({ record }: Asked) {
  return { owner: record.owner, name: record.repo_name, private: undefined, id: undefined };
}

/** As a delivery is: its work has its task before the next is told. */
async function tell({ ports, told }: Asked, outcome: Promise<Outcome>): Promise<Outcome> {
  const answered = await outcome;
  told.events += 1;
  if (answered.job === undefined) await enqueueWork(ports, answered.work);
  else await enqueueJob(ports, answered.job);
  return answered;
}

/** Whether it has become private, and what it is called: the platform leads on from a name that it had. */
async function pollRepositoryItself(asked: Asked): Promise<void> {
  const { ports, repoKey, record, token } = asked;
  const seen = await ports.scm.repository(token, record.owner, record.repo_name);
  const isElsewhere = repoKeyOf(seen.owner, seen.name) !== repoKey;
  const name = isElsewhere ? repoIdOf(seen.owner, seen.name) : null;
  if (name !== (record.named_now ?? null)) await noteName(ports, repoKey, name);
  if (!seen.private || record.private) return;
  const key = `poll repository ${repoKey} ${ports.clock.now().toISOString()}`;
  const repository = { ...named(asked), private: true };
  await tell(asked, followVisibility(ports, { repository }, { key, given: true }));
}

/** The head that an update was started for; undefined when none was. */
async function pollBranch(asked: Asked): Promise<Pick<Poll, 'head' | 'job_id' | 'head_at'> | undefined> {
  const { ports, repoKey, record, token, before } = asked;
  const followed = await followedRepository(ports, repoKey);
  if (followed === undefined) return undefined;
  const branch = indexedBranch(followed);
  const head = await ports.scm.branchHead(token, record.owner, record.repo_name, branch);
  const from = followed.record.commit_sha ?? '';
  // A job that is under way may have asked for the head before this one came: the next poll sees what it left.
  const isUnderWay = followed.active !== undefined || followed.waiting.length > 0;
  if (head === from || head === before?.head || isUnderWay) return undefined;
  const push = { ref: `refs/heads/${branch}`, before: from, after: head, deleted: false, repository: named(asked) };
  const key = `poll push ${repoKey} ${head} ${ports.clock.now().toISOString()}`;
  const { answer } = await tell(asked, answerPush(ports, push, { key, given: true }));
  const jobId = answer['job_id'];
  // What was ignored for an open pull request is looked at again when that has ended.
  if (typeof jobId !== 'string') return undefined;
  return { head, job_id: jobId, head_at: ports.clock.now().toISOString() };
}

/** The time up to which everything was looked at, and the drafts that are open. */
async function pollPullRequests(asked: Asked, from: string): Promise<Pick<Poll, 'since' | 'drafts'>> {
  const { ports, record, token, before } = asked;
  const cut = new Date(Date.parse(from) - OVERLAP_MS).toISOString();
  const listed = await ports.scm.pullRequests(token, record.owner, record.repo_name, { state: 'all', since: cut });
  const pulls = listed.toSorted((a, b) => a.updatedAt.localeCompare(b.updatedAt)).slice(0, MOST_PULLS);
  const drafts = new Set(before?.drafts ?? []);
  let since = from;
  for (const pull of pulls) {
    await pollPull(asked, pull, drafts.has(pull.number));
    await pollComments(asked, pull, cut);
    if (pull.draft && pull.state === 'open') drafts.add(pull.number);
    else drafts.delete(pull.number);
    if (pull.updatedAt > since) since = pull.updatedAt;
  }
  return { since, drafts: [...drafts].sort((a, b) => a - b).slice(-MOST_PULLS * 10) };
}

async function pollPull(asked: Asked, pull: ScmPullRequest, wasDraft: boolean): Promise<void> {
  const { ports, repoKey } = asked;
  const stored = await pullRequests.get(ports.store, { repo_key: repoKey, pr_number: pull.number });
  const action = actionSince(stored, pull, wasDraft);
  if (action === undefined) return;
  const key = `poll pull_request ${repoKey} ${pull.number} ${action} ${pull.headSha} ${pull.updatedAt}`;
  await tell(asked, answerPullRequest(ports, pullRequestEvent(action, pull, named(asked)), { key, given: true }));
}

/**
 * A command that was said before its pull request ended is no longer wanted: by its event the review would have been done
 * before the merge. What is said to one that has ended already is answered as by its event. (Comments that were deleted
 * are not listed, and those that were edited say what they say now.)
 */
function stillStands({ body, createdAt }: ScmComment, pull: ScmPullRequest, handle: string): boolean {
  if (pull.state === 'open') return true;
  const endedAt = pull.mergedAt ?? pull.closedAt ?? pull.updatedAt;
  const asked = commandIn(body, handle);
  // Questions and dismissals outlast a pull request.
  return asked === undefined || asked === 'unknown' || Date.parse(createdAt) > Date.parse(endedAt);
}

async function pollComments(asked: Asked, pull: ScmPullRequest, cut: string): Promise<void> {
  const { ports, repoKey, record, token } = asked;
  const at = [token, record.owner, record.repo_name, pull.number] as const;
  const handle = ports.settings.scmAppHandle.replace(/^@/, '');
  const isNew = (comment: ScmComment) => comment.createdAt >= cut && stillStands(comment, pull, handle);
  const comments = (await ports.scm.comments(...at)).filter(isNew);
  const lines = allowsConversation(ports) ? (await ports.scm.reviewComments(...at)).filter(isNew) : [];
  // The comment itself names its work: what a webhook brought has its answer (jobs/work/deliveries.ts).
  const delivery = (id: number) => ({ key: `poll comment ${repoKey} ${pull.number} ${id}`, given: false });
  for (const comment of comments) {
    await tell(asked, answerComment(ports, commentEvent(comment, pull, named(asked)), delivery(comment.id)));
  }
  for (const comment of lines) await tell(asked, answerLineOf(asked, pull, comment, delivery(comment.id)));
}

function answerLineOf(
  asked: Asked,
  pull: ScmPullRequest,
  comment: ScmReviewComment,
  delivery: { key: string; given: boolean },
): Promise<Outcome> {
  const user = accountOf(comment);
  const { id, body, association, replyTo } = comment;
  return answerLine(
    asked.ports,
    'created',
    {
      event: 'pull_request_review_comment',
      number: pull.number,
      comment: { id, body, user, author_association: association },
      ...{ onLines: true, replyTo, sender: user, repository: named(asked) },
    },
    delivery,
  );
}
