/** Pushes that come while an automatic run works: it says nothing, and what it has learnt is not looked for again. */
import assert from 'node:assert/strict';
import { openChecks } from '../../../../src/documents/automatic.ts';
import { runReplyTask, runReviewTask } from '../../../../src/jobs/reviews/tasks.ts';
import { closeCheck } from '../../../../src/jobs/reviews/checks/close-check.ts';
import { refusedByPlatform } from '../../../../src/jobs/reviews/checks/note-refused.ts';
import { sweepReviews } from '../../../../src/jobs/reviews/automatic/sweep-reviews.ts';
import { lastDeliveries } from '../../../../src/jobs/work/delivery-notes.ts';
import { runTask } from '../../../../src/jobs/work/payloads.ts';
import { startAutomaticReview, type AutomaticReview } from '../../../support/automatic-review.ts';
import { modelReply } from '../../../support/review-service.ts';

describe('jobs/reviews/automatic/superseded', function () {
  this.timeout(240_000);
  let auto: AutomaticReview;
  /** What happens while the model thinks. */
  let meanwhile: (() => void) | undefined;

  before(async () => {
    auto = await startAutomaticReview({
      reply: (body) => {
        meanwhile?.();
        meanwhile = undefined;
        return modelReply(body);
      },
    });
    auto.review.source.commit({ '.reviewgraph.yml': 'check: high\ncode_scanning: true\n' });
  });
  after(() => auto.close());

  const asked = (): string =>
    auto.review.model.requests.flatMap(({ body }) => body.messages.map(({ content }) => content ?? '')).join('\n');
  const checksAt = (sha: string) => auto.review.service.host.checks(auto.review.owner, 'shop', sha).checkRuns;
  const wrong = async () => {
    const { service, repoKey } = auto.review;
    return (await refusedByPlatform(service.ports, repoKey)).map(({ kind }) => kind);
  };
  const shown = (sha: string) => checksAt(sha).map(({ status, conclusion }) => [status, conclusion]);

  it('posts nothing for a head that is outdated, and goes on from what it has found', async () => {
    const { review } = auto;
    const before = review.source.git('rev-parse', 'change');
    await auto.tell('opened');
    assert.equal(await auto.consider(), 'started');
    let head = '';
    meanwhile = () => (head = auto.push({ 'shop/extra.py': 'import sys\n\nEXTRA = 1\n' }));
    assert.equal(await review.deliver(), 'superseded');
    assert.deepEqual(review.written(), { comments: [], reviewComments: [] });
    assert.deepEqual(await review.issues(), []);
    const run = await review.run(1);
    assert.deepEqual([run.status, run.superseded], ['failed', true]);
    assert.match(run.error_message ?? '', /^Superseded: the pull request was pushed to, its head is /);
    assert.equal((await review.pull()).carried_run, 1);
    // Nobody is told, and the check of the old head is closed by the task that the end of the run has made.
    assert.deepEqual(auto.tasks('failed'), []);
    assert.deepEqual(shown(before), [['in_progress', null]]);
    await closeCheck(review.service.ports, runTask.parse(auto.tasks('check').at(-1)));
    assert.deepEqual(shown(before), [['completed', 'cancelled']]);

    review.model.requests.length = 0;
    assert.equal(await auto.consider(), 'started');
    assert.equal(await review.deliver(), 'completed');
    // Only what came with the push was shown to the model; what was found before stands on its lines.
    assert.match(asked(), /EXTRA = 1/);
    assert.doesNotMatch(asked(), /^\+ {8}total \+= item\.price$/m);
    const { reviewComments, comments } = review.written();
    assert.deepEqual(reviewComments.map(({ path, line }) => [path, line]).sort(), [
      ['shop/extra.py', 1],
      ['shop/price.py', 1],
      ['shop/price.py', 7],
    ]);
    assert.ok(reviewComments.every(({ commitSha }) => commitSha === head));
    assert.equal(comments.length, 1);
    const pull = await review.pull();
    assert.deepEqual([pull.last_reviewed_head, pull.carried_run], [head, null]);
  });

  it('shows on the head how it stands, and gives its findings to code scanning', async () => {
    const { review } = auto;
    const { head_sha: head } = await review.run(2);
    const [check, ...others] = checksAt(head);
    assert.deepEqual([check?.status, check?.conclusion, others], ['completed', 'failure', []]);
    assert.match(check?.title ?? '', /^4 open findings: .*2 high/);
    assert.match(check?.summary ?? '', /fails from severity `high` on/);
    assert.deepEqual(check?.annotations.map(({ path, start_line: line }) => `${path}:${line}`).sort(), [
      'shop/cart.py:12',
      'shop/extra.py:1',
      'shop/price.py:1',
      'shop/price.py:7',
    ]);
    assert.deepEqual(await openChecks.query(review.service.ports.store, {}, {}), []);
    const uploads = review.service.host.sarifs(review.owner, 'shop');
    assert.deepEqual(
      uploads.map(({ ref, sha, sarif }) => [ref, sha, sarif.runs[0]?.results.length]),
      [[`refs/pull/${review.number}/head`, head, 4]],
    );
    assert.match(uploads[0]?.sarif.runs[0]?.automationDetails?.id ?? '', /^reviewgraph\/pull-1\//);
  });

  it('says nothing of what was closed while it was looked at', async () => {
    const { review } = auto;
    const { host, ports } = review.service;
    await review.openAnother();
    await auto.tell('opened');
    assert.equal(await auto.consider(), 'started');
    meanwhile = () => void host.setPullState(review.owner, 'shop', review.number, 'closed');
    assert.equal(await review.deliver(), 'superseded');
    assert.deepEqual(review.written(), { comments: [], reviewComments: [] });
    assert.equal(await auto.pending(), undefined);
    assert.equal((await review.pull()).auto_head, null);
    // Its check is closed by the sweeper, when the task of the run's end is lost.
    const head = review.source.git('rev-parse', 'change');
    const made = auto.tasks('check').length;
    review.service.advance(60_000);
    assert.equal((await sweepReviews(ports)).checks, 1);
    assert.equal(auto.tasks('check').length, made + 1);
    await closeCheck(ports, runTask.parse(auto.tasks('check').at(-1)));
    assert.equal(checksAt(head).at(-1)?.conclusion, 'cancelled');
    assert.equal((await sweepReviews(ports)).checks, 0);
  });

  it('says in the walkthrough what the platform does not take, and reviews all the same', async () => {
    const { review } = auto;
    await review.openAnother();
    review.service.host.fail({ path: /\/(?:check-runs|statuses\/\w+)$/, method: 'POST', status: 403, times: 10 });
    review.service.host.fail({ path: /\/sarifs$/, status: 403, times: 10 });
    const uploads = review.service.host.sarifs(review.owner, 'shop').length;
    await review.command('@reviewgraph review');
    assert.equal(await review.deliver(), 'completed');
    review.service.host.clearFaults();
    const walkthrough = review.written().comments.find(({ body }) => body.includes('reviewgraph:walkthrough'))?.body;
    assert.match(walkthrough ?? '', /no check could be set on the head commit\. .*neither a check nor a commit status/);
    assert.equal(review.service.host.sarifs(review.owner, 'shop').length, uploads);
    const notes = await lastDeliveries(review.service.ports, review.repoKey, 2);
    assert.deepEqual(
      notes.map(({ event, status }) => [event, status]),
      [
        ['code scanning', 'failed'],
        ['check', 'failed'],
      ],
    );
    assert.deepEqual(auto.tasks('upload'), [], 'asking again does not help');
    assert.deepEqual(await wrong(), ['check', 'code scanning']);
  });

  it('sets a commit status where the app may set no check', async () => {
    const { review } = auto;
    const { host } = review.service;
    await review.openAnother();
    host.fail({ path: /\/check-runs$/, status: 403, times: 10 });
    await review.command('@reviewgraph review');
    assert.equal(await review.deliver(), 'completed');
    host.clearFaults();
    const { head_sha: head } = await review.run(1);
    const said = host.checks(review.owner, 'shop', head);
    assert.deepEqual(
      said.statuses.map(({ state }) => state),
      ['pending', 'failure'],
    );
    assert.doesNotMatch(review.written().comments[0]?.body ?? '', /no check could be set/);
    assert.deepEqual(await wrong(), [], 'a status and an upload that were taken mend what was wrong');
  });

  describe('an upload that fails', () => {
    const uploads = () => auto.review.service.host.sarifs(auto.review.owner, 'shop').length;
    const again = () => runReplyTask(auto.review.service.ports, auto.tasks('upload').at(-1));
    const attempts = () => auto.tasks('upload').map(({ attempt }) => attempt);
    const failing = (times: number) => {
      auto.review.service.host.fail({ path: /\/sarifs$/, status: 502, times });
    };
    const reviewed = async () => {
      await auto.review.openAnother();
      await auto.review.command('@reviewgraph review');
      assert.equal(await auto.review.deliver(), 'completed');
    };

    it('is tried again by the queue', async () => {
      const before = uploads();
      failing(2);
      await reviewed();
      assert.deepEqual([attempts(), uploads()], [[2], before]);
      assert.equal(await again(), 'cannot');
      assert.equal(await again(), 'posted');
      assert.deepEqual([attempts(), uploads()], [[2, 3], before + 1]);
    });

    it('is given up after five attempts, and named', async () => {
      const { review } = auto;
      const from = attempts().length;
      failing(5);
      await reviewed();
      for (let attempt = 2; attempt <= 5; attempt++) assert.equal(await again(), 'cannot');
      assert.deepEqual(attempts().slice(from), [2, 3, 4, 5]);
      assert.equal(review.service.host.clearFaults(), 0);
      const [note] = await lastDeliveries(review.service.ports, review.repoKey, 1);
      assert.deepEqual([note?.event, note?.status], ['code scanning', 'failed']);
    });

    it('is left to the later review, where there is one', async () => {
      failing(1);
      await reviewed();
      await auto.review.command('@reviewgraph full review');
      const before = uploads();
      assert.equal(await again(), 'cannot');
      assert.equal(uploads(), before);
      assert.equal(await auto.review.deliver(), 'completed');
      assert.equal(uploads(), before + 1);
    });
  });

  it('uploads nothing of a run that is not whole, and shows it as no success', async () => {
    const { review } = auto;
    const { host } = review.service;
    await review.openAnother();
    const uploads = host.sarifs(review.owner, 'shop').length;
    const closed = { ...review.service.ports.settings, gatewayConfigured: false };
    await review.command('@reviewgraph review');
    assert.equal(await review.deliver({ ...review.service.ports, settings: closed }), 'completed');
    assert.ok((await review.run(1)).incomplete.length > 0);
    assert.equal(host.sarifs(review.owner, 'shop').length, uploads);
    const { head_sha: head } = await review.run(1);
    assert.deepEqual(shown(head).at(-1), ['completed', 'action_required']);
  });

  it('stops at once for `ignore`, rests for `pause`, and goes on for `resume`', async () => {
    const { review } = auto;
    const { ports } = review.service;
    await review.openAnother();
    await auto.tell('opened');
    assert.equal(await auto.consider(), 'started');
    const pr = `${review.owner}/shop#${review.number}`;
    assert.deepEqual(await review.command('@reviewgraph ignore'), { status: 'processing', pr, action: 'ignore' });
    const task = review.service.tasks.tasks.findLast(({ url }) => url.endsWith('/reviewPullRequest'));
    assert.equal(await runReviewTask(ports, task?.payload), 'nothing to do');
    assert.equal(await review.tell(), 'posted');
    const [comment] = review.written().comments;
    assert.deepEqual(
      comment?.reactions.map(({ content }) => content),
      ['+1'],
    );
    assert.deepEqual(await auto.tell('synchronize'), {
      status: 'ignored',
      reason: 'Automatic reviews of this pull request were told to rest',
    });
    // A stranger changes nothing.
    review.service.host.addUser({ login: 'eve' });
    assert.match(JSON.stringify(await review.command('@reviewgraph resume', 'eve')), /decided by OWNER/);
    assert.equal((await review.pull()).auto_state, 'ignored');
    await review.command('@reviewgraph resume');
    assert.equal(await review.tell(), 'posted');
    assert.equal(await auto.consider(), 'started');
    await review.command('@reviewgraph pause');
    assert.equal(
      await runReviewTask(
        ports,
        review.service.tasks.tasks.findLast(({ url }) => url.endsWith('/reviewPullRequest'))?.payload,
      ),
      'completed',
    );
    assert.equal((await auto.tell('synchronize'))['status'], 'ignored');
  });
});
