/**
 * Reviews with their comments, as strict as the platform: one comment that stands on no line of the diff, or a range that
 * leaves its hunk, and the whole review is refused (422) with nothing of it kept.
 */
import { z } from 'zod';
import { commentableLines, pullDiff, touch } from '../pulls.ts';
import { type Call, page, RestError, route, type Route } from '../routing.ts';
import type { Pull, Repository, Review, ReviewComment } from '../state.ts';
import { associationOf, authorJson, authorLogin, writerOf } from './authors.ts';
import { assertText, bodyAs } from './bodies.ts';
import { isCommitOf, pullOf, pullPath } from './pulls.ts';
import { reviewCommentRoutes, reviewCommentsJson } from './review-comments.ts';

const side = z.enum(['LEFT', 'RIGHT']);

const reviewShape = z.object({
  commit_id: z.string().optional(),
  body: z.string().default(''),
  event: z.enum(['APPROVE', 'REQUEST_CHANGES', 'COMMENT']),
  comments: z
    .array(
      z.object({
        path: z.string(),
        body: z.string(),
        line: z.int().optional(),
        side: side.default('RIGHT'),
        start_line: z.int().optional(),
        start_side: side.optional(),
      }),
    )
    .default([]),
});

export type NewComment = Pick<ReviewComment, 'path' | 'body' | 'side' | 'line' | 'startLine'>;

function unresolvable(...errors: string[]): RestError {
  return new RestError(422, 'Unprocessable Entity', { errors });
}

/** Keeps a review and its comments, or throws and keeps nothing. */
export async function addReview(
  call: Call,
  repository: Repository,
  pull: Pull,
  asked: { commitSha: string | undefined; body: string; state: Review['state']; comments: NewComment[] },
): Promise<Review> {
  const { host } = call;
  const { file } = host;
  const authorId = writerOf(call, repository);
  const commitSha = asked.commitSha ?? pull.headSha;
  if (!(await isCommitOf(host, repository, pull, commitSha))) {
    throw unresolvable('The commit is not part of the pull request');
  }
  const diff = await pullDiff(host, repository, pull, commitSha);
  const hunks: string[] = [];
  for (const comment of asked.comments) {
    assertText('PullRequestReviewComment', 'body', comment.body);
    const lines = await commentableLines(host, repository, diff, commitSha, comment.path);
    if (lines === undefined) throw unresolvable('Path could not be resolved');
    const hunk = lines.hunkOf(comment.side, comment.line);
    if (hunk === undefined) throw unresolvable('Line could not be resolved');
    hunks.push(lines.textUpTo(comment.side, comment.line));
    if (comment.startLine === null) continue;
    if (comment.startLine >= comment.line) throw unresolvable('Start line must precede the end line.');
    if (lines.hunkOf(comment.side, comment.startLine) !== hunk) {
      throw unresolvable('Start line must be part of the same hunk as the line.');
    }
  }
  const at = new Date().toISOString();
  const written = {
    repositoryId: repository.id,
    number: pull.number,
    authorId,
    createdAt: at,
    updatedAt: at,
    commitSha,
  };
  const review = { ...written, id: file.takeId(), body: asked.body, state: asked.state };
  file.state.reviews.push(review);
  asked.comments.forEach((comment, index) => {
    const own = { ...comment, id: file.takeId(), reviewId: review.id, replyTo: null, resolvedBy: null };
    file.state.reviewComments.push({ ...written, ...own, hunk: hunks[index] ?? '' });
  });
  touch(host, pull);
  return review;
}

async function create(call: Call) {
  const { repository, pull } = await pullOf(call);
  const { commit_id: commitSha, body, event, comments } = bodyAs(call, reviewShape);
  if (event !== 'APPROVE' || body !== '') assertText('PullRequestReview', 'body', body);
  const state = event === 'APPROVE' ? 'APPROVED' : event === 'COMMENT' ? 'COMMENTED' : 'CHANGES_REQUESTED';
  if (state !== 'COMMENTED' && pull.authorId === writerOf(call, repository)) {
    throw unresolvable('Can not approve or request changes on your own pull request');
  }
  const placed = comments.map(({ path, body: text, line, side: end, start_line: start, start_side: from }) => {
    if (line === undefined) throw unresolvable('Line could not be resolved');
    if (from !== undefined && from !== end) throw unresolvable('Start side must be the side of the line');
    return { path, body: text, line, side: end, startLine: start ?? null };
  });
  const review = await addReview(call, repository, pull, { commitSha, body, state, comments: placed });
  return { status: 200, json: reviewJson(call, repository, review) };
}

function reviewJson(call: Call, repository: Repository, review: Review): Record<string, unknown> {
  const { host } = call;
  const html = `${host.url}/${authorLogin(host, repository.ownerId)}/${repository.name}/pull/${review.number}`;
  return {
    id: review.id,
    user: authorJson(host, review.authorId),
    body: review.body,
    state: review.state,
    html_url: `${html}#pullrequestreview-${review.id}`,
    submitted_at: review.createdAt,
    commit_id: review.commitSha,
    author_association: associationOf(host, repository, review.authorId),
  };
}

async function list(call: Call) {
  const { repository, pull } = await pullOf(call);
  const { host } = call;
  const mine = host.file.state.reviews.filter(
    (each) => each.repositoryId === repository.id && each.number === pull.number,
  );
  const path = pullPath(authorLogin(host, repository.ownerId), repository.name, pull.number);
  const { items, headers } = page(call, `${path}/reviews`, mine);
  return { status: 200, headers, json: items.map((each) => reviewJson(call, repository, each)) };
}

async function commentsOfReview(call: Call) {
  const { repository, pull } = await pullOf(call);
  return reviewCommentsJson(
    call,
    repository,
    pull,
    `/reviews/${call.params['id'] ?? ''}/comments`,
    (each) => String(each.reviewId) === call.params['id'],
  );
}

export const reviewRoutes: Route[] = [
  route('POST', '/repos/{owner}/{repo}/pulls/{number}/reviews', create),
  route('GET', '/repos/{owner}/{repo}/pulls/{number}/reviews', list),
  route('GET', '/repos/{owner}/{repo}/pulls/{number}/reviews/{id}/comments', commentsOfReview),
  ...reviewCommentRoutes,
];
