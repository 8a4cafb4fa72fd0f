/**
 * Cloud Tasks as the QueuePort, and the check of who calls a task function. The same client speaks to the real service
 * and to the local one; its REST mode needs no gRPC, which a function's cold start would pay for. A task is
 *
 *     name  projects/P/locations/L/queues/ingestRepository/tasks/<job id>-<version>
 *     POST  <functions base>/ingestRepository   {"data": {"job_id": "…"}}   Authorization: Bearer <OIDC token>
 *
 * The client is loaded on first use: a request that enqueues nothing should not wait for it.
 */
import type { CloudTasksClient } from '@google-cloud/tasks';
import { AppError } from '../model/errors.ts';
import type { QueuePort } from '../ports.ts';

/** Cloud Tasks' longest: a big repository takes longer than the default of ten minutes. */
const DISPATCH_DEADLINE_SECONDS = 1800;
const CALL_MS = 10_000;

export interface QueueOptions {
  project: string;
  location: string;
  /** Base of task targets, `https://us-central1-project.cloudfunctions.net`; a queue's name is its function's. */
  functionsUrl: string;
  /** Signs the tasks' OIDC tokens. '' where nothing checks them: the local stack. */
  serviceAccount: string;
  /** `host:port` of a local Cloud Tasks; '' for the real one. */
  apiHost: string;
}

async function clientFor(apiHost: string): Promise<CloudTasksClient> {
  const { CloudTasksClient: Client } = await import('@google-cloud/tasks');
  if (apiHost === '') return new Client({ fallback: true });
  const { PassThroughClient } = await import('google-auth-library');
  const { hostname, port } = new URL(`http://${apiHost}`);
  const authClient = new PassThroughClient();
  return new Client({ fallback: true, apiEndpoint: hostname, port: Number(port), protocol: 'http', authClient });
}

/** 6 (gRPC ALREADY_EXISTS) from the service, 409 from REST: the task was made before, and its name keeps it single. */
function isDuplicate(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const codes: unknown[] = ['code' in error ? error.code : undefined, 'status' in error ? error.status : undefined];
  return codes.some((code) => code === 6 || code === 409 || code === '409') || error.message.includes('already exists');
}

export function cloudTasksQueue(options: QueueOptions): QueuePort {
  let client: Promise<CloudTasksClient> | undefined;

  return {
    async enqueue(queue, name, payload, delaySeconds = 0, traceparent) {
      client ??= clientFor(options.apiHost);
      const tasks = await client;
      const parent = tasks.queuePath(options.project, options.location, queue);
      const url = `${options.functionsUrl}/${queue}`;
      const { serviceAccount } = options;
      const task = {
        name: `${parent}/tasks/${name}`,
        dispatchDeadline: { seconds: DISPATCH_DEADLINE_SECONDS },
        ...(delaySeconds > 0 ? { scheduleTime: { seconds: Math.ceil(Date.now() / 1000) + delaySeconds } } : {}),
        httpRequest: {
          httpMethod: 'POST' as const,
          url,
          headers: { 'Content-Type': 'application/json', ...(traceparent === undefined ? {} : { traceparent }) },
          body: Buffer.from(JSON.stringify({ data: payload })).toString('base64'),
          ...(serviceAccount === '' ? {} : { oidcToken: { serviceAccountEmail: serviceAccount, audience: url } }),
        },
      };
      try {
        await tasks.createTask({ parent, task }, { timeout: CALL_MS, maxRetries: 1 });
        return 'enqueued';
      } catch (error) {
        if (isDuplicate(error)) return 'duplicate';
        throw new AppError('store_unavailable', 'Task queue unavailable', { retryAfter: 5, cause: error });
      }
    },
  };
}

export interface CallerRules {
  /** The task function's own URL, as the queue was told. */
  audience: string;
  /** The only account whose tokens are accepted. */
  serviceAccount: string;
  /** Where the signing certificates are; Google's unless told otherwise. */
  certificatesUrl?: string;
}

/**
 * Whether Cloud Tasks made a call: signature, issuer, expiry, audience and account of its OIDC token. The functions SDK
 * merely decodes that token, so without this check anybody who finds the URL could start jobs.
 */
export async function isTaskCaller(authorization: string | undefined, rules: CallerRules): Promise<boolean> {
  const idToken = /^Bearer ([^\s]+)$/.exec(authorization ?? '')?.[1];
  if (idToken === undefined || rules.serviceAccount === '') return false;
  const { OAuth2Client } = await import('google-auth-library');
  const { certificatesUrl } = rules;
  const client = new OAuth2Client(
    certificatesUrl === undefined ? {} : { endpoints: { oauth2FederatedSignonPemCertsUrl: certificatesUrl } },
  );
  try {
    const ticket = await client.verifyIdToken({ idToken, audience: rules.audience });
    const { email, email_verified: verified } = ticket.getPayload() ?? {};
    return email === rules.serviceAccount && verified === true;
  } catch {
    return false; // the caller must not learn which check failed
  }
}
