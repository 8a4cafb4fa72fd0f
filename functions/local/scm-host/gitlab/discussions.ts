/**
 * Discussions: the threads of a merge request, those on lines among them. Every comment of the conversation is one too
 * (`individual_note`). A reply to such a comment makes it a thread.
 *
 *     POST …/merge_requests/7/discussions {"body": "…", "position": {…}}   201 {"id": "6a9c1750b3…", "notes": [{…}]}
 *     PUT  …/merge_requests/7/discussions/6a9c1750b3… {"resolved": true}
 *
 * https://docs.gitlab.com/api/discussions/#merge-requests
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { permissionOn } from '../access.ts';
import { touch } from '../pulls.ts';
import { addIssueComment } from '../rest/issue-comments.ts';
import { type Call, RestError, route, type Route } from '../routing.ts';
import type { Pull, Repository, ReviewComment } from '../state.ts';
import { mergeRequestOf } from './merge-requests.ts';
import { bodyShape, isOnLine, type Note, noteJson, notesOf, removeNote, textOf } from './notes.ts';
import { byNumber } from './paging.ts';
import { parameters } from './parameters.ts';
import { placed, positionShape } from './positions.ts';
import { callerOf, missing, projectOf } from './projects.ts';

export function discussionId(rootId: number): string {
  return createHash('sha1').update(`discussion ${rootId}`).digest('hex');
}

/** Threads in the order of the notes that opened them. */
function threadsOf(call: Call, project: Repository, pull: Pull): Note[][] {
  const notes = notesOf(call, project, pull);
  return notes
    .filter(({ replyTo }) => replyTo == null)
    .map((root) => [root, ...notes.filter(({ replyTo }) => replyTo === root.id)]);
}

async function discussionJson(call: Call, project: Repository, pull: Pull, thread: readonly Note[]) {
  const [root] = thread;
  if (root === undefined) throw missing('Discussion');
  return {
    id: discussionId(root.id),
    individual_note: thread.length === 1 && !isOnLine(root),
    notes: await Promise.all(thread.map((note) => noteJson(call, project, pull, note))),
  };
}

async function list(call: Call) {
  callerOf(call);
  const { project, pull } = await mergeRequestOf(call);
  const path = `/projects/${project.id}/merge_requests/${pull.number}/discussions`;
  const { items, headers } = byNumber(call, path, threadsOf(call, project, pull));
  const json = await Promise.all(items.map((thread) => discussionJson(call, project, pull, thread)));
  return { status: 200, headers, json };
}

async function threadOf(call: Call) {
  const { project, pull } = await mergeRequestOf(call);
  const thread = threadsOf(call, project, pull).find(([root]) => discussionId(root?.id ?? 0) === call.params['thread']);
  const [root] = thread ?? [];
  if (thread === undefined || root === undefined) throw missing('Discussion');
  return { project, pull, thread, root };
}

const newShape = z.object({ body: z.string(), position: positionShape.optional() });

async function create(call: Call) {
  const me = callerOf(call);
  await projectOf(call);
  const { project, pull } = await mergeRequestOf(call);
  const { body, position } = parameters(call, newShape);
  const place = position === undefined ? undefined : await placed(call, project, position);
  const written = { number: pull.number, authorId: me.id, body: textOf(call, pull, body) };
  const root =
    place === undefined
      ? addIssueComment(call.host, project, written)
      : addOnLine(call, project, { ...written, ...place });
  touch(call.host, pull);
  return { status: 201, json: await discussionJson(call, project, pull, [root]) };
}

type NewOnLine = Pick<
  ReviewComment,
  'number' | 'authorId' | 'body' | 'path' | 'side' | 'line' | 'startLine' | 'commitSha' | 'hunk'
>;

function addOnLine(
  { host }: Call,
  project: Repository,
  written: NewOnLine,
  replyTo: number | null = null,
): ReviewComment {
  const at = new Date().toISOString();
  const ids = { id: host.file.takeId(), repositoryId: project.id, reviewId: 0, replyTo };
  const note = { ...written, ...ids, resolvedBy: null, createdAt: at, updatedAt: at };
  host.file.state.reviewComments.push(note);
  host.file.save();
  return note;
}

async function reply(call: Call) {
  const me = callerOf(call);
  const { project, pull, root } = await threadOf(call);
  const { body } = parameters(call, bodyShape);
  const text = textOf(call, pull, body);
  const written = { number: pull.number, authorId: me.id, body: text };
  const note = isOnLine(root)
    ? addOnLine(call, project, { ...root, ...written }, root.id)
    : Object.assign(addIssueComment(call.host, project, written), { replyTo: root.id });
  touch(call.host, pull);
  return { status: 201, json: await noteJson(call, project, pull, note) };
}

/** The merge request's author may, and developers of the project. */
async function resolve(call: Call) {
  const me = callerOf(call);
  const { project, pull, thread, root } = await threadOf(call);
  const { resolved } = parameters(call, z.object({ resolved: z.coerce.boolean() }));
  const permission = permissionOn(call.principal, project);
  const may = pull.authorId === me.id || permission === 'push' || permission === 'admin';
  if (!may || !isOnLine(root)) throw new RestError(403, '403 Forbidden');
  root.resolvedBy = resolved ? me.id : null;
  call.host.file.save();
  return { status: 200, json: await discussionJson(call, project, pull, thread) };
}

const PATH = '/projects/{id}/merge_requests/{iid}/discussions';

export const discussionRoutes: Route[] = [
  route('GET', PATH, list),
  route('POST', PATH, create),
  route('GET', `${PATH}/{thread}`, async (call) => {
    const { project, pull, thread } = await threadOf(call);
    return { status: 200, json: await discussionJson(call, project, pull, thread) };
  }),
  route('PUT', `${PATH}/{thread}`, resolve),
  route('POST', `${PATH}/{thread}/notes`, reply),
  route('DELETE', `${PATH}/{thread}/notes/{note}`, removeNote),
];
