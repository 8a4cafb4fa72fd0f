/** What a run compared, over HTTP, from runs whose diff is kept and from those that have none. */
import assert from 'node:assert/strict';
import { keptDiff } from '../../../../src/jobs/reviews/keep-diff.ts';
import { runSteps } from '../../../../src/jobs/reviews/run-steps.ts';
import { diffTrees } from '../../../../src/review/diff/diff-trees.ts';
import { snapshotOf } from '../../../support/plain-sources.ts';
import { indexedRepository } from '../../../support/review-history.ts';
import { startService } from '../../../support/service.ts';
import type { TestService, TestUser } from '../../../support/service.ts';

interface Page {
  files: { path: string; rows_before: number; total_rows: number; lines: { kind: string; text: string }[] }[];
  total_files: number;
  next_cursor: string | null;
}

describe('GET …/reviews/{run}/diff', () => {
  let service: TestService;
  let ada: TestUser;
  let bob: TestUser;
  const old = { 'a.py': 'one\ntwo\nthree\n', 'gone.py': 'x = 1\n' };
  const now = {
    'a.py': 'one\n2\nthree\n',
    'new.py': Array.from({ length: 900 }, (_, at) => `v${at} = ${at}\n`).join(''),
  };

  before(async () => {
    service = await startService();
    ada = await service.user('ada');
    bob = await service.user('bob');
    const { store } = service.ports;
    const engine = await indexedRepository(store, 'ada', 'engine', { indexed_by: ada.uid, private: true });
    await store.set(`users/${ada.uid}/grants/private`, { repo_ids: ['ada/engine'] });
    await engine.pull(1);
    await engine.run(1, 1);
    await engine.run(1, 2);
    const diffs = await diffTrees(snapshotOf(old), snapshotOf(now));
    await runSteps(service.ports, { repo_key: engine.key, pr_number: 1, run_number: 2 }).remember(
      'diff',
      keptDiff(diffs),
    );
  });
  after(() => service.close());

  const ask = (run: number, query = '', as = ada) =>
    service.call('GET', `/api/v1/repos/ada/engine/prs/1/reviews/${run}/diff${query}`, { as });

  it('gives all lines of all files, page after page', async () => {
    const rows: string[] = [];
    let cursor: string | null = '0.0';
    for (let pages = 0; cursor !== null; pages++) {
      assert.ok(pages < 20);
      const { body } = await ask(2, `?cursor=${cursor}&limit=100`);
      const page = body as Page;
      assert.equal(page.total_files, 3);
      for (const file of page.files) {
        assert.equal(file.rows_before, rows.filter((row) => row.startsWith(`${file.path} `)).length);
        rows.push(...file.lines.map(({ kind, text }) => `${file.path} ${kind} ${text}`));
      }
      cursor = page.next_cursor;
    }
    assert.deepEqual(rows.slice(0, 7), [
      'a.py hunk ',
      'a.py context one',
      'a.py removed two',
      'a.py added 2',
      'a.py context three',
      'gone.py hunk ',
      'gone.py removed x = 1',
    ]);
    assert.equal(rows.length, 7 + 901);
  });

  it('is empty for a run of which none is kept, and unknown to those who may not read it', async () => {
    assert.deepEqual((await ask(1)).body, { files: [], total_files: 0, omitted_files: 0, next_cursor: null });
    assert.deepEqual([(await ask(3)).status, (await ask(2, '', bob)).status], [404, 404]);
  });

  it('refuses a cursor that is none', async () => {
    for (const [query, status] of [
      ['?cursor=9.0', 400],
      ['?cursor=0.9999', 400],
      ['?cursor=x', 422],
      ['?cursor=-1.0', 422],
      ['?limit=0', 422],
      ['?limit=2001', 422],
    ] as const) {
      assert.equal((await ask(2, query)).status, status, query);
    }
  });
});
