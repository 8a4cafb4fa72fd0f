/**
 * Signing in with the platform: an authorization code with PKCE (RFC 6749, RFC 7636). The platform's page asks its user,
 * sends the browser back with a code, and the service exchanges that for a session: the client secret and the platform's
 * token never reach the browser.
 *
 *     /app/sign-in?code=…&state=…
 */
import { api, ask } from '../api/client.ts';
import type { SchemaPlatformSignIn } from '../api/schema.ts';
import { beginSession } from './session.ts';

/** Kept in this tab alone until the platform sends the browser back. */
const STARTED = 'reviewgraph.sign-in';

interface Started {
  state: string;
  verifier: string;
  /** The page to go on with: a path of the console. */
  to: string;
}

/** Leaves for the platform's page. `login` is a hint which account is meant (the local stack's demo users). */
export async function startSignIn(platform: SchemaPlatformSignIn, to: string, login?: string): Promise<void> {
  if (platform.authorize_url === null || platform.client_id === null) throw new Error('Sign-in is not configured');
  const started: Started = { state: randomText(), verifier: randomText(), to };
  sessionStorage.setItem(STARTED, JSON.stringify(started));
  const url = new URL(platform.authorize_url);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: platform.client_id,
    redirect_uri: redirectUri(),
    scope: platform.scope,
    state: started.state,
    code_challenge: await challengeOf(started.verifier),
    code_challenge_method: 'S256',
    ...(login === undefined ? {} : { login }),
  }).toString();
  location.assign(url);
}

/** Ends what startSignIn began; answers with the page to go on with. Throws what is wrong, in words. */
export async function finishSignIn(query: URLSearchParams): Promise<string> {
  const kept = sessionStorage.getItem(STARTED);
  sessionStorage.removeItem(STARTED);
  const refused = query.get('error');
  if (refused === 'access_denied') throw new Error('The platform says that you declined. Sign in again to go on.');
  if (refused !== null)
    throw new Error(`The platform refused the sign-in: ${query.get('error_description') ?? refused}`);
  const code = query.get('code');
  if (kept === null || code === null) throw new Error('This page belongs to a sign-in that is over. Sign in again.');
  const started = JSON.parse(kept) as Started;
  if (query.get('state') !== started.state) {
    throw new Error('This sign-in was begun elsewhere. Sign in again from here.');
  }
  const answer = await ask(
    api.POST('/api/v1/auth/platform/exchange', {
      body: { code, code_verifier: started.verifier, redirect_uri: redirectUri() },
    }),
  );
  await beginSession(answer.custom_token);
  return started.to;
}

function redirectUri(): string {
  return `${location.origin}/app/sign-in`;
}

function randomText(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

async function challengeOf(verifier: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
