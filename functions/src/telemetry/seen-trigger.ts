/**
 * What no caller and no queue starts, as a trace of its own and a figure: a schedule, or a document that was written.
 *
 *     schedule sweepJobs              faas.trigger timer
 *     ├─ store transaction
 *     └─ queue enqueue                a task of it goes on with this trace
 *     document foldEvent              faas.trigger datasource
 *
 * Attributes are those of opentelemetry.io/docs/specs/semconv/faas. What there is to send is sent before the work is done, since a
 * function has no processor afterwards.
 */
import type { TelemetryPort } from '../ports-telemetry.ts';
import { FIGURES } from './figures.ts';

export type Trigger = 'schedule' | 'document';

const ATTRIBUTES = {
  schedule: { 'faas.trigger': 'timer' },
  document: { 'faas.trigger': 'datasource', 'faas.document.operation': 'insert' },
} as const;

/** `name` is the function's. */
export async function seenTrigger<T>(
  telemetry: TelemetryPort,
  trigger: Trigger,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  const attributes = { ...ATTRIBUTES[trigger], 'faas.name': name };
  let outcome = 'failed';
  try {
    const kind = trigger === 'schedule' ? 'internal' : 'consumer';
    const done = await telemetry.span(`${trigger} ${name}`, { kind, attributes }, work);
    outcome = 'done';
    return done;
  } finally {
    const seconds = (performance.now() - began) / 1000;
    telemetry.record(FIGURES.triggerDuration, seconds, { function: name, trigger, outcome });
    await telemetry.flush();
  }
}
