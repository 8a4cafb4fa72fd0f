/**
 * Reviews on Gitea and Forgejo: a comment stands on one line, by its number in the file before or after the change. One
 * on several lines stands on the last of them and says which it means. Comments are listed review by review, and each
 * says itself who resolved it.
 *
 * The host writes a review's comments one by one into the user's only pending review, and then submits that. What fails
 * on the way (HTTP 500) leaves the comments before it pending: seen by nobody, and submitted with whatever comes next. So
 * pending comments do not count as posted, and those of an attempt before this one are removed first.
 *
 *     POST …/pulls/7/reviews   { "event": "COMMENT", "commit_id": "9ab…", "body": "…",
 *                                "comments": [{ "path": "a.py", "new_position": 9, "body": "…" }] }
 *
 * What one says on the same line of the same review stands in one thread, which the API does not name. Threads can be
 * answered from Gitea 1.27 on (`POST …/pulls/7/comments/31/replies`, https://github.com/go-gitea/gitea/pull/36683) and resolved
 * from 1.26 on (`POST …/pulls/comments/31/resolve`, https://github.com/go-gitea/gitea/pull/36441); before, and on Forgejo, an
 * answer goes into the conversation and nothing can be resolved.
 */
import { z } from 'zod';
import { AppError } from '../../../model/errors.ts';
import type { ScmNewReviewComment, ScmPort } from '../../../ports.ts';
import type { ScmClient } from '../client.ts';
import { commentOf, commentShape } from '../github/comments.ts';

const reviewShape = z.object({ id: z.int(), state: z.string().nullish(), comments_count: z.int().default(0) });

const PENDING = 'PENDING';

const reviewCommentShape = commentShape.extend({
  path: z.string(),
  /** Line after the change; 0 on the side before it. */
  position: z.int().nullish(),
  original_position: z.int().nullish(),
  commit_id: z.string(),
  pull_request_review_id: z.int().default(0),
  resolver: z.object({ login: z.string() }).nullish(),
});

type ReviewCommentRow = z.output<typeof reviewCommentShape>;

function newCommentJson({ path, side, startLine, line, body }: ScmNewReviewComment): Record<string, unknown> {
  const place = side === 'LEFT' ? { old_position: line } : { new_position: line };
  const range = startLine < line ? `\n\n_Lines ${startLine} to ${line}._` : '';
  return { path, ...place, body: `${body}${range}` };
}

/** What names a comment of ours for life stands in its first line. */
function firstLine(body: string): string {
  return body.split('\n', 1)[0] ?? '';
}

interface PullAt {
  owner: string;
  repo: string;
  number: number;
}

/** Reviews with comments, pending ones too. */
async function reviewsOf(client: ScmClient, token: string, at: PullAt) {
  const route = 'GET /repos/{owner}/{repo}/pulls/{number}/reviews';
  const reviews = await client.list(token, reviewShape, route, { ...at });
  return reviews.filter(({ comments_count: comments }) => comments > 0);
}

function commentsOf(client: ScmClient, token: string, at: PullAt, id: number) {
  const route = 'GET /repos/{owner}/{repo}/pulls/{number}/reviews/{id}/comments';
  return client.list(token, reviewCommentShape, route, { ...at, id });
}

/** Posted comments, oldest first. */
async function postedComments(client: ScmClient, token: string, at: PullAt): Promise<ReviewCommentRow[]> {
  const rows: ReviewCommentRow[] = [];
  for (const { id, state } of await reviewsOf(client, token, at)) {
    if (state !== PENDING) rows.push(...(await commentsOf(client, token, at, id)));
  }
  return rows.sort((a, b) => a.id - b.id);
}

/** Removes pending reviews of nothing but these comments; a person's own drafts are left alone. */
async function removeAttempts(client: ScmClient, token: string, at: PullAt, comments: readonly ScmNewReviewComment[]) {
  const ours = new Set(comments.map(({ body }) => firstLine(body)));
  for (const { id, state } of await reviewsOf(client, token, at)) {
    if (state !== PENDING) continue;
    const pending = await commentsOf(client, token, at, id);
    if (!pending.every(({ body }) => ours.has(firstLine(body ?? '')))) continue;
    const route = 'DELETE /repos/{owner}/{repo}/pulls/{number}/reviews/{id}';
    await client.send(token, z.unknown(), route, { ...at, id });
  }
}

