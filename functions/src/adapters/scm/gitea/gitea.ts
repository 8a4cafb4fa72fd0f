/**
 * Gitea's and Forgejo's API behind the same port. It has no apps: everything is done with users' tokens. Pull requests,
 * conversations and git objects have GitHub's form; what differs is here and in adapters/scm/gitea/reviews.ts.
 *
 *     GET https://host/api/v1/repos/ada/engine   { "stars_count": 3, "permissions": { "push": true }, … }
 */
import { z } from 'zod';
import { AppError } from '../../../model/errors.ts';
import type { ScmPort, ScmPullRequest } from '../../../ports.ts';
import { archiveOf } from '../archive.ts';
import { createScmClient, USER_AGENT } from '../client.ts';
import { conversationOf } from '../github/comments.ts';
import { giteaReviewsOf } from './reviews.ts';
import { contentsOf } from '../github/contents.ts';
import { objectsOf } from '../github/objects.ts';
import { pullRequestsOf } from '../github/pulls.ts';
import { repositoriesOf } from '../github/repositories.ts';
import { statusOf } from '../github/statuses.ts';

export interface GiteaOptions {
  /** `https://host/api/v1` */
  apiUrl: string;
  /** `https://host`: where repositories are cloned from. */
  gitUrl: string;
  /** Milliseconds for one request; 20 s unless given. */
  timeoutMs?: number;
}

/** The host's own limit. */
const PAGE_SIZE = 50;

const profileShape = z.object({
  id: z.number(),
  login: z.string(),
  full_name: z.string().nullish(),
  email: z.string().nullish(),
  avatar_url: z.string(),
});

const branchShape = z.object({ commit: z.object({ id: z.string() }) });

const pullWithBaseShape = z.object({
  head: z.object({ sha: z.string() }),
  merge_base: z.string(),
});

/** What was not finished is a warning, or an error where it is to keep from a merge. */
const STATES = {
  in_progress: 'pending',
  success: 'success',
  neutral: 'success',
  failure: 'failure',
  incomplete: 'warning',
  cancelled: 'warning',
} as const;

const accessShape = z.object({ permission: z.string() });

/** Pull requests do not say how their author stands to the repository; what the account may do there does. */
const ASSOCIATIONS: Partial<Record<string, string>> = {
  owner: 'OWNER',
  admin: 'MEMBER',
  write: 'COLLABORATOR',
};

/** A pull request whose title begins like this is a draft; old versions say it in no other way. */
const DRAFT_TITLE = /^\s*(?:\[wip\]|wip:)/i;

/** undefined for what is not there, or not for this token. */
async function ifAllowed<T>(work: () => Promise<T>): Promise<{ answer: T } | undefined> {
  try {
    return { answer: await work() };
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'bad_request')) return undefined;
    throw error;
  }
}

export function createGiteaScm(options: GiteaOptions): ScmPort {
  const client = createScmClient({ apiUrl: options.apiUrl, pageSize: PAGE_SIZE, timeoutMs: options.timeoutMs });
  const pulls = pullRequestsOf(client, { sort: 'recentupdate' });
  const setStatus = statusOf(client, STATES);
  const withDraft = (pull: ScmPullRequest): ScmPullRequest => {
    return { ...pull, draft: pull.draft || DRAFT_TITLE.test(pull.title) };
  };
  const addressOf = (owner: string, name: string, commit: string) =>
    `repos/${[owner, name, 'archive', `${commit}.tar.gz`].map(encodeURIComponent).join('/')}`;

  return {
    ...pulls,
    async pullRequest(...asked) {
      return withDraft(await pulls.pullRequest(...asked));
    },
    async pullRequests(...asked) {
      return (await pulls.pullRequests(...asked)).map(withDraft);
    },
    async association(token, owner, name, { login }) {
      const at = { owner, repo: name, login };
      const route = 'GET /repos/{owner}/{repo}/collaborators/{login}';
      const access = await ifAllowed(() => client.send(token, accessShape, `${route}/permission`, at));
      if (access !== undefined) return ASSOCIATIONS[access.answer.permission] ?? 'NONE';
      // Only who administers the repository is told what another may do; that one takes part is told to all who do.
      return (await ifAllowed(() => client.send(token, z.unknown(), route, at))) === undefined
        ? 'NONE'
        : 'COLLABORATOR';
    },
    async setCheck(token, owner, name, check) {
      const blocked = check.state === 'incomplete' && check.blocking;
      await setStatus(token, owner, name, blocked ? { ...check, state: 'failure' } : check);
    },
    ...conversationOf(client),
    ...giteaReviewsOf(client),
    ...repositoriesOf(client, options.gitUrl),
    ...objectsOf(client),
    ...contentsOf(client),
    ...archiveOf({ apiUrl: options.apiUrl, userAgent: USER_AGENT, addressOf }),
    async profile(token) {
      const row = await client.send(token, profileShape, 'GET /user', {});
      const { id, login, full_name: name, email, avatar_url: avatarUrl } = row;
      return { id, login, name: name || null, email: email || null, avatarUrl, type: 'User' };
    },
    async branchHead(token, owner, name, branch) {
      const route = 'GET /repos/{owner}/{repo}/branches/{branch}';
      return (await client.send(token, branchShape, route, { owner, repo: name, branch })).commit.id;
    },
    async mergeBase(token, owner, name, pull) {
      const values = { owner, repo: name, number: pull.number };
      const found = await client.send(token, pullWithBaseShape, 'GET /repos/{owner}/{repo}/pulls/{number}', values);
      if (found.head.sha === pull.headSha) return found.merge_base;
      throw new AppError('platform_unavailable', 'The pull request was pushed to at this moment', { retryAfter: 1 });
    },
    installationOf: () => Promise.resolve(undefined),
    installationOfRepository: () => Promise.resolve(undefined),
    installationToken: () => Promise.reject(new AppError('not_configured', 'This platform has no apps')),
  };
}
