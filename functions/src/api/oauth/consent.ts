/**
 * Consent, as the console asks it of a user who is signed in: what a client asks for and where the answer goes, and then the
 * answer. Nothing is kept between the two, and no answer is remembered: each request is asked about.
 *
 *     POST /api/v1/auth/agents/requests    {"client_id": …, "redirect_uri": …, …} → {"name": "Claude Code", "redirect_host": "127.0.0.1:51234", …}
 *     POST /api/v1/auth/agents/answers     the same and {"allow": true} → {"redirect_to": "http://127.0.0.1:51234/callback?code=…"}
 */
import { createRoute, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { AGENT_SCOPES } from '../../documents/agents.ts';
import { readRequest, refusedAt } from '../../oauth/authorization-request.ts';
import { keepClient, type ClientPorts } from '../../oauth/clients.ts';
import { giveCode } from '../../oauth/grants.ts';
import { redirectHost, redirectKind, withAnswer } from '../../oauth/redirect-uris.ts';
import type { TokenPorts } from '../access/fresh-grants.ts';
import type { Api, ApiEnv } from '../http/api-env.ts';
import { authenticate } from '../http/authenticate.ts';
import { ownAddress } from '../http/own-address.ts';
import { bodyFailures, jsonBody, jsonResponse } from '../http/route-parts.ts';

export type ConsentPorts = TokenPorts & ClientPorts;

const uri = z.string().min(1).max(2048);
/** What a browser was sent with. What is wrong with it is the client's to hear, so only lengths are refused here. */
const requestSchema = z.object({
  client_id: uri.meta({ example: 'https://agent.example.com/client.json' }),
  redirect_uri: uri,
  response_type: z.string().max(100).default('code'),
  code_challenge: z.string().max(200).default(''),
  code_challenge_method: z.string().max(20).default(''),
  scope: z.string().max(1_000).optional(),
  state: z.string().max(4_096).optional(),
  resource: z.string().max(2_048).optional(),
});

const describedSchema = z
  .object({
    /** As the client calls itself: nobody has checked it. */
    name: z.string(),
    client_id: z.string(),
    /** Who answers for the client's document; null for one that registered itself. */
    client_host: z.string().nullable(),
    redirect_kind: z.enum(['web', 'computer', 'app']),
    redirect_host: z.string(),
    scopes: z.array(z.enum(AGENT_SCOPES)),
    resource: z.string(),
    /** What is wrong with the request, which then cannot be allowed. */
    problem: z.string().nullable(),
  })
  .openapi('AgentRequest');

const answeredSchema = z.object({ redirect_to: z.string() }).openapi('AgentAnswer');

export function addConsent(api: Api, ports: ConsentPorts): void {
  const signedIn = authenticate(ports, 'sign-in');
  addRequests(api, ports, signedIn);
  addAnswers(api, ports, signedIn);
}

function addRequests(api: Api, ports: ConsentPorts, signedIn: MiddlewareHandler<ApiEnv>): void {
  const describe = createRoute({
    method: 'post',
    path: '/api/v1/auth/agents/requests',
    operationId: 'describe_agent_request',
    summary: 'What an agent asks the caller for by OAuth, and where the answer would go',
    middleware: [signedIn],
    request: { body: jsonBody(requestSchema) },
    responses: {
      ...jsonResponse(describedSchema, 'For the page that asks for consent'),
      ...bodyFailures(400, 401, 403, 422),
    },
  });
  api.openapi(describe, async (c) => {
    const address = ownAddress(c.req.raw, ports.settings);
    const { client, redirectUri, scopes, resource, problem } = await readRequest(ports, address, c.req.valid('json'));
    return c.json(
      {
        name: client.name,
        client_id: client.id,
        client_host: client.host,
        redirect_kind: redirectKind(redirectUri) ?? 'web',
        redirect_host: redirectHost(redirectUri),
        scopes,
        resource,
        problem: problem?.message ?? null,
      },
      200,
    );
  });
}

function addAnswers(api: Api, ports: ConsentPorts, signedIn: MiddlewareHandler<ApiEnv>): void {
  const answer = createRoute({
    method: 'post',
    path: '/api/v1/auth/agents/answers',
    operationId: 'answer_agent_request',
    summary: 'Allow what an agent asks for, or decline it; the browser goes where the answer says',
    middleware: [signedIn],
    request: { body: jsonBody(requestSchema.extend({ allow: z.boolean() })) },
    responses: {
      ...jsonResponse(answeredSchema, 'The client’s own address, with a code or a refusal'),
      ...bodyFailures(400, 401, 403, 422),
    },
  });
  api.openapi(answer, async (c) => {
    const { allow, ...params } = c.req.valid('json');
    const issuer = ownAddress(c.req.raw, ports.settings);
    const request = await readRequest(ports, issuer, params);
    const { state } = params;
    const { problem } = request;
    if (problem !== undefined || !allow) {
      const refusal =
        problem === undefined
          ? { error: 'access_denied', description: 'The user has declined' }
          : { error: problem.error, description: problem.message };
      return c.json({ redirect_to: refusedAt(request, refusal, { state, issuer }) }, 200);
    }
    const code = await giveCode(ports, c.get('identity').uid, request);
    await keepClient(ports, request.client);
    return c.json({ redirect_to: withAnswer(request.redirectUri, { code, state, iss: issuer }) }, 200);
  });
}
