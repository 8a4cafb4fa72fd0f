/** What teams read of repositories and reviews over HTTP: shapes, order, limits, and who sees what. */
import assert from 'node:assert/strict';
import { refreshGrants } from '../../src/api/access.ts';
import { foldEvent } from '../../src/jobs/fold-event.ts';
import { AT, indexedRepository } from '../support/review-history.ts';
import type { EventOf, TestHistory } from '../support/review-history.ts';
import { startService } from '../support/service.ts';
import type { TestService, TestUser } from '../support/service.ts';

const DAY_MS = 86_400_000;

describe('repository group', () => {
  let service: TestService;
  let ada: TestUser;
  let bob: TestUser;
  let engine: TestHistory;
  let secret: TestHistory;

  const get = async (path: string, as: TestUser = ada) => {
    const answer = await service.call('GET', `/api/v1/repos${path}`, { as });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const status = async (path: string, as: TestUser = ada) =>
    (await service.call('GET', `/api/v1/repos${path}`, { as })).status;
  const daysAgo = (days: number) => new Date(service.ports.clock.now().getTime() - days * DAY_MS).toISOString();
  const date = (days: number) => daysAgo(days).slice(0, 10);
  const happened = async (repository: TestHistory, ...events: EventOf[]) => {
    for (const event of events) {
      assert.equal(await foldEvent(service.ports, await repository.event(event)), 'folded');
    }
  };
  const posted = (pr: number, fingerprint: string, days: number): EventOf => ({
    type: 'finding.posted',
    pr_number: pr,
    fingerprint,
    severity: 'high',
    category: 'bug',
    source: 'agent',
    at: daysAgo(days),
  });
  const ran = (pr: number, run: number, days: number): EventOf => ({
    type: 'run.completed',
    pr_number: pr,
    run_number: run,
    command: 'review',
    mode: 'normal',
    at: daysAgo(days),
  });

  before(async () => {
    service = await startService();
    ada = await service.user('ada');
    bob = await service.user('bob');
    const { store } = service.ports;
    engine = await indexedRepository(store, 'ada', 'engine', { description: 'Runs', stars: 7 });
    secret = await indexedRepository(store, 'ada', 'secret', {
      private: true,
      ingested_at: '2026-11-21T10:00:00.000Z',
    });
    await indexedRepository(store, 'ada', 'gone', { deleting: true });
    await store.set(`users/${ada.uid}/grants/private`, { repo_ids: ['ada/secret', 'ada/never-indexed'] });

    await engine.pull(1, { state: 'merged', merged_at: AT, review_run_count: 2, last_reviewed_at: daysAgo(3) });
    await engine.pull(2, { review_run_count: 1, open_issue_count: 3, last_reviewed_at: daysAgo(1) });
    await engine.pull(3);
    await engine.run(1, 1, { command: 'full_review', mode: 'deep' });
    await engine.run(1, 2, {
      issue_count: 2,
      positive_finding_count: 1,
      positive_findings: ['Tests came with it'],
      walkthrough_summary: 'Two files',
      usage: { model: 'm', tool_rounds: 3, prompt_tokens: 100, completion_tokens: 10 },
    });
    await engine.issue(1, 'low', { severity: 'low', run_numbers: [1, 2] });
    await engine.issue(1, 'worst', { severity: 'critical', run_numbers: [2] });
    await engine.issue(1, 'other-run', { run_numbers: [1] });
    await happened(
      engine,
      ran(1, 1, 40),
      ran(1, 2, 3),
      ran(2, 1, 1),
      posted(1, 'f1', 40),
      posted(1, 'f2', 3),
      posted(2, 'f3', 3),
      posted(2, 'f4', 1),
      { type: 'finding.resolved', pr_number: 1, fingerprint: 'f2', how: 'fixed', at: daysAgo(1) },
      { type: 'finding.dismissed', pr_number: 2, fingerprint: 'f3', at: daysAgo(1) },
      { type: 'pr.opened', pr_number: 1, at: daysAgo(41) },
      { type: 'pr.merged', pr_number: 1, at: daysAgo(1), opened_at: daysAgo(3) },
    );
    await happened(secret, ran(1, 1, 2), posted(1, 's1', 2), {
      type: 'pr.merged',
      pr_number: 1,
      at: daysAgo(2),
      opened_at: daysAgo(3),
    });
  });
  after(() => service.close());

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

  describe('figures', () => {
    const figures = {
      issues_raised: 4,
      issues_resolved: 1,
      addressed_rate: 0.25,
      prs_per_week: 0.5,
      avg_merge_hours: 48,
    };

    it('of one repository: all days of the range, quiet ones too', async () => {
      const { daily_activity: daily, ...rest } = (await get('/ada/engine/analytics', bob)) as {
        daily_activity: Record<string, unknown>[];
      };
      assert.deepEqual(rest, figures);
      assert.equal(daily.length, 30);
      assert.deepEqual(
        [daily[0]?.['date'], daily.at(-1)],
        [date(29), { date: date(0), bugs_caught: 0, issues_resolved: 0, review_runs: 0 }],
      );
      assert.deepEqual(daily[26], { date: date(3), bugs_caught: 2, issues_resolved: 0, review_runs: 1 });
      assert.deepEqual(daily[28], { date: date(1), bugs_caught: 1, issues_resolved: 1, review_runs: 1 });
      const early = (await get(`/ada/engine/analytics?from=${date(40)}&to=${date(39)}`)) as typeof daily & {
        daily_activity: unknown;
      };
      assert.deepEqual(early.daily_activity, [
        { date: date(40), bugs_caught: 1, issues_resolved: 0, review_runs: 1 },
        { date: date(39), bugs_caught: 0, issues_resolved: 0, review_runs: 0 },
      ]);
    });

    it('of a repository without reviews are zeros', async () => {
      await indexedRepository(service.ports.store, 'ada', 'quiet', { private: true });
      await service.ports.store.set(`users/${bob.uid}/grants/private`, { repo_ids: ['ada/quiet'] });
      const quiet = (await get('/ada/quiet/analytics?from=2026-11-01&to=2026-11-01', bob)) as object;
      assert.deepEqual(quiet, {
        issues_raised: 0,
        issues_resolved: 0,
        addressed_rate: 0,
        prs_per_week: 0,
        avg_merge_hours: null,
        daily_activity: [{ date: '2026-11-01', bugs_caught: 0, issues_resolved: 0, review_runs: 0 }],
      });
      await refreshGrants(service.ports, bob.uid, []);
    });

    it('refuse ranges that are none', async () => {
      for (const query of [
        'from=2026-02-30',
        'from=yesterday',
        'from=2026-11-02&to=2026-11-01',
        'from=2024-01-01&to=2026-01-01',
        'to=2026-1-1',
      ]) {
        const answer = await service.call('GET', `/api/v1/repos/ada/engine/analytics?${query}`, { as: ada });
        assert.equal(answer.status, 422, query);
        assert.ok(Array.isArray((answer.body as { detail: unknown }).detail), query);
      }
      assert.equal(await status('/ada/engine/analytics?from=2024-01-01&to=2024-12-31'), 200);
    });

    it('of the dashboard: over exactly the repositories the caller may read', async () => {
      assert.deepEqual(await get('/dashboard/stats', bob), {
        connected_repositories: 1,
        reviewed_prs: 2,
        review_runs: 3,
        issues_raised: 4,
        addressed_rate: 0.25,
        prs_per_week: 0.5,
        avg_merge_hours: 48,
      });
      assert.deepEqual(await get('/dashboard/stats'), {
        connected_repositories: 2,
        reviewed_prs: 3,
        review_runs: 4,
        issues_raised: 5,
        addressed_rate: 0.2,
        prs_per_week: 0.75,
        avg_merge_hours: 36,
      });
    });

    it('of the dashboard by repository and day', async () => {
      assert.deepEqual(await get('/dashboard/analytics', bob), {
        ...figures,
        daily: [
          { repo_id: 'ada/engine', date: date(3), bugs_caught: 2, issues_resolved: 0 },
          { repo_id: 'ada/engine', date: date(1), bugs_caught: 1, issues_resolved: 1 },
        ],
      });
      const { daily } = (await get('/dashboard/analytics')) as { daily: Record<string, unknown>[] };
      assert.deepEqual(
        daily.map((each) => [each['repo_id'], each['date']]),
        [
          ['ada/engine', date(3)],
          ['ada/secret', date(2)],
          ['ada/engine', date(1)],
        ],
      );
    });

    it('count a finding that came back as open again', async () => {
      const before = (await get('/ada/engine/analytics')) as { issues_resolved: number };
      assert.equal(before.issues_resolved, 1);
      const back: EventOf = {
        type: 'finding.reopened',
        pr_number: 1,
        fingerprint: 'f2',
        run_number: 3,
        at: daysAgo(0),
      };
      await happened(engine, back);
      assert.equal(((await get('/ada/engine/analytics')) as { issues_resolved: number }).issues_resolved, 0);
    });
  });
});
