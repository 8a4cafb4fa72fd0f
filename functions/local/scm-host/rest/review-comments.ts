/** Comments on lines: listed with where they stand today, answered, edited, deleted. */
import { z } from 'zod';
import { currentLine, type PullDiff, pullByNumber, pullDiff, touch } from '../pulls.ts';
import { type Call, type Host, notFound, page, type Reply, route, type Route } from '../routing.ts';
import type { Pull, Repository, ReviewComment } from '../state.ts';
import { assertMayChange, associationOf, authorJson, authorLogin, writerOf } from './authors.ts';
import { assertText, bodyAs } from './bodies.ts';
import { pullOf, pullPath } from './pulls.ts';
import { repositoryOf } from './repository-of.ts';

export async function reviewCommentJson(
  { host }: Pick<Call, 'host'>,
  repository: Repository,
  pull: Pull,
  comment: ReviewComment,
  today?: PullDiff,
): Promise<Record<string, unknown>> {
  const owner = authorLogin(host, repository.ownerId);
  const api = `${host.apiUrl}/repos/${owner}/${repository.name}/pulls`;
  const diff = today ?? (await pullDiff(host, repository, pull));
  const line = await currentLine(host, repository, pull, diff, comment);
  const start = comment.startLine;
  return {
    id: comment.id,
    url: `${api}/comments/${comment.id}`,
    pull_request_review_id: comment.reviewId,
    diff_hunk: comment.hunk,
    path: comment.path,
    commit_id: line === null ? comment.commitSha : pull.headSha,
    original_commit_id: comment.commitSha,
    user: authorJson(host, comment.authorId),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    html_url: `${host.url}/${owner}/${repository.name}/pull/${pull.number}#discussion_r${comment.id}`,
    pull_request_url: `${api}/${pull.number}`,
    author_association: associationOf(host, repository, comment.authorId),
    line,
    original_line: comment.line,
    side: comment.side,
    start_line: start === null || line === null ? null : line - (comment.line - start),
    original_start_line: start,
    start_side: start === null ? null : comment.side,
    subject_type: 'line',
    ...(comment.replyTo === null ? {} : { in_reply_to_id: comment.replyTo }),
  };
}

/** `path` is what follows the pull request's own. */
export async function reviewCommentsJson(
  call: Call,
  repository: Repository,
  pull: Pull,
  path: string,
  wanted: (comment: ReviewComment) => boolean,
): Promise<Reply> {
  const { host } = call;
  const mine = host.file.state.reviewComments.filter(
    (each) => each.repositoryId === repository.id && each.number === pull.number && wanted(each),
  );
  const base = pullPath(authorLogin(host, repository.ownerId), repository.name, pull.number);
  const { items, headers } = page(call, base + path, mine);
  const today = await pullDiff(host, repository, pull);
  const json = await Promise.all(items.map((each) => reviewCommentJson(call, repository, pull, each, today)));
  return { status: 200, headers, json };
}

async function commentOf(call: Call): Promise<{ repository: Repository; comment: ReviewComment; pull: Pull }> {
  const repository = await repositoryOf(call);
  const comment = call.host.file.state.reviewComments.find(
    (each) => each.repositoryId === repository.id && String(each.id) === call.params['id'],
  );
  if (comment === undefined) throw notFound();
  return { repository, comment, pull: await pullByNumber(call.host, repository, comment.number) };
}

const bodyShape = z.object({ body: z.string() });

async function reply(call: Call) {
  const { repository, comment, pull } = await commentOf(call);
  if (String(pull.number) !== call.params['number']) throw notFound();
  const { body } = bodyAs(call, bodyShape);
  // As the platform has it: threads have one level.
  if (comment.replyTo !== null) throw notFound();
  assertText('PullRequestReviewComment', 'body', body);
  const answer = addReply(call.host, pull, comment, { authorId: writerOf(call, repository), body });
  return { status: 201, json: await reviewCommentJson(call, repository, pull, answer) };
}

/** In the thread of a comment, which may be an answer itself. */
export function addReply(
  host: Host,
  pull: Pull,
  comment: ReviewComment,
  { authorId, body }: Pick<ReviewComment, 'authorId' | 'body'>,
): ReviewComment {
  const at = new Date().toISOString();
  const replyTo = comment.replyTo ?? comment.id;
  const times = { createdAt: at, updatedAt: at };
  const answer = { ...comment, id: host.file.takeId(), authorId, body, replyTo, resolvedBy: null, ...times };
  host.file.state.reviewComments.push(answer);
  touch(host, pull);
  return answer;
}

async function change(call: Call) {
  const { repository, comment, pull } = await commentOf(call);
  assertMayChange(call, repository, comment.authorId);
  const { body } = bodyAs(call, bodyShape);
  assertText('PullRequestReviewComment', 'body', body);
  Object.assign(comment, { body, updatedAt: new Date().toISOString() });
  call.host.file.save();
  return { status: 200, json: await reviewCommentJson(call, repository, pull, comment) };
}

async function remove(call: Call) {
  const { repository, comment } = await commentOf(call);
  assertMayChange(call, repository, comment.authorId);
  const { reviewComments } = call.host.file.state;
  reviewComments.splice(reviewComments.indexOf(comment), 1);
  call.host.file.save();
  return { status: 204 };
}

export const reviewCommentRoutes: Route[] = [
  route('GET', '/repos/{owner}/{repo}/pulls/{number}/comments', async (call) => {
    const { repository, pull } = await pullOf(call);
    return reviewCommentsJson(call, repository, pull, '/comments', () => true);
  }),
  route('POST', '/repos/{owner}/{repo}/pulls/{number}/comments/{id}/replies', reply),
  route('PATCH', '/repos/{owner}/{repo}/pulls/comments/{id}', change),
  route('DELETE', '/repos/{owner}/{repo}/pulls/comments/{id}', remove),
];
