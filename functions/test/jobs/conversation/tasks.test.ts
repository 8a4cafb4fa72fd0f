/** What is answered where a repository or its deployment does not want a conversation. */
import assert from 'node:assert/strict';
import { startReviewService } from '../../support/review-service.ts';

describe('conversation: where it is not configured', function () {
  this.timeout(180_000);

  it('answers a mention with the commands, and leaves threads alone', async () => {
    const settings = { repositoryConfigAllows: ['conversation'] };
    const review = await startReviewService({ settings });
    try {
      await review.command('@reviewgraph review');
      await review.deliver();
      await review.command('@reviewgraph make tea');
      assert.equal(await review.answer(), 'answered');
      assert.match(review.written().comments.at(-1)?.body ?? '', /These commands are known/);
      const root = review.written().reviewComments[0]?.id ?? 0;
      await review.reply(root, 'dismiss');
      assert.equal(await review.answer(), 'nothing to say');
      review.service.ports.settings.repositoryConfigAllows = [];
      assert.deepEqual(await review.reply(root, 'dismiss'), { status: 'ignored' });
      assert.match(JSON.stringify(await review.command('@reviewgraph make tea')), /"action":"help"/);
    } finally {
      await review.close();
    }
  });

  it('sends no code to a model where the repository says so', async () => {
    const files = { '.reviewgraph.yml': 'conversation: true\nmode: facts\n' };
    const review = await startReviewService({ settings: { repositoryConfigAllows: ['conversation'] }, files });
    try {
      await review.command('@reviewgraph what does it do?');
      assert.equal(await review.answer(), 'answered');
      assert.match(review.written().comments.at(-1)?.body ?? '', /no code is sent to a model/);
      assert.equal(review.model.requests.length, 0);
    } finally {
      await review.close();
    }
  });

  it('asks no model beyond the tokens of a day', async () => {
    const files = { '.reviewgraph.yml': 'conversation: true\n' };
    const settings = { repositoryConfigAllows: ['conversation'], tokensPerDay: 5 };
    const reply = () => ({ content: JSON.stringify({ answer: 'Because.' }) });
    const review = await startReviewService({ settings, files, reply });
    try {
      await review.command('@reviewgraph why?');
      assert.equal(await review.answer(), 'answered');
      assert.match(review.written().comments.at(-1)?.body ?? '', /Because\./);
      await review.command('@reviewgraph and why else?');
      assert.equal(await review.answer(), 'answered');
      assert.match(
        review.written().comments.at(-1)?.body ?? '',
        /no more questions today: this repository has used its 5/,
      );
      assert.equal(review.model.requests.length, 1);
    } finally {
      await review.close();
    }
  });
});
