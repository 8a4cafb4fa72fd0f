/** Which commands a poll still carries out, on each platform. */
import assert from 'node:assert/strict';
import { pollPlatform } from '../../../src/api/polling/poll-platform.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { indexedRepository } from '../../support/review-history.ts';
import { startService, type TestService, type TestUser } from '../../support/service.ts';

for (const scmKind of ['github', 'gitea', 'gitlab'] as const) {
  describe(`commands that polling finds, ${scmKind}`, function () {
    this.timeout(60_000);
    let service: TestService;
    let ada: TestUser;
    let source: TestRepository;

    before(async () => {
      service = await startService({ settings: { scmKind, polling: true } });
      ada = await service.user('ada');
      source = makeRepository({ 'a.py': 'x = 1\n' });
      const commit = source.git('rev-parse', 'main');
      for (const branch of ['merged', 'closed', 'open', 'taken-back']) {
        source.git('checkout', '-q', '-b', branch, 'main');
        source.commit({ [`${branch}.py`]: 'y = 1\n' });
      }
      source.git('checkout', '-q', 'main');
      await service.host.addRepository({ owner: 'ada', name: 'engine', from: source.path });
      await indexedRepository(service.ports.store, 'ada', 'engine', { indexed_by: ada.uid, commit_sha: commit });
    });
    after(async () => {
      await service.close();
      source.remove();
    });

    it('are those whose pull request is open, and whose comment is there', async () => {
      const { host } = service;
      const numbers = new Map<string, number>();
      for (const head of ['merged', 'closed', 'open', 'taken-back']) {
        const { number } = await host.openPull({ owner: 'ada', name: 'engine', head, base: 'main', by: 'ada' });
        const { id } = await host.comment({
          owner: 'ada',
          name: 'engine',
          number,
          by: 'ada',
          body: '@reviewgraph review',
        });
        numbers.set(head, number);
        if (head === 'merged') await host.mergePull({ owner: 'ada', name: 'engine', number, by: 'ada' });
        if (head === 'closed') await host.setPullState('ada', 'engine', number, 'closed');
        if (head === 'taken-back') host.deleteComment(id);
      }
      assert.equal((await pollPlatform(service.ports, 60_000)).failed, 0);
      const reviews = service.tasks.tasks.filter(({ url = '' }) => url.endsWith('/reviewPullRequest'));
      assert.deepEqual(
        reviews.map(({ payload }) => (payload as { pr_number?: unknown }).pr_number),
        [numbers.get('open')],
      );
      assert.equal(service.tasks.tasks.filter(({ url = '' }) => url.endsWith('/postReply')).length, 0);
    });
  });
}
