/**
 * A task's work as a span of the trace that made the task, and its figures: how long after its time a worker began, how long
 * it took, how it ended. What there is to send is sent before the task is done, since a function has no processor afterwards.
 *
 *     traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01     from adapters/queue.ts
 *     x-cloudtasks-tasketa: 1764470000.000000                                   from the queue
 */
import type { QueueName } from '../ports.ts';
import type { TelemetryPort } from '../ports-telemetry.ts';
import { FIGURES } from './figures.ts';

/** The headers of a task's delivery, names in lower case. */
export type TaskHeaders = Readonly<Record<string, string | undefined>>;

export async function seenTask<T>(
  telemetry: TelemetryPort,
  queue: QueueName,
  headers: TaskHeaders,
  work: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  const due = Number(headers['x-cloudtasks-tasketa']);
  if (due > 0) telemetry.record(FIGURES.taskWait, Math.max(0, Date.now() / 1000 - due), { queue });
  const attributes = {
    ...{ 'messaging.system': 'gcp_cloud_tasks', 'messaging.destination.name': queue },
    'messaging.delivery.retries': Number(headers['x-cloudtasks-taskretrycount'] ?? 0) || 0,
  };
  let outcome = 'again';
  try {
    const parent = headers['traceparent'];
    const done = await telemetry.span(`task ${queue}`, { kind: 'consumer', attributes, parent }, work);
    outcome = 'done';
    return done;
  } finally {
    telemetry.record(FIGURES.taskDuration, (performance.now() - began) / 1000, { queue, outcome });
    await telemetry.flush();
  }
}
