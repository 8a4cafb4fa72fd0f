/** What the platform lists of a repository, in the form of its events, so that the same rules answer both. */
import { isTokenAccount } from '../../model/bots.ts';
import type { PullRequestRecord } from '../../model/reviews.ts';
import type { ScmComment, ScmPullRequest } from '../../ports.ts';
import type { IssueComment, PullRequestEvent, Push } from '../webhook/payloads.ts';

type Repository = Push['repository'];

/**
 * The action by which an event would have told of the change; undefined when nothing of it is new. Of several changes at
 * once the one that starts most.
 */
export function actionSince(
  before: PullRequestRecord | undefined,
  pull: ScmPullRequest,
  wasDraft: boolean,
): string | undefined {
  if (pull.state !== 'open') return before?.state === pull.state ? undefined : 'closed';
  if (before === undefined) return 'opened';
  if (before.state !== 'open') return 'reopened';
  if (wasDraft && !pull.draft) return 'ready_for_review';
  if (before.head_sha !== pull.headSha) return 'synchronize';
  const isEdited = before.title !== pull.title || before.base_ref !== pull.baseRef;
  return isEdited ? 'edited' : undefined;
}

export function pullRequestEvent(action: string, pull: ScmPullRequest, repository: Repository): PullRequestEvent {
  const fullName = `${repository.owner}/${repository.name}`;
  return {
    action,
    number: pull.number,
    pull_request: {
      number: pull.number,
      title: pull.title,
      state: pull.state === 'open' ? 'open' : 'closed',
      merged: pull.state === 'merged',
      user: { login: pull.author, type: pull.authorIsBot ? 'Bot' : 'User' },
      html_url: pull.url,
      head: { ref: pull.headRef, sha: pull.headSha, repo: pull.fromFork ? null : { full_name: fullName } },
      base: { ref: pull.baseRef, sha: pull.baseSha, repo: { full_name: fullName } },
      draft: pull.draft,
      labels: pull.labels.map((name) => ({ name })),
      author_association: pull.authorAssociation ?? '',
      created_at: pull.createdAt,
      updated_at: pull.updatedAt,
      closed_at: pull.closedAt ?? undefined,
      merged_at: pull.mergedAt ?? undefined,
    },
    label: undefined,
    changes: undefined,
    repository,
  };
}

export function accountOf({ author: login }: ScmComment): { login: string; type: string } {
  return { login, type: isTokenAccount(login) ? 'Bot' : 'User' };
}

export function commentEvent(comment: ScmComment, pull: ScmPullRequest, repository: Repository): IssueComment {
  const user = accountOf(comment);
  return {
    action: 'created',
    is_pull: true,
    issue: {
      number: pull.number,
      title: pull.title,
      state: pull.state === 'open' ? 'open' : 'closed',
      user: { login: pull.author, type: '' },
      html_url: pull.url,
      created_at: pull.createdAt,
      pull_request: { html_url: pull.url },
    },
    comment: { id: comment.id, body: comment.body, user, author_association: comment.association },
    sender: user,
    repository,
  };
}
