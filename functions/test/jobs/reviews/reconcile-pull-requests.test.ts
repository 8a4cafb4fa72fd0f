/** The nightly repair, against the platform's real list of pull requests. */
import assert from 'node:assert/strict';
import { openPullRequestFrom } from '../../../src/jobs/reviews/pull-requests.ts';
import { reconcilePullRequests } from '../../../src/jobs/reviews/reconcile-pull-requests.ts';
import { makeRepository } from '../../support/repositories.ts';
import type { TestRepository } from '../../support/repositories.ts';
import { indexedRepository } from '../../support/review-history.ts';
import type { TestHistory } from '../../support/review-history.ts';
import { startService } from '../../support/service.ts';
import type { TestService, TestUser } from '../../support/service.ts';
import { pullRequestPath, repositoryPath } from '../../support/document-paths.ts';

const BUDGET_MS = 600_000;

describe('reconcilePullRequests', () => {
  let service: TestService;
  let ada: TestUser;
  const sources: TestRepository[] = [];

  before(async () => {
    service = await startService();
    ada = await service.user('ada');
  });
  after(async () => {
    await service.close();
    for (const source of sources) source.remove();
  });

  /** With two branches; merging one of them writes here. */
  function newSource(): string {
    const source = makeRepository({ 'a.py': 'x = 1\n' });
    sources.push(source);
    for (const branch of ['fix', 'feature']) {
      source.git('checkout', '--quiet', '-b', branch, 'main');
      source.commit({ [`${branch}.py`]: 'y = 2\n' });
    }
    source.git('checkout', '--quiet', 'main');
    return source.path;
  }

  async function indexed(name: string, hosted = true): Promise<TestHistory> {
    if (hosted) await service.host.addRepository({ owner: 'ada', name, from: newSource() });
    return indexedRepository(service.ports.store, 'ada', name, { indexed_by: ada.uid });
  }
  const open = (name: string, head: string) =>
    service.host.openPull({ owner: 'ada', name, head, by: 'ada', title: head });
  const stored = ({ key }: TestHistory, number: number) => service.ports.store.get(pullRequestPath(key, number));
  const reconcile = (budget = BUDGET_MS) => reconcilePullRequests(service.ports, budget);
  const events = async ({ key }: TestHistory) =>
    (await service.ports.store.query({ collection: 'events', where: [['repo_key', '==', key]] }))
      .map(({ doc }) => String(doc['type']))
      .sort();

  it('stores what no event told of, and what an event told too early', async () => {
    const engine = await indexed('engine');
    const { number } = await open('engine', 'fix');
    const other = await open('engine', 'feature');
    assert.equal(await stored(engine, number), undefined);
    const first = await reconcile();
    // Both are among those that changed and among those that are open.
    assert.deepEqual(first, { repositories: 1, pull_requests: 4, failed: 0, left: 0 });
    assert.equal((await stored(engine, number))?.['state'], 'open');

    // The webhook of the merge is lost; an issue was still open.
    await engine.issue(number, 'f');
    await service.host.mergePull({ owner: 'ada', name: 'engine', number, by: 'ada' });
    await service.host.setPullState('ada', 'engine', other.number, 'closed');
    await reconcile();
    assert.equal((await stored(engine, number))?.['state'], 'merged');
    assert.equal((await stored(engine, other.number))?.['state'], 'closed');
    assert.deepEqual(await events(engine), ['finding.resolved', 'pr.merged', 'pr.opened', 'pr.opened']);
    const before = await stored(engine, number);
    await reconcile();
    assert.deepEqual(await stored(engine, number), before);
    assert.equal((await events(engine)).length, 4);
  });

  it('finds open ones of any age at the first look, and those of forks for what they are', async () => {
    const old = await indexed('old');
    const { number } = await open('old', 'fix');
    const fork = await service.host.openPull({
      owner: 'ada',
      name: 'old',
      head: 'feature',
      fork: 'eve/old',
      by: 'ada',
    });
    service.advance(60 * 86_400_000);
    await reconcile();
    assert.equal((await stored(old, number))?.['from_fork'], false);
    assert.equal((await stored(old, fork.number))?.['from_fork'], true);
    assert.equal(await openPullRequestFrom(service.ports, old.key, 'fix'), number);
    assert.equal(await openPullRequestFrom(service.ports, old.key, 'feature'), undefined);
  });

  it('asks only for what changed since the last time', async () => {
    const quiet = await indexed('quiet');
    const { number } = await open('quiet', 'fix');
    await service.ports.store.update(repositoryPath(quiet.key), {
      reconciled_at: new Date(Date.now() + 2 * 3_600_000).toISOString(),
    });
    await reconcile();
    assert.equal(await stored(quiet, number), undefined);
  });

  it('goes on to the others when one fails, and begins with those that waited longest', async () => {
    const missing = await indexed('missing', false);
    const late = await indexed('late');
    await open('late', 'fix');
    const answer = await reconcile();
    assert.equal(answer.failed, 1);
    assert.ok((await service.ports.store.get(repositoryPath(late.key)))?.['reconciled_at']);
    assert.equal((await service.ports.store.get(repositoryPath(missing.key)))?.['reconciled_at'], undefined);
    assert.ok(service.log.some((line) => line.message.includes('could not be reconciled')));
    const none = await reconcile(-1);
    assert.deepEqual([none.repositories, none.failed], [0, 0]);
    assert.ok(none.left > 1);
  });

  it('leaves alone what is being deleted or was never indexed', async () => {
    const gone = await indexed('gone');
    await service.ports.store.update(repositoryPath(gone.key), { deleting: true });
    const fresh = await indexed('fresh');
    await service.ports.store.update(repositoryPath(fresh.key), { ingested_at: null });
    await open('gone', 'fix');
    await open('fresh', 'fix');
    await reconcile();
    assert.deepEqual([await stored(gone, 1), await stored(fresh, 1)], [undefined, undefined]);
  });
});
