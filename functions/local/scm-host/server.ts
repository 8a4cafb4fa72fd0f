/** The HTTP side: sends each request to git, to an archive or to the REST API, applies faults, and writes the answer. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { PassThrough, pipeline, Readable, Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, FaultList } from './faults.ts';
import type { RateLimit } from './rate-limit.ts';
import { GITEA_ROUTES } from './gitea/routes.ts';
import { answerGitlab } from './gitlab/answer.ts';
import { answerRest, GRAPHQL_ROUTES, refuse } from './rest/answer.ts';
import { archive } from './rest/archives.ts';
import { fullNameOf } from './representations.ts';
import type { Host, Reply } from './routing.ts';
import { answerOauth } from './oauth.ts';
import { answerGit } from './smart-http.ts';

const API = '/api/v3';
const GITEA_API = '/api/v1';
const GITLAB_API = '/api/v4';

export function answerRequests(host: Host, rateLimit: RateLimit, faults: FaultList): RequestListener {
  return (request, response) => {
    answer(host, rateLimit, faults, request, response).catch((error: unknown) => {
      if (request.errored !== null) return response.destroy(); // the client went away in the middle of its request
      // A fault of the host itself: the client sees a failed request, the person sees why.
      console.error(`scm host: ${request.method ?? ''} ${request.url ?? ''}:`, error);
      if (response.headersSent) response.destroy();
      else send(response, refuse(500, 'Server Error'), undefined);
    });
  };
}

async function answer(
  host: Host,
  rateLimit: RateLimit,
  faults: FaultList,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', host.url);
  const fault = faults.take(request.method ?? 'GET', url.pathname);
  if (fault?.delay !== undefined) await sleep(fault.delay);
  if (fault?.status !== undefined) {
    request.resume();
    return send(response, failed(fault.status, fault), undefined);
  }
  send(response, await trueAnswer(host, rateLimit, request, url), fault);
}

async function trueAnswer(host: Host, rateLimit: RateLimit, request: IncomingMessage, url: URL): Promise<Reply> {
  const moved = leadOn(host, request, url);
  if (moved !== undefined) return moved;
  if (url.pathname.startsWith(`${API}/`)) {
    return answerRest(host, rateLimit, request, { path: url.pathname.slice(API.length), query: url.searchParams });
  }
  if (url.pathname.startsWith(`${GITEA_API}/`)) {
    const path = url.pathname.slice(GITEA_API.length);
    return answerRest(host, rateLimit, request, { path, query: url.searchParams, routes: GITEA_ROUTES });
  }
  if (url.pathname.startsWith(`${GITLAB_API}/`)) {
    const path = url.pathname.slice(GITLAB_API.length);
    return answerGitlab(host, rateLimit, request, { path, query: url.searchParams });
  }
  if (url.pathname === '/api/graphql') {
    return answerRest(host, rateLimit, request, { path: '/graphql', query: url.searchParams, routes: GRAPHQL_ROUTES });
  }
  const picture = avatar(url);
  if (picture !== undefined) return picture;
  const ticket = /^\/_archives\/([0-9a-f-]{36})\.tar\.gz$/.exec(url.pathname)?.[1];
  const reply =
    ticket === undefined
      ? ((await answerOauth(host, request, url)) ?? (await answerGit(host, request, url)))
      : archive(host, ticket);
  return reply ?? refuse(404, 'Not Found');
}

/** A repository that was renamed or transferred is found by its names of before, for as long as no other has one of them. */
function leadOn(host: Host, request: IncomingMessage, url: URL): Reply | undefined {
  const { repositories } = host.file.state;
  if (repositories.every(({ formerNames = [] }) => formerNames.length === 0)) return undefined;
  const [, before = '', named = '', rest = ''] =
    /^(\/api\/v4\/projects\/)([^/]+)(\/.*)?$/.exec(url.pathname) ??
    /^(\/api\/v[13]\/repos\/|\/)([^/]+\/[^/]+?)(\.git\/.*|\/.*)?$/.exec(url.pathname) ??
    [];
  const name = decodeURIComponent(named).toLowerCase();
  const found = repositories.find(({ formerNames = [] }) => formerNames.includes(name));
  if (found === undefined || repositories.some((each) => fullNameOf(host, each).toLowerCase() === name))
    return undefined;
  const now = fullNameOf(host, found);
  const path = before.includes('projects') ? encodeURIComponent(now) : now;
  request.resume();
  const status = request.method === 'GET' ? 301 : 307;
  return { status, headers: { Location: `${host.url}${before}${path}${rest}${url.search}` } };
}

function failed(status: number, fault: Fault): Reply {
  const secondary = (status === 403 || status === 429) && fault.retryAfter !== undefined;
  const primary = fault.rateLimitReset !== undefined;
  const usual = secondary
    ? 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'
    : primary
      ? 'API rate limit exceeded'
      : 'Server Error';
  const reply = refuse(status, fault.message ?? usual);
  return {
    ...reply,
    headers: {
      ...reply.headers,
      ...(fault.retryAfter === undefined ? {} : { 'Retry-After': String(fault.retryAfter) }),
      ...(primary ? { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': String(fault.rateLimitReset) } : {}),
    },
  };
}

function send(response: ServerResponse, reply: Reply, fault: Fault | undefined): void {
  const headers: Record<string, string> = { ...reply.headers };
  let bytes = reply.bytes;
  if (reply.json !== undefined) {
    headers['Content-Type'] ??= 'application/json; charset=utf-8';
    bytes = Buffer.from(JSON.stringify(reply.json));
  }
  const body = reply.stream ?? Readable.from(bytes === undefined ? [] : [bytes], { objectMode: false });
  if (reply.stream === undefined && fault?.truncateAfter === undefined) {
    headers['Content-Length'] = String(bytes?.length ?? 0);
  }
  response.writeHead(reply.status, headers);
  if (fault?.truncateAfter !== undefined) return sendCut(response, body, fault.truncateAfter, fault.cut ?? 'clean');
  pipeline(body, response, () => {
    // A client that went away is nothing to report.
  });
}

function sendCut(response: ServerResponse, body: Readable, limit: number, cut: 'clean' | 'reset'): void {
  let sent = 0;
  const scissors: Transform = new PassThrough({
    transform(chunk: Buffer, _encoding, next) {
      const part = chunk.subarray(0, Math.max(0, limit - sent));
      sent += chunk.length;
      if (sent < limit) return next(null, part);
      response.write(part, () => (cut === 'clean' ? response.end() : response.socket?.resetAndDestroy()));
      body.unpipe(scissors);
      body.destroy();
    },
  });
  body.pipe(scissors).pipe(response, { end: true });
}

/** A user's picture: a disc whose colour is the account's own. */
function avatar(url: URL): Reply | undefined {
  const id = /^\/avatars\/u\/(\d{1,10})$/.exec(url.pathname)?.[1];
  if (id === undefined) return undefined;
  const colour = `hsl(${(Number(id) * 47) % 360} 55% 50%)`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><circle cx="14" cy="14" r="14" fill="${colour}"/></svg>`;
  return { status: 200, headers: { 'Content-Type': 'image/svg+xml' }, bytes: Buffer.from(svg) };
}
