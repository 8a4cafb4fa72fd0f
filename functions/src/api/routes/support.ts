/** `/api/v1/support/query`: a question to whoever operates the service, kept as `support_queries/{query_id}`. */
import { randomUUID } from 'node:crypto';
import { createRoute, z } from '@hono/zod-openapi';
import { supportLimits } from '../../documents/limits.ts';
import { supportQueries } from '../../documents/users.ts';
import { withinHour } from '../../jobs/work/hourly-limit.ts';
import type { Ports } from '../../ports.ts';
import type { TokenPorts } from '../access/fresh-grants.ts';
import { createApi } from '../http/app.ts';
import type { Api } from '../http/api-env.ts';
import { authenticate } from '../http/authenticate.ts';
import { isWellFormed } from '../http/inputs.ts';
import { bodyFailures, jsonBody } from '../http/route-parts.ts';

export type SupportPorts = TokenPorts & Pick<Ports, 'log'>;

/** Of one user. Each is kept until the operator has read it. */
const QUESTIONS_PER_HOUR = 60;

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
    const now = ports.clock.now();
    await ports.store.transaction(async (tx) => {
      const limit = { limits: supportLimits, uid, most: QUESTIONS_PER_HOUR, what: 'questions' };
      const count = await withinHour(tx, now, limit);
      supportQueries.create(tx, { query_id: id }, { uid, email, subject, message, created_at: now.toISOString() });
      count();
    });
    return c.json({ query_id: id, message: 'Your question was stored for the operator of this server' }, 201);
  });

  return api;
}
