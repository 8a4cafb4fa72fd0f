/** `/api/v1/support/query`: a question to whoever operates the service, kept as `support_queries/{query_id}`. */
import { randomUUID } from 'node:crypto';
import { createRoute, z } from '@hono/zod-openapi';
import type { Ports } from '../ports.ts';
import { createApi } from './app.ts';
import type { Api } from './app.ts';
import { authenticate } from './authenticate.ts';
import { isWellFormed } from './inputs.ts';
import { bodyFailures, jsonBody } from './route-parts.ts';

export type SupportPorts = Pick<Ports, 'store' | 'identity' | 'clock' | 'log' | 'settings'>;

const questionSchema = z.object({
  subject: z.string().trim().min(1).max(200).refine(isWellFormed, 'Not well-formed Unicode'),
  message: z.string().trim().min(1).max(5_000).refine(isWellFormed, 'Not well-formed Unicode'),
});

const receivedSchema = z.object({ query_id: z.string(), message: z.string() }).openapi('SupportQueryReceived');

export function createSupportApi(ports: SupportPorts): Api {
  const api = createApi('support', ports);

  const ask = createRoute({
    method: 'post',
    path: '/api/v1/support/query',
    operationId: 'ask_support',
    summary: 'Leave a question for the operator of this server',
    middleware: [authenticate(ports)],
    request: { body: jsonBody(questionSchema) },
    responses: {
      201: { description: 'Stored', content: { 'application/json': { schema: receivedSchema } } },
      ...bodyFailures(400, 401, 422),
    },
  });
  api.openapi(ask, async (c) => {
    const { uid, email } = c.get('identity');
    const { subject, message } = c.req.valid('json');
    const id = randomUUID();
    const at = ports.clock.now().toISOString();
    await ports.store.create(`support_queries/${id}`, { uid, email, subject, message, created_at: at });
    return c.json({ query_id: id, message: 'Your question was stored for the operator of this server' }, 201);
  });

  return api;
}
