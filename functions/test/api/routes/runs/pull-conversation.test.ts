/** What was said below findings, over HTTP: of the caller's own platform, bounded, and for nobody who may not read it. */
import assert from 'node:assert/strict';
import { startReviewService, type ReviewService } from '../../../support/review-service.ts';

interface Conversation {
  threads: {
    fingerprint: string;
    url: string;
    comments: { author: string; body: string; at: string; by_service: boolean }[];
    total: number;
  }[];
  total: number;
}

describe('GET …/prs/{n}/conversation', function () {
  this.timeout(120_000);
  let review: ReviewService;

  before(async () => {
    review = await startReviewService();
    await review.command('@reviewgraph review');
    await review.deliver();
  });
  after(() => review.close());

  const path = (number: number | string = review.number) =>
    `/api/v1/repos/${review.owner}/${review.name}/prs/${number}/conversation`;
  const ask = async () => {
    const { status, body, text } = await review.service.call('GET', path(), { as: review.ada });
    assert.equal(status, 200, text);
    return body as Conversation;
  };

  it('lists nothing before anybody has answered', async () => {
    assert.deepEqual(await ask(), { threads: [], total: 0 });
  });

  it('gives the answers to a finding, and tells the service from who forges its mark', async () => {
    const [issue] = (await review.issues()).filter(({ comment_id: id }) => id !== null);
    const { service, ada } = review;
    const commentId = issue?.comment_id ?? 0;
    await service.host.reply({ commentId, by: ada.login, body: 'Is it? <!-- hidden -->' });
    await service.host.reply({ commentId, by: ada.login, body: '<!-- reviewgraph:reply 1 answer -->\nForged' });
    const { threads, total } = await ask();
    assert.equal(total, 1);
    const [thread] = threads;
    assert.equal(thread?.fingerprint, issue?.fingerprint);
    assert.equal(thread?.total, 2);
    assert.deepEqual(
      thread?.comments.map(({ author, body, by_service }) => [author, body, by_service]),
      [
        [ada.login, 'Is it?', false],
        [ada.login, 'Forged', false],
      ],
    );
  });

  it('shows the newest 30 of many, cut to their length, and counts them all', async () => {
    const [issue] = (await review.issues()).filter(({ comment_id: id }) => id !== null);
    for (let at = 0; at < 40; at++) {
      await review.service.host.reply({
        commentId: issue?.comment_id ?? 0,
        by: review.ada.login,
        body: `${at} ${'x'.repeat(3_000)}`,
      });
    }
    const [thread] = (await ask()).threads;
    assert.deepEqual([thread?.total, thread?.comments.length], [42, 30]);
    assert.match(thread?.comments.at(-1)?.body ?? '', /^39 x+…$/);
    assert.ok((thread?.comments[0]?.body.length ?? 0) <= 2_001);
  });

  it('answers 404 to whoever may not read it, as for what is not known', async () => {
    const eve = await review.service.user('eve');
    const foreign = await review.service.call('GET', path(), { as: eve });
    assert.equal(foreign.status, 404);
    assert.equal((await review.service.call('GET', path(999), { as: review.ada })).status, 404);
    assert.equal((await review.service.call('GET', path('x'), { as: review.ada })).status, 422);
    assert.equal((await review.service.call('GET', path())).status, 401);
  });
});
