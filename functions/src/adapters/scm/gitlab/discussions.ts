/**
 * Reviews on GitLab: each comment is a discussion of its own, with a position on a version of the difference. GitLab has
 * no review that is taken whole or not at all, so what it would refuse is found out before anything is posted, and what
 * was posted before a refusal is taken back. What another failure leaves is found by its marker in the next attempt.
 *
 *     POST …/merge_requests/7/discussions {"body": "…", "position": {"head_sha": "9ab…", "new_line": 9, …}}
 *     400 {"message": "400 Bad request - Note {:line_code=>[\"can't be blank\", \"must be a valid line code\"]}"}
 *
 * https://docs.gitlab.com/api/discussions/#merge-requests
 */
import { z } from 'zod';
import { AppError } from '../../../model/errors.ts';
import type { ScmNewReviewComment, ScmPort, ScmReviewComment } from '../../../ports.ts';
import type { ScmClient } from '../client.ts';
import { mergeRequestOf } from './merge-requests.ts';
import { commentText, noteText } from './note-text.ts';
import { commentOf, noteShape, pageOf } from './notes.ts';
import { diffShape, positionOf, type VersionRefs } from './positions.ts';
import { projectId } from './projects.ts';

const positionShape = z.object({
  head_sha: z.string().nullish(),
  base_sha: z.string().nullish(),
  old_path: z.string().nullish(),
  new_path: z.string().nullish(),
  old_line: z.int().nullish(),
  new_line: z.int().nullish(),
});

const threadNoteShape = noteShape.extend({
  resolvable: z.boolean().default(false),
  resolved: z.boolean().nullish(),
  position: positionShape.nullish(),
});

const discussionShape = z.object({ id: z.string(), notes: z.array(threadNoteShape) });
type Discussion = z.output<typeof discussionShape>;

const versionShape = z.object({
  id: z.int(),
  head_commit_sha: z.string(),
  base_commit_sha: z.string(),
  start_commit_sha: z.string(),
});

const versionDiffShape = z.object({ diffs: z.array(diffShape) });

interface MergeRequestAt {
  id: string;
  iid: number;
}

const DISCUSSIONS = '/projects/{id}/merge_requests/{iid}/discussions';

/** The discussion that a note stands in. */
async function discussionOf(client: ScmClient, token: string, at: MergeRequestAt, noteId: number): Promise<Discussion> {
  const has = ({ notes }: Discussion) => notes.some(({ id }) => id === noteId);
  const all = await client.list(token, discussionShape, `GET ${DISCUSSIONS}`, { ...at }, (page) => page.some(has));
  const found = all.find(has);
  if (found === undefined) throw new AppError('not_found', 'Not found on the platform');
  return found;
}

/** Those on lines. */
async function threadsOnLines(client: ScmClient, token: string, at: MergeRequestAt): Promise<Discussion[]> {
  const all = await client.list(token, discussionShape, `GET ${DISCUSSIONS}`, { ...at });
  return all.filter(({ notes: [root] }) => root?.type === 'DiffNote' && root.position != null);
}

/** `head` is that of the newest version: a position that GitLab could not move along names an older one. */
function commentsOf({ notes }: Discussion, page: string, head: string | undefined): ScmReviewComment[] {
  const [root] = notes;
  const position = root?.position;
  if (root === undefined || position == null) return [];
  const isCurrent = head === undefined || position.head_sha === head;
  const line = position.new_line ?? position.old_line ?? null;
  return notes
    .filter(({ system }) => !system)
    .map((note) => ({
      ...commentOf(note, page),
      path: position.new_path ?? position.old_path ?? '',
      side: position.new_line == null && position.old_line != null ? ('LEFT' as const) : ('RIGHT' as const),
      line: isCurrent ? line : null,
      commitSha: position.head_sha ?? '',
      replyTo: note === root ? null : root.id,
    }));
}

