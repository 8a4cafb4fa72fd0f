/** Pull requests and their issues as documents: any order of what happened ends in the same record and events. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { recordOf } from '../../../local/lab/bench/repository-record.ts';
import { recordPullRequest } from '../../../src/jobs/reviews/pull-requests.ts';
import type { PullRequestFacts } from '../../../src/jobs/reviews/pull-requests.ts';
import type { IssueRecord } from '../../../src/model/reviews.ts';
import { firestoreStore } from '../../../src/adapters/store.ts';
import { systemClock } from '../../../src/adapters/clock.ts';
import type { Doc } from '../../../src/ports.ts';
import { startProject } from '../../support/firebase.ts';
import { issuePath, pullRequestPath, repositoryPath } from '../../support/document-paths.ts';
import { tries } from '../../support/tries.ts';

const project = startProject();
const ports = { store: firestoreStore(project.app), clock: systemClock() };
const day = (n: number) => `2026-01-${String(n).padStart(2, '0')}T10:00:00.000Z`;

function facts(fields: Partial<PullRequestFacts> = {}): PullRequestFacts {
  return {
    number: 7,
    title: 'Sort names',
    state: 'open',
    author: 'grace',
    url: 'https://host.test/pull/7',
    headSha: 'c'.repeat(40),
    headRef: 'sorting',
    baseRef: 'main',
    createdAt: day(1),
    updatedAt: day(1),
    closedAt: null,
    mergedAt: null,
    fromFork: false,
    ...fields,
  };
}

/** One life of a pull request, as events tell it. */
const LIFE: PullRequestFacts[] = [
  facts(),
  facts({ title: 'Sort all names', updatedAt: day(2) }),
  facts({ title: 'Sort all names', headSha: 'd'.repeat(40), updatedAt: day(3) }),
  facts({ title: 'Sort all names', headSha: 'd'.repeat(40), state: 'closed', closedAt: day(4), updatedAt: day(4) }),
  facts({ title: 'Sort all names', headSha: 'd'.repeat(40), updatedAt: day(5) }),
  facts({
    title: 'Sort all names',
    headSha: 'e'.repeat(40),
    state: 'merged',
    closedAt: day(6),
    mergedAt: day(6),
    updatedAt: day(6),
  }),
  facts({
    title: 'Sort all names',
    headSha: 'e'.repeat(40),
    state: 'merged',
    closedAt: day(6),
    mergedAt: day(6),
    updatedAt: day(7),
  }),
];

/** A repository that pull requests can belong to. */
async function standing(repoKey: string): Promise<string> {
  const named = { owner: 'a', name: repoKey, private: false, language: 'Python', description: '' };
  await ports.store.set(repositoryPath(repoKey), { ...recordOf(named) });
  return repoKey;
}

const eventsOf = async (repoKey: string): Promise<Doc[]> =>
  (await ports.store.query({ collection: 'events', where: [['repo_key', '==', repoKey]] })).map(({ doc }) => doc);

