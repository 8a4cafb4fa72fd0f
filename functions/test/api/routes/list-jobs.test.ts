/** Reading jobs over HTTP: which are listed, and who sees those of private repositories. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { startIngestionService } from '../../support/ingestion-service.ts';
import type { IngestionService } from '../../support/ingestion-service.ts';
import type { TestService, TestUser } from '../../support/service.ts';

interface JobBody {
  job_id: string;
}

describe('jobs over HTTP', () => {
  let ingestions: IngestionService;
  let service: TestService;
  let ada: TestUser;

  before(async () => {
    ingestions = await startIngestionService('ada');
    ({ service, user: ada } = ingestions);
  });
  after(() => ingestions.close());

  async function startedJob(name: string, visibility?: 'private'): Promise<string> {
    return (await ingestions.request(await ingestions.host(name, visibility))).job_id;
  }
  const read = (as: TestUser, id: string) => service.call('GET', `/api/v1/ingest/jobs/${id}`, { as });
  const listed = async (as: TestUser, query = '') =>
    ((await service.call('GET', `/api/v1/ingest/jobs${query}`, { as })).body as JobBody[]).map((job) => job.job_id);

  it('are listed newest first, as many as asked for, twenty unless told', async () => {
    const newest = await startedJob('listed');
    const doc = await service.ports.store.get(`jobs/${newest}`);
    assert.ok(doc);
    const ids = Array.from({ length: 21 }, (_, age) => (age === 0 ? newest : randomUUID()));
    await Promise.all(
      ids.slice(1).map((job_id, at) => {
        const created_at = new Date(Date.parse(String(doc['created_at'])) - (at + 1) * 10).toISOString();
        return service.ports.store.set(`jobs/${job_id}`, { ...doc, job_id, created_at });
      }),
    );
    assert.deepEqual(await listed(ada, '?limit=3'), ids.slice(0, 3));
    assert.deepEqual(await listed(ada), ids.slice(0, 20));
    for (const limit of ['0', '101', '-1', 'x', '1.5', '', '1e1']) {
      assert.equal((await service.call('GET', `/api/v1/ingest/jobs?limit=${limit}`, { as: ada })).status, 422, limit);
    }
  });

  it('of private repositories are seen only by those whose token shows them', async () => {
    const gina = await service.user('gina');
    const id = await startedJob('secret', 'private');
    const seen = async (as: TestUser) => [(await read(as, id)).status, (await listed(as, '?limit=100')).includes(id)];
    assert.deepEqual(await seen(ada), [200, true]);
    assert.deepEqual(await seen(gina), [404, false]);
    service.host.grant({ login: 'gina', owner: 'ada', name: 'secret', permission: 'pull' });
    await service.call('GET', '/api/v1/auth/scm/repos', { as: gina });
    assert.deepEqual(await seen(gina), [200, true]);
  });

  it('stay hidden when their repository turned private since', async () => {
    const hugo = await service.user('hugo');
    const id = await startedJob('turned-private');
    assert.equal((await read(hugo, id)).status, 200);
    const key = String((await service.ports.store.get(`jobs/${id}`))?.['repo_key']);
    await service.ports.store.update(`repositories/${key}`, { private: true });
    assert.equal((await read(hugo, id)).status, 404);
    assert.ok(!(await listed(hugo, '?limit=100')).includes(id));
  });

  it('answer 404 for ids that name none', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense', '..%2Fusers', '__x__']) {
      assert.equal((await read(ada, id)).status, 404, id);
    }
  });
});
