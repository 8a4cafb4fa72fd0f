/** What goes wrong around a run: refused comments, heads that move, limits, gateways that fail, workers that die. */
import assert from 'node:assert/strict';
import { createGiteaScm } from '../../../src/adapters/scm/gitea/gitea.ts';
import { sweepRuns } from '../../../src/jobs/reviews/enqueue-run.ts';
import type { Ports, ScmKind } from '../../../src/ports.ts';
import { mortalPorts } from '../../support/mortal-ports.ts';
import { FAULTY_PRICE, modelReply, startReviewService } from '../../support/review-service.ts';
import type { ReviewService } from '../../support/review-service.ts';
import { tries } from '../../support/tries.ts';
import { pullRequestPath } from '../../support/document-paths.ts';

const walkthroughsOn = (review: ReviewService) =>
  review.written().comments.filter(({ body }) => body.startsWith('<!-- reviewgraph:walkthrough'));
const linesOn = (review: ReviewService) => review.written().reviewComments.map(({ path, line }) => `${path}:${line}`);

/** Behind every how manieth effect of a worker it dies. */
const DEATHS: Record<ScmKind, number> = { github: tries(2, 1), gitea: tries(6, 1), gitlab: tries(6, 1) };

for (const [scmKind, every] of Object.entries(DEATHS) as [ScmKind, number][]) {
  describe(`review run: workers that die, ${scmKind}`, function () {
    this.timeout(600_000);
    let review: ReviewService;
    before(async () => {
      review = await startReviewService({ settings: { scmKind }, installed: scmKind === 'github' });
    });
    after(() => review.close());

    it('leave one walkthrough and no comment twice, whatever step they die behind', async () => {
      let deaths = 0;
      for (let effects = 1; ; effects += every) {
        await review.openAnother();
        await review.command('@reviewgraph review');
        const worker = mortalPorts(review.service.ports, effects);
        const outcome = await review.deliver(worker.ports).catch(() => 'died');
        const complete = !worker.died();
        if (complete) assert.equal(outcome, 'completed', String((await review.run(1)).error_message));
        else {
          deaths++;
          review.service.advance(100_000);
          // Its last effect may have been the end itself.
          const again = await review.deliver();
          assert.ok(again === 'completed' || again === 'nothing to do', `${again} after ${effects} effects`);
        }
        const at = `after ${effects} effects`;
        assert.equal((await review.run(1)).status, 'completed', at);
        assert.equal(walkthroughsOn(review).length, 1, at);
        assert.deepEqual(linesOn(review).sort(), ['shop/price.py:1', 'shop/price.py:7'], at);
        assert.equal((await review.issues()).length, 3, at);
        assert.equal(review.written().comments[0]?.reactions.length, 1, at);
        const pull = await review.pull();
        assert.deepEqual([pull.active_run, pull.open_issue_count], [null, 3], at);
        if (complete) break;
      }
      assert.ok(deaths >= 8 / every, `${deaths} deaths`);
      const events = await review.events();
      assert.equal(new Set(events.filter((event) => event.startsWith('finding.posted'))).size, 3);
      assert.equal(events.filter((event) => event.startsWith('finding.posted')).length, 3 * (deaths + 1));
      assert.equal(events.filter((event) => event === 'run.completed').length, deaths + 1);
    });
  });
}

