/**
 * A reply is answered, a finding dismissed and not said again: on each platform, over its own signed webhooks and its own API
 * of the local platform. The services are those of the whole suite; the tasks are delivered here.
 */
import assert from 'node:assert/strict';
import type { ChatBody, StandInReply } from '../../local/demo/llm-stand-in.ts';
import type { ScmKind } from '../../src/ports.ts';
import { modelReply, startReviewService, type ReviewService } from '../support/review-service.ts';

function reply(body: ChatBody): StandInReply {
  const isQuestion = JSON.stringify(body.response_format ?? {}).includes('"answer"');
  return isQuestion ? { content: JSON.stringify({ answer: 'Because the price alone is added.' }) } : modelReply(body);
}

const PLATFORMS: readonly ScmKind[] = ['github', 'gitea', 'gitlab'];

for (const scmKind of PLATFORMS) {
  describe(`journey: conversation on ${scmKind}`, function () {
    this.timeout(240_000);
    let review: ReviewService;

    before(async () => {
      review = await startReviewService({
        reply,
        settings: { scmKind, repositoryConfigAllows: ['conversation'] },
        files: { '.reviewgraph.yml': 'conversation: true\n' },
        installed: scmKind === 'github',
      });
    });
    after(() => review.close());

    async function reviewed(): Promise<void> {
      assert.match(JSON.stringify(await review.command('@reviewgraph review')), /"action":"review"/);
      assert.equal(await review.deliver(), 'completed');
    }
    const threads = () => review.written().reviewComments.filter(({ replyTo }) => replyTo === null);
    const isQuantity = ({ body }: { body: string }) => /quantity is ignored/.test(body);

    it('answers a reply in its thread', async () => {
      await reviewed();
      const root = threads().find(isQuantity);
      assert.ok(root !== undefined);
      // Gitea does not say what an answer answers.
      const mention = scmKind === 'gitea' ? '@reviewgraph ' : '';
      assert.match(JSON.stringify(await review.reply(root.id, `${mention}why?`)), /"action":"answer"/);
      assert.equal(await review.answer(), 'answered');
      const answer = review.written().reviewComments.at(-1);
      assert.deepEqual([answer?.replyTo, /Because the price alone/.test(answer?.body ?? '')], [root.id, true]);
    });

    it('dismisses by a command, resolves the thread, and says it nowhere again', async () => {
      const root = threads().find(isQuantity);
      await review.reply(root?.id ?? 0, '@reviewgraph dismiss wanted so');
      assert.equal(await review.answer(), 'answered');
      assert.match(review.written().reviewComments.at(-1)?.body ?? '', /not said again in this repository/);
      assert.notEqual(threads().find(isQuantity)?.resolvedBy, null);
      const issue = (await review.issues()).find(({ title }) => title === 'The quantity is ignored');
      assert.equal(issue?.status, 'dismissed');

      await review.openAnother();
      await reviewed();
      assert.ok(threads().length > 0);
      assert.ok(!threads().some(isQuantity));
      const walkthrough = review.written().comments.find(({ body }) => body.includes('reviewgraph:walkthrough'));
      assert.match(walkthrough?.body ?? '', /1 finding dropped: muted, since /);
    });
  });
}
