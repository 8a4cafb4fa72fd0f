import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService, type TestService } from '../../support/service.ts';

describe('api/routes/auth-account', () => {
  let service: TestService;
  before(async () => (service = await startService()));
  after(() => service.close());

  it('ends every session of the caller, and of nobody else', async () => {
    const [ada, bob] = [await service.user('ada'), await service.user('bob')];
    // Revocation counts in whole seconds: a token of the same second would stay good.
    await sleep(1_100);
    assert.equal((await service.call('POST', '/api/v1/auth/sign-out', { as: ada })).status, 200);
    const refused = await service.call('GET', '/api/v1/auth/me', { as: ada });
    assert.deepEqual([refused.status, refused.body], [401, { detail: 'ID token has been revoked' }]);
    assert.equal((await service.call('GET', '/api/v1/auth/me', { as: bob })).status, 200);
  });

  it('deletes the account and all that is the caller’s, and nothing of others', async () => {
    const [eve, bob] = [await service.user('eve'), await service.user('bob')];
    const { store } = service.ports;
    const tools = { enabled: true, configFile: null };
    const body = { python_linter: tools, javascript_linter: tools, go_linter: tools };
    for (const as of [eve, bob]) await service.call('PUT', '/api/v1/tools/config', { as, body });
    await service.call('POST', '/api/v1/support/query', { as: eve, body: { subject: 'Help', message: 'Please' } });
    await service.call('GET', '/api/v1/auth/scm/repos', { as: eve });
    assert.equal((await service.call('DELETE', '/api/v1/auth/me', { as: eve })).status, 200);
    for (const path of [`users/${eve.uid}`, `users/${eve.uid}/grants/private`, `tools_config/${eve.uid}`]) {
      assert.equal(await store.get(path), undefined, path);
    }
    assert.deepEqual(await store.query({ collection: 'support_queries', where: [['uid', '==', eve.uid]] }), []);
    assert.equal((await service.call('GET', '/api/v1/auth/me', { as: eve })).status, 401);
    assert.notEqual(await store.get(`users/${bob.uid}`), undefined);
    assert.notEqual(await store.get(`tools_config/${bob.uid}`), undefined);
  });
});
