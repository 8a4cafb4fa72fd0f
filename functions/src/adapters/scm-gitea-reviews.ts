/**
 * Reviews on Gitea and Forgejo: a comment stands on one line, by its number in the file before or after the change. One
 * on several lines stands on the last of them and says which it means. Comments are listed review by review, and each
 * says itself who resolved it.
 *
 *     POST …/pulls/7/reviews   { "event": "COMMENT", "commit_id": "9ab…", "body": "…",
 *                                "comments": [{ "path": "a.py", "new_position": 9, "body": "…" }] }
 */
import { z } from 'zod';
import type { ScmNewReviewComment, ScmPort } from '../ports.ts';
import type { ScmClient } from './scm-client.ts';
import { commentOf, commentShape } from './scm-comments.ts';

const reviewShape = z.object({ id: z.int(), comments_count: z.int().default(0) });

const reviewCommentShape = commentShape.extend({
  path: z.string(),
  /** Line after the change; 0 on the side before it. */
  position: z.int().nullish(),
  original_position: z.int().nullish(),
  commit_id: z.string(),
  resolver: z.object({ login: z.string() }).nullish(),
});

function newCommentJson({ path, side, startLine, line, body }: ScmNewReviewComment): Record<string, unknown> {
  const place = side === 'LEFT' ? { old_position: line } : { new_position: line };
  const range = startLine < line ? `\n\n_Lines ${startLine} to ${line}._` : '';
  return { path, ...place, body: `${body}${range}` };
}

export function giteaReviewsOf(client: ScmClient): Pick<ScmPort, 'reviewComments' | 'reviewThreads' | 'createReview'> {
  async function rowsOf(token: string, owner: string, name: string, number: number) {
    const values = { owner, repo: name, number };
    const reviews = await client.list(token, reviewShape, 'GET /repos/{owner}/{repo}/pulls/{number}/reviews', values);
    const rows: z.output<typeof reviewCommentShape>[] = [];
    for (const { id } of reviews.filter((review) => review.comments_count > 0)) {
      const route = 'GET /repos/{owner}/{repo}/pulls/{number}/reviews/{id}/comments';
      rows.push(...(await client.list(token, reviewCommentShape, route, { ...values, id })));
    }
    return rows.sort((a, b) => a.id - b.id);
  }

  return {
    async reviewComments(token, owner, name, number) {
      return (await rowsOf(token, owner, name, number)).map((row) => {
        const after = row.position ?? 0;
        const before = row.original_position ?? 0;
        return {
          ...commentOf(row),
          path: row.path,
          side: after > 0 || before === 0 ? ('RIGHT' as const) : ('LEFT' as const),
          line: after || before || null,
          commitSha: row.commit_id,
          replyTo: null,
        };
      });
    },
    async reviewThreads(token, owner, name, number) {
      const rows = await rowsOf(token, owner, name, number);
      return rows.map(({ id, resolver }) => ({ commentIds: [id], resolved: resolver != null }));
    },
    async createReview(token, owner, name, number, { commitSha, body, comments }) {
      const route = 'POST /repos/{owner}/{repo}/pulls/{number}/reviews';
      const review = { event: 'COMMENT', commit_id: commitSha, body, comments: comments.map(newCommentJson) };
      await client.send(token, z.unknown(), route, { owner, repo: name, number, ...review });
    },
  };
}
