/** Reviews that are started without a comment: who may, what is started, and what says no. */
import assert from 'node:assert/strict';
import { indexedRepository } from '../../support/review-history.ts';
import type { TestHistory } from '../../support/review-history.ts';
import { startService } from '../../support/service.ts';
import type { TestService, TestUser } from '../../support/service.ts';

const REVIEW = { command: 'review' };

describe('POST /repos/{owner}/{repo}/prs/{n}/reviews', () => {
  let service: TestService;
  let ada: TestUser;
  let bob: TestUser;
  let engine: TestHistory;

  before(async () => {
    service = await startService({ settings: { reviewsPerHour: 3 } });
    ada = await service.user('ada');
    bob = await service.user('bob');
    engine = await indexedRepository(service.ports.store, 'ada', 'engine', { indexed_by: ada.uid });
    await indexedRepository(service.ports.store, 'ada', 'secret', { indexed_by: ada.uid, private: true });
    for (const number of [1, 2, 3, 4]) await engine.pull(number);
    await engine.pull(9, { state: 'merged' });
  });
  after(() => service.close());

  const start = (number: number | string, body: unknown, as = ada, name = 'engine') =>
    service.call('POST', `/api/v1/repos/ada/${name}/prs/${number}/reviews`, { as, body });
  const tasks = () => service.tasks.tasks.filter(({ url }) => url.endsWith('/reviewPullRequest')).length;

  it('starts a run as a comment does, and one at a time', async () => {
    const answer = await start(1, { command: 'full_review', mode: 'deep' });
    assert.deepEqual([answer.status, answer.body], [202, { run_number: 1, status: 'queued' }]);
    const run = await service.ports.store.get(`repositories/${engine.key}/prs/1/runs/1`);
    const { command, mode, triggered_by, comment_id, status } = run ?? {};
    assert.deepEqual([command, mode, triggered_by, comment_id, status], ['full_review', 'deep', 'ada', 0, 'queued']);
    assert.equal(tasks(), 1);
    const again = await start(1, REVIEW);
    assert.deepEqual(
      [again.status, again.body],
      [409, { detail: 'A review is already running for this pull request' }],
    );
    assert.equal((await start(2, REVIEW)).status, 202);
  });

  it('is for those who may write, and shows nobody what they may not read', async () => {
    assert.equal((await start(3, REVIEW, bob)).status, 403);
    const [hidden, missing] = [await start(1, REVIEW, bob, 'secret'), await start(1, REVIEW, bob, 'nothing')];
    assert.deepEqual([hidden.status, hidden.text.replace('secret', 'nothing')], [404, missing.text]);
    assert.equal((await service.call('POST', '/api/v1/repos/ada/engine/prs/3/reviews', { body: REVIEW })).status, 401);
  });

  it('says why nothing is started', async () => {
    assert.equal((await start(77, REVIEW)).status, 404);
    assert.match((await start(9, REVIEW)).text, /is merged: there is nothing to review/);
    for (const body of [
      { command: 'make_tea' },
      { command: 'review', mode: 'slow' },
      {},
      { command: 'review', number: 3 },
      [],
    ]) {
      assert.equal((await start(3, body)).status, 422, JSON.stringify(body));
    }
    assert.equal((await start('x', REVIEW)).status, 422);
  });

  it('has the limit of comments, and leaves what is said about it to them', async () => {
    assert.equal((await start(3, REVIEW)).status, 202);
    const replies = () => service.tasks.tasks.filter(({ url }) => url.endsWith('/postReply')).length;
    for (let round = 0; round < 2; round++) {
      const answer = await start(4, REVIEW);
      assert.equal(answer.status, 429);
      assert.match(answer.text, /At most 3 reviews an hour/);
    }
    assert.equal(replies(), 0);
  });
});
