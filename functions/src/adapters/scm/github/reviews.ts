/**
 * Reviews on GitHub. A comment names a line and its side; one on several lines also the first of them, which must stand
 * in the same hunk. Whether a thread is resolved is told by GraphQL alone.
 *
 *     POST …/pulls/7/reviews   {"event": "COMMENT", "commit_id": "9ab…", "body": "…", "comments":
 *                               [{"path": "a.py", "side": "RIGHT", "line": 9, "start_side": "RIGHT", "start_line": 7, "body": "…"}]}
 */
import { z } from 'zod';
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
          nodes { isResolved comments(first: 100) { nodes { databaseId } } }
        }
      }
    }
  }`;

const threadsShape = z.object({
  repository: z.object({
    pullRequest: z.object({
      reviewThreads: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
        nodes: z.array(
          z.object({
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

export function reviewsOf(client: ScmClient): Pick<ScmPort, 'reviewComments' | 'reviewThreads' | 'createReview'> {
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
      const found: ScmReviewThread[] = [];
      for (let after: string | null = null; ;) {
        const data: z.output<typeof threadsShape> = await client.graphql(token, threadsShape, THREADS, {
          owner,
          name,
          number,
          after,
        });
        const { pageInfo, nodes } = data.repository.pullRequest.reviewThreads;
        for (const { isResolved, comments } of nodes) {
          found.push({ commentIds: comments.nodes.map(({ databaseId }) => databaseId), resolved: isResolved });
        }
        if (!pageInfo.hasNextPage) return found;
        after = pageInfo.endCursor;
      }
    },
    async createReview(token, owner, name, number, { commitSha, body, comments }) {
      const route = 'POST /repos/{owner}/{repo}/pulls/{number}/reviews';
      const review = { event: 'COMMENT', commit_id: commitSha, body, comments: comments.map(newCommentJson) };
      await client.send(token, z.unknown(), route, { owner, repo: name, number, ...review });
    },
  };
}
