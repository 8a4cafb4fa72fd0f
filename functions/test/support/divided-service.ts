/**
 * A service that divides every repository of more than five files, with a queue whose tasks a test delivers, and what one
 * task makes of the same repository.
 *
 *     const divided = await startDividedService('shard');
 *     const id = await divided.hosted('split');
 *     await divided.drain(id);
 *     await divided.assertWhole('split', id);
 */
import assert from 'node:assert/strict';
import { dumpGraph } from '../../local/lab/dump-graph.ts';
import { runIngestTask } from '../../src/jobs/ingest/tasks.ts';
import { runPartTask, runShardTask } from '../../src/jobs/ingest/shards/tasks.ts';
import type { Ports } from '../../src/ports.ts';
import { testGraph } from './neo4j.ts';
import { makeRepository } from './repositories.ts';
import type { TestRepository } from './repositories.ts';
import { startService } from './service.ts';
import type { TestService, TestUser } from './service.ts';
import type { StoredTask } from './task-server.ts';

export type Body = Record<string, unknown>;
export interface Payload {
  job_id: string;
  shard?: number;
}

const LIMITS = { files: 5, bytes: 100_000_000 };

/**
 * Modules that import and call each other in a ring, so that every shard has edges into others. What the first one's function
 * calls is known by what the last one gives it.
 */
export function ring(count: number): Record<string, string> {
  const files: Record<string, string> = {
    'pkg/package.json': '{ "name": "ring" }\n',
    'pkg/web.ts': "import { go } from './go';\n\nexport class Web {\n  run() {\n    return go();\n  }\n}\n",
    'pkg/go.ts': 'export function go() {\n  return 1;\n}\n',
    'made.min.js': 'var a=1;'.repeat(2_000),
    '.gitattributes': 'left.py linguist-generated\n',
    'left.py': 'def left():\n    pass\n',
  };
  for (let i = 0; i < count; i += 1) {
    const next = `m${String((i + 1) % count).padStart(2, '0')}`;
    const name = `m${String(i).padStart(2, '0')}`;
    files[`ring/${name}.py`] =
      `from ring.${next} import C_${next}\n\n\nclass C_${name}:\n    def go(self):\n        return C_${next}().go()\n`;
    if (i === 0) files[`ring/${name}.py`] += '\n\ndef take(it):\n    return it.go()\n';
    if (i === count - 1)
      files[`ring/${name}.py`] += `\n\nfrom ring.m00 import take\n\n\ndef give():\n    return take(C_${name}())\n`;
  }
  return files;
}

export type DividedService = Awaited<ReturnType<typeof startDividedService>>;

/**
 * `login` keeps the repositories of test files apart. `resolveFiles`: more files than these are resolved in parts of an eighth
 * of them; 0 for none.
 */
export async function startDividedService(login: string, resolveFiles = 0) {
  const graph = await testGraph();
  const service = await startService({ graph, settings: { shards: LIMITS, resolveFiles } });
  const user = await service.user(`${login}${process.pid}x${Date.now() % 100_000}`);
  const sources: TestRepository[] = [];

  function make(files: Record<string, string>): TestRepository {
    const repository = makeRepository(files);
    sources.push(repository);
    return repository;
  }
  const source = make(ring(14));
  const oneTask = (): Ports => ({
    ...service.ports,
    settings: { ...service.ports.settings, shards: { files: 1_000, bytes: 100_000_000 }, resolveFiles: 0 },
  });
  const requested = (name: string, more: object = {}) =>
    requestIngestion(service, user, { owner: user.login, repo_name: name, ...more });
  async function hosted(name: string, from = source): Promise<string> {
    await service.host.addRepository({ owner: user.login, name, from: from.path, private: true });
    return requested(name);
  }
  const job = async (id: string) => (await service.call('GET', `/api/v1/ingest/jobs/${id}`, { as: user })).body as Body;
  const repoId = (name: string) => `${user.login}/${name}`;
  /** The graph without what follows from the repository's own name. */
  async function graphOf(name: string) {
    const { nodes, edges, hidden } = await dumpGraph(graph, repoId(name));
    return { nodes: nodes.filter((line) => !line.includes('"Repository"')), edges, hidden };
  }
  const figures = (body: Body) => ({ ...(body['stats'] as object), phase_ms: null });

  const first = await hosted('whole');
  assert.equal(await runIngestTask(oneTask(), { job_id: first }), 'completed');
  const whole = { graph: await graphOf('whole'), job: await job(first) };
  assert.equal((whole.job['stats'] as Body)['files_processed'], 16);

  async function assertWhole(name: string, id: string) {
    const done = await job(id);
    assert.equal(done['status'], 'completed', JSON.stringify(done));
    assert.deepEqual(figures(done), figures(whole.job));
    assert.equal(done['commit_sha'], whole.job['commit_sha']);
    assert.deepEqual(await graphOf(name), whole.graph);
    assert.deepEqual(await service.ports.store.query({ collection: `jobs/${id}/shards` }), [], 'shards are gone');
  }

  return {
    ...{ graph, service, user, whole, make, oneTask, requested, hosted, job, repoId, graphOf, figures, assertWhole },
    ...queueOf(service),
    async close() {
      await service.close();
      for (const each of sources) each.remove();
    },
  };
}

/** Gives the job's id. */
async function requestIngestion(service: TestService, as: TestUser, body: object): Promise<string> {
  const answer = await service.call('POST', '/api/v1/ingest/scm', { as, body });
  assert.equal(answer.status, 200, answer.text);
  return (answer.body as Payload).job_id;
}

const queueNameOf = ({ url }: StoredTask): string => url.slice(url.lastIndexOf('/') + 1);

function workerOf(queue: string): typeof runShardTask | typeof runIngestTask {
  if (queue === 'extractShard') return runShardTask;
  return queue === 'resolvePart' ? runPartTask : runIngestTask;
}

/** The tasks of a job, and what the queue does with them. */
function queueOf(service: TestService) {
  const tasksOf = (id: string, queue?: string) =>
    service.tasks.tasks.filter(
      (task) => (task.payload as Payload).job_id === id && (queue === undefined || queueNameOf(task) === queue),
    );
  const deliver = (task: StoredTask, ports = service.ports): Promise<string> =>
    workerOf(queueNameOf(task))(ports, task.payload);

  /** Until the queue has nothing of the job any more. `order` picks the next of those that are there. */
  async function drain(id: string, order: (tasks: StoredTask[]) => StoredTask | undefined = (tasks) => tasks[0]) {
    const delivered = new Set<StoredTask>();
    const outcomes: string[] = [];
    for (;;) {
      const next = order(tasksOf(id).filter((task) => !delivered.has(task)));
      if (next === undefined) return outcomes;
      delivered.add(next);
      outcomes.push(`${queueNameOf(next)}: ${await deliver(next)}`);
    }
  }
  return { queueOf: queueNameOf, tasksOf, deliver, drain };
}