describe('review run: faults', function () {
  this.timeout(600_000);
  let review: ReviewService;
  beforeEach(async () => {
    review = await startReviewService();
  });
  afterEach(() => review.close());

  const walkthroughs = () => walkthroughsOn(review);
  const lines = () => linesOn(review);

  const mortal = (effects: number) => mortalPorts(review.service.ports, effects);

  it('loses no comment to one that the platform refuses', async () => {
    await review.command('@reviewgraph review');
    const { ports } = review.service;
    const picky: Ports['scm'] = {
      ...ports.scm,
      createReview: (token, owner, name, number, asked) => {
        const comments = asked.comments.map((each) =>
          each.line === 1 ? { ...each, line: 5000, startLine: 5000 } : each,
        );
        return ports.scm.createReview(token, owner, name, number, { ...asked, comments });
      },
    };
    assert.equal(await review.deliver({ ...ports, scm: picky }), 'completed');
    assert.deepEqual(lines(), ['shop/price.py:7']);
    assert.match(walkthroughs()[0]?.body ?? '', /F401[\s\S]*the platform does not take a comment/);
    assert.equal((await review.issues()).length, 3);
  });

  it('follows a head that moves while it runs, and says so', async () => {
    await review.close();
    review = await startReviewService({
      reply: (body) => {
        if (review.source.git('rev-list', '--count', 'change') === '2') {
          review.source.git('checkout', '-q', 'change');
          review.source.commit({ 'shop/price.py': `# moved\n${FAULTY_PRICE}` });
          review.source.git('checkout', '-q', 'main');
        }
        return modelReply(body);
      },
    });
    await review.command('@reviewgraph review');
    assert.equal(await review.deliver(), 'completed');
    assert.deepEqual(lines().sort(), ['shop/price.py:2', 'shop/price.py:8']);
    assert.match(walkthroughs()[0]?.body ?? '', /The head moved from/);
    assert.equal((await review.run(1)).head_sha, review.source.git('rev-parse', 'change'));
    const answers = review.model.requests.filter(({ body }) => body.messages.some(({ role }) => role === 'tool'));
    assert.equal(answers.length, 1);
  });

  it('reviews everything, and says so, when the platform has cleaned up what was reviewed last', async () => {
    await review.command('@reviewgraph review');
    assert.equal(await review.deliver(), 'completed');
    const path = pullRequestPath(review.repoKey, review.number);
    await review.service.ports.store.update(path, { last_reviewed_head: 'f'.repeat(40) });
    review.source.git('checkout', '-q', 'change');
    review.source.commit({ 'shop/newer.py': 'import sys\n' });
    review.source.git('checkout', '-q', 'main');
    await review.command('@reviewgraph review');
    assert.equal(await review.deliver(), 'completed', String((await review.run(2)).error_message));
    assert.match(walkthroughs()[0]?.body ?? '', /The commits of the last review are gone[\s\S]*2 of 2 changed files/);
    assert.deepEqual(lines().sort(), ['shop/newer.py:1', 'shop/price.py:1', 'shop/price.py:7']);
    assert.equal((await review.pull()).last_reviewed_head, review.source.git('rev-parse', 'change'));
  });

  it('starts posting anew when a force-push takes its commit away in that moment', async () => {
    await review.command('@reviewgraph review');
    const { ports } = review.service;
    let pushed = false;
    const racing: Ports['scm'] = {
      ...ports.scm,
      createReview: async (...asked) => {
        if (!pushed) {
          pushed = true;
          review.source.git('checkout', '-q', 'change');
          review.source.git('commit', '-q', '--amend', '-m', 'Other words');
          review.source.git('checkout', '-q', 'main');
        }
        return ports.scm.createReview(...asked);
      },
    };
    assert.equal(await review.deliver({ ...ports, scm: racing }), 'put off');
    assert.deepEqual(lines(), []);
    review.service.advance(2_000);
    assert.equal(await review.deliver(), 'completed');
    assert.deepEqual(lines().sort(), ['shop/price.py:1', 'shop/price.py:7']);
    assert.equal((await review.run(1)).head_sha, review.source.git('rev-parse', 'change'));
  });

  it('puts itself off for as long as the platform asks, and asks no model twice', async () => {
    await review.command('@reviewgraph review');
    review.service.host.fail({ path: /\/reviews$/, method: 'POST', status: 403, retryAfter: 40 });
    assert.equal(await review.deliver(), 'put off');
    const tasks = review.service.tasks.tasks.filter(({ url }) => url.endsWith('/reviewPullRequest'));
    assert.equal(tasks.length, 2);
    assert.notEqual(tasks[0]?.name, tasks[1]?.name);
    const asked = review.model.requests.length;
    await assert.rejects(review.deliver(), /waits for its time/);
    review.service.advance(41_000);
    assert.equal(await review.deliver(), 'completed');
    assert.equal(review.model.requests.length, asked);
    assert.equal(lines().length, 2);
  });

  it('says that it is incomplete when the model cannot be asked, and keeps what linters found', async () => {
    await review.close();
    review = await startReviewService({ reply: () => ({ status: 401, message: 'bad key' }) });
    await review.command('@reviewgraph review');
    assert.equal(await review.deliver(), 'completed');
    assert.deepEqual(lines(), ['shop/price.py:1']);
    assert.match(walkthroughs()[0]?.body ?? '', /This review is incomplete/);
    // What was not looked at is looked at by the next one.
    assert.equal((await review.pull()).last_reviewed_head, null);
  });

  it('reviews on a host of the other kind, with the token of who indexed the repository', async () => {
    await review.close();
    review = await startReviewService({ installed: false });
    const { ports, host } = review.service;
    const scm = createGiteaScm({ apiUrl: `${host.url}/api/v1`, gitUrl: host.url });
    for (let run = 1; run <= 2; run++) {
      await review.command('@reviewgraph full review');
      assert.equal(await review.deliver({ ...ports, scm }), 'completed');
      assert.deepEqual(lines().sort(), ['shop/price.py:1', 'shop/price.py:7']);
      assert.equal(walkthroughs().length, 1);
      assert.equal((await review.run(run)).status, 'completed');
    }
    assert.equal((await review.issues()).length, 3);
  });

  it('tells the pull request when it fails for good, and lets the next command run', async () => {
    await review.command('@reviewgraph review');
    await review.service.host.mergePull({ owner: review.owner, name: 'shop', number: review.number, by: review.owner });
    assert.equal(await review.deliver(), 'failed');
    const run = await review.run(1);
    assert.match(run.error_message ?? '', /merged/);
    assert.equal(await review.tell(), 'posted');
    const said = review.written().comments.at(-1)?.body ?? '';
    assert.match(said, /could not be finished:\*\* The pull request is merged: there is nothing to review\.\n\n/);
    assert.equal((await review.pull()).active_run, null);
  });

  it('finds runs without a worker again', async () => {
    await review.command('@reviewgraph review');
    const { ports, tasks } = review.service;
    const count = () => tasks.tasks.filter(({ url }) => url.endsWith('/reviewPullRequest')).length;
    assert.deepEqual(await sweepRuns(ports), { enqueued: 0, failed: 0, forgotten: 0 });
    review.service.advance(11 * 60_000);
    assert.equal((await sweepRuns(ports)).enqueued, 1);
    assert.equal(count(), 2);
    const worker = mortal(3);
    await review.deliver(worker.ports).catch(() => 'died');
    const ignored = (await review.command('@reviewgraph review')) as { status: string };
    assert.equal(ignored.status, 'ignored');
    review.service.advance(100_000);
    assert.equal((await sweepRuns(ports)).enqueued, 1);
    assert.equal(await review.deliver(), 'completed');
    assert.deepEqual(await sweepRuns(ports), { enqueued: 0, failed: 0, forgotten: 0 });
  });

  it('lets the next command end a run whose worker died', async () => {
    await review.command('@reviewgraph review');
    await review.deliver(mortal(3).ports).catch(() => 'died');
    review.service.advance(100_000);
    const answer = (await review.command('@reviewgraph review')) as { status: string };
    assert.equal(answer.status, 'processing');
    assert.equal((await review.run(1)).status, 'failed');
    assert.equal(await review.deliver(), 'completed');
    assert.equal((await review.run(2)).status, 'completed');
    assert.equal(walkthroughs().length, 1);
  });
});
