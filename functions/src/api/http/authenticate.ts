/**
 * Who is calling: `Authorization: Bearer <token>` becomes the request's identity, or 401 with its cause. An ID token may do
 * all that its user may; a personal access token reads, and does what its scopes name. The caller's request limit is counted
 * here too, where the caller is known.
 */
import type { MiddlewareHandler } from 'hono';
import type { TokenScope } from '../../documents/personal-tokens.ts';
import { AppError } from '../../model/errors.ts';
import { ACCESS_PREFIX, PERSONAL_PREFIX } from '../../oauth/random-secrets.ts';
import type { Identity } from '../../ports.ts';
import type { TokenPorts } from '../access/fresh-grants.ts';
import { callerOfToken } from '../access/personal-tokens.ts';
import type { ApiEnv } from './api-env.ts';
import { createRequestLimit } from './request-limit.ts';

/** A JWT has three base64url parts; anything else is refused without asking the provider. */
const JWT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/;
const LONGEST_TOKEN = 8192;

/** What a personal access token needs: a scope, or a sign-in that it cannot stand for. */
type Needed = TokenScope | 'sign-in';

/** `needed`: of every request; by default a scope to read, and a sign-in for all that is no reading. */
export function authenticate(ports: TokenPorts, needed?: Needed): MiddlewareHandler<ApiEnv> {
  const limit = createRequestLimit(ports.clock, ports.settings.requestsPerMinute);

  return async (c, next) => {
    const token = bearerOf(c.req.header('Authorization'));
    const identity = await identityOf(ports, token, needed ?? neededFor(c.req.method, c.req.path));
    limit.count(identity.uid);
    c.set('identity', identity);
    await next();
  };
}

/** Starts a review, or the doctor's test of the webhook. */
const STARTS = /^\/api\/v1\/(?:repos\/.+\/prs\/\d+\/reviews|doctor\/test)$/;

/** Questions are asked by POST where they carry a text. */
function neededFor(method: string, path: string): Needed {
  if (method === 'POST' && STARTS.test(path)) return 'review';
  return method === 'GET' || method === 'HEAD' || path.startsWith('/api/v1/query/') ? 'read' : 'sign-in';
}

/** `unauthenticated` without a token, or with a header of another form. */
export function bearerOf(given: string | undefined): string {
  const header = given?.trim() ?? '';
  if (header === '')
    throw new AppError('unauthenticated', 'ID token is missing: send Authorization: Bearer <ID token>');
  const [scheme = '', token = '', ...rest] = header.split(/\s+/);
  if (scheme.toLowerCase() !== 'bearer' || token === '' || rest.length > 0) {
    throw new AppError('unauthenticated', 'Authorization header is malformed: expected Bearer <ID token>');
  }
  return token;
}

/** `forbidden` for what a personal access token's scopes do not allow. */
export async function identityOf(ports: TokenPorts, token: string, needed: Needed): Promise<Identity> {
  if (token.startsWith(PERSONAL_PREFIX)) {
    const { identity, scopes } = await callerOfToken(ports, token);
    if (needed === 'sign-in')
      throw new AppError('forbidden', 'A personal access token cannot do this: sign in, and send an ID token');
    if (!scopes.includes(needed))
      throw new AppError('forbidden', `This personal access token lacks the scope ${needed}`);
    return identity;
  }
  if (token.startsWith(ACCESS_PREFIX)) {
    throw new AppError('unauthenticated', 'The access token of an agent is for /mcp alone');
  }
  if (token.length > LONGEST_TOKEN || !JWT.test(token)) {
    throw new AppError('unauthenticated', 'ID token is malformed or invalid');
  }
  return ports.identity.verify(token);
}