describe('recordPullRequest', function () {
  after(() => project.close());

  it('takes an event told in whole seconds for no older than what was read in milliseconds of that second', async () => {
    const repository = { repoKey: await standing('seconds'), repoId: 'a/b' };
    await recordPullRequest(ports, repository, facts({ updatedAt: '2026-01-02T10:00:05.700Z' }));
    const pushed = facts({ headSha: 'd'.repeat(40), updatedAt: '2026-01-02T10:00:05.000Z' });
    assert.equal((await recordPullRequest(ports, repository, pushed))?.head_sha, 'd'.repeat(40));
    for (const updatedAt of ['2026-01-02T10:00:04.000Z', '2026-01-02T10:00:04.900Z']) {
      assert.equal((await recordPullRequest(ports, repository, facts({ updatedAt })))?.head_sha, 'd'.repeat(40));
    }
  });

  it('ends at the same record and events in any order, with any repetition', async () => {
    let count = 0;
    const apply = async (order: readonly PullRequestFacts[]) => {
      const repoKey = await standing(`order${++count}`);
      for (const each of order) await recordPullRequest(ports, { repoKey, repoId: 'a/b' }, each);
      const { repo_key: _, ...record } = (await ports.store.get(pullRequestPath(repoKey, 7))) ?? {};
      const events = (await eventsOf(repoKey)).map((event) => `${String(event['type'])} ${String(event['at'])}`);
      return { record, events: events.sort() };
    };
    const expected = await apply(LIFE);
    assert.deepEqual(expected.events, [`pr.merged ${day(6)}`, `pr.opened ${day(1)}`]);
    assert.deepEqual([expected.record['state'], expected.record['head_sha']], ['merged', 'e'.repeat(40)]);
    const order = fc
      .tuple(fc.shuffledSubarray(LIFE, { minLength: LIFE.length }), fc.subarray(LIFE))
      .map(([all, again]) => [...all, ...again]);
    await fc.assert(
      fc.asyncProperty(order, async (given) => assert.deepEqual(await apply(given), expected)),
      { numRuns: tries(8, 60) },
    );
  });

  it('resolves what is open when the pull request is merged, once', async () => {
    const repoKey = await standing('merging');
    const name = { repoKey, repoId: 'a/merging' };
    await recordPullRequest(ports, name, facts());
    const issue = (fingerprint: string, status: IssueRecord['status']): IssueRecord => ({
      fingerprint,
      path: 'a.py',
      line_start: 1,
      line_end: 1,
      side: 'RIGHT',
      severity: 'high',
      category: 'bug',
      title: 'T',
      description: 'D',
      suggestion: null,
      code_snippet: 'x',
      confidence: 9,
      source: 'agent',
      rule: null,
      symbol_id: null,
      evidence: [],
      status,
      first_seen_run: 1,
      resolved_in_run: null,
      closed: null,
      comment_id: 1,
      repo_key: repoKey,
      pr_number: 7,
      run_numbers: [1],
      posted_at: day(2),
    });
    const statuses: IssueRecord['status'][] = ['dismissed', 'resolved', ...Array<'open'>(130).fill('open')];
    await Promise.all(
      statuses.map((status, i) => ports.store.set(issuePath(repoKey, 7, `f${i}`), issue(`f${i}`, status))),
    );
    await ports.store.update(pullRequestPath(repoKey, 7), { open_issue_count: 130 });
    const merged = facts({ state: 'merged', mergedAt: day(6), closedAt: day(6), updatedAt: day(6) });
    await recordPullRequest(ports, name, merged);
    await recordPullRequest(ports, name, merged);
    const issues = await ports.store.query({ collection: `${pullRequestPath(repoKey, 7)}/issues` });
    const by = (status: string) => issues.filter(({ doc }) => doc['status'] === status).length;
    assert.deepEqual([by('open'), by('resolved'), by('dismissed')], [0, 131, 1]);
    const closed = { at: day(6), how: 'merged', by: null };
    assert.equal(issues.filter(({ doc }) => isDeepStrictEqual(doc['closed'], closed)).length, 130);
    assert.equal((await ports.store.get(pullRequestPath(repoKey, 7)))?.['open_issue_count'], 0);
    const resolved = (await eventsOf(repoKey)).filter(({ type }) => type === 'finding.resolved');
    assert.deepEqual(
      [resolved.length, new Set(resolved.map(({ how }) => how)).size, resolved[0]?.['at']],
      [130, 1, day(6)],
    );
  });

  it('brings back nothing of a repository that was deleted, however late an event comes', async () => {
    const repoKey = await standing('leaving');
    const name = { repoKey, repoId: 'a/leaving' };
    await recordPullRequest(ports, name, facts());
    await ports.store.set(issuePath(repoKey, 7, 'f'), { fingerprint: 'f', status: 'open' });
    await ports.store.update(repositoryPath(repoKey), { deleting: true });
    const merged = facts({ state: 'merged', mergedAt: day(6), closedAt: day(6), updatedAt: day(6) });
    assert.equal(await recordPullRequest(ports, name, merged), undefined);
    assert.equal((await ports.store.get(pullRequestPath(repoKey, 7)))?.['state'], 'open');
    await ports.store.deleteTree(repositoryPath(repoKey));
    const before = (await eventsOf(repoKey)).length;
    assert.equal(await recordPullRequest(ports, name, merged), undefined);
    assert.equal(await ports.store.get(pullRequestPath(repoKey, 7)), undefined);
    assert.equal((await eventsOf(repoKey)).length, before);
  });
});
