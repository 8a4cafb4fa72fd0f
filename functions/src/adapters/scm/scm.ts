/**
 * GitHub's API, or a GitHub Enterprise Server's (`https://host/api/v3`), whose addresses are settings. Every list is
 * read to its last page. Answers are checked for the fields we use, so that a proxy's login page is a failure of the
 * platform and not an empty profile.
 */
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import type { ScmInstallation, ScmPort, ScmProfile } from '../../ports.ts';
import { appJwt } from './github/app-jwt.ts';
import { archiveOf } from './archive.ts';
import { checksOf } from './github/checks.ts';
import { codeScanningOf } from './github/code-scanning.ts';
import { contentsOf } from './github/contents.ts';
import { objectsOf } from './github/objects.ts';
import { createScmClient, USER_AGENT, type ScmClient, type ScmValues } from './client.ts';
import { conversationOf } from './github/comments.ts';
import { pullRequestsOf } from './github/pulls.ts';
import { repositoriesOf } from './github/repositories.ts';
import { reviewsOf } from './github/reviews.ts';

export interface ScmOptions {
  /** `https://api.github.com`, or `https://host/api/v3`. */
  apiUrl: string;
  /** `https://github.com`: where repositories are cloned from. */
  gitUrl: string;
  appSlug: string;
  /** Without both of these there is no app, hence no installation. */
  appId?: string | undefined;
  appPrivateKey?: string | undefined;
  /** Milliseconds for one request; 20 s unless given. */
  timeoutMs?: number;
}

const PAGE_SIZE = 100;

const accountType = z.string().transform((type) => (type === 'Organization' ? type : 'User'));

const profileShape = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  avatar_url: z.string(),
  type: accountType,
});

const branchShape = z.object({ commit: z.object({ sha: z.string() }) });

const installationShape = z.object({
  id: z.number(),
  account: z.object({ login: z.string(), type: accountType }),
  repository_selection: z.enum(['all', 'selected']),
  html_url: z.string(),
  suspended_at: z.string().nullish(),
});

const tokenShape = z.object({ token: z.string(), expires_at: z.string() });

export function createScm(options: ScmOptions): ScmPort {
  const { appId = '', appPrivateKey = '' } = options;
  const hasApp = appId !== '' && appPrivateKey !== '';
  const asked = { apiUrl: options.apiUrl, pageSize: PAGE_SIZE, timeoutMs: options.timeoutMs };
  const client = createScmClient(asked);

  const asApp = <S extends z.ZodType>(shape: S, route: string, values: ScmValues) =>
    client.send(appJwt(appId, appPrivateKey, new Date()), shape, route, values, { who: "app's credentials" });

  /** undefined without an app, where it is not installed, and where it is suspended: it may do nothing there. */
  async function installationAt(route: string, values: ScmValues) {
    if (!hasApp) return undefined;
    try {
      const found = await asApp(installationShape, route, values);
      return found.suspended_at == null ? found : undefined;
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  return {
    ...pullRequestsOf(client),
    ...conversationOf(client),
    ...reviewsOf(client),
    ...repositoriesOf(client, options.gitUrl),
    ...objectsOf(client),
    ...contentsOf(client),
    ...checksOf(client),
    ...codeScanningOf(client),
    ...archiveOf({ apiUrl: options.apiUrl, userAgent: USER_AGENT }),
    ...watchedOf(createScmClient({ ...asked, keepsAnswers: true }), options.gitUrl),
    async profile(token) {
      return profileOf(await client.send(token, profileShape, 'GET /user', {}));
    },
    async installationOf(login) {
      const found = await installationAt('GET /users/{username}/installation', { username: login });
      return found && installationOf(found);
    },
    async installationOfRepository(owner, name) {
      return (await installationAt('GET /repos/{owner}/{repo}/installation', { owner, repo: name }))?.id;
    },
    async installationToken(installationId) {
      if (!hasApp) throw new AppError('not_configured', 'The platform app is not configured on this server');
      const route = 'POST /app/installations/{installation_id}/access_tokens';
      const made = await asApp(tokenShape, route, { installation_id: installationId });
      return { token: made.token, expiresAt: new Date(made.expires_at).toISOString() };
    },
  };
}

/** What polling asks again every few minutes. */
function watchedOf(
  client: ScmClient,
  gitUrl: string,
): Pick<ScmPort, 'repository' | 'branchHead' | 'pullRequests' | 'comments' | 'reviewComments'> {
  return {
    repository: repositoriesOf(client, gitUrl).repository,
    pullRequests: pullRequestsOf(client).pullRequests,
    comments: conversationOf(client).comments,
    reviewComments: reviewsOf(client).reviewComments,
    async branchHead(token, owner, name, branch) {
      const route = 'GET /repos/{owner}/{repo}/branches/{branch}';
      return (await client.send(token, branchShape, route, { owner, repo: name, branch })).commit.sha;
    },
  };
}

function profileOf(row: z.output<typeof profileShape>): ScmProfile {
  return {
    id: row.id,
    login: row.login,
    name: row.name ?? null,
    email: row.email ?? null,
    avatarUrl: row.avatar_url,
    type: row.type,
  };
}

function installationOf(row: z.output<typeof installationShape>): ScmInstallation {
  return {
    id: row.id,
    accountLogin: row.account.login,
    accountType: row.account.type,
    repositorySelection: row.repository_selection,
    settingsUrl: row.html_url,
  };
}
