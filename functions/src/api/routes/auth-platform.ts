/**
 * Signing in from a browser: what the platform's page is asked with, and the exchange of the code that it sends back for
 * a session of the identity provider. Both are public, since nobody is signed in yet. The platform's token stays here.
 *
 *     GET  /api/v1/auth/platform            {"authorize_url": "https://github.com/login/oauth/authorize", "client_id": …}
 *     POST /api/v1/auth/platform/exchange   {"code": …, "code_verifier": …, "redirect_uri": …} → {"custom_token": …}
 */
import { createRoute, z } from '@hono/zod-openapi';
import type { Ports } from '../../ports.ts';
import { refreshGrants } from '../access/access.ts';
import { saveLogin } from '../access/users.ts';
import type { Api } from '../http/api-env.ts';
import { createRequestLimit } from '../http/request-limit.ts';
import { bodyFailures, failures, jsonBody, jsonResponse } from '../http/route-parts.ts';

export type PlatformSignInPorts = Pick<
  Ports,
  'clock' | 'identity' | 'scm' | 'secretBox' | 'settings' | 'signIn' | 'store'
>;

const NAMES = { github: 'GitHub', gitea: 'Gitea', gitlab: 'GitLab' } as const;
/** What the identity provider calls the platform, where it knows it. */
const PROVIDERS = { github: 'github.com', gitea: undefined, gitlab: undefined } as const;
/** Exchanges a minute and instance: each costs the platform requests, and nobody is known yet whose they could be. */
const EXCHANGES_PER_MINUTE = 60;

const platformSchema = z
  .object({
    kind: z.enum(['github', 'gitea', 'gitlab']),
    name: z.string(),
    authorize_url: z.string().nullable(),
    client_id: z.string().nullable(),
    scope: z.string(),
    sign_in_hints: z.array(z.string()),
    project_id: z.string(),
    auth_emulator_url: z.string().nullable(),
  })
  .openapi('PlatformSignIn');

const exchangeSchema = z.object({
  code: z.string().min(1).max(1024),
  code_verifier: z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/, 'Not a code verifier (RFC 7636)'),
  redirect_uri: z.url({ protocol: /^https?$/ }).max(2048),
});

const exchangedSchema = z.object({ custom_token: z.string() }).openapi('PlatformSession');

export function addPlatformSignIn(api: Api, ports: PlatformSignInPorts): void {
  const limit = createRequestLimit(ports.clock, EXCHANGES_PER_MINUTE);
  const { scmKind, signInHints, projectId, authEmulatorUrl } = ports.settings;

  const offer = createRoute({
    method: 'get',
    path: '/api/v1/auth/platform',
    operationId: 'get_platform_sign_in',
    summary: 'How a browser signs in with the platform; authorize_url is null where that is not configured',
    responses: { ...jsonResponse(platformSchema, 'What the platform’s page is asked with'), ...failures() },
  });
  api.openapi(offer, async (c) => {
    const offered = await ports.signIn.offer();
    return c.json(
      {
        kind: scmKind,
        name: NAMES[scmKind],
        authorize_url: offered?.authorizeUrl ?? null,
        client_id: offered?.clientId ?? null,
        scope: offered?.scope ?? '',
        sign_in_hints: signInHints,
        project_id: projectId,
        auth_emulator_url: authEmulatorUrl,
      },
      200,
    );
  });

  const exchange = createRoute({
    method: 'post',
    path: '/api/v1/auth/platform/exchange',
    operationId: 'exchange_platform_code',
    summary: 'Exchange the platform’s authorization code for a session; the platform token is stored as by a login',
    request: { body: jsonBody(exchangeSchema) },
    responses: {
      ...jsonResponse(exchangedSchema, 'A custom token of the identity provider, good for one hour'),
      ...bodyFailures(400, 403, 422, 502),
    },
  });
  api.openapi(exchange, async (c) => {
    limit.count('exchange');
    const { code, code_verifier, redirect_uri } = c.req.valid('json');
    const tokens = await ports.signIn.exchange({
      code,
      codeVerifier: code_verifier,
      redirectUri: redirect_uri,
    });
    const profile = await ports.scm.profile(tokens.accessToken);
    const account = { id: String(profile.id), name: profile.name ?? profile.login, provider: PROVIDERS[scmKind] };
    const { uid, token } = await ports.identity.customToken(account);
    const identity = { uid, email: null, name: profile.name, picture: profile.avatarUrl, scmAccountId: account.id };
    await saveLogin(ports, identity, profile, tokens);
    await refreshGrants(ports, uid, await ports.scm.repositories(tokens.accessToken));
    return c.json({ custom_token: token }, 200);
  });
}
