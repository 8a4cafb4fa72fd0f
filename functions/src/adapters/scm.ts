/**
 * The platform's REST API: GitHub's, or a GitHub Enterprise Server's (`https://host/api/v3`), whose addresses are
 * settings. Every list is read to its last page. Answers are checked for the fields we use, so that a proxy's login page
 * is a failure of the platform and not an empty profile.
 */
import { z } from 'zod';
import { AppError } from '../model/errors.ts';
import type { ScmInstallation, ScmPort, ScmProfile, ScmRepository } from '../ports.ts';
import { appJwt } from './scm-app-jwt.ts';
import { refusalOf } from './scm-errors.ts';

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

const TIMEOUT_MS = 20_000;
const USER_AGENT = 'reviewgraph';

const accountType = z.string().transform((type) => (type === 'Organization' ? type : 'User'));

const profileShape = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  avatar_url: z.string(),
  type: accountType,
});

const repositoryShape = z.object({
  id: z.number(),
  name: z.string(),
  full_name: z.string(),
  owner: z.object({ login: z.string() }),
  description: z.string().nullish(),
  language: z.string().nullish(),
  stargazers_count: z.number().default(0),
  forks_count: z.number().default(0),
  private: z.boolean(),
  default_branch: z.string(),
  html_url: z.string(),
  size: z.number().default(0),
  permissions: z.object({ push: z.boolean().optional() }).optional(),
});

const branchShape = z.object({ commit: z.object({ sha: z.string() }) });

const installationShape = z.object({
  id: z.number(),
  account: z.object({ login: z.string(), type: accountType }),
  repository_selection: z.enum(['all', 'selected']),
  html_url: z.string(),
});

const tokenShape = z.object({ token: z.string(), expires_at: z.string() });

export function createScm(options: ScmOptions): ScmPort {
  const { appId = '', appPrivateKey = '' } = options;
  const gitUrl = options.gitUrl.replace(/\/+$/, '');

  async function client(authorization: string | undefined) {
    const [{ Octokit }, { paginateRest }] = await Promise.all([
      import('@octokit/core'),
      import('@octokit/plugin-paginate-rest'),
    ]);
    const Client = Octokit.plugin(paginateRest);
    // Failures are thrown and reported by their catcher; the client's own log would print request headers.
    const silent = { debug() {}, info() {}, warn() {}, error() {} };
    return new Client({
      baseUrl: options.apiUrl.replace(/\/+$/, ''),
      userAgent: USER_AGENT,
      log: silent,
      request: { fetch: fetchWithin(options.timeoutMs ?? TIMEOUT_MS) },
      ...(authorization === undefined ? {} : { auth: authorization }),
    });
  }

  type Client = Awaited<ReturnType<typeof client>>;

  async function ask<T>(
    token: string | undefined,
    question: (octokit: Client) => Promise<T>,
    who = 'access token',
  ): Promise<T> {
    // What cannot stand in a header is no token, and the error of trying would quote it.
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) throw refusalOf(401, '', {}, new Date(), who);
    try {
      return await question(await client(token));
    } catch (error) {
      throw inWords(error, who);
    }
  }

  const get = <S extends z.ZodType>(
    token: string | undefined,
    shape: S,
    route: string,
    values: Record<string, string>,
  ) => ask(token, async (octokit) => parsed(shape, (await octokit.request(`GET ${route}`, values)).data));

  function asApp<T>(question: (octokit: Client) => Promise<T>): Promise<T> {
    return ask(appJwt(appId, appPrivateKey, new Date()), question, "app's credentials");
  }

  return {
    async profile(token) {
      return profileOf(await get(token, profileShape, '/user', {}));
    },
    async repositories(token) {
      const rows = await ask(token, async (octokit) => {
        const found: unknown = await octokit.paginate('GET /user/repos', { per_page: 100 });
        return parsed(z.array(repositoryShape), found);
      });
      return rows.map(repositoryOf);
    },
    async repository(token, owner, name) {
      const values = { owner, repo: name };
      return repositoryOf(await get(token, repositoryShape, '/repos/{owner}/{repo}', values));
    },
    async branchHead(token, owner, name, branch) {
      const values = { owner, repo: name, branch };
      return (await get(token, branchShape, '/repos/{owner}/{repo}/branches/{branch}', values)).commit.sha;
    },
    async installationOf(login) {
      if (appId === '' || appPrivateKey === '') return undefined;
      try {
        return await asApp(async (octokit) => {
          const { data } = await octokit.request('GET /users/{username}/installation', { username: login });
          return installationOf(parsed(installationShape, data));
        });
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found') return undefined;
        throw error;
      }
    },
    async installationToken(installationId) {
      if (appId === '' || appPrivateKey === '') {
        throw new AppError('not_configured', 'The platform app is not configured on this server');
      }
      const made = await asApp(async (octokit) => {
        const route = 'POST /app/installations/{installation_id}/access_tokens';
        return parsed(tokenShape, (await octokit.request(route, { installation_id: installationId })).data);
      });
      return { token: made.token, expiresAt: new Date(made.expires_at).toISOString() };
    },
    cloneUrl(owner, name) {
      return `${gitUrl}/${encodeURIComponent(owner)}/${encodeURIComponent(name)}.git`;
    },
  };
}

/** fetch that gives up; the whole answer counts, not just its head. */
function fetchWithin(milliseconds: number): typeof fetch {
  return (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(milliseconds) });
}

function parsed<S extends z.ZodType>(shape: S, data: unknown): z.output<S> {
  const result = shape.safeParse(data);
  if (result.success) return result.data;
  throw new AppError('platform_unavailable', 'The platform gave an answer of an unexpected form');
}

/**
 * An answer that is no success has a status and the response's headers; anything else that is thrown on the way to the
 * platform is the network. The library's own texts and request objects are left behind: they hold the token.
 */
function inWords(error: unknown, who: string): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  if ('status' in error && typeof error.status === 'number') {
    const response = 'response' in error ? error.response : undefined;
    const headers = typeof response === 'object' && response !== null && 'headers' in response ? response.headers : {};
    if (response !== undefined) {
      return refusalOf(error.status, error.message, { ...(headers as object) }, new Date(), who);
    }
  }
  const timedOut = error.name === 'TimeoutError' || /timeout|aborted/i.test(error.message);
  return new AppError('platform_unavailable', timedOut ? 'The platform did not answer in time' : undefined);
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

function repositoryOf(row: z.output<typeof repositoryShape>): ScmRepository {
  return {
    id: row.id,
    owner: row.owner.login,
    name: row.name,
    fullName: row.full_name,
    description: row.description ?? null,
    language: row.language ?? null,
    stars: row.stargazers_count,
    forks: row.forks_count,
    private: row.private,
    defaultBranch: row.default_branch,
    htmlUrl: row.html_url,
    canPush: row.permissions?.push === true,
    sizeKb: row.size,
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
