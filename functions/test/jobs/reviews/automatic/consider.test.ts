/** Reviews that nobody commands: what an event leads to, and what it does not, through webhooks, tasks and the strict host. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { runReplyTask, runReviewTask } from '../../../../src/jobs/reviews/tasks.ts';
import { AppError } from '../../../../src/model/errors.ts';
import { lastDeliveries } from '../../../../src/jobs/work/delivery-notes.ts';
import { startAutomaticReview, type AutomaticReview } from '../../../support/automatic-review.ts';

describe('jobs/reviews/automatic/consider', function () {
  this.timeout(240_000);
  let auto: AutomaticReview;
  before(async () => {
    auto = await startAutomaticReview();
  });
  after(() => auto.close());

  const reasons = async (): Promise<(string | null)[]> =>
    (await lastDeliveries(auto.review.service.ports, auto.review.repoKey, 20))
      .filter(({ event }) => event === 'automatic review')
      .map(({ reason }) => reason);
  const walkthroughs = () =>
    auto.review.written().comments.filter(({ body }) => body.includes('reviewgraph:walkthrough')).length;
  const another = async () => {
    await auto.review.openAnother();
    auto.review.model.requests.length = 0;
  };

  it('reviews a pull request once nothing has followed its opening for a while', async () => {
    const { review } = auto;
    const { service } = review;
    const pr = `${review.owner}/shop#${review.number}`;
    const delivery = randomUUID();
    assert.deepEqual(await auto.tell('opened', {}, delivery), { status: 'processing', pr, action: 'review' });
    const first = auto.tasks('pending').at(-1);
    assert.match(service.tasks.tasks.at(-1)?.scheduleTime ?? '', /Z$/);
    // Before its time a task comes again.
    await assert.rejects(
      runReplyTask(service.ports, first),
      (error) => error instanceof AppError && error.code === 'conflict',
    );
    service.advance(30_000);
    await auto.tell('synchronize');
    assert.deepEqual((await auto.pending())?.events, ['opened', 'pushed']);
    service.advance(31_000);
    assert.equal(await runReplyTask(service.ports, first), 'nothing to do');
    // A delivery that comes again puts nothing off, and answers as before.
    assert.deepEqual(await auto.tell('opened', {}, delivery), { status: 'processing', pr, action: 'review' });
    assert.equal(await auto.consider(), 'started');
    assert.equal(await auto.pending(), undefined);
    const run = await review.run(1);
    assert.deepEqual([run.automatic, run.command, run.triggered_by, run.comment_id], [true, 'review', '', 0]);
    assert.equal(await review.deliver(), 'completed');
    assert.equal(walkthroughs(), 1);
    assert.equal(review.written().reviewComments.length, 2);
  });

  it('reviews no head twice, and says nothing where nothing is new', async () => {
    const { comments } = auto.review.written();
    await auto.tell('synchronize');
    assert.equal(await auto.consider(), 'left alone');
    assert.deepEqual(await reasons(), ['Its head was reviewed before']);
    // The same change on a newer base.
    const { source } = auto.review;
    source.commit({ 'shop/other.py': 'OTHER = 1\n' });
    source.git('checkout', '-q', 'change');
    source.git('rebase', '-q', 'main');
    source.git('checkout', '-q', 'main');
    await auto.tell('synchronize');
    assert.equal(await auto.consider(), 'started');
    assert.equal(await auto.review.deliver(), 'completed');
    assert.equal(auto.review.written().comments.length, comments.length);
  });

  it('leaves alone what says so: drafts, labels, titles, other people’s, what is closed', async () => {
    const { host } = auto.review.service;
    const at = [auto.review.owner, auto.review.name] as const;
    await another();
    const left = async (change: Parameters<typeof host.editPull>[3], back: typeof change): Promise<string | null> => {
      await auto.tell('reopened');
      await host.editPull(...at, auto.review.number, change);
      assert.equal((await auto.tell('reopened'))['status'], 'ignored', JSON.stringify(change));
      assert.equal(await auto.consider(), 'left alone', JSON.stringify(change));
      await host.editPull(...at, auto.review.number, back);
      return (await reasons())[0] ?? null;
    };
    assert.equal(await left({ draft: true }, { draft: false }), 'It is a draft');
    assert.equal(await left({ title: 'Fix [Skip Review]' }, { title: 'Fix' }), 'Its title says [skip review]');
    assert.equal(await left({ labels: ['ReviewGraph:Ignore'] }, { labels: [] }), 'It has the label ReviewGraph:Ignore');
    await auto.tell('opened');
    await host.setPullState(...at, auto.review.number, 'closed');
    assert.equal(await auto.consider(), 'left alone');
    assert.equal((await reasons())[0], 'It is closed');
    await host.setPullState(...at, auto.review.number, 'open');
    assert.equal(auto.review.model.requests.length, 0);
    assert.deepEqual(auto.review.written().comments, []);
  });

  it('spends nothing for a stranger, whatever the event said', async () => {
    const { service, owner, name, source, repoKey } = auto.review;
    const { host, ports } = service;
    host.addUser({ login: 'stranger' });
    source.git('branch', 'strange', 'change');
    const { number } = await host.openPull({ owner, name, head: 'strange', by: 'stranger', fork: 'stranger/shop' });
    const payload = await host.payloads.pullRequest(owner, name, number, 'opened');
    const target = { url: `${service.baseUrl}/api/v1/webhook/onComment`, secret: 'webhook-test-secret' };
    const said = async (sent: typeof payload) =>
      (JSON.parse((await host.sendWebhook(target, 'pull_request', sent)).text) as Record<string, unknown>)['status'];
    assert.equal(await said(payload), 'ignored');
    const lying = { ...payload, pull_request: { ...(payload['pull_request'] as object), author_association: 'OWNER' } };
    assert.equal(await said(lying), 'processing');
    service.advance(61_000);
    const task = auto.tasks('pending').findLast((each) => each['pr_number'] === number);
    assert.equal(await runReplyTask(ports, task), 'left alone');
    assert.match((await reasons())[0] ?? '', /for pull requests of OWNER, MEMBER, COLLABORATOR; this author is NONE/);
    assert.equal((await ports.store.query({ collection: `repositories/${repoKey}/prs/${number}/runs` })).length, 0);
  });

  it('looks again when a label or a title no longer keeps it away, or a draft is ready', async () => {
    const waits = async (answer: Promise<Record<string, unknown>>) => (await answer)['status'];
    assert.equal(await waits(auto.tell('unlabeled', { label: 'reviewgraph:ignore' })), 'processing');
    assert.equal(await waits(auto.tell('unlabeled', { label: 'bug' })), 'ignored');
    assert.equal(await waits(auto.tell('labeled', { label: 'reviewgraph:ignore' })), 'ignored');
    assert.equal(await waits(auto.tell('edited', { titleBefore: 'Fix [skip review]' })), 'processing');
    assert.equal(await waits(auto.tell('edited', { titleBefore: 'Fax' })), 'ignored');
    assert.equal(await waits(auto.tell('ready_for_review')), 'processing');
    assert.equal(await waits(auto.tell('converted_to_draft')), 'ignored');
  });

  it('goes by the configuration of the base branch, as far as the deployment lets it', async () => {
    const { source } = auto.review;
    source.commit({ '.reviewgraph.yml': 'auto: opened\n' });
    await another();
    await auto.tell('synchronize');
    assert.equal(await auto.consider(), 'left alone');
    assert.equal((await reasons())[0], 'Automatic reviews start when a pull request is opened, ready');
    // The pull request's own would choose its judge.
    auto.push({ '.reviewgraph.yml': 'auto: pushed\n' });
    await auto.tell('synchronize');
    assert.equal(await auto.consider(), 'left alone');
    source.commit({ '.reviewgraph.yml': 'auto: off\n' });
    await auto.tell('opened');
    assert.equal(await auto.consider(), 'left alone');
    assert.equal((await reasons())[0], 'Automatic reviews are off for this repository');
    source.commit({ '.reviewgraph.yml': null });
  });

  it('waits for a run that is under way, and gives way to a command', async () => {
    const { review } = auto;
    const { ports } = review.service;
    await another();
    await review.command('@reviewgraph review');
    await auto.tell('opened');
    assert.equal(await auto.consider(), 'waits');
    assert.ok(await auto.pending());
    assert.equal(await review.deliver(), 'completed');
    // The end of the run has made the task anew; its head is the one that was reviewed.
    assert.equal(await auto.consider(), 'left alone');
    auto.push({ 'shop/extra.py': 'EXTRA = 1\n' });
    await auto.tell('synchronize');
    assert.equal(await auto.consider(), 'started');
    const task = review.service.tasks.tasks.findLast(({ url }) => url.endsWith('/reviewPullRequest'))?.payload;
    assert.deepEqual(await review.command('@reviewgraph full review'), {
      status: 'processing',
      pr: `${review.owner}/shop#${review.number}`,
      action: 'review',
    });
    assert.equal(await runReviewTask(ports, task), 'nothing to do');
    const superseded = await review.run(2);
    assert.deepEqual([superseded.status, superseded.superseded], ['failed', true]);
    assert.match(superseded.error_message ?? '', /Superseded by run 3/);
    assert.equal(await review.deliver(), 'completed');
    assert.equal((await review.run(3)).automatic, false);
  });

  it('starts nothing of a repository that is gone, and loses no event to one that fails', async () => {
    const { service, owner, name } = auto.review;
    await another();
    await auto.tell('opened');
    service.host.fail({ path: `/api/v3/repos/${owner}/${name}/pulls`, status: 502 });
    await assert.rejects(auto.consider(), (error) => error instanceof AppError && error.retryable);
    assert.ok(await auto.pending());
    service.host.clearFaults();
    assert.equal(await auto.consider(), 'started');
    assert.equal(await auto.consider(), 'nothing to do');
  });
});
