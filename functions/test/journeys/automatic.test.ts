/**
 * A pull request that nobody commands a review of, from its opening to its merge, on each platform with events as it sends and
 * signs them: opened, pushed to while it is looked at, reviewed at its newest head, mended, merged, and told of late.
 */
import assert from 'node:assert/strict';
import { closeCheck } from '../../src/jobs/reviews/checks/close-check.ts';
import { runIngestTask } from '../../src/jobs/ingest/tasks.ts';
import { runTask } from '../../src/jobs/work/payloads.ts';
import { startAutomaticReview, type AutomaticReview } from '../support/automatic-review.ts';
import { modelReply, PRICE } from '../support/review-service.ts';

/** What is said of a commit while a review works, when it is superseded, when it finds something grave, and when nothing is left. */
const WORDS = {
  github: ['in_progress', 'cancelled', 'failure', 'success'],
  gitea: ['pending', 'warning', 'failure', 'success'],
  gitlab: ['running', 'canceled', 'failed', 'success'],
} as const;

for (const [scmKind, words] of Object.entries(WORDS) as [keyof typeof WORDS, (typeof WORDS)[keyof typeof WORDS]][]) {
  describe(`journey: a review without a command, ${scmKind}`, function () {
    this.timeout(300_000);
    let auto: AutomaticReview;
    /** What happens while the model thinks. */
    let meanwhile: (() => void) | undefined;

    before(async () => {
      auto = await startAutomaticReview({
        automatic: { reviews: 'off' },
        settings: { scmKind, repositoryConfigAllows: ['pushed'] },
        reply: (body) => {
          meanwhile?.();
          meanwhile = undefined;
          return modelReply(body);
        },
      });
      auto.review.source.commit({ '.reviewgraph.yml': 'auto: pushed\ncheck: high\n' });
    });
    after(() => auto.close());

    const written = () => auto.review.written();
    const walkthroughs = () => written().comments.filter(({ body }) => body.includes('reviewgraph:walkthrough')).length;
    const saidOf = (sha: string): string | undefined => {
      const { checkRuns, statuses } = auto.review.service.host.checks(auto.review.owner, 'shop', sha);
      return checkRuns.at(-1)?.conclusion ?? checkRuns.at(-1)?.status ?? statuses.at(-1)?.state;
    };

    it('is superseded by a push, and says nothing', async () => {
      const { review } = auto;
      const first = review.source.git('rev-parse', 'change');
      assert.equal((await auto.tell('opened'))['action'], 'review');
      assert.equal(await auto.consider(), 'started');
      meanwhile = () => {
        assert.equal(saidOf(first), words[0]);
        auto.push({ 'shop/extra.py': 'import sys\n\nEXTRA = 1\n' });
      };
      assert.equal(await review.deliver(), 'superseded');
      assert.deepEqual(written(), { comments: [], reviewComments: [] });
      await closeCheck(review.service.ports, runTask.parse(auto.tasks('check').at(-1)));
      assert.equal(saidOf(first), words[1]);
    });

    it('reviews the newest head once, with what was found before', async () => {
      const { review } = auto;
      assert.equal((await auto.tell('synchronize'))['action'], 'review');
      assert.equal(await auto.consider(), 'started');
      assert.equal(await review.deliver(), 'completed');
      const head = review.source.git('rev-parse', 'change');
      assert.deepEqual(
        written()
          .reviewComments.map(({ path, line }) => `${path}:${line}`)
          .sort(),
        ['shop/extra.py:1', 'shop/price.py:1', 'shop/price.py:7'],
      );
      assert.equal(walkthroughs(), 1);
      assert.equal(saidOf(head), words[2]);
      // The event of a push that was reviewed with it comes late.
      await auto.tell('synchronize');
      assert.equal(await auto.consider(), 'left alone');
    });

    it('sees a fix as a fix', async () => {
      const { review } = auto;
      const head = auto.push({ 'shop/price.py': PRICE.replace('total = 0', 'total = 0.0'), 'shop/extra.py': null });
      await auto.tell('synchronize');
      assert.equal(await auto.consider(), 'started');
      assert.equal(await review.deliver(), 'completed');
      const open = (await review.issues()).filter(({ status }) => status === 'open');
      assert.deepEqual(
        open.map(({ path }) => path),
        // Its lines are as they were.
        ['shop/cart.py'],
      );
      assert.equal(saidOf(head), words[2]);
      assert.equal(walkthroughs(), 1);
    });

    it('follows the merge, and starts nothing for what comes after it', async () => {
      const { review } = auto;
      const { host, ports, tasks } = review.service;
      const late = review.source.git('rev-parse', 'change');
      await host.mergePull({ owner: review.owner, name: 'shop', number: review.number, by: review.owner });
      const merged = await auto.tell('closed');
      assert.equal(merged['action'], 'graph_update');
      const job = tasks.tasks.findLast(({ url }) => url.endsWith('/updateGraph'));
      const plain = { ...ports, settings: { ...ports.settings, gatewayConfigured: false } };
      assert.equal(await runIngestTask(plain, job?.payload), 'completed');
      const pull = await review.pull();
      assert.deepEqual([pull.state, pull.open_issue_count, pull.last_reviewed_head], ['merged', 0, late]);
      const runs = pull.review_run_count;
      for (const action of ['synchronize', 'reopened', 'opened'] as const) await auto.tell(action);
      assert.equal(await auto.pending(), undefined);
      assert.equal((await review.pull()).review_run_count, runs);
    });
  });
}
