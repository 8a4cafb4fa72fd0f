/**
 * What a client asks a user for (RFC 6749 section 4.1.1, RFC 7636, RFC 8707). Two kinds of mistakes are told apart: without a
 * known client and an address that is its own, nobody is sent anywhere; all others are told to the client at that address.
 *
 *     response_type=code&client_id=…&redirect_uri=…&code_challenge=…&code_challenge_method=S256&resource=https://…/mcp
 */
import { AGENT_SCOPES, type AgentScope } from '../documents/agents.ts';
import { AppError } from '../model/errors.ts';
import { findClient, type Client, type ClientPorts } from './clients.ts';
import { OauthError } from './oauth-error.ts';
import { isRegistered, withAnswer } from './redirect-uris.ts';

export interface AuthorizationParams {
  client_id: string;
  redirect_uri: string;
  response_type: string;
  code_challenge: string;
  code_challenge_method: string;
  scope?: string | undefined;
  state?: string | undefined;
  resource?: string | undefined;
}

export interface AuthorizationRequest {
  client: Client;
  redirectUri: string;
  challenge: string;
  scopes: AgentScope[];
  /** What the tokens will be for. */
  resource: string;
  /** What is wrong with it, for the client; a user is not asked then. */
  problem: OauthError | undefined;
}

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** `address`: of this service, `https://graph.example.com`. `bad_request` for what no client may be told. */
export async function readRequest(
  ports: ClientPorts,
  address: string,
  params: AuthorizationParams,
): Promise<AuthorizationRequest> {
  const client = await findClient(ports, params.client_id);
  if (!isRegistered(client.redirectUris, params.redirect_uri)) {
    throw new AppError('bad_request', 'The redirect_uri is none that this client has registered');
  }
  const request = { client, redirectUri: params.redirect_uri, challenge: params.code_challenge };
  try {
    requireCode(params);
    const scopes = scopesOf(params.scope);
    return { ...request, scopes, resource: resourceOf(address, params.resource), problem: undefined };
  } catch (error) {
    if (!(error instanceof OauthError)) throw error;
    return { ...request, scopes: [], resource: resourceAt(address), problem: error };
  }
}

function requireCode({
  response_type: type,
  code_challenge: challenge,
  code_challenge_method: method,
}: AuthorizationParams): void {
  if (type !== 'code') throw new OauthError('unsupported_response_type', 'Only response_type code is known here');
  if (challenge === '') throw new OauthError('invalid_request', 'code_challenge is missing: PKCE is asked for');
  if (method !== 'S256') throw new OauthError('invalid_request', 'code_challenge_method must be S256');
  if (!CHALLENGE.test(challenge)) throw new OauthError('invalid_request', 'code_challenge is no SHA-256 in base64url');
}

/** Those of the asked ones that there are (`offline_access` needs no word: tokens can be refreshed). */
function scopesOf(asked: string | undefined): AgentScope[] {
  const words = (asked ?? '').split(' ').filter((word) => word !== '');
  const known = AGENT_SCOPES.filter((scope) => words.includes(scope));
  if (known.length > 0) return known;
  if (words.some((word) => word !== 'offline_access'))
    throw new OauthError('invalid_scope', 'The scope there is: read');
  return [...AGENT_SCOPES];
}

/** The protected resource of this service: the only one. */
export function resourceAt(address: string): string {
  return `${address}/mcp`;
}

/** Clients before 2025-06-18 name none. `invalid_target` for another server's. */
export function resourceOf(address: string, asked: string | undefined): string {
  const own = resourceAt(address);
  const url = asked === undefined ? undefined : URL.parse(asked);
  if (asked === undefined || (url != null && url.hash === '' && sameResource(url, own))) return own;
  throw new OauthError('invalid_target', `The resource of this server is ${own}`);
}

/** Whichever tools are asked for (`?tools=all`), it is the same resource. */
function sameResource({ origin, pathname, username, password }: URL, own: string): boolean {
  return username === '' && password === '' && `${origin}${pathname.replace(/\/$/, '')}` === own;
}

/** Where a refusal is told to the client (RFC 6749 section 4.1.2.1), with who tells it (RFC 9207). */
export function refusedAt(
  { redirectUri }: Pick<AuthorizationRequest, 'redirectUri'>,
  { error, description }: { error: string; description: string },
  { state, issuer }: { state: string | undefined; issuer: string },
): string {
  return withAnswer(redirectUri, { error, error_description: description, state, iss: issuer });
}
