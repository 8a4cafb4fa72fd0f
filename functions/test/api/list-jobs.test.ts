/** Reading jobs over HTTP: which are listed, and who sees those of private repositories. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { makeRepository } from '../support/repositories.ts';
import type { TestRepository } from '../support/repositories.ts';
import { startService } from '../support/service.ts';
import type { TestService, TestUser } from '../support/service.ts';

interface JobBody {
  job_id: string;
}

describe('jobs over HTTP', () => {
  let service: TestService;
  let source: TestRepository;
  let ada: TestUser;

  before(async () => {
    service = await startService();
    source = makeRepository({ 'a.py': 'x = 1\n' });
    ada = await service.user('ada');
  });
  after(async () => {
    await service.close();
    source.remove();
  });

  async function repository(name: string, isPrivate = false): Promise<string> {
    await service.host.addRepository({ owner: 'ada', name, from: source.path, private: isPrivate });
    return name;
  }
  async function startedJob(repoName: string): Promise<string> {
    const body = { owner: 'ada', repo_name: repoName };
    const answer = await service.call('POST', '/api/v1/ingest/scm', { as: ada, body });
    assert.equal(answer.status, 200, answer.text);
    return (answer.body as JobBody).job_id;
  }
  const read = (as: TestUser, id: string) => service.call('GET', `/api/v1/ingest/jobs/${id}`, { as });
  const listed = async (as: TestUser, query = '') =>
    ((await service.call('GET', `/api/v1/ingest/jobs${query}`, { as })).body as JobBody[]).map((job) => job.job_id);

  it('are listed newest first, as many as asked for, twenty unless told', async () => {
    const newest = await startedJob(await repository('listed'));
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
    const name = await repository('secret', true);
    const id = await startedJob(name);
    const seen = async (as: TestUser) => [(await read(as, id)).status, (await listed(as, '?limit=100')).includes(id)];
    assert.deepEqual(await seen(ada), [200, true]);
    assert.deepEqual(await seen(gina), [404, false]);
    service.host.grant({ login: 'gina', owner: 'ada', name, permission: 'pull' });
    await service.call('GET', '/api/v1/auth/scm/repos', { as: gina });
    assert.deepEqual(await seen(gina), [200, true]);
  });

  it('stay hidden when their repository turned private since', async () => {
    const hugo = await service.user('hugo');
    const id = await startedJob(await repository('turned-private'));
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
