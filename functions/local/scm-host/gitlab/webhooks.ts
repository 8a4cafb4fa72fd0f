/**
 * Webhooks as GitLab sends them: its payloads for pushes, merge requests, notes and projects, and a delivery with the
 * hook's secret token. A delivery that GitLab repeats has another `X-Gitlab-Event-UUID` and the same `Idempotency-Key`.
 *
 *     POST <url>   X-Gitlab-Event: Note Hook   X-Gitlab-Token: …   Idempotency-Key: f5e1…   X-Gitlab-Event-UUID: 13792a…
 *     {"object_kind": "note", "user": {"username": "ada"}, "project": {"path_with_namespace": "group/sub/engine"}, …}
 *
 * https://docs.gitlab.com/user/project/integrations/webhook_events/
 */
import { randomUUID } from 'node:crypto';
import { fullNameOf } from '../representations.ts';
import { pullByNumber } from '../pulls.ts';
import type { Host } from '../routing.ts';
import type { Pull, Repository } from '../state.ts';
import { discussionId } from './discussions.ts';
import { isDraft, sourceProjectId, stateOf, webUrl } from './merge-requests.ts';
import { userJson } from './projects.ts';

type Payload = Record<string, unknown>;

export interface GitlabTarget {
  url: string;
  /** The hook's secret token; '' for a hook that has none. */
  token: string;
}

/** `event` is what the header says: `Push Hook`. `key` is the same for a repeated delivery. */
export async function sendGitlabWebhook(
  { url, token }: GitlabTarget,
  event: string,
  payload: Payload,
  key: string = randomUUID(),
): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'GitLab/18.2.0',
      'X-Gitlab-Event': event,
      'X-Gitlab-Event-UUID': randomUUID(),
      'X-Gitlab-Webhook-UUID': randomUUID(),
      'X-Gitlab-Instance': new URL(url).origin,
      'Idempotency-Key': key,
      ...(token === '' ? {} : { 'X-Gitlab-Token': token }),
    },
    body: JSON.stringify(payload),
  });
  return { status: response.status, text: await response.text() };
}

async function projectPart(host: Host, project: Repository): Promise<Payload> {
  const path = fullNameOf(host, project);
  return {
    id: project.id,
    // Names are free text; the path is what names a project.
    name: `The ${project.name}`,
    description: project.description ?? '',
    web_url: `${host.url}/${path}`,
    git_http_url: `${host.url}/${path}.git`,
    namespace: 'A group',
    visibility_level: project.private ? 0 : 20,
    path_with_namespace: path,
    default_branch: await host.repositories.defaultBranch(project),
  };
}

/** `2026-11-29 14:47:21 UTC`, as some payloads spell times. */
function utc(time: string): string {
  return `${time.slice(0, 19).replace('T', ' ')} UTC`;
}

async function mergeRequestPart(host: Host, project: Repository, pull: Pull): Promise<Payload> {
  const target = await projectPart(host, project);
  return {
    id: pull.id,
    iid: pull.number,
    title: pull.title,
    description: pull.body,
    state: stateOf(pull),
    author_id: pull.authorId,
    source_branch: pull.headRef,
    target_branch: pull.baseRef,
    source_project_id: sourceProjectId(project, pull),
    target_project_id: project.id,
    created_at: utc(pull.createdAt),
    updated_at: utc(pull.updatedAt),
    draft: isDraft(pull),
    labels: (pull.labels ?? []).map((title) => ({ title })),
    last_commit: { id: pull.headSha },
    source: target,
    target,
    url: webUrl(host, project, pull),
  };
}

async function notePayload(host: Host, project: Repository, noteId: number): Promise<Payload> {
  const { issueComments, reviewComments } = host.file.state;
  const note = [...issueComments, ...reviewComments].find(({ id }) => id === noteId);
  if (note === undefined) throw new Error(`no note ${noteId}`);
  const pull = await pullByNumber(host, project, note.number);
  const { url, ...mergeRequest } = await mergeRequestPart(host, project, pull);
  return {
    object_kind: 'note',
    event_type: 'note',
    user: userJson(host, note.authorId),
    project_id: project.id,
    project: await projectPart(host, project),
    object_attributes: {
      id: note.id,
      note: note.body,
      noteable_type: 'MergeRequest',
      noteable_id: pull.id,
      author_id: note.authorId,
      type: 'side' in note ? 'DiffNote' : note.replyTo === undefined ? null : 'DiscussionNote',
      discussion_id: discussionId(note.replyTo ?? note.id),
      system: false,
      action: note.createdAt === note.updatedAt ? 'create' : 'update',
      created_at: utc(note.createdAt),
      updated_at: utc(note.updatedAt),
      url: `${String(url)}#note_${note.id}`,
    },
    merge_request: mergeRequest,
  };
}

export type MergeRequestAction = 'open' | 'close' | 'reopen' | 'update' | 'merge';

/** `before`: a push to the source branch, whose head was this. `changes`: what an update changed, before and after. */
async function mergeRequestPayload(
  host: Host,
  project: Repository,
  number: number,
  action: MergeRequestAction,
  { before, changes = {} }: { before?: string | undefined; changes?: Payload },
): Promise<Payload> {
  const pull = await pullByNumber(host, project, number);
  const attributes = { ...(await mergeRequestPart(host, project, pull)), action };
  return {
    object_kind: 'merge_request',
    event_type: 'merge_request',
    user: userJson(host, pull.authorId),
    project: await projectPart(host, project),
    object_attributes: before === undefined ? attributes : { ...attributes, oldrev: before },
    changes,
  };
}

const NO_COMMIT = '0'.repeat(40);

async function pushPayload(
  host: Host,
  project: Repository,
  branch: string,
  { before = NO_COMMIT, after = NO_COMMIT }: { before?: string; after?: string },
): Promise<Payload> {
  return {
    object_kind: 'push',
    event_name: 'push',
    ref: `refs/heads/${branch}`,
    before,
    after,
    checkout_sha: after === NO_COMMIT ? null : after,
    user_username: 'somebody',
    project_id: project.id,
    project: await projectPart(host, project),
    commits: [],
    total_commits_count: 1,
  };
}

/** A group's hook tells of its projects: `Project Hook`. */
function projectUpdatePayload(host: Host, project: Repository): Payload {
  return {
    event_name: 'project_update',
    name: `The ${project.name}`,
    path: project.name,
    path_with_namespace: fullNameOf(host, project),
    project_id: project.id,
    project_visibility: project.private ? 'private' : 'public',
  };
}

export interface GitlabPayloads {
  note(owner: string, name: string, noteId: number): Promise<Payload>;
  mergeRequest(
    owner: string,
    name: string,
    number: number,
    action: MergeRequestAction,
    before?: string,
    changes?: Payload,
  ): Promise<Payload>;
  push(owner: string, name: string, branch: string, commits: { before?: string; after?: string }): Promise<Payload>;
  projectUpdate(owner: string, name: string): Promise<Payload>;
}

/** `find` gives a project as it is now. */
export function gitlabPayloads(host: Host, find: (owner: string, name: string) => Promise<Repository>): GitlabPayloads {
  return {
    note: async (owner, name, noteId) => notePayload(host, await find(owner, name), noteId),
    mergeRequest: async (owner, name, number, action, before, changes = {}) =>
      mergeRequestPayload(host, await find(owner, name), number, action, { before, changes }),
    push: async (owner, name, branch, commits) => pushPayload(host, await find(owner, name), branch, commits),
    projectUpdate: async (owner, name) => projectUpdatePayload(host, await find(owner, name)),
  };
}
