/**
 * One export per deployed function, no logic: what it may use (memory, time, secrets) and which handler it is. Handlers
 * are imported on first use, since every function of a deployment loads this file.
 */
import { HttpsError, onRequest } from 'firebase-functions/https';
import { onSchedule } from 'firebase-functions/scheduler';
import { onTaskDispatched } from 'firebase-functions/tasks';
import type { Api } from './api/app.ts';
import type { RequestHandler } from './api/serve.ts';
import {
  calledByQueue,
  livePorts,
  GATEWAY_API_KEY,
  NEO4J_PASSWORD,
  SCM_APP_PRIVATE_KEY,
  TOKEN_ENCRYPTION_KEY,
} from './wiring.ts';

/** The queue's own count; the job's (jobs/job-states.ts) ends earlier unless deliveries meet another worker. */
const INGEST_DELIVERIES = 10;

/** An endpoint group as a function's handler. A failed import is tried again by the next request. */
function served(load: () => Promise<Api>): RequestHandler {
  let handler: Promise<RequestHandler> | undefined;
  const prepare = async () => {
    const [{ serve }, api] = await Promise.all([import('./api/serve.ts'), load()]);
    return serve(api);
  };
  return async (request, response) => {
    handler ??= prepare().catch((error: unknown) => {
      handler = undefined;
      throw error;
    });
    await (
      await handler
    )(request, response);
  };
}

const HTTP = { memory: '512MiB', timeoutSeconds: 60, concurrency: 80, cors: false, invoker: 'public' } as const;

export const auth = onRequest(
  { ...HTTP, secrets: [TOKEN_ENCRYPTION_KEY, SCM_APP_PRIVATE_KEY] },
  served(async () => (await import('./api/auth.ts')).createAuthApi(livePorts())),
);

export const ingest = onRequest(
  { ...HTTP, secrets: [TOKEN_ENCRYPTION_KEY, NEO4J_PASSWORD, GATEWAY_API_KEY] },
  served(async () => (await import('./api/ingest.ts')).createIngestApi(livePorts())),
);

export const query = onRequest(
  { ...HTTP, secrets: [NEO4J_PASSWORD] },
  served(async () => (await import('./api/query.ts')).createQueryApi(livePorts())),
);

export const tools = onRequest(
  HTTP,
  served(async () => (await import('./api/tools.ts')).createToolsApi(livePorts())),
);

export const support = onRequest(
  HTTP,
  served(async () => (await import('./api/support.ts')).createSupportApi(livePorts())),
);

export const ingestRepository = onTaskDispatched(
  {
    memory: '2GiB',
    cpu: 2,
    timeoutSeconds: 1800,
    concurrency: 1,
    secrets: [NEO4J_PASSWORD, TOKEN_ENCRYPTION_KEY, SCM_APP_PRIVATE_KEY, GATEWAY_API_KEY],
    // Deliveries after 0, 20, 60, 100, 140, … s: the fourth finds the lease (90 s) of a worker that died expired.
    retryConfig: { maxAttempts: INGEST_DELIVERIES, minBackoffSeconds: 20, maxBackoffSeconds: 40, maxDoublings: 1 },
    rateLimits: { maxConcurrentDispatches: 5 },
  },
  async (request) => {
    if (!(await calledByQueue(request.headers?.['authorization'], 'ingestRepository'))) {
      throw new HttpsError('permission-denied', 'Not called by the task queue');
    }
    const ports = livePorts();
    const { runIngestTask } = await import('./jobs/ingest.ts');
    try {
      await runIngestTask(ports, request.data, request.retryCount >= INGEST_DELIVERIES - 1);
    } catch (error) {
      // Logged here, without secrets; the SDK would print the error as it is.
      ports.log.warn('An ingestion will be tried again', { task: request.id, error });
      throw new HttpsError('unavailable', 'To be tried again');
    }
  },
);

export const sweepJobs = onSchedule(
  { schedule: 'every 5 minutes', memory: '256MiB', timeoutSeconds: 120 },
  async () => {
    const ports = livePorts();
    const swept = await (await import('./jobs/sweep.ts')).sweepJobs(ports);
    ports.log.info('Swept jobs', { ...swept });
  },
);
