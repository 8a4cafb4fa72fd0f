/** A pull request as events describe it, in the form that its record is kept in. */
import type { PullRequestFacts } from '../../jobs/reviews/pull-requests.ts';
import type { IssueComment, PullRequestEvent } from './payloads.ts';

/** undefined when the payload names no number. What the payload lacks of times is `now`. */
export function factsOf(event: PullRequestEvent, now: Date): PullRequestFacts | undefined {
  const { pull_request: pull, repository } = event;
  const number = pull.number ?? event.number;
  if (number == null) return undefined;
  const updatedAt = pull.updated_at ?? now.toISOString();
  return {
    number,
    title: pull.title,
    author: pull.user.login,
    url: pull.html_url,
    headSha: pull.head?.sha ?? '',
    headRef: pull.head?.ref ?? '',
    baseRef: pull.base?.ref ?? '',
    createdAt: pull.created_at ?? updatedAt,
    updatedAt,
    ...endOf(event, updatedAt),
    fromFork: isFromFork(pull, `${repository.owner}/${repository.name}`),
  };
}

/** Whether and when a pull request ended; `updatedAt` where the payload says no time. */
function endOf(
  { pull_request: pull, action }: PullRequestEvent,
  updatedAt: string,
): Pick<PullRequestFacts, 'state' | 'closedAt' | 'mergedAt'> {
  const merged = pull.merged === true || pull.merged_at !== undefined;
  const closed = merged || pull.state === 'closed' || action === 'closed';
  return {
    state: merged ? 'merged' : closed ? 'closed' : 'open',
    closedAt: closed ? (pull.closed_at ?? updatedAt) : null,
    mergedAt: merged ? (pull.merged_at ?? updatedAt) : null,
  };
}

/** A fork that was deleted has no repository any more; a head without a name is not told to be elsewhere. */
function isFromFork({ head }: PullRequestEvent['pull_request'], repoId: string): boolean {
  const headName = head?.repo?.full_name;
  return head?.repo === null || (headName != null && headName.toLowerCase() !== repoId.toLowerCase());
}

/**
 * What a comment says of the pull request it stands on, when nothing else was told before. Any later event knows better,
 * hence the time of its opening as the time of this knowledge.
 */
export function factsOfCommented({ issue }: IssueComment, now: Date): PullRequestFacts {
  const createdAt = issue.created_at ?? now.toISOString();
  return {
    number: issue.number,
    title: issue.title,
    state: issue.state === 'closed' ? 'closed' : 'open',
    author: issue.user.login,
    url: issue.html_url,
    headSha: '',
    headRef: '',
    baseRef: '',
    createdAt,
    updatedAt: createdAt,
    closedAt: null,
    mergedAt: null,
  };
}
