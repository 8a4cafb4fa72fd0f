/**
 * What every endpoint group shares: the request id, security headers, CORS, the body limit, JSON answers for what does
 * not exist, and the error shape. A group (auth.ts, ingest.ts, …) makes its app here and declares its routes on it with
 * their full paths, so that paths, validation and the published schema are one declaration.
 */
import { randomUUID } from 'node:crypto';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { cors } from 'hono/cors';
import type { Ports } from '../../ports.ts';
import type { Api, ApiEnv } from './api-env.ts';
import { errorResponse, validationDetail } from './error-response.ts';
import { nestedOwnerIn } from './inputs.ts';
import { readBody } from './request-body.ts';
import { seenRequest } from './seen-request.ts';

const MAX_BODY_BYTES = 1024 * 1024;
/** Methods that no request of the Fetch standard may have, so nothing can be declared for them. */
const NEVER_ALLOWED = new Set(['CONNECT', 'TRACE', 'TRACK']);
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{7,99}$/;
const PREFIX = '/api/v1/';

/** Answers are one user's: nobody else may cache, frame or sniff them. */
const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/**
 * The path that routes are declared with. Hosting passes it whole (`/api/v1/auth/me`), a function's own URL without the
 * function's name (`/me`, or again `/api/v1/auth/me` behind it).
 */
function fullPath(group: string, request: Request): string {
  const { pathname } = new URL(request.url);
  return pathname.startsWith(PREFIX) ? pathname : `${PREFIX}${group}${pathname === '/' ? '' : pathname}`;
}

/** Methods that are declared for a path: what `Allow` says when the request's own is not among them. */
function methodsFor(api: Api, path: string): string[] {
  const methods = new Set<string>();
  for (const route of api.routes) {
    if (route.method === 'ALL') continue;
    const pattern = route.path.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/\W/g, '\\$&')));
    if (new RegExp(`^${pattern.join('/')}$`).test(path)) methods.add(route.method);
  }
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

/** 404, or 405 for a path that is declared with other methods. */
function answerUndeclared(
  api: Api,
  c: Pick<Context<ApiEnv>, 'json'>,
  path: string,
  methods: readonly string[] = [],
): Response {
  const declared = methodsFor(api, path);
  const allowed = declared.length > 0 ? declared : methods;
  if (allowed.length === 0) return c.json({ detail: 'Not found' }, 404);
  return c.json({ detail: 'Method not allowed' }, 405, { Allow: allowed.join(', ') });
}

export interface ApiOptions {
  /** 1 MiB unless told otherwise. */
  maxBodyBytes?: number;
  /** The path that a request means, for a group that is not under the prefix. */
  pathOf?: (request: Request) => string;
  /** What is allowed where one handler, declared for all methods, refuses the others itself. */
  methods?: readonly string[];
}

/** Requests are spans where telemetry is among the ports. */
type ApiPorts = Pick<Ports, 'log' | 'settings'> & Partial<Pick<Ports, 'telemetry'>>;

/** An app for one endpoint group, `auth` for `/api/v1/auth/…`. */
export function createApi(group: string, ports: ApiPorts, options: ApiOptions = {}): Api {
  const { maxBodyBytes = MAX_BODY_BYTES, pathOf = (request: Request) => fullPath(group, request), methods } = options;
  const api: Api = new OpenAPIHono<ApiEnv>({
    getPath: (request) => pathOf(request),
    defaultHook: (result, c) => {
      if (!result.success) return c.json(validationDetail(result.target, result.error.issues), 422);
      const nested = ports.settings.scmKind === 'gitlab' ? undefined : nestedOwnerIn(result.data);
      if (nested === undefined) return undefined;
      const issue = { code: 'custom' as const, path: [nested], message: 'Not an account name', input: undefined };
      return c.json(validationDetail(result.target, [issue]), 422);
    },
  });

  if (ports.telemetry !== undefined) api.use('*', seenRequest(ports.telemetry));
  api.use('*', async (c, next) => {
    const given = c.req.header('X-Request-Id');
    const requestId = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
    c.set('requestId', requestId);
    await next();
    c.header('X-Request-Id', requestId);
    // A page that must load scripts has said which.
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) if (!c.res.headers.has(name)) c.header(name, value);
  });
  api.use(
    '*',
    cors({
      origin: (origin) => (ports.settings.allowedOrigins.includes(origin) ? origin : null),
      allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowHeaders: ['Authorization', 'Content-Type', 'X-Request-Id'],
      exposeHeaders: ['X-Request-Id', 'Retry-After'],
      maxAge: 3600,
    }),
  );
  api.use('*', async (c, next) => {
    const { raw } = c.req;
    if (NEVER_ALLOWED.has(raw.method)) return answerUndeclared(api, c, c.req.path, methods);
    if (raw.method !== 'GET' && raw.method !== 'HEAD') {
      const body = new Uint8Array(await readBody(raw, maxBodyBytes));
      c.req.raw = new Request(raw.url, { method: raw.method, headers: raw.headers, body });
    }
    return next();
  });

  api.notFound((c) => answerUndeclared(api, c, c.req.path));
  api.onError((error, c) => errorResponse(error, c, ports.log));
  return api;
}
