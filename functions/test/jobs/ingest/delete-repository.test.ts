/** What the deletion of a repository does to its jobs, in the transaction that hides it. */
import assert from 'node:assert/strict';
import { changeJob } from '../../../src/jobs/ingest/states.ts';
import { runIngestTask } from '../../../src/jobs/ingest/tasks.ts';
import { runPurgeTask } from '../../../src/jobs/ingest/tasks.ts';
import { repoKeyOf } from '../../../src/model/repositories.ts';
import { startIngestionService } from '../../support/ingestion-service.ts';
import type { IngestionService } from '../../support/ingestion-service.ts';
import { testGraph } from '../../support/neo4j.ts';
import type { TestService, TestUser } from '../../support/service.ts';
import { repositoryPath } from '../../support/document-paths.ts';

describe('deletion of a repository with a job', () => {
  let ingestions: IngestionService;
  let service: TestService;
  let owner: TestUser;

  before(async () => {
    const login = `delete${process.pid}x${Date.now() % 100_000}`;
    ingestions = await startIngestionService(login, { graph: await testGraph() });
    ({ service, user: owner } = ingestions);
  });
  after(() => ingestions.close());

  const requested = async (name: string) => (await ingestions.request(await ingestions.host(name))).job_id;
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
