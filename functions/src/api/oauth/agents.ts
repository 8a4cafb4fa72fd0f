/** `/api/v1/auth/agents`: the agents that the caller has connected by OAuth. Only a sign-in shows and revokes them. */
import { createRoute, z } from '@hono/zod-openapi';
import { AGENT_SCOPES } from '../../documents/agents.ts';
import { listAgents, revokeAgent } from '../../oauth/connected-agents.ts';
import type { TokenPorts } from '../access/fresh-grants.ts';
import type { Api } from '../http/api-env.ts';
import { authenticate } from '../http/authenticate.ts';
import { failures, jsonResponse } from '../http/route-parts.ts';

const agentSchema = z
  .object({
    agent_id: z.string(),
    /** As the client calls itself. */
    name: z.string(),
    client_id: z.string(),
    /** Where its sign-in led. */
    redirect_host: z.string(),
    scopes: z.array(z.enum(AGENT_SCOPES)),
    created_at: z.string(),
    /** To within a minute; null before the first use. */
    last_used_at: z.string().nullable(),
    expires_at: z.string(),
  })
  .openapi('ConnectedAgent');

const idSchema = z.object({
  agent_id: z.string().regex(/^[0-9a-f-]{36}$/, 'Expected an agent_id').meta({ example: '4c1f2d5e-0000-4000-8000-000000000000' }),
}); // prettier-ignore

export function addAgents(api: Api, ports: TokenPorts): void {
  const signedIn = authenticate(ports, 'sign-in');

  const list = createRoute({
    method: 'get',
    path: '/api/v1/auth/agents',
    operationId: 'list_agents',
    summary: 'The agents that the caller has connected; at most 50',
    middleware: [signedIn],
    responses: {
      ...jsonResponse(z.object({ agents: z.array(agentSchema), total: z.number().int() }), 'The newest first'),
      ...failures(401, 403),
    },
  });
  api.openapi(list, async (c) => {
    const agents = await listAgents(ports, c.get('identity').uid);
    return c.json({ agents, total: agents.length }, 200);
  });

  const revoke = createRoute({
    method: 'delete',
    path: '/api/v1/auth/agents/{agent_id}',
    operationId: 'revoke_agent',
    summary: 'Disconnect an agent: its tokens end at once',
    middleware: [signedIn],
    request: { params: idSchema },
    responses: {
      ...jsonResponse(z.object({ message: z.string(), agent_id: z.string() }), 'It is disconnected'),
      ...failures(401, 403, 404, 422),
    },
  });
  api.openapi(revoke, async (c) => {
    const { agent_id: id } = c.req.valid('param');
    await revokeAgent(ports, c.get('identity').uid, id);
    return c.json({ message: 'The agent is disconnected', agent_id: id }, 200);
  });
}
