/**
 * One request to the part of GitLab's REST API (v4) that this host serves, from its token to its answer. Refusals have
 * GitLab's form, which differs from GitHub's; docs/gitlab.md lists them with their sources.
 *
 *     PRIVATE-TOKEN: gho_…            or Authorization: Bearer gho_…; `Authorization: token` means nothing to GitLab
 *     404 {"message": "404 Project Not Found"}        400 {"error": "body is missing"}
 *     429 Retry later                                 with RateLimit-* and Retry-After
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { authenticate, type Principal } from '../access.ts';
import type { RateLimit } from '../rate-limit.ts';
import { type Host, match, type Reply, RestError, type Route } from '../routing.ts';
import { awardRoutes } from './awards.ts';
import { discussionRoutes } from './discussions.ts';
import { mergeRequestRoutes } from './merge-requests.ts';
import { noteRoutes } from './notes.ts';
import { projectRoutes } from './projects.ts';
import { repositoryRoutes } from './repository.ts';
import { statusRoutes } from './statuses.ts';

const ROUTES: readonly Route[] = [
  ...projectRoutes,
  ...repositoryRoutes,
  ...mergeRequestRoutes,
  ...awardRoutes,
  ...discussionRoutes,
  ...noteRoutes,
  ...statusRoutes,
];

const MAX_BODY_BYTES = 2 * 1024 * 1024;

export async function answerGitlab(
  host: Host,
  rateLimit: RateLimit,
  request: IncomingMessage,
  { path, query }: { path: string; query: URLSearchParams },
): Promise<Reply> {
  let headers: Record<string, string> = { 'X-Request-Id': randomUUID() };
  try {
    const principal = principalOf(host, request);
    if (principal === undefined) throw new RestError(401, '401 Unauthorized');
    const counted = limitHeaders(rateLimit.count(principal));
    headers = { ...headers, ...counted.headers };
    if (counted.exceeded) return { status: 429, headers, bytes: Buffer.from('Retry later\n') };
    const method = request.method ?? 'GET';
    const found = match(ROUTES, method, path);
    if (found === undefined) throw new RestError(404, '404 Not Found', { error: '404 Not Found' });
    const reply = await found.route.handler({
      host: { ...host, apiUrl: `${host.url}/api/v4` },
      method,
      params: found.params,
      query,
      headers: request.headers,
      body: await bytesOf(request),
      principal,
      credential: undefined,
    });
    return { ...reply, headers: { ...headers, ...reply.headers } };
  } catch (error) {
    if (error instanceof RestError) return refused(error, headers);
    throw error;
  }
}

export function refused(error: RestError, headers: Record<string, string> = {}): Reply {
  const json = 'error' in error.extra ? error.extra : { message: error.message, ...error.extra };
  return { status: error.status, headers, json };
}

/** GitLab knows personal, project and group tokens by either header; another scheme is no credential to it. */
function principalOf(host: Host, request: IncomingMessage): Principal | undefined {
  const own = request.headers['private-token'];
  const bearer = /^bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const token = typeof own === 'string' ? own : bearer;
  if (token === undefined) return { kind: 'anonymous' };
  return authenticate(host.file.state, `Bearer ${token}`, new Date());
}

/** The host's count in GitLab's words. */
function limitHeaders(counted: ReturnType<RateLimit['count']>): ReturnType<RateLimit['count']> {
  const of = (name: string) => counted.headers[`X-RateLimit-${name}`] ?? '';
  const wait = Math.max(1, Number(of('Reset')) - Math.floor(Date.now() / 1000));
  return {
    exceeded: counted.exceeded,
    headers: {
      'RateLimit-Name': 'throttle_authenticated_api',
      'RateLimit-Limit': of('Limit'),
      'RateLimit-Observed': of('Used'),
      'RateLimit-Remaining': of('Remaining'),
      'RateLimit-Reset': of('Reset'),
      ...(counted.exceeded ? { 'Retry-After': String(wait) } : {}),
    },
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new RestError(413, '413 Request Entity Too Large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
