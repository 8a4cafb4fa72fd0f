/** Comments on pull requests: who is heard, what starts, and what is answered instead. */
import assert from 'node:assert/strict';
import { startService } from '../../support/service.ts';
import type { TestService } from '../../support/service.ts';
import { webhookOf } from '../../support/webhook.ts';
import { runPath } from '../../support/document-paths.ts';

type Body = Record<string, unknown>;
const HOUR_MS = 3_600_000;

describe('webhook: issue_comment', () => {
  let service: TestService;
  before(async () => {
    service = await startService({ settings: { reviewsPerHour: 3, reviewMode: 'normal' } });
  });
  after(() => service.close());

  async function indexed(name: string) {
    const hook = webhookOf(service, 'comments', name);
    await hook.indexed();
    const say = async (body: string, fields: object = {}, delivery?: string) =>
      (await hook.send('issue_comment', hook.comment(body, fields), delivery === undefined ? {} : { delivery }))
        .body as Body;
    const runs = () => hook.tasks('reviewPullRequest').filter((task) => task['repo_key'] === hook.repoKey);
    const replies = () => hook.tasks('postReply').filter((task) => task['repo_name'] === name);
    const run = (number: number, of = 7) => service.ports.store.get(runPath(hook.repoKey, of, number));
    /** As a worker ends it. */
    async function end(number: number, of = 7) {
      await service.ports.store.update(runPath(hook.repoKey, of, number), { status: 'completed' });
      await service.ports.store.update(`repositories/${hook.repoKey}/prs/${of}`, { active_run: null });
    }
    return { hook, say, runs, replies, run, end };
  }

  it('starts a run: record, number, task', async () => {
    const { hook, say, runs, run } = await indexed('starts');
    const answer = await say('@reviewgraph review', { id: 1520 });
    assert.deepEqual(answer, { status: 'processing', pr: 'comments/starts#7', action: 'review' });
    assert.deepEqual(runs(), [{ repo_key: hook.repoKey, pr_number: 7, run_number: 1 }]);
    const { triggered_at, ...record } = (await run(1)) ?? {};
    assert.ok(Date.now() - Date.parse(String(triggered_at)) < 60_000);
    assert.deepEqual(record, {
      run_number: 1,
      repo_key: hook.repoKey,
      owner: 'comments',
      repo_name: 'starts',
      pr_number: 7,
      status: 'queued',
      command: 'review',
      mode: 'normal',
      mode_given: false,
      automatic: false,
      superseded: false,
      incomplete: [],
      completed_at: null,
      triggered_by: 'linus',
      comment_id: 1520,
      head_sha: '',
      issue_count: 0,
      positive_finding_count: 0,
      walkthrough_summary: null,
      files_changed: 0,
      positive_findings: [],
      usage: { model: null, tool_rounds: 0, prompt_tokens: 0, completion_tokens: 0 },
      error_message: null,
    });
    const pull = await hook.pull();
    assert.deepEqual(
      [pull?.['title'], pull?.['author'], pull?.['state'], pull?.['active_run'], pull?.['review_run_count']],
      ['Sort names', 'grace', 'open', 1, 1],
    );
  });

  it('knows modes and kinds, and counts runs up', async () => {
    const { say, run, end } = await indexed('kinds');
    assert.equal((await say('@reviewgraph full review deep'))['action'], 'review');
    await end(1);
    assert.equal((await say('@reviewgraph run lint'))['action'], 'lint');
    const first = await run(1);
    const second = await run(2);
    assert.deepEqual([first?.['command'], first?.['mode']], ['full_review', 'deep']);
    assert.deepEqual([second?.['command'], second?.['mode']], ['lint', 'normal']);
  });

  it('keeps what events told of the pull request', async () => {
    const { hook, say, run } = await indexed('told');
    await hook.send('pull_request', hook.pullRequest('opened', { title: 'Told' }));
    await say('@reviewgraph review');
    const pull = await hook.pull();
    assert.deepEqual([pull?.['title'], pull?.['head_ref'], pull?.['active_run']], ['Told', 'sorting', 1]);
    assert.equal((await run(1))?.['head_sha'], pull?.['head_sha']);
    await hook.send(
      'pull_request',
      hook.pullRequest('edited', { title: 'Edited', updated_at: '2026-01-03T10:00:00Z' }),
    );
    assert.deepEqual([(await hook.pull())?.['title'], (await hook.pull())?.['active_run']], ['Edited', 1]);
  });

  it('ignores what is no command of a person on a pull request', async () => {
    const { say, runs, replies } = await indexed('ignored');
    const reasons: [answer: Body, reason: string][] = [
      [await say('@reviewgraph review', { action: 'edited' }), 'Only new comments are read'],
      [
        await say('@reviewgraph review', { issue: { pull_request: undefined } }),
        'The comment is not on a pull request',
      ],
      [await say('@reviewgraph review', { issue: { pull_request: null } }), 'The comment is not on a pull request'],
      [await say('@reviewgraph review', { user: { type: 'Bot' } }), 'The author is a bot'],
      [await say('@reviewgraph review', { user: { login: 'Renovate[Bot]', type: 'User' } }), 'The author is a bot'],
      [await say('Nice work'), 'The comment does not mention @reviewgraph'],
      [await say('> @reviewgraph review'), 'The comment does not mention @reviewgraph'],
    ];
    for (const [answer, reason] of reasons) assert.deepEqual(answer, { status: 'ignored', reason });
    assert.deepEqual([runs(), replies()], [[], []]);
  });

  it('ignores a command while a run is queued or running', async () => {
    const { say, runs, end } = await indexed('running');
    await say('@reviewgraph review');
    const reason = 'A review is already running for this pull request';
    assert.deepEqual(await say('@reviewgraph full review'), { status: 'ignored', reason });
    assert.equal((await say('@reviewgraph review', { number: 8 }))['status'], 'processing', 'another pull request');
    await end(1);
    assert.equal((await say('@reviewgraph review'))['status'], 'processing');
    assert.equal(runs().length, 3);
  });

  it('starts one run of commands that come at once', async () => {
    const { say, runs } = await indexed('race');
    const answers = await Promise.all(Array.from({ length: 6 }, () => say('@reviewgraph review')));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [
      'ignored',
      'ignored',
      'ignored',
      'ignored',
      'ignored',
      'processing',
    ]);
    assert.equal(runs().length, 1);
  });

  it('takes one comment for one command, under whatever delivery id, also when its run has ended', async () => {
    const { say, runs, end } = await indexed('twice');
    const first = await say('@reviewgraph review', { id: 9001 }, 'twice-1');
    assert.deepEqual(await say('@reviewgraph review', { id: 9001 }, 'twice-1'), first);
    await end(1);
    assert.deepEqual(await say('@reviewgraph review', { id: 9001 }, 'twice-1'), first);
    assert.deepEqual(await say('@reviewgraph review', { id: 9001 }, 'twice-2'), first);
    assert.equal(runs().length, 1);
    await say('@reviewgraph review', { id: 9002 });
    assert.equal(runs().length, 2);
  });

  it('posts a help comment for what it does not understand', async () => {
    const { say, replies, runs } = await indexed('help');
    const answer = await say('@reviewgraph make tea', { id: 77 });
    assert.deepEqual(answer, { status: 'processing', pr: 'comments/help#7', action: 'help' });
    assert.deepEqual(replies(), [{ kind: 'help', owner: 'comments', repo_name: 'help', number: 7, comment_id: 77 }]);
    assert.deepEqual(runs(), []);
  });

  it('posts an error comment where nothing is indexed, and starts nothing', async () => {
    const hook = webhookOf(service, 'comments', 'nowhere');
    const answer = await hook.send('issue_comment', hook.comment('@reviewgraph review', { id: 5 }));
    assert.deepEqual(answer.body, { status: 'ignored', reason: 'The repository is not indexed' });
    const replies = hook.tasks('postReply').filter((task) => task['repo_name'] === 'nowhere');
    assert.deepEqual(
      replies.map(({ kind }) => kind),
      ['not_indexed'],
    );
    assert.equal(await hook.pull(), undefined);

    const first = webhookOf(service, 'comments', 'first-time');
    await first.indexed({ ingested_at: null, ingestion_status: 'ingesting' });
    const early = await first.send('issue_comment', first.comment('@reviewgraph review'));
    assert.equal((early.body as Body)['reason'], 'The repository is not indexed');
  });

  it('limits commands by the hour, and says so once', async () => {
    const { say, replies, runs } = await indexed('limited');
    for (const number of [1, 2, 3])
      assert.equal((await say('@reviewgraph review', { number }))['status'], 'processing');
    const reason = 'More than 3 review commands within an hour';
    assert.deepEqual(await say('@reviewgraph review', { number: 4 }), { status: 'ignored', reason });
    assert.deepEqual(await say('@reviewgraph review', { number: 5 }), { status: 'ignored', reason });
    assert.deepEqual(
      replies().map(({ kind, number }) => [kind, number]),
      [['limit', 4]],
    );
    assert.equal(runs().length, 3);
    service.advance(HOUR_MS + 1000);
    assert.equal((await say('@reviewgraph review', { number: 4 }))['status'], 'processing');
  });

  it('does not answer a storm of mentions', async () => {
    const { say, replies } = await indexed('storm');
    for (let id = 1; id <= 34; id += 1) await say('@reviewgraph ?', { id });
    assert.equal(replies().length, 30);
    assert.equal((await say('@reviewgraph ?'))['status'], 'ignored');
  });

  it('hears members only when it is told so', async () => {
    const strict = await startService({ settings: { reviewAllowedAssociations: ['OWNER', 'MEMBER'] } });
    const hook = webhookOf(strict, 'comments', 'strict');
    await hook.indexed();
    const by = async (author_association: string) => {
      const event = hook.comment('@reviewgraph review');
      const payload = { ...event, comment: { ...event.comment, author_association } };
      return ((await hook.send('issue_comment', payload)).body as Body)['status'];
    };
    assert.deepEqual(
      [await by('NONE'), await by('CONTRIBUTOR'), await by('MEMBER')],
      ['ignored', 'ignored', 'processing'],
    );
    await strict.close();
  });

  it('lives with payloads of other hosts: no type, no comment id, nobody', async () => {
    const { say, hook, runs } = await indexed('hosts');
    assert.equal((await say('@reviewgraph review', { user: { type: undefined } }))['status'], 'processing');
    const { comment, ...rest } = hook.comment('@reviewgraph review', { number: 9 });
    const bare = { ...rest, comment: { body: comment.body, user: null }, sender: { login: 'ghost', type: 'User' } };
    const answer = await hook.send('issue_comment', bare, { delivery: null });
    assert.equal((answer.body as Body)['status'], 'processing', answer.text);
    assert.deepEqual((await hook.send('issue_comment', bare, { delivery: null })).body, answer.body);
    assert.equal(runs().length, 2);
  });
});
