/**
 * `/api/v1/auth/…`: who the caller is on the platform. A login stores the caller's platform token (sealed) and notes
 * which private repositories it shows; the other endpoints read what a login left.
 */
import { createRoute, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { UserRecord } from '../../documents/users.ts';
import { platformTokenOf } from '../../jobs/snapshots/platform-token.ts';
import { AppError } from '../../model/errors.ts';
import type { Ports, ScmRepository } from '../../ports.ts';
import { addAccountRoutes } from './auth-account.ts';
import { addPlatformSignIn, type PlatformSignInPorts } from './auth-platform.ts';
import { addPersonalTokens } from './personal-tokens.ts';
import { addAgents } from '../oauth/agents.ts';
import { addConsent, type ConsentPorts } from '../oauth/consent.ts';
import { refreshGrants } from '../access/access.ts';
import type { Api, ApiEnv } from '../http/api-env.ts';
import { createApi } from '../http/app.ts';
import { authenticate } from '../http/authenticate.ts';
import { bodyFailures, failures, jsonBody, jsonResponse } from '../http/route-parts.ts';
import {
  existingUser,
  findUser,
  linkInstallation,
  pendingInstallation,
  profileOf,
  profileSchema,
  saveLogin,
} from '../access/users.ts';

export type AuthPorts = PlatformSignInPorts & ConsentPorts & Pick<Ports, 'log'>;

const platformRepositorySchema = z
  .object({
    name: z.string(),
    full_name: z.string(),
    description: z.string().nullable(),
    language: z.string().nullable(),
    stargazers_count: z.number(),
    private: z.boolean(),
    default_branch: z.string(),
    html_url: z.string(),
  })
  .openapi('PlatformRepository');

const installationSchema = z
  .object({
    linked: z.boolean(),
    installationId: z.number().nullable(),
    scmUsername: z.string().nullable(),
    settingsUrl: z.string().nullable(),
  })
  .openapi('InstallationStatus');

const loginSchema = z.object({
  scm_access_token: z
    .string()
    .min(1)
    .max(4096)
    .regex(/^[\x21-\x7e]+$/, 'Not a platform token'),
});

function repositoryEntry(repository: ScmRepository): z.infer<typeof platformRepositorySchema> {
  return {
    name: repository.name,
    full_name: repository.fullName,
    description: repository.description,
    language: repository.language,
    stargazers_count: repository.stars,
    private: repository.private,
    default_branch: repository.defaultBranch,
    html_url: repository.htmlUrl,
  };
}

function installationStatus(user: UserRecord | undefined): z.infer<typeof installationSchema> {
  const linked = user !== undefined && user.scmInstallationId !== null;
  return {
    linked,
    installationId: linked ? user.scmInstallationId : null,
    scmUsername: user?.scmUsername ?? null,
    settingsUrl: linked ? user.settingsUrl : null,
  };
}

export function createAuthApi(ports: AuthPorts): Api {
  const api = createApi('auth', ports);
  const signedIn = authenticate(ports);
  addProfileRoutes(api, ports, signedIn);
  addPlatformRoutes(api, ports, signedIn);
  addPlatformSignIn(api, ports);
  addPersonalTokens(api, ports);
  addConsent(api, ports);
  addAgents(api, ports);
  addAccountRoutes(api, ports, signedIn);
  return api;
}

function addProfileRoutes(api: Api, ports: AuthPorts, signedIn: MiddlewareHandler<ApiEnv>): void {
  const login = createRoute({
    method: 'post',
    path: '/api/v1/auth/login',
    operationId: 'log_in',
    summary: 'Log in with a platform access token',
    middleware: [signedIn],
    request: { body: jsonBody(loginSchema) },
    responses: {
      ...jsonResponse(profileSchema, 'The profile, created or updated'),
      ...bodyFailures(400, 401, 403, 422, 502),
    },
  });
  api.openapi(login, async (c) => {
    const identity = c.get('identity');
    const token = c.req.valid('json').scm_access_token;
    const profile = await ports.scm.profile(token);
    const user = await saveLogin(ports, identity, profile, { accessToken: token, refreshToken: null, expiresAt: null });
    await refreshGrants(ports, identity.uid, await ports.scm.repositories(token));
    return c.json(profileOf(user), 200);
  });

  const ensure = createRoute({
    method: 'post',
    path: '/api/v1/auth/ensure',
    operationId: 'ensure_session',
    summary: 'Restore a session: the stored profile, without asking the platform',
    middleware: [signedIn],
    responses: { ...jsonResponse(profileSchema, 'The stored profile'), ...failures(401, 404) },
  });
  api.openapi(ensure, async (c) => c.json(profileOf(await existingUser(ports, c.get('identity').uid)), 200));

  const me = createRoute({
    method: 'get',
    path: '/api/v1/auth/me',
    operationId: 'get_profile',
    summary: 'The caller’s profile',
    middleware: [signedIn],
    responses: { ...jsonResponse(profileSchema, 'The stored profile'), ...failures(401, 404) },
  });
  api.openapi(me, async (c) => c.json(profileOf(await existingUser(ports, c.get('identity').uid)), 200));
}

/** What the platform knows of the caller: repositories, and the app's installation. */
function addPlatformRoutes(api: Api, ports: AuthPorts, signedIn: MiddlewareHandler<ApiEnv>): void {
  const repositories = createRoute({
    method: 'get',
    path: '/api/v1/auth/scm/repos',
    operationId: 'list_platform_repositories',
    summary: 'Repositories that the caller’s platform token shows',
    middleware: [signedIn],
    responses: {
      ...jsonResponse(z.array(platformRepositorySchema), 'All of them, whatever pages the platform makes'),
      ...failures(400, 401, 502),
    },
  });
  api.openapi(repositories, async (c) => {
    const { uid } = c.get('identity');
    const token = await platformTokenOf(ports, uid);
    if (token === undefined) throw new AppError('bad_request', 'No platform access token is stored: log in first');
    const listed = await ports.scm.repositories(token);
    await refreshGrants(ports, uid, listed);
    return c.json(listed.map(repositoryEntry), 200);
  });

  const installation = createRoute({
    method: 'get',
    path: '/api/v1/auth/installation',
    operationId: 'get_installation',
    summary: 'Whether the app is installed and linked; links what it finds',
    middleware: [signedIn],
    responses: { ...jsonResponse(installationSchema, 'The status after linking'), ...failures(401, 502) },
  });
  api.openapi(installation, async (c) => {
    const user = await findUser(ports, c.get('identity').uid);
    if (user === undefined || user.scmInstallationId !== null) return c.json(installationStatus(user), 200);
    const found =
      (await pendingInstallation(ports, user.scmUsername)) ?? (await ports.scm.installationOf(user.scmUsername));
    return c.json(installationStatus(found === undefined ? user : await linkInstallation(ports, user, found)), 200);
  });
}
