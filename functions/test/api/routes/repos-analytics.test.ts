/** Figures of reviews over HTTP: all-time sums, rolling rates, days of a range, and over whose repositories. */
import assert from 'node:assert/strict';
import { refreshGrants } from '../../../src/api/access/access.ts';
import { indexedRepository } from '../../support/review-history.ts';
import type { EventOf, TestHistory } from '../../support/review-history.ts';
import { startReviewedService } from '../../support/reviewed-service.ts';
import type { ReviewedService } from '../../support/reviewed-service.ts';
import type { TestService, TestUser } from '../../support/service.ts';

describe('figures', () => {
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
  const daysAgo = (days: number) => reviewed.daysAgo(days);
  const date = (days: number) => reviewed.date(days);

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
      'to=0000-01-01',
      'from=9999-12-31&to=9999-12-31',
    ]) {
      const answer = await service.call('GET', `/api/v1/repos/ada/engine/analytics?${query}`, { as: ada });
      assert.equal(answer.status, 422, query);
      assert.ok(Array.isArray((answer.body as { detail: unknown }).detail), query);
    }
    assert.equal(await status('/ada/engine/analytics?from=2024-01-01&to=2024-12-31'), 200);
    for (const to of ['1970-01-01', '2999-12-31']) {
      const { daily_activity: daily } = (await get(`/ada/engine/analytics?to=${to}`)) as { daily_activity: object[] };
      assert.deepEqual([daily.length, daily.at(-1)], [30, { ...daily.at(-1), date: to }]);
    }
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
    await reviewed.happened(engine, back);
    assert.equal(((await get('/ada/engine/analytics')) as { issues_resolved: number }).issues_resolved, 0);
  });
});
