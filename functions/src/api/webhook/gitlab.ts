/**
 * GitLab's events in the form of the others: what GitLab calls a note, a merge request and a project becomes a comment, a
 * pull request and a repository, and the same rules answer. What GitLab leaves out stays empty and is asked later: who
 * opened a merge request, the base's commit, and how a commenter stands to the project.
 *
 *     X-Gitlab-Event: Note Hook
 *     {"user": {"id": 3, "username": "grace"}, "project": {"path_with_namespace": "group/sub/engine", "visibility_level": 0},
 *      "object_attributes": {"id": 31, "note": "@reviewgraph review", "noteable_type": "MergeRequest"},
 *      "merge_request": {"iid": 7, "title": "Sort names", "state": "opened"}}
 *
 * https://docs.gitlab.com/user/project/integrations/webhook_events/
 */
import { z } from 'zod';
import { isTokenAccount } from '../../model/bots.ts';
import { answerComment } from './comments.ts';
import { answerPullRequest, answerPush, followVisibility, UNLISTED } from './events.ts';
import type { Delivery, Outcome, WebhookPorts } from './events.ts';
import { answerLine } from './line-comments.ts';
import { eventFields } from './payloads.ts';
import type { IssueComment, PullRequestEvent, Push, RepositoryEvent } from './payloads.ts';

const { shortName, text, shortText, time, commitId, repository } = eventFields;

/** 0 private, 10 internal, 20 public. */
const PUBLIC = 20;

const project = z
  .object({
    id: z.int().nullish().catch(undefined),
    path_with_namespace: z.string(),
    visibility_level: z.number().nullish().catch(undefined),
    web_url: shortText,
  })
  .transform(({ id, path_with_namespace: path, visibility_level: level, web_url: url }) => ({
    webUrl: url,
    event: { id, full_name: path, private: level == null ? undefined : level !== PUBLIC },
  }));

const labels = z
  .array(z.object({ title: shortText }))
  .nullish()
  .catch(undefined);

const user = z.object({ id: z.int().nullish(), username: shortName.nullish() }).nullish();
type User = z.output<typeof user>;

function accountOf(row: User): { login: string; type: string } {
  const login = row?.username ?? '';
  return { login, type: isTokenAccount(login) ? 'Bot' : 'User' };
}

/** Whoever acts is named; the author of a merge request is an id that may be another's. */
function authorOf(actor: User, authorId: number | null | undefined): { login: string; type: string } {
  return actor?.id != null && actor.id === authorId ? accountOf(actor) : { login: '', type: '' };
}

const pushSchema = z
  .object({ ref: z.string().max(1000), before: commitId, after: commitId, project })
  .transform(({ ref, before, after, project: { event } }, context): Push => {
    return { ref, before, after, deleted: undefined, repository: repositoryFrom(event, context) };
  });

const projectUpdateSchema = z
  .object({
    path_with_namespace: z.string(),
    project_visibility: shortText,
    project_id: z.int().nullish().catch(undefined),
  })
  .transform(
    ({ path_with_namespace: full_name, project_visibility: visibility, project_id: id }, context): RepositoryEvent => {
      const isPrivate = visibility !== '' && !visibility.endsWith('public');
      return { repository: repositoryFrom({ id, full_name, private: isPrivate }, context) };
    },
  );

function repositoryFrom(event: object, context: z.core.$RefinementCtx): Push['repository'] {
  const read = repository.safeParse(event);
  if (read.success) return read.data;
  context.addIssue({ code: 'custom', path: ['project', 'path_with_namespace'], message: 'Not the path of a project' });
  return z.NEVER;
}

const mergeRequestFields = {
  iid: z.int().min(1),
  title: shortText,
  state: shortText,
  author_id: z.int().nullish(),
  created_at: time,
};

