/** `/api/v1/auth/tokens`: the caller's personal access tokens. Only a sign-in makes, shows and revokes them. */
import { createRoute, z } from '@hono/zod-openapi';
import { SCOPES } from '../../documents/personal-tokens.ts';
import type { TokenPorts } from '../access/fresh-grants.ts';
import { listTokens, mintToken, revokeToken } from '../access/personal-tokens.ts';
import type { Api } from '../http/api-env.ts';
import { authenticate } from '../http/authenticate.ts';
import { bodyFailures, failures, jsonBody, jsonResponse } from '../http/route-parts.ts';

const tokenSchema = z
  .object({
    token_id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    created_at: z.string(),
    expires_at: z.string(),
    /** To within a minute; null before the first use. */
    last_used_at: z.string().nullable(),
  })
  .openapi('PersonalToken');

const mintedSchema = tokenSchema
  .extend({ token: z.string().describe('Shown this once: keep it where secrets are kept') })
  .openapi('MintedToken');

const mintSchema = z.object({
  name: z.string().trim().min(1).max(100),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .max(SCOPES.length)
    .refine((scopes) => scopes.includes('read'), 'read is a part of every token')
    .default(['read'])
    .meta({ example: ['read'] }),
  expires_in_days: z.number().int().min(1).max(365).default(90),
});

const idSchema = z.object({
  token_id: z.string().regex(/^[0-9a-f-]{36}$/, 'Expected a token_id').meta({ example: '4c1f2d5e-0000-4000-8000-000000000000' }),
}); // prettier-ignore

export function addPersonalTokens(api: Api, ports: TokenPorts): void {
  const signedIn = authenticate(ports, 'sign-in');

  const mint = createRoute({
    method: 'post',
    path: '/api/v1/auth/tokens',
    operationId: 'create_token',
    summary: 'Make a personal access token for scripts, CI or agents; at most 20 each',
    middleware: [signedIn],
    request: { body: jsonBody(mintSchema) },
    responses: {
      201: { description: 'The token', content: { 'application/json': { schema: mintedSchema } } },
      ...bodyFailures(400, 401, 403, 409, 422),
    },
  });
  api.openapi(mint, async (c) => {
    const { name, scopes, expires_in_days: days } = c.req.valid('json');
    return c.json(await mintToken(ports, c.get('identity').uid, { name, scopes, days }), 201);
  });

  const list = createRoute({
    method: 'get',
    path: '/api/v1/auth/tokens',
    operationId: 'list_tokens',
    summary: 'The caller’s personal access tokens, without the tokens themselves',
    middleware: [signedIn],
    responses: {
      ...jsonResponse(z.object({ tokens: z.array(tokenSchema), total: z.number().int() }), 'The newest first'),
      ...failures(401, 403),
    },
  });
  api.openapi(list, async (c) => {
    const tokens = await listTokens(ports, c.get('identity').uid);
    return c.json({ tokens, total: tokens.length }, 200);
  });

  const revoke = createRoute({
    method: 'delete',
    path: '/api/v1/auth/tokens/{token_id}',
    operationId: 'revoke_token',
    summary: 'Revoke a personal access token, at once',
    middleware: [signedIn],
    request: { params: idSchema },
    responses: {
      ...jsonResponse(z.object({ message: z.string(), token_id: z.string() }), 'It is revoked'),
      ...failures(401, 403, 404, 422),
    },
  });
  api.openapi(revoke, async (c) => {
    const { token_id: id } = c.req.valid('param');
    await revokeToken(ports, c.get('identity').uid, id);
    return c.json({ message: 'The token is revoked', token_id: id }, 200);
  });
}
