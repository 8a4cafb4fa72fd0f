/** What the platforms' own limits ask of the functions, read from what `firebase deploy` reads: each export's endpoint. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import functionsTest from 'firebase-functions-test';
import { z } from 'zod';
import { ROOT } from '../local/stack/toolchain.ts';
import type { TaskQueueFunction } from 'firebase-functions/tasks';
import { comesAgain } from '../src/handlers.ts';
import * as exported from '../src/index.ts';

const endpointSchema = z.looseObject({
  timeoutSeconds: z.number(),
  availableMemoryMb: z.number(),
  cpu: z.number().default(1),
  maxInstances: z.number(),
  secretEnvironmentVariables: z.array(z.object({ key: z.string() })),
  httpsTrigger: z.looseObject({}).optional(),
  taskQueueTrigger: z
    .looseObject({
      rateLimits: z.looseObject({ maxConcurrentDispatches: z.number() }),
      retryConfig: z.looseObject({ maxAttempts: z.number() }),
    })
    .optional(),
});
const functionSchema = z.custom<{ __endpoint: unknown }>((value) => typeof value === 'function');
const taskSchema = z.custom<TaskQueueFunction>((value) => typeof value === 'function');
const configSchema = z.object({
  hosting: z.object({
    rewrites: z.array(z.looseObject({ function: z.object({ functionId: z.string() }).optional() })),
  }),
});

/** Firebase Hosting ends a request after it, however long the function behind may take. */
const HOSTING_SECONDS = 60;
/** Cloud Tasks waits no longer for an answer (adapters/queue.ts asks for all of it), and then delivers again. */
const DISPATCH_SECONDS = 1800;
/** What Cloud Run allows a new project in a region; it makes no service whose instances could be more than that. */
const REGION = { cpus: 20, mebibytes: 40 * 1024 };

describe('index', () => {
  const endpoints = Object.entries(exported).map(([name, each]) => ({
    name,
    ...endpointSchema.parse(functionSchema.parse(each).__endpoint),
  }));
  const names = (of: typeof endpoints) => of.map(({ name }) => name).sort();
  const served = endpoints.filter(({ httpsTrigger }) => httpsTrigger !== undefined);
  const queued = endpoints.filter(({ taskQueueTrigger }) => taskQueueTrigger !== undefined);

  it('keeps what takes long out of hosting, which ends a request after a minute', () => {
    const { hosting } = configSchema.parse(JSON.parse(readFileSync(join(ROOT, 'firebase.json'), 'utf8')));
    const routed = new Set(hosting.rewrites.flatMap(({ function: to }) => (to === undefined ? [] : [to.functionId])));
    assert.deepEqual([...routed].sort(), names(served));
    assert.deepEqual(names(served.filter(({ timeoutSeconds }) => timeoutSeconds > HOSTING_SECONDS)), []);
  });

  it('gives no task more time than its queue waits for it', () => {
    assert.ok(names(queued).includes('reviewPullRequest'));
    assert.deepEqual(names(queued.filter(({ timeoutSeconds }) => timeoutSeconds > DISPATCH_SECONDS)), []);
  });

  it('fits into what a new project may use of a region, each function by itself', () => {
    const tooMuch = endpoints.filter(
      ({ maxInstances, cpu, availableMemoryMb }) =>
        maxInstances * cpu > REGION.cpus || maxInstances * availableMemoryMb > REGION.mebibytes,
    );
    assert.deepEqual(names(tooMuch), []);
  });

  it('has an instance for each task that a queue may run at once', () => {
    const others = queued.filter(
      ({ maxInstances, taskQueueTrigger }) => taskQueueTrigger?.rateLimits.maxConcurrentDispatches !== maxInstances,
    );
    assert.deepEqual(names(others), []);
  });

  it('gives every function what whoever collects traces asks for', () => {
    const without = endpoints.filter(
      ({ secretEnvironmentVariables: secrets }) => !secrets.some(({ key }) => key === 'TELEMETRY_HEADERS'),
    );
    assert.ok(names(endpoints).includes('foldEvent'));
    assert.deepEqual(names(without), []);
  });

  it('comes with a task as often as its work is told that it does', () => {
    const attempts = queued.map(({ taskQueueTrigger }) => taskQueueTrigger?.retryConfig.maxAttempts);
    assert.deepEqual([...new Set(attempts)], [comesAgain(1, 1).maxAttempts]);
  });

  it('runs no task that its queue did not send', async () => {
    const { wrap, cleanup } = functionsTest({ projectId: 'demo-index' });
    // Its types know of no task queues.
    const run = wrap as unknown as (of: TaskQueueFunction) => (request: object) => Promise<unknown>;
    const calls = queued.flatMap(({ name }) => {
      const task = taskSchema.parse(exported[name as keyof typeof exported]);
      const headers = [{}, { authorization: 'Bearer made.up.token' }, { authorization: 'none' }];
      return headers.map(async (given) => {
        const answer = await run(task)({ data: { job_id: 'x' }, headers: given }).catch((error: unknown) => error);
        return [name, (answer as { code?: unknown } | undefined)?.code];
      });
    });
    const answers = await Promise.all(calls);
    cleanup();
    assert.ok(answers.length >= 3 * 8, 'every queue was tried');
    assert.deepEqual(
      answers.filter(([, code]) => code !== 'permission-denied'),
      [],
    );
  });
});
