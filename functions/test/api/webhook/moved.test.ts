/** Repositories that were renamed, transferred, or made private: what events and polls of each platform make of it. */
import assert from 'node:assert/strict';
import { pollPlatform } from '../../../src/api/polling/poll-platform.ts';
import { repositories } from '../../../src/documents/repositories.ts';
import { repoKeyOf } from '../../../src/model/repositories.ts';
import type { ScmKind } from '../../../src/ports.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { indexedRepository } from '../../support/review-history.ts';
import { startService, type TestService, type TestUser } from '../../support/service.ts';

const PLATFORMS: readonly ScmKind[] = ['github', 'gitea', 'gitlab'];

for (const scmKind of PLATFORMS) {
  describe(`repositories that move, ${scmKind}`, function () {
    this.timeout(120_000);
    let service: TestService;
    let source: TestRepository;
    let ada: TestUser;
    let count = 0;

    before(async () => {
      service = await startService({
        settings: { scmKind, polling: true, gatewayConfigured: true, webhookTokens: ['token-of-the-hook'] },
      });
      ada = await service.user('ada');
      service.host.addUser({ login: 'grace' });
      source = makeRepository({ 'a.py': 'x = 1\n' });
    });
    after(async () => {
      await service.close();
      source.remove();
    });

    const key = (name: string) => repoKeyOf('ada', name);
    const record = (name: string) => repositories.get(service.ports.store, { repo_key: key(name) });
    const poll = () => pollPlatform(service.ports, 60_000);

    async function indexed(): Promise<string> {
      const name = `engine${count++}`;
      const { id } = await service.host.addRepository({ owner: 'ada', name, from: source.path });
      const commit = { commit_sha: source.git('rev-parse', 'main'), platform_id: id };
      await indexedRepository(service.ports.store, 'ada', name, { indexed_by: ada.uid, ...commit });
      return name;
    }
    async function push(owner: string, name: string): Promise<{ status: string; reason?: string }> {
      const { host, baseUrl } = service;
      const url = `${baseUrl}/api/v1/webhook/onComment`;
      const target = { url, secret: 'webhook-test-secret' };
      const commits = { before: 'a'.repeat(40), after: source.git('rev-parse', 'main') };
      if (scmKind === 'gitlab') {
        const payload = await host.gitlab.payloads.push(owner, name, 'main', commits);
        const hook = { url, token: 'token-of-the-hook' };
        return JSON.parse((await host.gitlab.sendWebhook(hook, 'Push Hook', payload)).text) as { status: string };
      }
      const { id, private: isPrivate } = await service.ports.scm.repository(ada.scmToken, owner, name);
      const repository = { id, full_name: `${owner}/${name}`, name, owner: { login: owner }, private: isPrivate };
      const payload = { ref: 'refs/heads/main', ...commits, repository };
      const send = scmKind === 'gitea' ? host.gitea.sendWebhook : host.sendWebhook;
      return JSON.parse((await send(target, 'push', payload)).text) as { status: string };
    }
    const problems = async (name: string) => {
      const answer = await service.call('GET', `/api/v1/doctor?repo_owner=ada&repo_name=${name}`, { as: ada });
      const { repositories: all } = answer.body as { repositories: { problems: { problem: string }[] }[] };
      return (all[0]?.problems ?? []).map(({ problem }) => problem);
    };

    it('are known by a push of their new name', async () => {
      const name = await indexed();
      service.host.moveRepository('ada', name, { name: `motor-${name}` });
      const { status, reason } = await push('ada', `motor-${name}`);
      assert.equal(status, 'ignored');
      assert.match(reason ?? '', new RegExp(`indexed as ada/${name}: index it as ada/motor-${name}`));
      assert.equal((await record(name))?.named_now, `ada/motor-${name}`);
      assert.ok((await problems(name)).includes(`The platform calls this repository ada/motor-${name} now.`));
      // Another repository that is not indexed is none of ours.
      await service.host.addRepository({ owner: 'ada', name: `other-${name}`, from: source.path });
      assert.equal((await push('ada', `other-${name}`)).reason, 'The repository is not indexed');
    });

    it('are known by asking the platform, and by their own name again when they have it back', async () => {
      const name = await indexed();
      service.host.moveRepository('ada', name, { owner: 'grace', name });
      assert.equal((await poll()).failed, 0);
      assert.equal((await record(name))?.named_now, `grace/${name}`);
      service.host.moveRepository('grace', name, { owner: 'ada', name });
      assert.equal((await poll()).failed, 0);
      assert.equal((await record(name))?.named_now, null);
    });

    it('are hidden when they have become private, by either way', async () => {
      const name = await indexed();
      const isHidden = async () => {
        const eve = await service.user(`eve${count++}`);
        const { body } = await service.call('GET', '/api/v1/repos/', { as: eve });
        return !JSON.stringify(body).includes(`"ada/${name}"`);
      };
      assert.equal(await isHidden(), false);
      service.host.setPrivate('ada', name, true);
      await poll();
      assert.equal(await isHidden(), true);
      assert.equal((await record(name))?.private, true);

      const other = await indexed();
      service.host.setPrivate('ada', other, true);
      service.host.moveRepository('ada', other, { name: `secret-${other}` });
      await push('ada', `secret-${other}`);
      assert.equal((await record(other))?.private, true);
      assert.equal((await record(other))?.named_now, `ada/secret-${other}`);
    });
  });
}
