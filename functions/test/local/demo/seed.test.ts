/** The example data: whole, true to its sources, the same whenever it is planted, and visible through every endpoint. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeSeedRepository, plantDocuments } from '../../../local/demo/plant-seed.ts';
import { seedDocuments } from '../../../local/demo/seed-documents.ts';
import { readSeedHistory, seedSources } from '../../../local/demo/seed-history.ts';
import { createReviewParser } from '../../../src/jobs/reviews/parsing.ts';
import { eventSchema } from '../../../src/model/events.ts';
import { issueRecordSchema, pullRequestSchema, runSchema } from '../../../src/model/reviews.ts';
import type { PlacedFinding } from '../../../src/review/place/place-findings.ts';
import { withSymbols } from '../../../src/review/place/symbols-around.ts';
import { makeFolder } from '../../support/repositories.ts';
import { indexedRepository } from '../../support/review-history.ts';
import { startService } from '../../support/service.ts';
import type { TestService, TestUser } from '../../support/service.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', '..', 'emulator-data', 'seed');
const NOW = new Date('2026-11-28T12:00:00Z');

describe('seed', () => {
  const history = readSeedHistory(FOLDER);
  const linesOf = (repository: (typeof history.repositories)[number]) => (path: string) =>
    readFileSync(join(seedSources(FOLDER, repository), path), 'utf8').split('\n');

  it('is two users, two public repositories and a private one, each with sources', () => {
    assert.equal(history.users.length, 2);
    assert.deepEqual(
      history.repositories.map((each) => each.private),
      [false, false, true],
    );
    const logins = history.users.map((user) => user.login);
    for (const repository of history.repositories) {
      assert.ok(existsSync(seedSources(FOLDER, repository)), repository.name);
      assert.ok(logins.includes(repository.owner));
    }
  });

  it('makes documents as the service writes them, of findings that stand in the sources', () => {
    for (const repository of history.repositories) {
      const documents = seedDocuments(repository, NOW, linesOf(repository));
      const { pulls, runs, issues, events } = documents;
      for (const pull of pulls) assert.deepEqual(pullRequestSchema.parse(pull), pull);
      for (const run of runs) assert.deepEqual(runSchema.parse(run), run);
      for (const event of events.values()) assert.deepEqual(eventSchema.parse(event), event);
      for (const issue of issues) {
        assert.deepEqual(issueRecordSchema.parse(issue), issue);
        assert.notEqual(issue.code_snippet.trim(), '', issue.path);
      }
      assert.deepEqual(seedDocuments(repository, NOW, linesOf(repository)), documents);
    }
  });

  it('names the symbol that each finding stands in', async () => {
    for (const repository of history.repositories) {
      const { issues } = seedDocuments(repository, NOW, linesOf(repository));
      const parser = createReviewParser(`${repository.owner}/${repository.name}`);
      try {
        const readHead = (path: string) => Promise.resolve(linesOf(repository)(path).join('\n'));
        const placed = issues.map((issue) => ({ ...issue, label: 'inline' }) as unknown as PlacedFinding);
        const named = await withSymbols(placed, { diffs: [], readHead, symbolsOf: parser.symbolsOf });
        assert.deepEqual(
          issues.map(({ title, symbol_id }) => [title, symbol_id]),
          issues.map(({ title }, at) => [title, named[at]?.symbol_id]),
        );
      } finally {
        await parser.close();
      }
    }
  });

  it('makes git repositories with the same commits everywhere', () => {
    const [first] = history.repositories;
    assert.ok(first);
    const folders = [makeFolder(), makeFolder()];
    try {
      const heads = folders.map((folder) =>
        execFileSync('git', ['-C', makeSeedRepository(FOLDER, folder, first), 'rev-parse', 'HEAD'], {
          encoding: 'utf8',
        }),
      );
      assert.match(heads[0] ?? '', /^[0-9a-f]{40}\n$/);
      assert.equal(heads[0], heads[1]);
    } finally {
      for (const folder of folders) rmSync(folder, { recursive: true });
    }
  });

  describe('once planted', () => {
    let service: TestService;
    let demo: TestUser;

    before(async () => {
      service = await startService();
      demo = await service.user('demo');
      const { store } = service.ports;
      for (const { owner, name, private: isPrivate } of history.repositories) {
        await indexedRepository(store, owner, name, { private: isPrivate });
      }
      await store.set(`users/${demo.uid}/grants/private`, { repo_ids: ['demo/ledger'] });
      await plantDocuments(store, FOLDER, history, service.ports.clock.now());
    });
    after(() => service.close());

    const get = async (path: string) => {
      const answer = await service.call('GET', `/api/v1/repos${path}`, { as: demo });
      assert.equal(answer.status, 200, `${path}: ${answer.text}`);
      return answer.body as Record<string, number> & Record<string, unknown>[];
    };

    it('gives every endpoint of the group something to show', async () => {
      assert.equal((await get('/overview')).length, 3);
      const stats: Record<string, number> = await get('/dashboard/stats');
      for (const [name, value] of Object.entries(stats)) assert.ok(value > 0, name);
      assert.ok(Number(stats['addressed_rate']) < 1);
      for (const { owner, name, pulls } of history.repositories) {
        const listed = await get(`/${owner}/${name}/prs`);
        assert.equal(listed.length, pulls.length);
        const reviewed = listed[0]?.['number'] as number;
        const runs = await get(`/${owner}/${name}/prs/${reviewed}/reviews`);
        assert.ok(runs.length > 0);
        const detail = await get(`/${owner}/${name}/prs/${reviewed}/reviews/1`);
        assert.equal((detail as unknown as { issues: unknown[] }).issues.length, detail['issue_count']);
        const analytics = await get(`/${owner}/${name}/analytics`);
        const daily = analytics['daily_activity'] as unknown as { bugs_caught: number }[];
        assert.equal(
          daily.reduce((sum, day) => sum + day.bugs_caught, 0),
          pulls.flatMap((pull) => pull.runs.flatMap((run) => run.found)).length,
        );
      }
      const { daily } = (await get('/dashboard/analytics')) as unknown as { daily: unknown[] };
      assert.ok(daily.length > 10);
    });

    it('agrees with counts of its issues', async () => {
      const [overview] = (await get('/overview')).filter((each) => each['repo_name'] === 'courier');
      const courier = history.repositories.find(({ name }) => name === 'courier');
      assert.ok(courier && overview);
      const { issues } = seedDocuments(courier, NOW, linesOf(courier));
      assert.equal(overview['issues_raised'], issues.length);
      const resolved = issues.filter(({ status }) => status === 'resolved').length;
      assert.equal(overview['issues_resolved'], resolved);
    });
  });
});
