/** Runs that come to nothing: the pull request is told once why, and what to do next, whoever ended them and died. */
import assert from 'node:assert/strict';
import { sweepRuns } from '../../../src/jobs/reviews/enqueue-run.ts';
import { reviewRuns } from '../../../src/documents/reviews.ts';
import { MAX_ATTEMPTS } from '../../../src/jobs/reviews/run-table.ts';
import { failureText, sweepUntold } from '../../../src/jobs/reviews/tell-failure.ts';
import { ERRORS } from '../../../src/model/errors.ts';
import { mortalPorts } from '../../support/mortal-ports.ts';
import { startReviewService } from '../../support/review-service.ts';
import type { ReviewService } from '../../support/review-service.ts';
import { runPath } from '../../support/document-paths.ts';

describe('tell-failure', function () {
  this.timeout(600_000);
  let review: ReviewService;
  before(async () => {
    review = await startReviewService();
  });
  after(() => review.close());

  /** A run whose last worker died, and that had as many as there may be. */
  async function usedUp(): Promise<void> {
    await review.openAnother();
    await review.command('@reviewgraph review');
    const past = '2026-01-01T00:00:00.000Z';
    const worn = { status: 'running', attempts: MAX_ATTEMPTS, lease_holder: 'gone', lease_expires_at: past };
    await review.service.ports.store.update(runPath(review.repoKey, review.number, 1), worn);
  }

  const told = () => review.written().comments.filter(({ body }) => body.includes('could not be finished'));
  const untold = async () =>
    (
      await review.service.ports.store.query({
        collection: 'untold_runs',
        where: [['repo_key', '==', review.repoKey]],
      })
    ).length;

  it('says once what the sweeper or the last worker gave up, and why', async () => {
    for (const giveUp of [
      async () => assert.equal((await sweepRuns(review.service.ports)).failed, 1),
      async () => assert.equal(await review.deliver(), 'failed'),
    ]) {
      await usedUp();
      await giveUp();
      assert.equal((await review.run(1)).status, 'failed');
      assert.equal(told().length, 0);
      assert.equal(await review.tell(), 'posted');
      assert.equal(await review.tell(), 'posted');
      const [said, ...more] = told();
      assert.deepEqual(more, []);
      assert.match(said?.body ?? '', /run 1 could not be finished:\*\* Given up after 8 attempts[^.]*\.\n\n/);
      assert.match(said?.body ?? '', /write `@reviewgraph review` again/);
      assert.equal(await untold(), 0);
      // The next command is heard.
      const answer = (await review.command('@reviewgraph review')) as { status: string };
      assert.equal(answer.status, 'processing');
      assert.equal(await review.deliver(), 'completed');
    }
  });

  it('says it once, whatever step whoever ends the run or tells of it dies behind', async () => {
    let deaths = 0;
    for (let effects = 1; ; effects++) {
      await usedUp();
      const dying = mortalPorts(review.service.ports, effects);
      const tasks = review.service.tasks.tasks.length;
      await sweepRuns(dying.ports).catch(() => 'died');
      if (review.service.tasks.tasks.length > tasks) await review.tell(dying.ports).catch(() => 'died');
      const complete = !dying.died();
      if (!complete) {
        deaths++;
        await sweepRuns(review.service.ports);
        review.service.advance(21 * 60_000);
        // Every task that there is, the one of the dead once more among them.
        if ((await sweepUntold(review.service.ports)) > 0) await review.tell();
        await review.tell();
      }
      assert.equal((await review.run(1)).status, 'failed', `${effects}`);
      assert.equal(told().length, 1, `after ${effects} effects`);
      assert.equal(await untold(), 0, `after ${effects} effects`);
      assert.equal(await sweepUntold(review.service.ports), 0);
      if (complete) break;
    }
    assert.ok(deaths >= 4, `${deaths} deaths`);
  });

  it('comes again while the platform is away, and gives up after a day', async () => {
    await usedUp();
    await sweepRuns(review.service.ports);
    review.service.host.fail({ path: /\/comments$/, method: 'POST', status: 502 });
    await assert.rejects(review.tell(), { code: 'platform_unavailable' });
    assert.equal(await untold(), 1);
    assert.equal(await review.tell(), 'posted');
    await usedUp();
    await sweepRuns(review.service.ports);
    review.service.advance(25 * 3_600_000);
    assert.equal(await sweepUntold(review.service.ports), 0);
    assert.equal(await untold(), 0);
  });

  it('has something to do next for every failure', async () => {
    const run = reviewRuns.schema.parse(await review.run(1));
    const settings = { scmAppHandle: 'bot' };
    for (const code of [...Object.keys(ERRORS), null]) {
      const failed = { ...run, failure_code: code, error_message: 'It broke.', mode: 'deep', command: 'full_review' };
      const text = failureText({ ...failed, mode: 'deep', command: 'full_review' }, settings);
      assert.match(text, /^\*\*Review run 1 could not be finished:\*\* It broke\.\n\n.*`@bot full review deep` again/);
    }
  });
});
