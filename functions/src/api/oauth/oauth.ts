/**
 * The authorization server for agents: OAuth 2.1 as the MCP specification asks for it. Clients find it from `/mcp`'s own 401,
 * send their user to the console for consent (consent.ts), and exchange what they get for tokens here.
 *
 *     GET  /.well-known/oauth-protected-resource/mcp    RFC 9728: what /mcp is, and who gives tokens for it
 *     GET  /.well-known/oauth-authorization-server      RFC 8414: where and how
 *     GET  /oauth/authorize                             → the console, which asks the user
 *     POST /oauth/token                                 a code or a refresh token → tokens (RFC 6749, RFC 7636, RFC 8707)
 *     POST /oauth/register                              RFC 7591, for clients that have no document of their own
 *     POST /oauth/revoke                                RFC 7009
 *
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
import type { Context } from 'hono';
import { AGENT_SCOPES } from '../../documents/agents.ts';
import { AppError } from '../../model/errors.ts';
import { resourceAt } from '../../oauth/authorization-request.ts';
import { registerClient, type ClientPorts } from '../../oauth/clients.ts';
import type { GrantPorts } from '../../oauth/grants.ts';
import { OauthError } from '../../oauth/oauth-error.ts';
import type { Ports } from '../../ports.ts';
import type { Api, ApiEnv } from '../http/api-env.ts';
import { createApi } from '../http/app.ts';
import { errorResponse } from '../http/error-response.ts';
import { ownAddress } from '../http/own-address.ts';
import { createRequestLimit } from '../http/request-limit.ts';
import { answerRevocation, answerTokenRequest, type FormFields } from './token-requests.ts';

export type OauthPorts = ClientPorts & GrantPorts & Pick<Ports, 'log' | 'settings'>;

/** Where the console asks its user. */
const CONSENT_PAGE = '/app/connect';
const MAX_BODY_BYTES = 64 * 1024;
/** Of a request for consent; the console gets it in an address. */
const LONGEST_QUERY = 16_000;

/** Where a client learns of this server, for the 401 of what it protects. */
export function resourceMetadataUrl(address: string): string {
  return `${address}/.well-known/oauth-protected-resource/mcp`;
}

export function createOauthApi(ports: OauthPorts): Api {
  const pathOf = (request: Request): string => new URL(request.url).pathname;
  const api = createApi('oauth', ports, { pathOf, maxBodyBytes: MAX_BODY_BYTES });
  api.onError((error, c) => oauthResponse(error, c, ports));
  const addressOf = (c: Context<ApiEnv>): string => ownAddress(c.req.raw, ports.settings);
  addMetadata(api, addressOf);

  api.get('/oauth/authorize', (c) => {
    const { search, searchParams } = new URL(c.req.url);
    if (search.length > LONGEST_QUERY) throw new OauthError('invalid_request', 'The request is too long');
    const names = [...searchParams.keys()];
    if (new Set(names).size < names.length) throw new OauthError('invalid_request', 'A parameter stands there twice');
    return c.redirect(`${CONSENT_PAGE}${search}`, 302);
  });

  const limit = createRequestLimit(ports.clock, ports.settings.requestsPerMinute);
  api.post('/oauth/token', async (c) => {
    limit.count(callerAddress(c));
    const answer = await answerTokenRequest(ports, addressOf(c), await formOf(c));
    return c.json(answer, 200, { Pragma: 'no-cache' });
  });
  api.post('/oauth/revoke', async (c) => {
    limit.count(callerAddress(c));
    await answerRevocation(ports, await formOf(c));
    return c.json({}, 200);
  });
  api.post('/oauth/register', async (c) => {
    const { clientId, issuedAt, metadata } = await registerClient(ports, await jsonOf(c), callerAddress(c));
    const registered = {
      client_id: clientId,
      client_id_issued_at: Math.floor(issuedAt.getTime() / 1000),
      client_name: metadata.name,
      redirect_uris: metadata.redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: AGENT_SCOPES.join(' '),
    };
    return c.json(registered, 201);
  });
  return api;
}

function addMetadata(api: Api, addressOf: (c: Context<ApiEnv>) => string): void {
  // What is public about this server may be read by any page.
  const open = { 'Access-Control-Allow-Origin': '*' };
  const resource = (c: Context<ApiEnv>): Response => {
    const address = addressOf(c);
    return c.json(
      {
        resource: resourceAt(address),
        authorization_servers: [address],
        scopes_supported: AGENT_SCOPES,
        bearer_methods_supported: ['header'],
        resource_name: 'Reviewgraph',
        resource_documentation: `${address}/docs`,
      },
      200,
      open,
    );
  };
  // The second is what clients ask for that do not know the path.
  api.get('/.well-known/oauth-protected-resource/mcp', resource);
  api.get('/.well-known/oauth-protected-resource', resource);
  api.get('/.well-known/oauth-authorization-server', (c) => {
    const issuer = addressOf(c);
    return c.json(
      {
        issuer,
        authorization_endpoint: `${issuer}/oauth/authorize`,
        token_endpoint: `${issuer}/oauth/token`,
        registration_endpoint: `${issuer}/oauth/register`,
        revocation_endpoint: `${issuer}/oauth/revoke`,
        scopes_supported: AGENT_SCOPES,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        code_challenge_methods_supported: ['S256'],
        client_id_metadata_document_supported: true,
        authorization_response_iss_parameter_supported: true,
        service_documentation: `${issuer}/docs`,
      },
      200,
      open,
    );
  });
}

/** Whose request it is, as far as anybody can tell: the first address in what the proxies say. */
function callerAddress(c: Context<ApiEnv>): string {
  return c.req.header('X-Forwarded-For')?.split(',')[0]?.trim().slice(0, 100) ?? '';
}

async function formOf(c: Context<ApiEnv>): Promise<FormFields> {
  const type = c.req.header('Content-Type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw new OauthError('invalid_request', 'The body must be application/x-www-form-urlencoded');
  }
  if (c.req.header('Authorization') !== undefined) {
    throw new OauthError('invalid_client', 'Clients have no secret here: send client_id in the body');
  }
  const fields = [...new URLSearchParams(await c.req.text())];
  const form = new Map(fields);
  if (form.size < fields.length) throw new OauthError('invalid_request', 'A parameter stands there twice');
  return form;
}

async function jsonOf(c: Context<ApiEnv>): Promise<unknown> {
  try {
    return await c.req.json<unknown>();
  } catch (error) {
    throw new OauthError('invalid_client_metadata', 'The body is no JSON', { cause: error });
  }
}

/** Failures in the words of OAuth; those that pass keep their headers. */
function oauthResponse(error: Error, c: Context<ApiEnv>, { log }: Pick<Ports, 'log'>): Response {
  const usual = errorResponse(error, c, log);
  const name = error instanceof OauthError ? error.error : usual.status < 500 && usual.status !== 429 ? 'invalid_request' : usual.status === 500 ? 'server_error' : 'temporarily_unavailable'; // prettier-ignore
  const shown = error instanceof AppError && usual.status !== 500 ? error.message : 'The request failed';
  const headers = new Headers(usual.headers);
  if (error instanceof OauthError) headers.delete('WWW-Authenticate');
  return new Response(JSON.stringify({ error: name, error_description: shown }), { status: usual.status, headers });
}