/** A comment that a program marks in its first line opened a thread of its own, whatever stands on the line already. */
function isMarked({ body }: ReviewCommentRow): boolean {
  return firstLine(body ?? '').startsWith('<!--');
}

/** Threads in the order of the comments that opened them; `rows` oldest first. */
function threadsOf(rows: readonly ReviewCommentRow[]): ReviewCommentRow[][] {
  const threads: ReviewCommentRow[][] = [];
  const newest = new Map<string, ReviewCommentRow[]>();
  for (const row of rows) {
    const place = [row.pull_request_review_id, row.path, row.position ?? 0, row.original_position ?? 0].join(' ');
    const thread = isMarked(row) && !isReply(row) ? undefined : newest.get(place);
    if (thread !== undefined) thread.push(row);
    else {
      const opened = [row];
      newest.set(place, opened);
      threads.push(opened);
    }
  }
  return threads;
}

/** What this service answers is marked as well. */
function isReply({ body }: ReviewCommentRow): boolean {
  return firstLine(body ?? '').startsWith('<!-- reviewgraph:reply ');
}

/** `undefined` where this version has no such route: 404, or 405 where another method of the address is known. */
async function whereServed<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const isMissing = error instanceof AppError && (error.code === 'not_found' || error.code === 'bad_request');
    if (isMissing) return undefined;
    throw error;
  }
}

type ReviewsPort = Pick<ScmPort, 'reviewComments' | 'reviewThreads' | 'resolveThread' | 'createReview' | 'reply'>;

export function giteaReviewsOf(client: ScmClient): ReviewsPort {
  return {
    async reviewComments(token, owner, name, number) {
      const rows = await postedComments(client, token, { owner, repo: name, number });
      const roots = new Map(threadsOf(rows).flatMap(([root, ...rest]) => rest.map((each) => [each, root?.id ?? null])));
      return rows.map((row) => {
        const after = row.position ?? 0;
        const before = row.original_position ?? 0;
        return {
          ...commentOf(row),
          path: row.path,
          side: after > 0 || before === 0 ? ('RIGHT' as const) : ('LEFT' as const),
          line: after || before || null,
          commitSha: row.commit_id,
          replyTo: roots.get(row) ?? null,
        };
      });
    },
    async reviewThreads(token, owner, name, number) {
      const rows = await postedComments(client, token, { owner, repo: name, number });
      return threadsOf(rows).map((thread) => ({
        commentIds: thread.map(({ id }) => id),
        resolved: thread[0]?.resolver != null,
      }));
    },
    async resolveThread(token, owner, name, { id }) {
      const route = 'POST /repos/{owner}/{repo}/pulls/comments/{id}/resolve';
      const done = await whereServed(() => client.send(token, z.unknown(), route, { owner, repo: name, id }));
      return done !== undefined;
    },
    async reply(token, owner, name, { id, number, onLines }, body) {
      const at = { owner, repo: name, number, body };
      const inThread = 'POST /repos/{owner}/{repo}/pulls/{number}/comments/{id}/replies';
      const inside = onLines
        ? await whereServed(() => client.send(token, commentShape, inThread, { ...at, id }))
        : undefined;
      const route = 'POST /repos/{owner}/{repo}/issues/{number}/comments';
      return commentOf(inside ?? (await client.send(token, commentShape, route, at)));
    },
    async createReview(token, owner, name, number, { commitSha, body, comments }) {
      const route = 'POST /repos/{owner}/{repo}/pulls/{number}/reviews';
      const review = { event: 'COMMENT', commit_id: commitSha, body, comments: comments.map(newCommentJson) };
      const at = { owner, repo: name, number };
      await removeAttempts(client, token, at, comments);
      // A comment that the host cannot place is an internal error to it.
      await client.send(token, z.unknown(), route, { ...at, ...review }, { invalid: 500 });
    },
  };
}
