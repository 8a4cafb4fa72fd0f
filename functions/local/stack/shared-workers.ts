/**
 * Loaded into the emulators' process before firebase-tools: gives each HTTP function one process for all its requests.
 *
 * A deployed instance takes many requests at once (`concurrency` in src/index.ts). The emulator starts a process for each
 * request that comes while another runs, of a second of CPU each: of fifty requests at once most ran into hosting's time
 * limit of a minute. Task functions keep a process for each task, as their `concurrency: 1` has it when deployed.
 *
 * firebase-tools has no setting for it, so two of its methods are wrapped; when a version lacks them, the start says so.
 */
import { createRequire } from 'node:module';

interface Trigger {
  id: string;
  httpsTrigger?: unknown;
  taskQueueTrigger?: unknown;
}

interface Worker {
  state: string;
}

type StartRuntime = (this: unknown, backend: unknown, trigger?: Trigger) => Promise<Worker>;

interface Pool {
  getIdleWorker(triggerId: string | undefined, runtime: unknown): Worker | undefined;
  getTriggerWorkers(triggerId: string | undefined, runtime: unknown): Worker[];
}

/** Ids of the functions whose process takes several requests at once. */
const shared = new Set<string>();

/** Starts one process for a function's first requests, however many they are. */
function startOnce(start: StartRuntime): StartRuntime {
  const starting = new Map<string, Promise<Worker>>();
  return function (backend, trigger) {
    if (trigger?.httpsTrigger === undefined || trigger.taskQueueTrigger !== undefined) {
      return start.call(this, backend, trigger);
    }
    const { id } = trigger;
    shared.add(id);
    const known = starting.get(id);
    if (known !== undefined) return known;
    const started = start.call(this, backend, trigger).finally(() => starting.delete(id));
    starting.set(id, started);
    return started;
  };
}

/** A worker without a request, else for functions that share theirs the one that has some. */
function idleOrShared(getIdleWorker: Pool['getIdleWorker']): Pool['getIdleWorker'] {
  return function (this: Pool, triggerId, runtime) {
    const idle = getIdleWorker.call(this, triggerId, runtime);
    if (idle !== undefined || triggerId === undefined || !shared.has(triggerId)) return idle;
    return this.getTriggerWorkers(triggerId, runtime).find(({ state }) => state === 'BUSY');
  };
}

/** Replaces a method of a class of firebase-tools by what `wrap` makes of it. */
function wrapMethod<M>(file: string, className: string, method: string, wrap: (original: M) => M): void {
  const loaded = createRequire(import.meta.url)(`firebase-tools/lib/emulator/${file}`) as Record<
    string,
    { prototype: Record<string, unknown> } | undefined
  >;
  const { prototype } = loaded[className] ?? {};
  if (typeof prototype?.[method] !== 'function') {
    throw new Error(
      `This version of firebase-tools has no ${className}.${method}: local/stack/shared-workers.ts needs it.`,
    );
  }
  prototype[method] = wrap(prototype[method] as M);
}

export function shareWorkers(): void {
  wrapMethod<StartRuntime>('functionsEmulator.js', 'FunctionsEmulator', 'startRuntime', startOnce);
  wrapMethod<Pool['getIdleWorker']>('functionsRuntimeWorker.js', 'RuntimeWorkerPool', 'getIdleWorker', idleOrShared);
}
