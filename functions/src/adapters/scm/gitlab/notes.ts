/**
 * The conversation of a merge request, and emoji on its comments. GitLab lists what the system says and the comments on
 * lines in the same place.
 *
 *     GET …/merge_requests/7/notes   [{"id": 31, "type": null, "system": false, "body": "…", "author": {"username": "ada"}}]
 *
 * https://docs.gitlab.com/api/notes/#merge-requests  https://docs.gitlab.com/api/emoji_reactions/
 */
import { z } from 'zod';
import { AppError } from '../../../model/errors.ts';
import type { ScmComment, ScmPort } from '../../../ports.ts';
import type { ScmClient } from '../client.ts';
import { isoTime } from '../github/pulls.ts';
import { gitlabAuthor } from './merge-requests.ts';
import { noteText } from './note-text.ts';
import { projectId } from './projects.ts';

export const noteShape = z.object({
  id: z.int(),
  type: z.string().nullish(),
  body: z.string().nullish(),
  author: gitlabAuthor,
  system: z.boolean().default(false),
  created_at: z.string(),
});

const awardShape = z.object({ name: z.string() });

const EMOJI = { eyes: 'eyes', '+1': 'thumbsup', confused: 'confused' } as const;

/** `page` is the merge request's. */
export function commentOf(row: z.output<typeof noteShape>, page: string): ScmComment {
  return {
    id: row.id,
    author: row.author,
    body: row.body ?? '',
    url: `${page}#note_${row.id}`,
    createdAt: isoTime(row.created_at),
    association: '',
  };
}

/** The address of a merge request's page. */
export function pageOf(gitUrl: string, owner: string, name: string, iid: number): string {
  return `${gitUrl.replace(/\/+$/, '')}/${owner}/${name}/-/merge_requests/${iid}`;
}

export function notesOf(
  client: ScmClient,
  gitUrl: string,
): Pick<ScmPort, 'comments' | 'createComment' | 'updateComment' | 'react'> {
  return {
    async comments(token, owner, name, number) {
      const route = 'GET /projects/{id}/merge_requests/{iid}/notes';
      const values = { id: projectId(owner, name), iid: number, order_by: 'created_at', sort: 'asc' };
      const rows = await client.list(token, noteShape, route, values);
      const page = pageOf(gitUrl, owner, name, number);
      return rows.filter(({ system, type }) => !system && type !== 'DiffNote').map((row) => commentOf(row, page));
    },
    async createComment(token, owner, name, number, body) {
      const route = 'POST /projects/{id}/merge_requests/{iid}/notes';
      const values = { id: projectId(owner, name), iid: number, body: noteText(body) };
      const row = await client.send(token, noteShape, route, values, { invalid: 400 });
      return commentOf(row, pageOf(gitUrl, owner, name, number));
    },
    async updateComment(token, owner, name, { id: note, number }, body) {
      const route = 'PUT /projects/{id}/merge_requests/{iid}/notes/{note}';
      const values = { id: projectId(owner, name), iid: number, note, body: noteText(body) };
      const row = await client.send(token, noteShape, route, values, { invalid: 400 });
      return commentOf(row, pageOf(gitUrl, owner, name, number));
    },
    async react(token, owner, name, { id: note, number }, reaction) {
      const at = { id: projectId(owner, name), iid: number, note };
      const emoji = EMOJI[reaction];
      const route = '/projects/{id}/merge_requests/{iid}/notes/{note}/award_emoji';
      try {
        await client.send(token, z.unknown(), `POST ${route}`, { ...at, name: emoji });
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
        // An emoji that is there already is refused as if the comment were gone.
        const awards = await client.list(token, awardShape, `GET ${route}`, at);
        if (!awards.some(({ name: given }) => given === emoji)) throw error;
      }
    },
  };
}
