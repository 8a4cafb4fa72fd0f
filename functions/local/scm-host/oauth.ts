/**
 * The host as an authorization server, as the platform is one: a page that asks who signs in, and the exchange of the
 * code that it gives for a user's token. What the platform refuses is refused: another client's secret, a code that was
 * used, is older than ten minutes, or was asked for with another address or challenge (RFC 6749, RFC 7636).
 *
 *     GET  /login/oauth/authorize?client_id=…&redirect_uri=…&state=…&code_challenge=…&code_challenge_method=S256
 *     POST /login/oauth/access_token {"client_id", "client_secret", "code", "code_verifier", "redirect_uri"}
 *
 * GitLab's addresses are /oauth/authorize and /oauth/token, and its refusals have the statuses and names of RFC 6749.
 *
 * With `&login=ada` the page is passed over and ada signs in: whoever can reach this host on loopback is its owner.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Host, Reply } from './routing.ts';
import type { Account } from './state.ts';

/** The one client that is registered here. */
export const LOCAL_CLIENT = { id: 'Iv1.localreviewgraph', secret: 'local-client-secret' } as const;

const CODE_LIFETIME_MS = 10 * 60_000;
const LONGEST_BODY = 64 * 1024;

/** undefined when the request is not for the authorization server. */
export async function answerOauth(host: Host, request: IncomingMessage, url: URL): Promise<Reply | undefined> {
  const isPage = url.pathname === '/login/oauth/authorize' || url.pathname === '/oauth/authorize';
  if (request.method === 'GET' && isPage) return authorize(host, url);
  if (request.method === 'POST' && url.pathname === '/login/oauth/access_token') {
    return { status: 200, json: exchange(host, await fieldsOf(request)) };
  }
  if (request.method === 'POST' && url.pathname === '/oauth/token') {
    const answer = exchange(host, await fieldsOf(request));
    if (!('error' in answer)) return { status: 200, json: { ...answer, scope: 'api', expires_in: 7200 } };
    const isClient = answer.error === 'incorrect_client_credentials';
    return { status: isClient ? 401 : 400, json: { ...answer, error: isClient ? 'invalid_client' : 'invalid_grant' } };
  }
  return undefined;
}

function authorize(host: Host, url: URL): Reply {
  const query = url.searchParams;
  const redirect = redirectOf(query.get('redirect_uri'));
  if (query.get('client_id') !== LOCAL_CLIENT.id || redirect === undefined) {
    return page(404, '<p>No application has this client id, or its redirect_uri is none.</p>');
  }
  const method = query.get('code_challenge_method');
  if (method !== null && method !== 'S256') return page(400, '<p>Only S256 is known as code_challenge_method.</p>');
  const users = host.file.state.accounts.filter(({ type }) => type === 'User');
  const login = query.get('login')?.toLowerCase();
  const account = users.find((each) => each.login.toLowerCase() === login);
  if (account === undefined) return page(200, choices(users, url));
  const code = randomBytes(10).toString('hex');
  host.grants.set(code, {
    accountId: account.id,
    redirectUri: redirect.href,
    challenge: query.get('code_challenge') ?? undefined,
    expiresAt: Date.now() + CODE_LIFETIME_MS,
  });
  redirect.searchParams.set('code', code);
  const state = query.get('state');
  if (state !== null) redirect.searchParams.set('state', state);
  return { status: 302, headers: { Location: redirect.href } };
}

function redirectOf(text: string | null): URL | undefined {
  const url = text === null ? null : URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined;
}

/** Logins are letters, digits and hyphens, so nothing in them is markup. */
function choices(users: Account[], url: URL): string {
  const links = users.map(({ login }) => {
    const target = new URL(url);
    target.searchParams.set('login', login);
    return `<li><a href="${target.search.replaceAll('&', '&amp;')}">${login}</a></li>`;
  });
  return `<p>Sign in to Reviewgraph as:</p><ul>${links.join('')}</ul>`;
}

function page(status: number, body: string): Reply {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Local platform</title>${body}</html>`;
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8' }, bytes: Buffer.from(html) };
}

/** The platform answers a refusal with status 200 as well. */
function exchange(host: Host, fields: Record<string, unknown>): object {
  if (fields['client_id'] !== LOCAL_CLIENT.id || fields['client_secret'] !== LOCAL_CLIENT.secret) {
    return refusal('incorrect_client_credentials', 'The client_id and/or client_secret passed are incorrect.');
  }
  const code = String(fields['code']);
  const grant = host.grants.get(code);
  host.grants.delete(code); // Used once, whether or not the rest is right.
  if (grant === undefined || grant.expiresAt < Date.now()) {
    return refusal('bad_verification_code', 'The code passed is incorrect or expired.');
  }
  if (fields['redirect_uri'] !== grant.redirectUri) {
    return refusal('redirect_uri_mismatch', 'The redirect_uri MUST match the registered callback URL.');
  }
  const verifier = fields['code_verifier'];
  const challenge =
    typeof verifier === 'string' ? createHash('sha256').update(verifier).digest('base64url') : undefined;
  if (grant.challenge !== undefined && challenge !== grant.challenge) {
    return refusal('bad_verification_code', 'The code_verifier does not match the code_challenge.');
  }
  const kept = host.file.state.tokens.find(
    ({ accountId, expiresAt }) => accountId === grant.accountId && expiresAt === null,
  );
  if (kept === undefined) return refusal('access_denied', 'This account cannot sign in.');
  return { access_token: kept.token, token_type: 'bearer', scope: 'repo' };
}

function refusal(error: string, description: string): object {
  return { error, error_description: description };
}

/** JSON or a form, as the platform takes both. */
async function fieldsOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > LONGEST_BODY) return {};
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString('utf8');
  if (request.headers['content-type']?.includes('json') !== true) return Object.fromEntries(new URLSearchParams(text));
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
