/**
 * Emoji on notes. The same emoji of the same person twice is refused, with 404; so is a name that no emoji has.
 *
 *     POST …/merge_requests/7/notes/31/award_emoji {"name": "thumbsup"}
 *     404 {"message": "404 Award Emoji Name has already been taken Not Found"}
 *
 * https://docs.gitlab.com/api/emoji_reactions/#add-a-new-emoji-reaction-to-a-comment
 */
import { z } from 'zod';
import { type Call, route, type Route } from '../routing.ts';
import type { IssueComment } from '../state.ts';
import { mergeRequestOf } from './merge-requests.ts';
import { noteWith } from './notes.ts';
import { byNumber } from './paging.ts';
import { parameters } from './parameters.ts';
import { callerOf, missing, userJson } from './projects.ts';

const NAMES = ['thumbsup', 'thumbsdown', 'eyes', 'confused', 'laughing', 'heart', 'tada', 'rocket'];

type Award = IssueComment['reactions'][number];

function awardJson(call: Call, { id, authorId, content }: Award, noteId: number) {
  const about = { awardable_id: noteId, awardable_type: 'Note' };
  return { id, name: content, user: userJson(call.host, authorId), ...about };
}

async function noteOf(call: Call) {
  const { project, pull } = await mergeRequestOf(call);
  const note = noteWith(call, project, pull);
  const path = `/projects/${project.id}/merge_requests/${pull.number}/notes/${note.id}/award_emoji`;
  return { note, awards: (note.reactions ??= []), path };
}

async function create(call: Call) {
  const me = callerOf(call);
  const { note, awards } = await noteOf(call);
  const { name } = parameters(call, z.object({ name: z.string() }));
  if (!NAMES.includes(name)) throw missing('Award Emoji Name is not a valid emoji name');
  if (awards.some(({ authorId, content }) => authorId === me.id && content === name)) {
    throw missing('Award Emoji Name has already been taken');
  }
  const award = { id: call.host.file.takeId(), authorId: me.id, content: name };
  awards.push(award);
  call.host.file.save();
  return { status: 201, json: awardJson(call, award, note.id) };
}

async function list(call: Call) {
  const { note, awards, path } = await noteOf(call);
  const { items, headers } = byNumber(call, path, awards);
  return { status: 200, headers, json: items.map((award) => awardJson(call, award, note.id)) };
}

const PATH = '/projects/{id}/merge_requests/{iid}/notes/{note}/award_emoji';

export const awardRoutes: Route[] = [route('GET', PATH, list), route('POST', PATH, create)];
