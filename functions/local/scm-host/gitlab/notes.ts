/**
 * Notes: the conversation of a merge request. The list holds those on lines as well (`type: DiffNote`). A line that begins
 * with a quick action (`/close`) is not text but is carried out.
 *
 *     POST /projects/4/merge_requests/7/notes {"body": "…"}   201 {"id": 31, "type": null, "body": "…", "system": false}
 *
 * https://docs.gitlab.com/api/notes/#merge-requests  https://docs.gitlab.com/user/project/quick_actions/
 */
import { z } from 'zod';
import { addIssueComment } from '../rest/issue-comments.ts';
import { permissionOn } from '../access.ts';
import { touch } from '../pulls.ts';
import { type Call, RestError, route, type Route } from '../routing.ts';
import type { IssueComment, Pull, Repository, ReviewComment } from '../state.ts';
import { mergeRequestOf } from './merge-requests.ts';
import { byNumber } from './paging.ts';
import { parameters } from './parameters.ts';
import { noteRefused, positionJson } from './positions.ts';
import { callerOf, missing, userJson } from './projects.ts';

const MAX_CHARACTERS = 1_000_000;

export type Note = IssueComment | ReviewComment;

export function isOnLine(note: Note): note is ReviewComment {
  return 'side' in note;
}

export function notesOf({ host }: Call, project: Repository, pull: Pull): Note[] {
  const { issueComments, reviewComments } = host.file.state;
  return [...issueComments, ...reviewComments]
    .filter((each) => each.repositoryId === project.id && each.number === pull.number)
    .sort((a, b) => a.id - b.id);
}

export async function noteJson(call: Call, project: Repository, pull: Pull, note: Note) {
  const { host } = call;
  const root = isOnLine(note)
    ? (host.file.state.reviewComments.find(({ id }) => id === note.replyTo) ?? note)
    : undefined;
  const resolver = root?.resolvedBy ?? null;
  return {
    id: note.id,
    type: root === undefined ? (note.replyTo === undefined ? null : 'DiscussionNote') : 'DiffNote',
    body: note.body,
    author: userJson(host, note.authorId),
    created_at: note.createdAt,
    updated_at: note.updatedAt,
    system: false,
    noteable_id: pull.id,
    noteable_type: 'MergeRequest',
    noteable_iid: pull.number,
    project_id: project.id,
    resolvable: root !== undefined,
    ...(root === undefined
      ? {}
      : {
          resolved: resolver !== null,
          resolved_by: resolver === null ? null : userJson(host, resolver),
          position: await positionJson(call, project, pull, root),
        }),
  };
}

export const bodyShape = z.object({ body: z.string() });

/** Which quick actions this host carries out; GitLab knows a hundred. */
const ACTIONS: Record<string, (pull: Pull, at: string) => void> = {
  close: (pull, at) => Object.assign(pull, { state: 'closed', closedAt: at }),
  reopen: (pull) => Object.assign(pull, { state: 'open', closedAt: null }),
  title: () => undefined,
  approve: () => undefined,
  merge: () => undefined,
};
const ACTION = new RegExp(`^/(${Object.keys(ACTIONS).join('|')})(?: [^\\n]*)?[^\\S\\n]*(?:\\n|$)`, 'gim');
/** Actions within a fence are text. */
const FENCED = /^```.+?\n```$/gms;

/** The text of a note without its quick actions, which are carried out; refused where nothing is left. */
export function textOf(call: Call, pull: Pull, given: string): string {
  // GitLab looks for actions in the text without carriage returns.
  const body = given.replaceAll('\r', '').trimEnd();
  if (body.trim() === '') throw noteRefused(':note=>["can\'t be blank"]');
  if ([...body].length > MAX_CHARACTERS) {
    throw noteRefused(`:note=>["is too long (maximum is ${MAX_CHARACTERS} characters)"]`);
  }
  const fences = [...body.matchAll(FENCED)].map((fence) => ({ from: fence.index, to: fence.index + fence[0].length }));
  const at = new Date().toISOString();
  const text = body.replace(ACTION, (line: string, name: string, offset: number) => {
    if (fences.some(({ from, to }) => offset >= from && offset < to)) return line;
    ACTIONS[name.toLowerCase()]?.(pull, at);
    touch(call.host, pull);
    return '';
  });
  if (text.trim() === '') throw new RestError(202, 'commands_only');
  return text;
}

async function list(call: Call) {
  const { project, pull } = await mergeRequestOf(call);
  callerMayRead(call, project);
  const notes = notesOf(call, project, pull);
  if (call.query.get('sort') !== 'asc') notes.reverse();
  const path = `/projects/${project.id}/merge_requests/${pull.number}/notes`;
  const { items, headers } = byNumber(call, path, notes);
  return { status: 200, headers, json: await Promise.all(items.map((note) => noteJson(call, project, pull, note))) };
}

function callerMayRead(call: Call, project: Repository): void {
  if (permissionOn(call.principal, project) === undefined) throw missing('Project');
}

async function create(call: Call) {
  const { project, pull } = await mergeRequestOf(call);
  const me = callerOf(call);
  const { body } = parameters(call, bodyShape);
  const text = textOf(call, pull, body);
  const note = addIssueComment(call.host, project, { number: pull.number, authorId: me.id, body: text });
  touch(call.host, pull);
  return { status: 201, json: await noteJson(call, project, pull, note) };
}

export function noteWith(call: Call, project: Repository, pull: Pull): Note {
  const note = notesOf(call, project, pull).find(({ id }) => String(id) === call.params['note']);
  if (note === undefined) throw missing('Note');
  return note;
}

/** Its author may change a note, and whoever maintains the project. */
export function assertMayAdmin(call: Call, project: Repository, note: Note): void {
  if (note.authorId !== callerOf(call).id && permissionOn(call.principal, project) !== 'admin') {
    throw new RestError(403, '403 Forbidden');
  }
}

async function change(call: Call) {
  const { project, pull } = await mergeRequestOf(call);
  const note = noteWith(call, project, pull);
  assertMayAdmin(call, project, note);
  const { body } = parameters(call, bodyShape);
  Object.assign(note, { body: textOf(call, pull, body), updatedAt: new Date().toISOString() });
  call.host.file.save();
  return { status: 200, json: await noteJson(call, project, pull, note) };
}

export async function removeNote(call: Call) {
  const { project, pull } = await mergeRequestOf(call);
  const note = noteWith(call, project, pull);
  assertMayAdmin(call, project, note);
  const { state } = call.host.file;
  state.issueComments = state.issueComments.filter((each) => each !== note);
  state.reviewComments = state.reviewComments.filter((each) => each !== note);
  call.host.file.save();
  return { status: 204 };
}

const PATH = '/projects/{id}/merge_requests/{iid}/notes';

export const noteRoutes: Route[] = [
  route('GET', PATH, list),
  route('POST', PATH, create),
  route('PUT', `${PATH}/{note}`, change),
  route('DELETE', `${PATH}/{note}`, removeNote),
];
