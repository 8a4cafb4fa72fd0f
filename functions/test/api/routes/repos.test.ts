/** What teams read of repositories and reviews over HTTP: shapes, order, limits, and who sees what. */
import assert from 'node:assert/strict';
import { AT, indexedRepository } from '../../support/review-history.ts';
import { startReviewedService } from '../../support/reviewed-service.ts';
import type { ReviewedService } from '../../support/reviewed-service.ts';
import { startService } from '../../support/service.ts';
import type { TestService, TestUser } from '../../support/service.ts';

describe('repository group', () => {
  let reviewed: ReviewedService;
  let service: TestService;
  let ada: TestUser;
  let bob: TestUser;

  before(async () => {
    reviewed = await startReviewedService();
    ({ service, ada, bob } = reviewed);
  });
  after(() => service.close());

  const get = (path: string, as?: TestUser) => reviewed.get(path, as);

  describe('GET /repos/', () => {
    it('lists what the caller may read, newest first, with and without the slash', async () => {
      const list = (await get('/')) as { repositories: Record<string, unknown>[]; total: number };
      assert.deepEqual(
        list.repositories.map((each) => each['full_name']),
        ['ada/secret', 'ada/engine'],
      );
      assert.equal(list.total, 2);
      assert.deepEqual(list.repositories[1], {
        owner: 'ada',
        repo_name: 'engine',
        full_name: 'ada/engine',
        description: 'Runs',
        language: 'Python',
        languages: ['python'],
        stars: 7,
        forks: 0,
        private: false,
        default_branch: 'main',
        branch: 'main',
        commit_sha: 'a'.repeat(40),
        ingestion_status: 'ingested',
        ingested_at: AT,
        files: 3,
        functions: 2,
        classes: 1,
        total_lines: 30,
      });
      assert.deepEqual(await get(''), list);
      const direct = await service.call('GET', '/direct/repos/', { as: ada });
      assert.deepEqual(direct.body, list);
    });

    it('hides private repositories from those whom the platform never showed them', async () => {
      const list = (await get('/', bob)) as { repositories: { full_name: string }[]; total: number };
      assert.deepEqual([list.repositories.map((each) => each.full_name), list.total], [['ada/engine'], 1]);
    });

    it('shows at most 100 and how many there are', async () => {
      const other = await startService();
      try {
        const cleo = await other.user('cleo');
        for (let at = 0; at < 103; at++) await indexedRepository(other.ports.store, 'many', `r${at}`);
        const list = (await other.call('GET', '/api/v1/repos/', { as: cleo })).body as Record<string, unknown>;
        const { repositories, total, truncated } = list;
        assert.deepEqual([(repositories as unknown[]).length, total, truncated], [100, 103, true]);
        const overview = (await other.call('GET', '/api/v1/repos/overview', { as: cleo })).body;
        assert.equal((overview as unknown[]).length, 100);
        const stats = (await other.call('GET', '/api/v1/repos/dashboard/stats', { as: cleo })).body;
        assert.equal((stats as Record<string, unknown>)['connected_repositories'], 103);
      } finally {
        await other.close();
      }
    });
  });

  it('GET /repos/overview counts each repository', async () => {
    assert.deepEqual(await get('/overview'), [
      {
        owner: 'ada',
        repo_name: 'secret',
        issues_raised: 1,
        issues_resolved: 0,
        reviewed_pr_count: 1,
        review_run_count: 1,
      },
      {
        owner: 'ada',
        repo_name: 'engine',
        issues_raised: 4,
        issues_resolved: 1,
        reviewed_pr_count: 2,
        review_run_count: 3,
      },
    ]);
    assert.equal(((await get('/overview', bob)) as unknown[]).length, 1);
  });

  it('asks who is calling, and takes no other method', async () => {
    assert.equal((await service.call('GET', '/api/v1/repos/')).status, 401);
    assert.equal((await service.call('POST', '/api/v1/repos/overview', { as: ada })).status, 405);
  });
});
