/**
 * One REST request from its first byte to its answer: user agent, credentials, rate limit, route, handler, and the
 * platform's body for whatever fails. A new resource is a file beside this one and a line in ROUTES.
 */
import type { IncomingMessage } from 'node:http';
import { createHash, randomBytes } from 'node:crypto';
import { authenticate, credentialOf } from '../access.ts';
import { verifyAppJwt } from '../app-jwt.ts';
import type { RateLimit } from '../rate-limit.ts';
import { answerGraphql } from '../graphql.ts';
import { badCredentials, type Host, match, notFound, type Reply, RestError, route, type Route } from '../routing.ts';
import { archiveRoutes } from './archives.ts';
import { checkRoutes } from './checks.ts';
import { codeScanningRoutes } from './code-scanning.ts';
import { commitRoutes } from './commits.ts';
import { compareRoutes } from './compare.ts';
import { contentsRoutes } from './contents.ts';
import { gitObjectRoutes } from './git-objects.ts';
import { installationRoutes } from './installations.ts';
import { issueCommentRoutes } from './issue-comments.ts';
import { pullRoutes } from './pulls.ts';
import { repositoryRoutes } from './repositories.ts';
import { reviewRoutes } from './reviews.ts';
import { userRoutes } from './users.ts';

const ROUTES = [
  ...userRoutes,
  ...installationRoutes,
  ...checkRoutes,
  ...codeScanningRoutes,
  ...contentsRoutes,
  ...commitRoutes,
  ...compareRoutes,
  ...gitObjectRoutes,
  ...archiveRoutes,
  ...pullRoutes,
  ...reviewRoutes,
  ...issueCommentRoutes,
  ...repositoryRoutes,
];

const MAX_BODY_BYTES = 1024 * 1024;

export interface Asked {
  /** Below the API's root. */
  path: string;
  query: URLSearchParams;
  routes?: readonly Route[];
}

/** GraphQL has one address beside the REST API's root. */
export const GRAPHQL_ROUTES: readonly Route[] = [route('POST', '/graphql', answerGraphql)];

export async function answerRest(
  host: Host,
  rateLimit: RateLimit,
  request: IncomingMessage,
  { path, query, routes = ROUTES }: Asked,
): Promise<Reply> {
  let headers = commonHeaders();
  try {
    if (!request.headers['user-agent']) {
      throw new RestError(
        403,
        'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.',
      );
    }
    const method = request.method ?? 'GET';
    const found = match(routes, method, path);
    const byApp = found?.route.byApp === true;
    const credential = credentialOf(request.headers.authorization);
    const principal = byApp
      ? ({ kind: 'anonymous' } as const)
      : authenticate(host.file.state, request.headers.authorization, new Date());
    if (principal === undefined) throw badCredentials();
    const counted = rateLimit.count(principal);
    headers = { ...headers, ...counted.headers };
    if (counted.exceeded) throw new RestError(403, 'API rate limit exceeded');
    if (byApp) verifyAppJwt(credential, host.settings, new Date());
    if (found === undefined) throw notFound();
    const reply = await found.route.handler({
      host,
      method,
      params: found.params,
      query,
      headers: request.headers,
      body: await bodyOf(request),
      principal,
      credential,
    });
    const whole = { ...reply, headers: { ...headers, ...reply.headers } };
    // Gitea names no answers of its API.
    if (routes !== ROUTES || method !== 'GET') return whole;
    return confirmed(whole, request, credential, () =>
      principal.kind === 'anonymous' ? undefined : rateLimit.giveBack(principal),
    );
  } catch (error) {
    if (error instanceof RestError) return refuse(error.status, error.message, headers, error.extra);
    throw error;
  }
}

/** An answer in the platform's form for what is not a success. */
export function refuse(
  status: number,
  message: string,
  headers: Record<string, string> = commonHeaders(),
  extra: Record<string, unknown> = {},
): Reply {
  const json = { message, ...extra, documentation_url: 'https://docs.github.com/rest', status: String(status) };
  return { status, headers, json };
}

function commonHeaders(): Record<string, string> {
  return {
    'X-GitHub-Request-Id': randomBytes(12).toString('hex').toUpperCase(),
    'X-GitHub-Media-Type': 'github.v3; format=json',
  };
}

/** With its name; without itself where that is the name of what whoever asks has already, for which the limit is given back. */
function confirmed(
  reply: Reply,
  request: IncomingMessage,
  credential: string | undefined,
  giveBack: () => Record<string, string> | undefined,
): Reply {
  const etag = etagOf(reply, request, credential);
  if (etag === undefined) return reply;
  const headers = { ...reply.headers, ETag: etag };
  const limit = request.headers['if-none-match'] === etag ? giveBack() : undefined;
  return limit === undefined ? { ...reply, headers } : { status: 304, headers: { ...headers, ...limit } };
}

/** Of what is answered to one token: another gets another one for the same answer. */
function etagOf({ status, json }: Reply, request: IncomingMessage, credential: string | undefined): string | undefined {
  if (status !== 200 || json === undefined) return undefined;
  const said = JSON.stringify([credential ?? '', request.headers.accept ?? '', json]);
  return `W/"${createHash('sha256').update(said).digest('hex')}"`;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new RestError(413, 'Payload too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
