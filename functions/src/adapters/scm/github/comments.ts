/**
 * The conversation of a pull request, which the platform keeps as an issue of the same number, and reactions to its
 * comments. Gitea's routes and fields for these are the same.
 */
import { z } from 'zod';
import type { ScmComment, ScmPort } from '../../../ports.ts';
import type { ScmClient } from '../client.ts';
import { authorShape, isoTime } from './pulls.ts';

export const commentShape = z.object({
  id: z.int(),
  user: authorShape,
  body: z.string().nullish(),
  html_url: z.string(),
  created_at: z.string(),
  author_association: z.string().nullish(),
});

export function commentOf(row: z.output<typeof commentShape>): ScmComment {
  return {
    id: row.id,
    author: row.user,
    body: row.body ?? '',
    url: row.html_url,
    createdAt: isoTime(row.created_at),
    association: row.author_association ?? '',
  };
}

export function conversationOf(
  client: ScmClient,
): Pick<ScmPort, 'comments' | 'createComment' | 'updateComment' | 'react'> {
  return {
    async comments(token, owner, name, number) {
      const route = 'GET /repos/{owner}/{repo}/issues/{number}/comments';
      return (await client.list(token, commentShape, route, { owner, repo: name, number })).map(commentOf);
    },
    async createComment(token, owner, name, number, body) {
      const route = 'POST /repos/{owner}/{repo}/issues/{number}/comments';
      return commentOf(await client.send(token, commentShape, route, { owner, repo: name, number, body }));
    },
    async updateComment(token, owner, name, { id: commentId }, body) {
      const route = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}';
      return commentOf(
        await client.send(token, commentShape, route, { owner, repo: name, comment_id: commentId, body }),
      );
    },
    async react(token, owner, name, { id: commentId }, content) {
      const route = 'POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions';
      await client.send(token, z.unknown(), route, { owner, repo: name, comment_id: commentId, content });
    },
  };
}