/** The version whose head is the commit, with its difference. `invalid` when the merge request has none. */
async function versionAt(client: ScmClient, token: string, at: MergeRequestAt, commitSha: string) {
  const route = 'GET /projects/{id}/merge_requests/{iid}/versions';
  const all = await client.list(token, versionShape, route, { ...at }, (page) =>
    page.some(({ head_commit_sha: head }) => head === commitSha),
  );
  const version = all.find(({ head_commit_sha: head }) => head === commitSha);
  if (version === undefined) throw new AppError('invalid', 'The commit is no version of the merge request');
  const { diffs } = await client.send(token, versionDiffShape, `${route}/{version}`, { ...at, version: version.id });
  const { base_commit_sha: base_sha, start_commit_sha: start_sha, head_commit_sha: head_sha } = version;
  return { refs: { base_sha, start_sha, head_sha } satisfies VersionRefs, diffs };
}

function newDiscussion(
  { refs, diffs }: Awaited<ReturnType<typeof versionAt>>,
  comment: ScmNewReviewComment,
): { body: string; position: Record<string, unknown> } {
  const position = positionOf(refs, diffs, comment);
  if (position === undefined) throw new AppError('invalid', 'The difference does not show the lines of a comment');
  return { body: commentText(comment.body, comment.side === 'RIGHT' ? comment.line - comment.startLine : 0), position };
}

/** All of them, or none where GitLab refuses one. */
async function postAll(
  client: ScmClient,
  token: string,
  at: MergeRequestAt,
  discussions: readonly ReturnType<typeof newDiscussion>[],
): Promise<void> {
  const posted: Discussion[] = [];
  try {
    for (const discussion of discussions) {
      const values = { ...at, ...discussion };
      posted.push(await client.send(token, discussionShape, `POST ${DISCUSSIONS}`, values, { invalid: 400 }));
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error;
    for (const { id: thread, notes } of posted) {
      const route = `DELETE ${DISCUSSIONS}/{thread}/notes/{note}`;
      for (const { id: note } of notes) await client.send(token, z.unknown(), route, { ...at, thread, note });
    }
    throw error;
  }
}

export function discussionsOf(
  client: ScmClient,
  gitUrl: string,
): Pick<ScmPort, 'reviewComments' | 'reviewThreads' | 'resolveThread' | 'createReview' | 'reply'> {
  return {
    async reviewComments(token, owner, name, number) {
      const at = { id: projectId(owner, name), iid: number };
      const head = (await mergeRequestOf(client, token, at)).diff_refs?.head_sha;
      const page = pageOf(gitUrl, owner, name, number);
      const threads = await threadsOnLines(client, token, at);
      return threads.flatMap((thread) => commentsOf(thread, page, head)).sort((a, b) => a.id - b.id);
    },
    async reviewThreads(token, owner, name, number) {
      const threads = await threadsOnLines(client, token, { id: projectId(owner, name), iid: number });
      return threads.map(({ notes }) => {
        const resolvable = notes.filter((note) => note.resolvable);
        return {
          commentIds: notes.filter(({ system }) => !system).map(({ id }) => id),
          resolved: resolvable.length > 0 && resolvable.every((note) => note.resolved === true),
        };
      });
    },
    async resolveThread(token, owner, name, { id, number }) {
      const at = { id: projectId(owner, name), iid: number };
      const { id: thread } = await discussionOf(client, token, at, id);
      await client.send(token, z.unknown(), `PUT ${DISCUSSIONS}/{thread}`, { ...at, thread, resolved: true });
      return true;
    },
    /** An answer to a comment of the conversation makes that a thread. */
    async reply(token, owner, name, { id, number }, body) {
      const at = { id: projectId(owner, name), iid: number };
      const { id: thread } = await discussionOf(client, token, at, id);
      const values = { ...at, thread, body: noteText(body) };
      const row = await client.send(token, noteShape, `POST ${DISCUSSIONS}/{thread}/notes`, values, { invalid: 400 });
      return commentOf(row, pageOf(gitUrl, owner, name, number));
    },
    async createReview(token, owner, name, number, { commitSha, body, comments }) {
      const at = { id: projectId(owner, name), iid: number };
      const version = await versionAt(client, token, at, commitSha);
      await postAll(
        client,
        token,
        at,
        comments.map((comment) => newDiscussion(version, comment)),
      );
      if (body === '') return;
      const route = 'POST /projects/{id}/merge_requests/{iid}/notes';
      await client.send(token, z.unknown(), route, { ...at, body: noteText(body) }, { invalid: 400 });
    },
  };
}
