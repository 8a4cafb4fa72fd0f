/** What the deletion of a repository does to its jobs, in the transaction that hides it. */
import assert from 'node:assert/strict';
import { changeJob } from '../../src/jobs/change-job.ts';
import { runIngestTask } from '../../src/jobs/ingest.ts';
import { runPurgeTask } from '../../src/jobs/purge-repository.ts';
import { repoKeyOf, repositoryPath } from '../../src/model/repositories.ts';
import { testGraph } from '../support/neo4j.ts';
import { makeRepository } from '../support/repositories.ts';
import type { TestRepository } from '../support/repositories.ts';
import { startService } from '../support/service.ts';
import type { TestService, TestUser } from '../support/service.ts';

describe('deletion of a repository with a job', () => {
  let service: TestService;
  let source: TestRepository;
  let owner: TestUser;

  before(async () => {
    service = await startService({ graph: await testGraph() });
    source = makeRepository({ 'app.py': 'x = 1\n' });
    owner = await service.user(`delete${process.pid}x${Date.now() % 100_000}`);
  });
  after(async () => {
    await service.close();
    source.remove();
  });

  /** A repository whose ingestion was asked for; the job's id. */
  async function requested(name: string): Promise<string> {
    await service.host.addRepository({ owner: owner.login, name, from: source.path });
    const body = { owner: owner.login, repo_name: name };
    const answer = await service.call('POST', '/api/v1/ingest/scm', { as: owner, body });
    assert.equal(answer.status, 200, answer.text);
    return (answer.body as { job_id: string }).job_id;
  }
  async function remove(name: string): Promise<void> {
    const { status, text } = await service.call('DELETE', `/api/v1/repos/${owner.login}/${name}`, { as: owner });
    assert.equal(status, 200, text);
  }
  const job = async (id: string) =>
    (await service.call('GET', `/api/v1/ingest/jobs/${id}`, { as: owner })).body as Record<string, unknown>;

  it('ends the job that waits for its worker, with that cause, and keeps it for who asked', async () => {
    const id = await requested('waiting');
    await remove('waiting');
    const ended = await job(id);
    assert.deepEqual([ended['status'], ended['error_message']], ['failed', 'The repository was deleted']);
    assert.equal(await runIngestTask(service.ports, { job_id: id }), 'nothing to do');
    const key = repoKeyOf(owner.login, 'waiting');
    await runPurgeTask(service.ports, { repo_key: key });
    assert.equal((await job(id))['status'], 'failed');
    assert.equal(typeof (await service.ports.store.get(`jobs/${id}`))?.['expires_at'], 'string');
    assert.equal(await service.ports.store.get(repositoryPath(key)), undefined);
  });

  it('ends the job of a worker, which is refused from then on', async () => {
    const id = await requested('running');
    await changeJob(service.ports, id, { type: 'started', holder: 'w' });
    await remove('running');
    const beat = await changeJob(service.ports, id, { type: 'heartbeat', holder: 'w' });
    assert.deepEqual([beat?.accepted, beat?.job.status], [false, 'failed']);
  });
});
