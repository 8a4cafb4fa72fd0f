/**
 * Reviews on GitHub. A comment names a line and its side; one on several lines also the first of them, which must stand
 * in the same hunk. Whether a thread is resolved is told by GraphQL alone, and only there can it be resolved.
 *
 *     POST …/pulls/7/reviews   {"event": "COMMENT", "commit_id": "9ab…", "body": "…", "comments":
 *                               [{"path": "a.py", "side": "RIGHT", "line": 9, "start_side": "RIGHT", "start_line": 7, "body": "…"}]}
 */
import { z } from 'zod';
import { AppError } from '../../../model/errors.ts';
import type { ScmNewReviewComment, ScmPort, ScmReviewThread } from '../../../ports.ts';
import type { ScmClient } from '../client.ts';
import { commentOf, commentShape } from './comments.ts';

const reviewCommentShape = commentShape.extend({
  path: z.string(),
  side: z.enum(['LEFT', 'RIGHT']).nullish(),
  line: z.int().nullish(),
  commit_id: z.string(),
  in_reply_to_id: z.int().nullish(),
});

const THREADS = `
  query ($owner: String!, $name: String!, $number: Int!, $after: String) {
    repository(owner: $owner, name: $name) {
      pullRequest(number: $number) {
        reviewThreads(first: 100, after: $after) {
          pageInfo { hasNextPage endCursor }
          nodes { id isResolved comments(first: 100) { nodes { databaseId } } }
        }
      }
    }
  }`;

const RESOLVE = `
  mutation ($threadId: ID!) {
    resolveReviewThread(input: { threadId: $threadId }) { thread { isResolved } }
  }`;

const resolvedShape = z.object({
  resolveReviewThread: z.object({ thread: z.object({ isResolved: z.boolean() }) }),
});

const threadsShape = z.object({
  repository: z.object({
    pullRequest: z.object({
      reviewThreads: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
        nodes: z.array(
          z.object({
            id: z.string(),
            isResolved: z.boolean(),
            comments: z.object({ nodes: z.array(z.object({ databaseId: z.int() })) }),
          }),
        ),
      }),
    }),
  }),
});

function newCommentJson({ path, side, startLine, line, body }: ScmNewReviewComment): Record<string, unknown> {
  const range = startLine < line ? { start_line: startLine, start_side: side } : {};
  return { path, side, line, ...range, body };
}

async function threadsOf(client: ScmClient, token: string, owner: string, name: string, number: number) {
  const found: (ScmReviewThread & { id: string })[] = [];
  for (let after: string | null = null; ;) {
    const values = { owner, name, number, after };
    const data: z.output<typeof threadsShape> = await client.graphql(token, threadsShape, THREADS, values);
    const { pageInfo, nodes } = data.repository.pullRequest.reviewThreads;
    for (const { id, isResolved, comments } of nodes) {
      found.push({ id, commentIds: comments.nodes.map(({ databaseId }) => databaseId), resolved: isResolved });
    }
    if (!pageInfo.hasNextPage) return found;
    after = pageInfo.endCursor;
  }
}

type ReviewsPort = Pick<ScmPort, 'reviewComments' | 'reviewThreads' | 'resolveThread' | 'createReview' | 'reply'>;

export function reviewsOf(client: ScmClient): ReviewsPort {
  return {
    async reviewComments(token, owner, name, number) {
      const route = 'GET /repos/{owner}/{repo}/pulls/{number}/comments';
      const rows = await client.list(token, reviewCommentShape, route, { owner, repo: name, number });
      return rows.map((row) => ({
        ...commentOf(row),
        path: row.path,
        side: row.side ?? 'RIGHT',
        line: row.line ?? null,
        commitSha: row.commit_id,
        replyTo: row.in_reply_to_id ?? null,
      }));
    },
    async reviewThreads(token, owner, name, number) {
      const threads = await threadsOf(client, token, owner, name, number);
      return threads.map(({ commentIds, resolved }) => ({ commentIds, resolved }));
    },
    async resolveThread(token, owner, name, { id, number }) {
      const threads = await threadsOf(client, token, owner, name, number);
      const thread = threads.find(({ commentIds }) => commentIds.includes(id));
      if (thread === undefined) throw new AppError('not_found', 'Not found on the platform');
      if (!thread.resolved) await client.graphql(token, resolvedShape, RESOLVE, { threadId: thread.id });
      return true;
    },
    async reply(token, owner, name, { id, number, onLines }, body) {
      const at = { owner, repo: name, number, body };
      const inThread = 'POST /repos/{owner}/{repo}/pulls/{number}/comments/{comment_id}/replies';
      const [route, values] = onLines
        ? [inThread, { ...at, comment_id: id }]
        : ['POST /repos/{owner}/{repo}/issues/{number}/comments', at];
      return commentOf(await client.send(token, commentShape, route, values));
    },
    async createReview(token, owner, name, number, { commitSha, body, comments }) {
      const route = 'POST /repos/{owner}/{repo}/pulls/{number}/reviews';
      const review = { event: 'COMMENT', commit_id: commitSha, body, comments: comments.map(newCommentJson) };
      await client.send(token, z.unknown(), route, { owner, repo: name, number, ...review });
    },
  };
}
