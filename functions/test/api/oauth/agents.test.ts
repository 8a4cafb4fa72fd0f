/** The agents that a user has connected: who sees them, and what ends them. */
import assert from 'node:assert/strict';
import { getAuth } from 'firebase-admin/auth';
import { connectAgent, postForm } from '../../support/agent-sign-in.ts';
import { startService, type TestService, type TestUser } from '../../support/service.ts';

const AGENTS = '/api/v1/auth/agents';

describe('api/oauth/agents', function () {
  this.timeout(180_000);
  const own = `${process.pid}g${Date.now() % 100_000}`;
  let service: TestService;
  let ada: TestUser;
  let eve: TestUser;

  before(async () => {
    service = await startService();
    ada = await service.user(`ada${own}`);
    eve = await service.user(`eve${own}`);
  });
  after(() => service.close());

  interface Listed {
    agents: { agent_id: string; name: string; last_used_at: string | null; redirect_host: string }[];
    total: number;
  }
  const listed = async (as: TestUser): Promise<Listed> => (await service.call('GET', AGENTS, { as })).body as Listed;
  const status = async (token: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json, text/event-stream' };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    return (await service.call('POST', '/mcp', { headers, body })).status;
  };

  it('are listed and disconnected by their user alone', async () => {
    assert.deepEqual(await listed(ada), { agents: [], total: 0 });
    const { access_token: access } = await connectAgent(service, ada);
    const [agent] = (await listed(ada)).agents;
    assert.deepEqual([agent?.name, agent?.last_used_at, agent?.redirect_host], ['Test agent', null, '127.0.0.1:51234']);
    assert.equal(await status(access), 200);
    assert.match((await listed(ada)).agents[0]?.last_used_at ?? '', /^\d{4}-/);
    assert.equal((await listed(eve)).total, 0);
    const path = `${AGENTS}/${agent?.agent_id}`;
    assert.equal((await service.call('DELETE', path, { as: eve })).status, 404);
    assert.equal(await status(access), 200);
    assert.equal((await service.call('DELETE', path, { as: ada })).status, 200);
    assert.equal(await status(access), 401);
    assert.equal((await service.call('DELETE', path, { as: ada })).status, 404);
    assert.equal((await listed(ada)).total, 0);
  });

  it('are at most fifty: another one ends the one that was not used for longest', async () => {
    const bob = await service.user(`bob${own}`);
    const first = await connectAgent(service, bob);
    const { store } = service.ports;
    const [{ doc = {} } = {}] = await store.query({ collection: 'agent_grants', where: [['uid', '==', bob.uid]] });
    for (let at = 0; at < 49; at++) await store.set(`agent_grants/${own}-${at}`, { ...doc, created_at: `2099-01-01T00:00:00.${100 + at}Z` }); // prettier-ignore
    assert.equal((await listed(bob)).total, 50);
    const last = await connectAgent(service, bob);
    assert.equal((await listed(bob)).total, 50);
    assert.deepEqual([await status(first.access_token), await status(last.access_token)], [401, 200]);
  });

  it('end with their user: signed out everywhere, disabled, or deleted', async () => {
    const auth = getAuth(service.project.app);
    const kim = await service.user(`kim${own}`);
    const { access_token: access, refresh_token: kept, client_id } = await connectAgent(service, kim);
    const refreshes = () => postForm(service, '/oauth/token', { grant_type: 'refresh_token', refresh_token: kept, client_id }); // prettier-ignore
    assert.equal(await status(access), 200);
    await auth.updateUser(kim.uid, { disabled: true });
    assert.equal(await status(access), 401);
    assert.equal((await refreshes()).status, 400);
    await auth.updateUser(kim.uid, { disabled: false });
    assert.equal(await status(access), 200);
    // Made before everybody was signed out, by more than the second that the provider counts in.
    const [grant] = await service.ports.store.query({ collection: 'agent_grants', where: [['uid', '==', kim.uid]] });
    const created_at = new Date(Date.now() - 5_000).toISOString();
    await service.ports.store.update(`agent_grants/${grant?.id}`, { created_at });
    assert.equal((await service.call('POST', '/api/v1/auth/sign-out', { as: kim })).status, 200);
    assert.equal(await status(access), 401);
    assert.equal((await refreshes()).status, 400);

    const lou = await service.user(`lou${own}`);
    const lous = await connectAgent(service, lou);
    assert.equal((await service.call('DELETE', '/api/v1/auth/me', { as: lou })).status, 200);
    assert.equal(await status(lous.access_token), 401);
    for (const collection of ['agent_codes', 'agent_grants', 'agent_tokens']) {
      const left = await service.ports.store.query({ collection, where: [['uid', '==', lou.uid]] });
      assert.deepEqual(left, [], collection);
    }
  });
});
