/**
 * `/health`: this process answers. `/health/ready`: so do the databases behind it. Anyone may ask, so the databases are
 * asked at most every two seconds, however many do.
 *
 *     200 {"status": "ready", "checks": {"graph": "ok", "store": "ok"}}
 *     503 {"detail": "Graph database unavailable", "checks": {"graph": "unavailable", "store": "ok"}}
 */
import { createRoute, z } from '@hono/zod-openapi';
import { probeStore } from '../../documents/probe.ts';
import { AppError, ERRORS } from '../../model/errors.ts';
import type { Ports } from '../../ports.ts';
import type { Api } from '../http/api-env.ts';
import { jsonResponse } from '../http/route-parts.ts';

export type HealthPorts = Pick<Ports, 'clock' | 'graph' | 'store'>;

const MEMORY_MS = 2_000;
const RETRY_AFTER_SECONDS = '10';

const checksSchema = z.object({ graph: z.enum(['ok', 'unavailable']), store: z.enum(['ok', 'unavailable']) });
type Checks = z.infer<typeof checksSchema>;

const aliveSchema = z.object({ status: z.literal('ok') }).openapi('Alive', { example: { status: 'ok' } });
const readySchema = z
  .object({ status: z.literal('ready'), checks: checksSchema })
  .openapi('Ready', { example: { status: 'ready', checks: { graph: 'ok', store: 'ok' } } });
const notReadySchema = z.object({ detail: z.string(), checks: checksSchema }).openapi('NotReady', {
  example: { detail: ERRORS.graph_unavailable.message, checks: { graph: 'unavailable', store: 'ok' } },
});

async function answers(call: () => Promise<unknown>): Promise<'ok' | 'unavailable'> {
  try {
    await call();
    return 'ok';
  } catch (error) {
    if (error instanceof AppError && error.retryable) return 'unavailable';
    throw error;
  }
}

function createChecks({ clock, graph, store }: HealthPorts): () => Promise<Checks> {
  let last: { at: number; checks: Promise<Checks> } | undefined;
  const ask = async (): Promise<Checks> => {
    const [graphState, storeState] = await Promise.all([
      answers(() => graph.read('RETURN 1 AS one')),
      answers(() => probeStore(store)),
    ]);
    return { graph: graphState, store: storeState };
  };
  return () => {
    const now = clock.now().getTime();
    if (last === undefined || now - last.at >= MEMORY_MS) last = { at: now, checks: ask() };
    return last.checks;
  };
}

export function addHealthRoutes(api: Api, ports: HealthPorts): void {
  const check = createChecks(ports);

  const alive = createRoute({
    method: 'get',
    path: '/health',
    operationId: 'get_health',
    tags: ['health'],
    summary: 'Whether the service answers',
    responses: jsonResponse(aliveSchema, 'It does'),
  });
  api.openapi(alive, (c) => c.json({ status: 'ok' as const }, 200));

  const ready = createRoute({
    method: 'get',
    path: '/health/ready',
    operationId: 'get_readiness',
    tags: ['health'],
    summary: 'Whether the databases behind the service answer too',
    responses: {
      ...jsonResponse(readySchema, 'All do'),
      503: { description: 'One does not', content: { 'application/json': { schema: notReadySchema } } },
    },
  });
  api.openapi(ready, async (c) => {
    const checks = await check();
    if (checks.graph === 'ok' && checks.store === 'ok') return c.json({ status: 'ready' as const, checks }, 200);
    const { message } = checks.graph === 'ok' ? ERRORS.store_unavailable : ERRORS.graph_unavailable;
    return c.json({ detail: message, checks }, 503, { 'Retry-After': RETRY_AFTER_SECONDS });
  });
}
