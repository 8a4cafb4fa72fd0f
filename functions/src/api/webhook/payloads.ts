/**
 * The fields that the service reads of the platform's events. What a rule depends on is checked; everything else may be
 * missing, since hosts and versions differ: Gitea's users have no `type`, GitHub's can be null, push events name owners
 * by `name`.
 *
 *     { "ref": "refs/heads/main", "before": "6113728f…", "after": "0000…", "repository": { "full_name": "ada/engine", … } }
 */
import { z } from 'zod';
import { loginSchema, ownerSchema, repoNameSchema } from '../http/inputs.ts';

/** Half of a surrogate pair is no character, and cannot be stored. */
function wellFormed(value: string): string {
  return value.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Names end in documents, and no platform has longer ones. */
const shortName = z.string().max(255).transform(wellFormed);
const account = z.object({
  id: z.int().nullish().catch(undefined),
  login: shortName.nullish(),
  name: shortName.nullish(),
  type: shortName.nullish(),
});

const repository = z
  .object({
    /** The platform's, which stays when the name does not. */
    id: z.int().nullish().catch(undefined),
    full_name: z.string().nullish(),
    name: z.string().nullish(),
    owner: account.nullish(),
    private: z.boolean().nullish().catch(undefined),
  })
  .transform((row, context) => {
    const fullName = row.full_name ?? '';
    const slash = fullName.lastIndexOf('/');
    const [left, right] = [fullName.slice(0, Math.max(0, slash)), fullName.slice(slash + 1)];
    const owner = ownerSchema.safeParse(row.owner?.login ?? row.owner?.name ?? left);
    const name = repoNameSchema.safeParse(row.name ?? right);
    if (owner.success && name.success) {
      const { private: isPrivate, id } = row;
      return { owner: owner.data, name: name.data, private: isPrivate ?? undefined, id: id ?? undefined };
    }
    context.addIssue({ code: 'custom', path: ['full_name'], message: 'Not the name of a repository' });
    return z.NEVER;
  });

/** A time as `Date` reads it; undefined when it is none. */
const time = z
  .union([z.string(), z.number()])
  .nullish()
  .catch(undefined)
  .transform((value) => {
    const date = new Date(value ?? Number.NaN);
    return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
  });

/** Half of a surrogate pair, which JSON can write and documents cannot hold, becomes the replacement character. */
const text = z
  .string()
  .nullish()
  .catch(undefined)
  .transform((value) => wellFormed(value ?? ''));

/** Of titles and addresses, what fits into a document. */
const shortText = text.transform((value) => wellFormed(value.slice(0, 2000)));

const author = account.nullish().transform((row) => ({ login: row?.login ?? row?.name ?? '', type: row?.type ?? '' }));

const commitId = z.string().max(64).transform(wellFormed);

/** For events whose payload has another form. */
export const eventFields = { shortName, text, shortText, time, commitId, repository };

export const pushSchema = z.object({
  ref: z.string().max(1000).transform(wellFormed),
  before: commitId,
  after: commitId,
  deleted: z.boolean().nullish().catch(undefined),
  repository,
});
export type Push = z.output<typeof pushSchema>;

const branch = z
  .object({
    ref: shortText,
    sha: shortText,
    repo: z.object({ id: z.int().nullish(), full_name: z.string().nullish() }).nullish(),
  })
  .nullish();

const label = z.object({ name: shortText });
/** Of a payload that has another list there, none is known. */
const labels = z.array(label).nullish().catch(undefined);

export const pullRequestEventSchema = z.object({
  action: shortName,
  number: z.int().min(1).nullish(),
  pull_request: z.object({
    number: z.int().min(1).nullish(),
    title: shortText,
    state: shortText,
    merged: z.boolean().nullish(),
    user: author,
    html_url: shortText,
    head: branch,
    base: branch,
    draft: z.boolean().nullish().catch(undefined),
    labels: labels,
    /** Gitea and GitLab do not say it. */
    author_association: shortText,
    created_at: time,
    updated_at: time,
    closed_at: time,
    merged_at: time,
  }),
  /** It was a draft until now, where the action does not say so. */
  became_ready: z.boolean().optional().catch(undefined),
  /** The one that was added or taken away. */
  label: label.nullish().catch(undefined),
  changes: z
    .object({ title: z.object({ from: shortText }).nullish() })
    .nullish()
    .catch(undefined),
  repository,
});
export type PullRequestEvent = z.output<typeof pullRequestEventSchema>;

export const issueCommentSchema = z.object({
  action: shortName,
  /** Gitea and Forgejo say it here; in old versions the issue does not. */
  is_pull: z.boolean().nullish().catch(undefined),
  issue: z.object({
    number: z.int().min(1),
    title: shortText,
    state: shortText,
    user: author,
    html_url: shortText,
    created_at: time,
    /** There on pull requests only. */
    pull_request: z.object({ html_url: shortText }).nullish(),
  }),
  comment: z.object({
    id: z.int().nullish(),
    body: text,
    user: account.nullish(),
    author_association: shortText,
  }),
  sender: author,
  repository,
});
export type IssueComment = z.output<typeof issueCommentSchema>;

/** A comment on lines. `in_reply_to_id` is the comment that opened the thread. */
export const reviewCommentSchema = z.object({
  action: shortName,
  comment: z.object({
    id: z.int().nullish(),
    in_reply_to_id: z.int().nullish().catch(undefined),
    body: text,
    user: account.nullish(),
    author_association: shortText,
  }),
  pull_request: z.object({ number: z.int().min(1) }),
  sender: author,
  repository,
});
export type ReviewCommentEvent = z.output<typeof reviewCommentSchema>;

/** Whatever else it tells, this event may be the first that calls a repository private. */
export const repositoryEventSchema = z.object({ repository: repository.nullish().catch(undefined) });
export type RepositoryEvent = z.output<typeof repositoryEventSchema>;

export const installationEventSchema = z.object({
  action: shortName,
  installation: z.object({
    id: z.int(),
    account: z.object({ login: loginSchema, type: shortName.nullish() }).nullish(),
    repository_selection: z.enum(['all', 'selected']).catch('all'),
    html_url: shortText,
  }),
});
export type InstallationEvent = z.output<typeof installationEventSchema>;
