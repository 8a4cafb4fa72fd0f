/** Whatever request to the platform fails, and however: the run ends, nothing is posted twice, one message says what was. */
import assert from 'node:assert/strict';
import type { Fault } from '../../../local/scm-host/faults.ts';
import type { ScmKind } from '../../../src/ports.ts';
import { startReviewService } from '../../support/review-service.ts';
import type { ReviewService } from '../../support/review-service.ts';
import { tries } from '../../support/tries.ts';

/** What each platform calls the requests of a review, and every how manieth request of a run is made to fail. */
const PLATFORMS: Record<ScmKind, { pull: RegExp; writes: RegExp[]; review: RegExp; every: number }> = {
  github: {
    pull: /\/pulls\/\d+$/,
    writes: [/\/pulls\/\d+\/reviews$/, /\/issues\/\d+\/comments$/, /\/reactions$/],
    review: /\/reviews$/,
    every: tries(4, 1),
  },
  gitea: {
    pull: /\/pulls\/\d+$/,
    writes: [/\/pulls\/\d+\/reviews$/, /\/issues\/\d+\/comments$/, /\/reactions$/],
    review: /\/reviews$/,
    every: tries(13, 1),
  },
  gitlab: {
    pull: /\/merge_requests\/\d+$/,
    writes: [/\/merge_requests\/\d+\/discussions$/, /\/merge_requests\/\d+\/notes$/, /\/award_emoji$/],
    review: /\/discussions$/,
    every: tries(13, 1),
  },
};

for (const [scmKind, platform] of Object.entries(PLATFORMS) as [ScmKind, (typeof PLATFORMS)[ScmKind]][]) {
  describe(`review run: a platform on a bad day, ${scmKind}`, function () {
    this.timeout(600_000);
    aBadDay(scmKind, platform);
  });
}

