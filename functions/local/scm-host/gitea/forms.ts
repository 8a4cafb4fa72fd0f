/** What all of Gitea's routes share: its address and page sizes, and how a comment on a line looks. */
import { authorJson } from '../rest/authors.ts';
import { type Call, wholeNumber } from '../routing.ts';
import type { Pull, Repository, ReviewComment } from '../state.ts';

/** Seen by Gitea's address and with its page sizes. */
export function asGitea(call: Call): Call {
  const query = new URLSearchParams(call.query);
  query.delete('per_page');
  query.set('per_page', String(wholeNumber(call.query, 'limit', 30, 1, 50)));
  if (query.get('sort') === 'recentupdate') {
    query.set('sort', 'updated');
    query.set('direction', 'desc');
  }
  return { ...call, query, host: { ...call.host, apiUrl: `${call.host.url}/api/v1` } };
}

export function ofPull<T extends { repositoryId: number; number: number }>(
  all: T[],
  found: Repository,
  pull: Pull,
): T[] {
  return all.filter((each) => each.repositoryId === found.id && each.number === pull.number);
}

export function reviewComment(call: Call, comment: ReviewComment, html: string): Record<string, unknown> {
  const right = comment.side === 'RIGHT';
  return {
    id: comment.id,
    body: comment.body,
    user: authorJson(call.host, comment.authorId),
    path: comment.path,
    position: right ? comment.line : 0,
    original_position: right ? 0 : comment.line,
    commit_id: comment.commitSha,
    diff_hunk: comment.hunk,
    resolver: comment.resolvedBy === null ? null : authorJson(call.host, comment.resolvedBy),
    pull_request_review_id: comment.reviewId,
    html_url: `${html}#issuecomment-${comment.id}`,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
  };
}
