/** What teams read of repositories and reviews over HTTP: shapes, order, limits, and who sees what. */
import assert from 'node:assert/strict';
import { AT, indexedRepository } from '../support/review-history.ts';
import type { TestHistory } from '../support/review-history.ts';
import { startReviewedService } from '../support/reviewed-service.ts';
import type { ReviewedService } from '../support/reviewed-service.ts';
import { startService } from '../support/service.ts';
import type { TestService, TestUser } from '../support/service.ts';

describe('repository group', () => {
  let reviewed: ReviewedService;
  let service: TestService;
  let ada: TestUser;
  let bob: TestUser;
  let engine: TestHistory;

  before(async () => {
    reviewed = await startReviewedService();
    ({ service, ada, bob, engine } = reviewed);
  });
  after(() => service.close());

  const get = (path: string, as?: TestUser) => reviewed.get(path, as);
  const status = (path: string, as?: TestUser) => reviewed.status(path, as);

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

  describe('pull requests and runs', () => {
    it('list pull requests, most recently reviewed first', async () => {
      const pulls = (await get('/ada/engine/prs')) as Record<string, unknown>[];
      assert.deepEqual(
        pulls.map((each) => each['number']),
        [2, 1, 3],
      );
      assert.deepEqual(pulls[1], {
        number: 1,
        title: 'Change 1',
        state: 'merged',
        author: 'ada',
        url: 'https://host/pull/1',
        merged_at: AT,
        review_run_count: 2,
        open_issue_count: 0,
        last_reviewed_at: pulls[1]?.['last_reviewed_at'],
      });
      assert.deepEqual(await get('/ADA/Engine/prs'), pulls);
    });

    it('list runs, newest first', async () => {
      const runs = (await get('/ada/engine/prs/1/reviews')) as Record<string, unknown>[];
      assert.deepEqual(runs, [
        {
          run_number: 2,
          triggered_at: AT,
          completed_at: AT,
          status: 'completed',
          command: 'review',
          mode: 'normal',
          issue_count: 2,
          positive_finding_count: 1,
          head_sha: 'b'.repeat(40),
        },
        { ...runs[1], run_number: 1, command: 'full_review', mode: 'deep' },
      ]);
      assert.deepEqual(await get('/ada/engine/prs/3/reviews'), []);
    });

    it('show a run with the issues it found, the worst first', async () => {
      const run = (await get('/ada/engine/prs/1/reviews/2')) as Record<string, unknown>;
      const { issues, ...rest } = run;
      assert.deepEqual(rest, {
        run_number: 2,
        triggered_at: AT,
        completed_at: AT,
        status: 'completed',
        command: 'review',
        mode: 'normal',
        issue_count: 2,
        positive_finding_count: 1,
        head_sha: 'b'.repeat(40),
        walkthrough_summary: 'Two files',
        files_changed: 1,
        positive_findings: ['Tests came with it'],
        usage: { model: 'm', tool_rounds: 3, prompt_tokens: 100, completion_tokens: 10 },
        error_message: null,
      });
      const list = issues as Record<string, unknown>[];
      assert.deepEqual(
        list.map((each) => each['fingerprint']),
        ['worst', 'low'],
      );
      assert.deepEqual(Object.keys(list[0] ?? {}).sort(), [
        'category',
        'code_snippet',
        'comment_id',
        'confidence',
        'description',
        'fingerprint',
        'first_seen_run',
        'line_end',
        'line_start',
        'path',
        'resolved_in_run',
        'rule',
        'severity',
        'side',
        'source',
        'status',
        'suggestion',
        'title',
      ]);
    });

    it('show the 100 worst issues of a run that found more', async () => {
      await engine.pull(9);
      await engine.run(9, 1);
      for (let at = 0; at < 103; at++) await engine.issue(9, `i${at}`, { severity: at === 102 ? 'critical' : 'low' });
      const run = (await get('/ada/engine/prs/9/reviews/1')) as { issues: { severity: string }[]; truncated: boolean };
      assert.deepEqual([run.issues.length, run.issues[0]?.severity, run.truncated], [100, 'critical', true]);
      await service.ports.store.deleteTree(`repositories/${engine.key}/prs/9`);
    });

    it('answer 404 for what is not there, and alike for what may not be seen', async () => {
      for (const path of [
        '/ada/none/prs',
        '/ada/engine/prs/77/reviews',
        '/ada/engine/prs/1/reviews/9',
        '/ada/gone/prs',
      ]) {
        assert.equal(await status(path), 404, path);
      }
      for (const path of ['/prs', '/prs/1/reviews', '/prs/1/reviews/1', '/analytics']) {
        const hidden = await service.call('GET', `/api/v1/repos/ada/secret${path}`, { as: bob });
        const missing = await service.call('GET', `/api/v1/repos/ada/nothing${path}`, { as: bob });
        assert.deepEqual([hidden.status, missing.status], [404, 404], path);
        assert.equal(hidden.text.replace('secret', 'nothing'), missing.text);
      }
      assert.equal(await status('/ada/secret/prs'), 200);
    });

    it('refuse numbers and names that are none', async () => {
      for (const path of ['/ada/engine/prs/0/reviews', '/ada/engine/prs/x/reviews', '/ada/engine/prs/1/reviews/1e3']) {
        assert.equal(await status(path), 422, path);
      }
      assert.equal(await status('/a%2Fb/engine/prs'), 422);
      assert.equal((await service.call('GET', '/api/v1/repos/')).status, 401);
      assert.equal((await service.call('POST', '/api/v1/repos/overview', { as: ada })).status, 405);
    });
  });
});
