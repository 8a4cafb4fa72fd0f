/** What a day's tokens are worth: to automatic reviews, to commands, and to people who ask why nothing came. */
import assert from 'node:assert/strict';
import { tokenBudgets } from '../../../../src/documents/automatic.ts';
import { startAutomaticReview, type AutomaticReview } from '../../../support/automatic-review.ts';
import { modelReply } from '../../../support/review-service.ts';

describe('jobs/reviews/automatic/tell-spent', function () {
  this.timeout(240_000);
  let auto: AutomaticReview;
  before(async () => {
    auto = await startAutomaticReview({
      // A run asks twice.
      reply: (body) => ({ ...modelReply(body), usage: { prompt_tokens: 20, completion_tokens: 10 } }),
      settings: { tokensPerDay: 100, reviewMode: 'deep' },
    });
    auto.review.service.stopClock();
    auto.review.source.commit({ '.reviewgraph.yml': 'mode: normal\n' });
  });
  after(() => auto.close());

  const budget = () => tokenBudgets.get(auto.review.service.ports.store, { repo_key: auto.review.repoKey });
  const lines = () => auto.review.written().comments.filter(({ body }) => /tokens of today/.test(body));

  it('lets automatic reviews use their share, and says once a day that it is gone', async () => {
    const { review } = auto;
    await auto.tell('opened');
    assert.equal(await auto.consider(), 'started');
    assert.equal(await review.deliver(), 'completed');
    const used = await budget();
    assert.deepEqual([used?.commanded, used?.automatic], [0, 60]);
    // The deployment's default is deep, the repository's configuration says otherwise.
    assert.equal((await review.run(1)).mode, 'normal');
    await review.openAnother();
    await auto.tell('opened');
    assert.equal(await auto.consider(), 'left alone');
    await auto.tell('synchronize');
    assert.equal(await auto.consider(), 'left alone');
    assert.equal(lines().length, 1);
    assert.match(
      lines()[0]?.body ?? '',
      /Not reviewed: automatic reviews have used their 50 of this repository's 100 tokens/,
    );
  });

  it('leaves the rest to commands, which choose their mode', async () => {
    const { review } = auto;
    await review.command('@reviewgraph full review deep');
    assert.equal(await review.deliver(), 'completed');
    assert.equal((await review.run(1)).mode, 'deep');
    const used = await budget();
    assert.equal(used?.automatic, 60);
    assert.ok((used?.commanded ?? 0) > 60, JSON.stringify(used));
  });

  it('answers one command that nothing is left, and still runs linters', async () => {
    const { review } = auto;
    const refused = { status: 'ignored', reason: 'The 100 tokens of today are used up' };
    assert.deepEqual(await review.command('@reviewgraph review'), refused);
    assert.equal(await review.tell(), 'posted');
    assert.deepEqual(await review.command('@reviewgraph review'), refused);
    assert.equal(auto.tasks('tokens').length, 1);
    assert.equal(lines().length, 2);
    await review.command('@reviewgraph run lint');
    assert.equal(await review.deliver(), 'completed');
  });

  it('begins anew the next day', async () => {
    const { review } = auto;
    review.service.advance(24 * 3_600_000);
    await review.openAnother();
    await auto.tell('opened');
    assert.equal(await auto.consider(), 'started');
  });
});
