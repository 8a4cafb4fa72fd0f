/** Pull requests, their review runs and what a run found, over HTTP: shapes, order, limits, and who sees what. */
import assert from 'node:assert/strict';
import { AT } from '../../support/review-history.ts';
import type { TestHistory } from '../../support/review-history.ts';
import { startReviewedService } from '../../support/reviewed-service.ts';
import type { ReviewedService } from '../../support/reviewed-service.ts';
import type { TestService, TestUser } from '../../support/service.ts';

/** As lists show it. */
const SECOND_RUN = {
  run_number: 2,
  triggered_at: AT,
  completed_at: AT,
  status: 'completed',
  command: 'review',
  mode: 'normal',
  automatic: false,
  superseded: false,
  issue_count: 2,
  positive_finding_count: 1,
  head_sha: 'b'.repeat(40),
};

describe('pull requests and runs over HTTP', () => {
  let reviewed: ReviewedService;
  let service: TestService;
  let bob: TestUser;
  let engine: TestHistory;

  before(async () => {
    reviewed = await startReviewedService();
    ({ service, bob, engine } = reviewed);
  });
  after(() => service.close());

  const get = (path: string) => reviewed.get(path);
  const status = (path: string) => reviewed.status(path);

  it('list pull requests, most recently reviewed first', async () => {
    const pulls = (await get('/ada/engine/prs')) as Record<string, unknown>[];
    assert.deepEqual(
      pulls.map((each) => each['number']),
      [2, 1, 3],
    );
    const { last_reviewed_at: reviewedAt, ...first } = pulls[1] ?? {};
    const late = Date.parse(reviewed.daysAgo(3)) - Date.parse(String(reviewedAt));
    assert.ok(late >= 0 && late < 3_600_000, String(reviewedAt));
    assert.deepEqual(first, {
      number: 1,
      title: 'Change 1',
      state: 'merged',
      author: 'ada',
      url: 'https://host/pull/1',
      merged_at: AT,
      review_run_count: 2,
      open_issue_count: 0,
    });
    assert.deepEqual(await get('/ADA/Engine/prs'), pulls);
  });

  it('list runs, newest first', async () => {
    const runs = (await get('/ada/engine/prs/1/reviews')) as Record<string, unknown>[];
    assert.deepEqual(runs, [
      SECOND_RUN,
      { ...SECOND_RUN, run_number: 1, command: 'full_review', mode: 'deep', issue_count: 0, positive_finding_count: 0 },
    ]);
    assert.deepEqual(await get('/ada/engine/prs/3/reviews'), []);
  });

  it('show a run with the issues it found, the worst first', async () => {
    const run = (await get('/ada/engine/prs/1/reviews/2')) as Record<string, unknown>;
    const { issues, ...rest } = run;
    assert.deepEqual(rest, {
      ...SECOND_RUN,
      walkthrough_summary: 'Two files',
      files_changed: 1,
      triggered_by: 'ada',
      coverage: null,
      has_facts: false,
      positive_findings: ['Tests came with it'],
      usage: { model: 'm', tool_rounds: 3, prompt_tokens: 100, completion_tokens: 10 },
      incomplete: [],
      error_message: null,
    });
    const list = issues as Record<string, unknown>[];
    assert.deepEqual(
      list.map((each) => each['fingerprint']),
      ['worst', 'low'],
    );
    assert.deepEqual(Object.keys(list[0] ?? {}).sort(), [
      'category',
      'closed',
      'code_snippet',
      'comment_id',
      'confidence',
      'description',
      'evidence',
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
      'symbol_id',
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
  });
});