function aBadDay(scmKind: ScmKind, platform: (typeof PLATFORMS)[ScmKind]): void {
  let review: ReviewService;
  before(async () => {
    review = await startReviewService({ settings: { scmKind }, installed: scmKind === 'github' });
  });
  after(() => review.close());
  afterEach(() => review.service.host.clearFaults());

  const walkthroughs = () =>
    review.written().comments.filter(({ body }) => body.startsWith('<!-- reviewgraph:walkthrough'));

  const lines = () =>
    review
      .written()
      .reviewComments.map(({ path, line }) => `${path}:${line}`)
      .sort();
  const BOTH = ['shop/price.py:1', 'shop/price.py:7'];

  /** Delivers as the queue does, with the clock moved on, until nothing is left to do; gives the tries. */
  async function deliverUntilEnd(): Promise<number> {
    for (let delivery = 1; delivery <= 10; delivery++) {
      const outcome = await review.deliver().catch(() => 'thrown');
      if (outcome === 'completed' || outcome === 'failed') return delivery;
      review.service.advance(120_000);
    }
    return assert.fail('The run has no end');
  }

  async function command(): Promise<void> {
    await review.openAnother();
    await review.command('@reviewgraph review');
  }

  async function assertWhole(at: string): Promise<void> {
    const run = await review.run(1);
    assert.equal(run.status, 'completed', `${at}: ${String(run.error_message)}`);
    assert.equal(walkthroughs().length, 1, at);
    assert.deepEqual(lines(), BOTH, at);
    // The command and the walkthrough; on GitLab a review's own text is a comment too, said once or not at all.
    const others = review.written().comments.length - 2;
    assert.ok(others === 0 || (scmKind === 'gitlab' && others === 1), `${at}: ${others} comments more`);
    assert.equal((await review.issues()).length, 3, at);
  }

  const BAD_DAYS: Omit<Fault, 'path'>[] = [
    { status: 503 },
    { status: 403, retryAfter: 30 },
    { truncateAfter: 40, cut: 'reset' },
    { status: 401, message: 'Bad credentials' },
    { truncateAfter: 40, cut: 'clean' },
    { status: 429, rateLimitReset: Math.floor(Date.now() / 1000) + 100 },
  ];

  it('ends as if nothing had happened, whichever request fails once', async () => {
    let disturbed = 0;
    for (let skip = 0; ; skip += platform.every) {
      await command();
      const fault = { path: /./, skip, ...BAD_DAYS[(skip / platform.every) % BAD_DAYS.length] };
      review.service.host.fail(fault);
      if ((await deliverUntilEnd()) > 1) disturbed++;
      await assertWhole(`request ${skip} meets ${JSON.stringify(fault)}`);
      if (review.service.host.clearFaults() === 1) break;
    }
    assert.ok(disturbed >= 15 / platform.every, `${disturbed} runs needed another worker`);
  });

  it('posts nothing twice when the platform has done it and its answer is lost', async () => {
    for (const path of platform.writes) {
      for (const cut of ['clean', 'reset'] as const) {
        await command();
        review.service.host.fail({ path, method: 'POST', truncateAfter: 10, cut });
        await deliverUntilEnd();
        assert.equal(review.service.host.clearFaults(), 0);
        await assertWhole(`${String(path)} ${cut}`);
      }
    }
  });

  it('fails with one message where the platform lets nobody review', async () => {
    await command();
    review.service.host.fail({ path: platform.review, method: 'POST', status: 403, message: 'Not accessible' });
    assert.equal(await deliverUntilEnd(), 1);
    assert.equal((await review.run(1)).status, 'failed');
    for (let time = 0; time < 2; time++) assert.equal(await review.tell(), 'posted');
    const [, message, ...more] = review.written().comments.map(({ body }) => body);
    assert.match(message ?? '', /Review run 1 could not be finished:\*\* The platform does not allow this/);
    assert.deepEqual([more, lines()], [[], []]);
    // The next command says the same, or does what it should.
    await review.command('@reviewgraph review');
    assert.equal(await deliverUntilEnd(), 1);
    assert.equal((await review.run(2)).status, 'completed');
    assert.deepEqual(lines(), BOTH);
  });

  it('gives up in the end when the platform never answers, and says so as soon as it can', async () => {
    await command();
    review.service.host.fail({ path: platform.pull, status: 502, times: 1000 });
    assert.equal(await deliverUntilEnd(), 8);
    const run = await review.run(1);
    assert.deepEqual([run.status, run.error_message], ['failed', 'The platform failed (HTTP 502)']);
    assert.equal(await review.tell(), 'posted');
    const said = review.written().comments.filter(({ body }) => body.includes('Review run 1 could not be finished'));
    assert.equal(said.length, 1);
    assert.match(said[0]?.body ?? '', /Wait until the platform answers again, and write/);
    assert.equal((await review.pull()).active_run, null);
  });

  it('does not try for ever with a token that is refused', async () => {
    await command();
    review.service.host.fail({ path: platform.pull, status: 401, times: 1000 });
    assert.equal(await deliverUntilEnd(), 3);
    assert.match((await review.run(1)).error_message ?? '', /refused the access token/);
  });

  it('reviews a closed pull request whose branch is gone, by its commits', async () => {
    await command();
    const { owner, name, number, service, source } = review;
    const { headRef } = await service.host.pull(owner, name, number);
    await service.host.setPullState(owner, name, number, 'closed');
    source.git('branch', '-D', headRef);
    await deliverUntilEnd();
    await assertWhole('closed');
  });

  it('says why when the repository is gone from the platform', async () => {
    await command();
    review.service.host.fail({ path: /\/(?:repos|projects)\//, status: 404, times: 1000 });
    await deliverUntilEnd();
    const run = await review.run(1);
    assert.equal(run.status, 'failed');
    assert.match(run.error_message ?? '', /not found|refused|does not exist/i);
    assert.equal((await review.pull()).active_run, null);
  });
}
