/** Short comments in answer to comments, posted on the local host by the token that the service has there. */
import assert from 'node:assert/strict';
import { commandIn } from '../../../src/review/command.ts';
import { replyText } from '../../../src/jobs/reviews/replies.ts';
import { runReplyTask } from '../../../src/jobs/reviews/tasks.ts';
import type { Reply } from '../../../src/jobs/work/payloads.ts';
import { makeRepository } from '../../support/repositories.ts';
import type { TestRepository } from '../../support/repositories.ts';
import { startService } from '../../support/service.ts';
import type { TestService, TestUser } from '../../support/service.ts';
import { webhookOf } from '../../support/webhook.ts';

describe('runReplyTask', () => {
  let service: TestService;
  let source: TestRepository;
  let user: TestUser;
  before(async () => {
    service = await startService();
    source = makeRepository({ 'a.py': 'a = 1\n' });
    source.git('checkout', '--quiet', '-b', 'topic');
    source.commit({ 'a.py': 'a = 2\n' });
    user = await service.user(`replier${process.pid}`);
  });
  after(async () => {
    await service.close();
    source.remove();
  });

  async function pullRequest(name: string): Promise<number> {
    await service.host.addRepository({ owner: user.login, name, from: source.path, defaultBranch: 'main' });
    const { number } = await service.host.openPull({
      owner: user.login,
      name,
      by: user.login,
      head: 'topic',
      base: 'main',
      title: 'T',
    });
    return number;
  }
  const reply = (name: string, number: number, kind: Reply['kind'] = 'help', comment_id = 5): Reply => ({
    kind,
    owner: user.login,
    repo_name: name,
    number,
    comment_id,
  });
  const bodies = async (name: string, number: number) =>
    (await service.ports.scm.comments(user.scmToken, user.login, name, number)).map(({ body }) => body);

  it('posts once, however often the task runs, as the installation', async () => {
    const number = await pullRequest('once');
    service.host.addInstallation({ login: user.login });
    assert.equal(await runReplyTask(service.ports, reply('once', number)), 'posted');
    assert.equal(await runReplyTask(service.ports, reply('once', number)), 'posted before');
    assert.equal(await runReplyTask(service.ports, reply('once', number, 'help', 6)), 'posted');
    const posted = await bodies('once', number);
    assert.equal(posted.length, 2);
    assert.match(posted[0] ?? '', /`@reviewgraph full review`/);
  });

  it('waits for the platform, and gives up where nothing may comment', async () => {
    const number = await pullRequest('later');
    service.host.fail({ path: /comments/, status: 403, retryAfter: 60 });
    await assert.rejects(runReplyTask(service.ports, reply('later', number)), { code: 'rate_limited', retryAfter: 60 });
    assert.equal(await runReplyTask(service.ports, reply('later', number, 'not_indexed')), 'posted');
    const stranger = await service.user(`stranger${process.pid}`);
    await service.host.addRepository({ owner: stranger.login, name: 'none', from: source.path });
    const nowhere = { ...reply('none', 1), owner: stranger.login };
    assert.equal(await runReplyTask(service.ports, nowhere), 'cannot');
    assert.equal(await runReplyTask(service.ports, { nonsense: true }), 'cannot');
  });

  it('uses the token of who indexed the repository where the app is not installed', async () => {
    const owner = await service.user(`owner${process.pid}`);
    await service.host.addRepository({ owner: owner.login, name: 'own', from: source.path, defaultBranch: 'main' });
    const { number } = await service.host.openPull({
      owner: owner.login,
      name: 'own',
      by: owner.login,
      head: 'topic',
      base: 'main',
      title: 'T',
    });
    await webhookOf(service, owner.login, 'own').indexed({ indexed_by: owner.uid });
    assert.equal(await runReplyTask(service.ports, { ...reply('own', number), owner: owner.login }), 'posted');
  });

  it('says nothing that would be taken for a command', () => {
    for (const kind of ['help', 'not_indexed', 'limit', 'tokens'] as const) {
      assert.equal(
        commandIn(replyText({ ...reply('x', 1), kind }, service.ports.settings), 'reviewgraph'),
        undefined,
        kind,
      );
    }
  });
});
