/**
 * How a deployed function gets its handler: endpoint groups and queues' work are imported on first use, since every function of
 * a deployment loads index.ts.
 */
import { createRequire } from 'node:module';
import { HttpsError } from 'firebase-functions/https';
import type { Request as TaskRequest } from 'firebase-functions/tasks';
import type { Api } from './api/http/api-env.ts';
import type { RequestHandler } from './api/http/serve.ts';
import { keepBodiesUnread } from './api/http/unread-bodies.ts';
import type { Ports, QueueName } from './ports.ts';
import { seenTask } from './telemetry/seen-task.ts';
import { seenTrigger, type Trigger } from './telemetry/seen-trigger.ts';
import { calledByQueue, isFunction, livePorts } from './wiring.ts';

/** The queue's own count: what a job (jobs/ingest/job-table.ts) and a run (jobs/reviews/run-table.ts) count ends earlier. */
const DELIVERIES = 10;

/** How a queue comes again, with this many seconds between the first deliveries and between the last; as often as `taskOf` says. */
export function comesAgain(minBackoffSeconds: number, maxBackoffSeconds: number, maxDoublings = 16) {
  return { maxAttempts: DELIVERIES, minBackoffSeconds, maxBackoffSeconds, maxDoublings };
}

/** An endpoint group as a function's handler. A failed import is tried again by the next request. */
export function served(name: string, load: () => Promise<Api>): RequestHandler {
  if (isFunction(name)) keepBodiesUnread();
  let handler: Promise<RequestHandler> | undefined;
  const prepare = async () => {
    const [{ serve }, api] = await Promise.all([import('./api/http/serve.ts'), load()]);
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

async function requireQueue(request: TaskRequest, queue: QueueName): Promise<void> {
  if (await calledByQueue(request.headers?.['authorization'], queue)) return;
  throw new HttpsError('permission-denied', 'Not called by the task queue');
}

type TaskWork = (ports: Ports, data: unknown, isLast: boolean) => Promise<unknown>;

/**
 * The handler of a queue; `isLast` tells its work that this is the last delivery. A failure goes back to the queue
 * without its text, which the SDK would print as it is.
 */
export function taskOf(queue: QueueName, what: string, load: () => Promise<TaskWork>) {
  return async (task: TaskRequest): Promise<void> => {
    await requireQueue(task, queue);
    const work = await load();
    const ports = livePorts();
    try {
      await seenTask(ports.telemetry, queue, task.headers ?? {}, () =>
        work(ports, task.data, task.retryCount >= DELIVERIES - 1),
      );
    } catch (error) {
      ports.log.warn(`${what} will be tried again`, { task: task.id, error });
      throw new HttpsError('unavailable', 'To be tried again');
    }
  };
}

/** The handler of a queue whose tasks are jobs. */
export const jobTask = (queue: QueueName, what: string) =>
  taskOf(queue, what, async () => (await import('./jobs/ingest/tasks.ts')).runIngestTask);

/** The work of a function that a schedule or a document starts. `load` is asked each time; what has been loaded is there. */
export async function triggered<T>(trigger: Trigger, name: string, work: (ports: Ports) => Promise<T>): Promise<T> {
  const ports = livePorts();
  return await seenTrigger(ports.telemetry, trigger, name, () => work(ports));
}

export function firestoreTriggers() {
  return createRequire(import.meta.url)(
    'firebase-functions/firestore',
  ) as typeof import('firebase-functions/firestore');
}