const mergeRequestSchema = z
  .object({
    user,
    project,
    object_attributes: z.object({
      ...mergeRequestFields,
      action: shortName.nullish(),
      url: shortText,
      source_branch: shortText,
      target_branch: shortText,
      source: z.object({ path_with_namespace: z.string().nullish() }).nullish(),
      source_project_id: z.int().nullish(),
      target_project_id: z.int().nullish(),
      last_commit: z.object({ id: shortText }).nullish(),
      updated_at: time,
      /** The head before a push. */
      oldrev: z.string().nullish(),
      draft: z.boolean().nullish().catch(undefined),
      labels,
    }),
    changes: z
      .object({
        draft: z.object({ previous: z.boolean(), current: z.boolean() }).nullish().catch(undefined),
        title: z.object({ previous: shortText }).nullish().catch(undefined),
        labels: z.object({ previous: labels }).nullish().catch(undefined),
      })
      .nullish()
      .catch(undefined),
  })
  .transform(({ user: actor, project: { event }, object_attributes: pull, changes }, context): PullRequestEvent => {
    const isMerged = pull.state === 'merged';
    const isOpen = pull.state === 'opened' || pull.state === 'locked';
    return {
      action: actionOf(pull.action ?? '', pull.oldrev != null),
      became_ready: changes?.draft?.previous === true && !changes.draft.current,
      number: pull.iid,
      pull_request: {
        number: pull.iid,
        title: pull.title,
        state: isOpen ? 'open' : 'closed',
        merged: isMerged,
        user: authorOf(actor, pull.author_id),
        html_url: pull.url,
        head: { ref: pull.source_branch, sha: pull.last_commit?.id ?? '', repo: headRepository(pull, event.full_name) },
        base: { ref: pull.target_branch, sha: '', repo: undefined },
        draft: pull.draft,
        labels: namesOf(pull.labels),
        author_association: '',
        created_at: pull.created_at,
        updated_at: pull.updated_at,
        closed_at: undefined,
        merged_at: undefined,
      },
      label: takenAway(changes?.labels?.previous, pull.labels),
      changes: changes?.title == null ? undefined : { title: { from: changes.title.previous } },
      repository: repositoryFrom(event, context),
    };
  });

const ACTIONS: Record<string, string> = { open: 'opened', close: 'closed', reopen: 'reopened', merge: 'closed' };

type Labels = z.output<typeof labels>;

function namesOf(all: Labels): { name: string }[] {
  return (all ?? []).map(({ title: name }) => ({ name }));
}

/** A label that an update has taken away. */
function takenAway(before: Labels, now: Labels): { name: string } | undefined {
  const left = new Set((now ?? []).map(({ title }) => title));
  return namesOf(before).find(({ name }) => !left.has(name));
}

function actionOf(action: string, pushed: boolean): string {
  if (action === 'update') return pushed ? 'synchronize' : 'edited';
  return Object.hasOwn(ACTIONS, action) ? (ACTIONS[action] ?? action) : action;
}

/** null, as for a fork that was deleted, when the head is another project's that is not named. */
function headRepository(
  pull: {
    source?: { path_with_namespace?: string | null | undefined } | null | undefined;
    source_project_id?: number | null | undefined;
    target_project_id?: number | null | undefined;
  },
  target: string,
): { full_name: string } | null {
  if (pull.source_project_id === pull.target_project_id) return { full_name: target };
  const name = pull.source?.path_with_namespace;
  return name == null || name === target ? null : { full_name: name };
}

const noteSchema = z
  .object({
    user,
    project,
    object_attributes: z.object({
      id: z.int(),
      note: text,
      noteable_type: shortText,
      type: shortText,
      action: shortName.nullish(),
      system: z.boolean().nullish().catch(undefined),
      created_at: time,
      updated_at: time,
    }),
    merge_request: z.object(mergeRequestFields).nullish(),
  })
  .transform(({ user: actor, project: where, object_attributes: note, merge_request: pull }, context) => {
    if (pull == null || note.system === true) return undefined;
    const url = `${where.webUrl}/-/merge_requests/${pull.iid}`;
    const isNew = note.action == null ? note.created_at === note.updated_at : note.action === 'create';
    const author = { ...accountOf(actor), id: actor?.id };
    const event: IssueComment = {
      action: isNew ? 'created' : 'edited',
      is_pull: true,
      issue: {
        number: pull.iid,
        title: pull.title,
        state: pull.state === 'opened' || pull.state === 'locked' ? 'open' : 'closed',
        user: authorOf(actor, pull.author_id),
        html_url: url,
        created_at: pull.created_at,
        pull_request: { html_url: url },
      },
      comment: { id: note.id, body: note.note, user: author, author_association: '' },
      sender: author,
      repository: repositoryFrom(where.event, context),
    };
    return { event, onLines: note.type === 'DiffNote' };
  });

async function answerNote(
  ports: WebhookPorts,
  note: z.output<typeof noteSchema>,
  delivery: Delivery,
): Promise<Outcome> {
  if (note === undefined) return UNLISTED;
  const { event, onLines } = note;
  if (!onLines) return answerComment(ports, event, delivery);
  const { action, issue, comment, repository: where, sender } = event;
  const said = { event: 'Note Hook', number: issue.number, comment, repository: where, sender, onLines };
  // A note names its discussion, and not the note that opened it.
  return answerLine(ports, action, { ...said, replyTo: undefined }, delivery);
}

/** Schemas and rules by the name in `X-Gitlab-Event`; a group's hook tells of its projects as well. */
export const GITLAB_EVENTS = {
  'Push Hook': { schema: pushSchema, answer: answerPush },
  'Merge Request Hook': { schema: mergeRequestSchema, answer: answerPullRequest },
  'Note Hook': { schema: noteSchema, answer: answerNote },
  'Project Hook': { schema: projectUpdateSchema, answer: followVisibility },
} as const;
