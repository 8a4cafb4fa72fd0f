/** Answers on a bad day, on each platform: workers that die, tasks that come twice or late, requests that fail. Each is said once. */
import assert from 'node:assert/strict';
import type { ChatBody, StandInReply } from '../../../local/demo/llm-stand-in.ts';
import type { Fault } from '../../../local/scm-host/faults.ts';
import type { ScmKind } from '../../../src/ports.ts';
import { mortalPorts } from '../../support/mortal-ports.ts';
import { modelReply, startReviewService, type ReviewService } from '../../support/review-service.ts';
import { tries } from '../../support/tries.ts';

function reply(body: ChatBody): StandInReply {
  const isQuestion = JSON.stringify(body.response_format ?? {}).includes('"answer"');
  return isQuestion ? { content: JSON.stringify({ answer: 'Because the price alone is added.' }) } : modelReply(body);
}

/** Behind every how manieth effect or request something happens. */
const PLATFORMS: Record<ScmKind, number> = { github: 1, gitea: tries(3, 1), gitlab: tries(3, 1) };

for (const [scmKind, every] of Object.entries(PLATFORMS) as [ScmKind, number][]) {
  describe(`conversation on a bad day, ${scmKind}`, function () {
    this.timeout(300_000);
    let review: ReviewService;
    let asked = 0;

    before(async () => {
      review = await startReviewService({
        reply,
        settings: { scmKind, repositoryConfigAllows: ['conversation'] },
        files: { '.reviewgraph.yml': 'conversation: true\n' },
        installed: scmKind === 'github',
      });
      await review.command('@reviewgraph review');
      assert.equal(await review.deliver(), 'completed');
    });
    after(() => review.close());

    /** Writes a question into the thread of a finding; gives how many answers there are to it, whenever asked. */
    async function question(): Promise<() => number> {
      // Of the quantity, whose thread has room for as many answers as a thread gets.
      if (asked % 12 === 0) {
        await review.openAnother();
        await review.command('@reviewgraph review');
        assert.equal(await review.deliver(), 'completed');
      }
      asked++;
      const root = review.written().reviewComments.find(({ body }) => /quantity is ignored/.test(body));
      assert.match(JSON.stringify(await review.reply(root?.id ?? 0, '@reviewgraph why?')), /"action":"answer"/);
      const id = review.written().reviewComments.at(-1)?.id ?? 0;
      return () =>
        review.written().reviewComments.filter(({ body }) => body.startsWith(`<!-- reviewgraph:reply ${id} `)).length;
    }
    /** As the queue does, with the clock moved on. */
    async function answered(): Promise<void> {
      for (let delivery = 0; delivery < 10; delivery++) {
        const outcome = await review.answer().catch(() => 'thrown');
        if (outcome !== 'thrown') return;
        review.service.advance(100_000);
      }
      assert.fail('The answer has no end');
    }

    it('is said once, whatever step a worker dies behind', async () => {
      let deaths = 0;
      for (let effects = 1; ; effects += every) {
        const answers = await question();
        const worker = mortalPorts(review.service.ports, effects);
        await review.answer(worker.ports).catch(() => 'died');
        if (worker.died()) deaths++;
        review.service.advance(100_000);
        await answered();
        assert.equal(answers(), 1, `after ${effects} effects`);
        if (!worker.died()) break;
      }
      assert.ok(deaths >= 3 / every, `${deaths} deaths`);
    });

    it('is said once by tasks that come twice, at once or one after the other', async () => {
      const answers = await question();
      const before = review.model.requests.length;
      const both = await Promise.allSettled([review.answer(), review.answer()]);
      assert.ok(both.some((each) => each.status === 'fulfilled' && each.value === 'answered'));
      await answered();
      review.service.advance(3_600_000);
      await answered();
      assert.deepEqual([answers(), review.model.requests.length], [1, before + 1]);
    });

    it('is said late, and not at all where its comment is gone', async () => {
      const answers = await question();
      review.service.advance(2 * 24 * 3_600_000);
      await answered();
      assert.equal(answers(), 1);
      const others = await question();
      review.service.host.deleteComment(review.written().reviewComments.at(-1)?.id ?? 0);
      assert.equal(await review.answer(), 'nothing to say');
      assert.equal(others(), 0);
    });

    it('is said once, whichever request to the platform fails once, and however', async () => {
      const bad: Omit<Fault, 'path'>[] = [{ status: 503 }, { truncateAfter: 40, cut: 'reset' }, { status: 429 }];
      for (let skip = 0; ; skip += every * tries(2, 1)) {
        const answers = await question();
        review.service.host.fail({ path: /./, skip, ...bad[(skip / every) % bad.length] });
        await answered();
        assert.equal(answers(), 1, `request ${skip}`);
        if (review.service.host.clearFaults() === 1) break;
      }
    });
  });
}
