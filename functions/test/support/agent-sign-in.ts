/**
 * How an agent is connected: what it asks for, and its user's answer in the console.
 *
 *     const agent = agentRequest({ client_id, redirect_uri });
 *     const answer = await allow(service, ada, agent.request);               URL of the agent's own, with a code
 *     const tokens = await exchange(service, agent, answer.searchParams.get('code'));
 */
import { createHash, randomBytes } from 'node:crypto';
import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import type { Answer, TestService, TestUser } from './service.ts';

export const CALLBACK = 'http://127.0.0.1:51234/callback';

export interface AgentRequest {
  request: Record<string, string>;
  verifier: string;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

export function agentRequest(fields: Record<string, string>): AgentRequest {
  const verifier = randomBytes(48).toString('base64url');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  const usual = {
    response_type: 'code',
    code_challenge,
    code_challenge_method: 'S256',
    redirect_uri: CALLBACK,
    state: 'S',
  };
  return { request: { ...usual, ...fields }, verifier };
}

export async function register(service: TestService, fields: object = {}): Promise<string> {
  const body = { client_name: 'Test agent', redirect_uris: ['http://127.0.0.1/callback'], ...fields };
  const answer = await service.call('POST', '/oauth/register', { body });
  if (answer.status !== 201) throw new Error(`registration: ${answer.status} ${answer.text}`);
  return (answer.body as { client_id: string }).client_id;
}

/** Where the browser goes after the user has said yes, or no. */
export async function allow(
  service: TestService,
  as: TestUser,
  request: Record<string, string>,
  yes = true,
): Promise<URL> {
  const answer = await service.call('POST', '/api/v1/auth/agents/answers', { as, body: { ...request, allow: yes } });
  if (answer.status !== 200) throw new Error(`answer: ${answer.status} ${answer.text}`);
  return new URL((answer.body as { redirect_to: string }).redirect_to);
}

export function postForm(service: TestService, path: string, fields: Record<string, string>): Promise<Answer> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return service.call('POST', path, { headers, body: new URLSearchParams(fields).toString() });
}

/** Of a code that a user has just allowed; `more` replaces what the agent would send. */
export function exchange(
  service: TestService,
  { request, verifier }: AgentRequest,
  code: string | null,
  more: Record<string, string> = {},
): Promise<Answer> {
  const { client_id = '', redirect_uri = '' } = request;
  const usual = {
    grant_type: 'authorization_code',
    client_id,
    redirect_uri,
    code_verifier: verifier,
    code: code ?? '',
  };
  return postForm(service, '/oauth/token', { ...usual, ...more });
}

/** A client that has registered itself, and what its user has allowed it. */
export async function connectAgent(
  service: TestService,
  as: TestUser,
): Promise<Tokens & { client_id: string; code: string; agent: AgentRequest }> {
  const client_id = await register(service);
  const agent = agentRequest({ client_id });
  const code = (await allow(service, as, agent.request)).searchParams.get('code') ?? '';
  const answer = await exchange(service, agent, code);
  if (answer.status !== 200) throw new Error(`exchange: ${answer.status} ${answer.text}`);
  return { ...(answer.body as Tokens), client_id, code, agent };
}

type Stored = 'clientInformation' | 'tokens' | 'discoveryState';

/** The memory of the protocol's own client library, with a browser that only notes where it is sent. */
export function memoryProvider(
  redirectUrl: string,
  clientMetadataUrl?: string,
): OAuthClientProvider & { sentTo: URL | undefined } {
  const kept: Partial<Record<Stored, unknown>> = {};
  let verifier = '';
  const provider: OAuthClientProvider & { sentTo: URL | undefined } = {
    sentTo: undefined,
    redirectUrl,
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    clientMetadata: {
      client_name: 'Library',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
    },
    state: () => 'state-of-the-library',
    clientInformation: () => kept.clientInformation as never,
    saveClientInformation: (information) => void (kept.clientInformation = information),
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    discoveryState: () => kept.discoveryState as never,
    saveDiscoveryState: (state) => void (kept.discoveryState = state),
    redirectToAuthorization: (url) => void (provider.sentTo = url),
    saveCodeVerifier: (given) => void (verifier = given),
    codeVerifier: () => verifier,
  };
  return provider;
}
