/** A worker that is killed in the middle of its work: the next request heals the job, and the graph is as if nothing had been. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { dumpGraph } from '../../../local/lab/dump-graph.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import { runIngestTask } from '../../../src/jobs/ingest/tasks.ts';
import { LEASE_MS } from '../../../src/jobs/work/lease.ts';
import { testGraph, testGraphUri } from '../../support/neo4j.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { startService, type TestService, type TestUser } from '../../support/service.ts';

const WORKER = join(import.meta.dirname, '..', '..', 'support', 'worker-process.ts');

/** Enough rows for several transactions: a worker is still busy when the first has been committed. */
function manyFiles(): Record<string, string> {
  const files: Record<string, string> = { 'pkg/__init__.py': '' };
  for (let file = 0; file < 60; file++) {
    const functions = Array.from(
      { length: 80 },
      (_, at) => `def f${at}(x):\n    return m${(file + 1) % 60}.f${(at + 1) % 80}(x)\n`,
    );
    files[`pkg/m${file}.py`] = `from pkg import m${(file + 1) % 60}\n\n\n${functions.join('\n\n')}`;
  }
  return files;
}

describe('a killed worker', function () {
  this.timeout(300_000);
  let service: TestService;
  let source: TestRepository;
  let user: TestUser;

  before(async () => {
    service = await startService({ graph: await testGraph() });
    source = makeRepository(manyFiles());
    user = await service.user(`killed${process.pid}x${Date.now() % 100_000}`);
    await service.host.addRepository({ owner: user.login, name: 'killed', from: source.path });
  });
  after(async () => {
    await deleteRepository(service.ports.graph, `${user.login}/killed`);
    await service.close();
    source.remove();
  });

  async function request(more: object = {}): Promise<string> {
    const body = { owner: user.login, repo_name: 'killed', ...more };
    const answer = await service.call('POST', '/api/v1/ingest/scm', { as: user, body });
    assert.equal(answer.status, 200, answer.text);
    return (answer.body as { job_id: string }).job_id;
  }

  async function statusOf(id: string): Promise<unknown> {
    const { body } = await service.call('GET', `/api/v1/ingest/jobs/${id}`, { as: user });
    return (body as Record<string, unknown>)['status'];
  }

  async function filesWritten(repoId: string): Promise<number> {
    const rows = await service.ports.graph.read('MATCH (s:FileState {repo_id: $repoId}) RETURN count(*) AS files', {
      repoId,
    });
    return Number(rows[0]?.['files']);
  }

  it('leaves a job that the next request heals, to the graph of an undisturbed run', async () => {
    const repoId = `${user.login}/killed`;
    const first = await request();
    const worker = spawn(process.execPath, [WORKER, first], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...process.env,
        GCLOUD_PROJECT: service.project.projectId,
        NEO4J_URI: await testGraphUri(),
        NEO4J_PASSWORD: process.env['NEO4J_PASSWORD'] ?? 'unset',
        SCM_API_URL: service.host.apiUrl,
        SCM_GIT_URL: service.host.url,
        TOKEN_ENCRYPTION_KEY: service.encryptionKey,
        MAX_CLONE_MB: '50',
      },
    });
    const ended = once(worker, 'exit');
    let said = '';
    worker.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    for await (const line of createInterface({ input: worker.stdout })) {
      said += `${line}\n`;
      if ((await filesWritten(repoId)) > 0) break;
      worker.stdin.write('\n');
    }
    worker.kill('SIGKILL');
    const end = await ended;
    const { error_message: cause } = (await service.ports.store.get(`jobs/${first}`)) ?? {};
    assert.deepEqual(end, [null, 'SIGKILL'], `the worker ended by itself: ${said} ${String(cause)}`);

    assert.equal(await statusOf(first), 'running');
    assert.equal(await request(), first, 'until its lease is over, the worker may be alive');
    service.advance(LEASE_MS);
    const second = await request();
    assert.notEqual(second, first);
    assert.equal(await statusOf(first), 'failed');
    assert.equal(await runIngestTask(service.ports, { job_id: second }), 'completed');

    const healed = await dumpGraph(service.ports.graph, repoId);
    assert.equal(healed.nodes.length > 4_800, true);
    const clean = await request({ clear_existing: true });
    assert.equal(await runIngestTask(service.ports, { job_id: clean }), 'completed');
    assert.deepEqual(healed, await dumpGraph(service.ports.graph, repoId));
  });
});
