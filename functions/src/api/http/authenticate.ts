/**
 * Who is calling: `Authorization: Bearer <ID token>` becomes the request's identity, or 401 with its cause. The caller's
 * request limit is counted here too, where the caller is known.
 */
import type { MiddlewareHandler } from 'hono';
import { AppError } from '../../model/errors.ts';
import type { Ports } from '../../ports.ts';
import type { ApiEnv } from './api-env.ts';
import { createRequestLimit } from './request-limit.ts';

/** A JWT has three base64url parts; anything else is refused without asking the provider. */
const JWT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/;
const LONGEST_TOKEN = 8192;

export function authenticate(ports: Pick<Ports, 'identity' | 'clock' | 'settings'>): MiddlewareHandler<ApiEnv> {
  const limit = createRequestLimit(ports.clock, ports.settings.requestsPerMinute);

  return async (c, next) => {
    const header = c.req.header('Authorization')?.trim() ?? '';
    if (header === '')
      throw new AppError('unauthenticated', 'ID token is missing: send Authorization: Bearer <ID token>');
    const [scheme = '', token = '', ...rest] = header.split(/\s+/);
    if (scheme.toLowerCase() !== 'bearer' || token === '' || rest.length > 0) {
      throw new AppError('unauthenticated', 'Authorization header is malformed: expected Bearer <ID token>');
    }
    if (token.length > LONGEST_TOKEN || !JWT.test(token)) {
      throw new AppError('unauthenticated', 'ID token is malformed or invalid');
    }
    const identity = await ports.identity.verify(token);
    limit.count(identity.uid);
    c.set('identity', identity);
    await next();
  };
}
