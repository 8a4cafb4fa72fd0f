/** Codes and refresh tokens, in the hands of whoever got hold of them. */
import assert from 'node:assert/strict';
import {
  agentRequest,
  allow,
  connectAgent,
  exchange,
  postForm,
  register,
  type Tokens,
} from '../../support/agent-sign-in.ts';
import { startService, type Answer, type TestService, type TestUser } from '../../support/service.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describe('api/oauth/token-requests', function () {
  this.timeout(120_000);
  const own = `${process.pid}t${Date.now() % 100_000}`;
  let service: TestService;
  let ada: TestUser;

  before(async () => {
    service = await startService();
    ada = await service.user(`ada${own}`);
  });
  after(() => service.close());

  const list = (token: string): Promise<Answer> =>
    service.call('POST', '/mcp', {
      headers: { Authorization: `Bearer ${token}`, Accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
  const refresh = (refreshToken: string, clientId: string, more: Record<string, string> = {}): Promise<Answer> =>
    postForm(service, '/oauth/token', { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId, ...more }); // prettier-ignore
  const errorOf = ({ body }: Answer): string => (body as { error: string }).error;

  it('gives nothing for a code without its verifier, of another client, for another address or resource', async () => {
    const client_id = await register(service);
    const attempts: Record<string, string>[] = [
      { code_verifier: 'v'.repeat(64) },
      { code_verifier: 'short' },
      { client_id: await register(service) },
      { redirect_uri: 'http://127.0.0.1:51235/callback' },
      { redirect_uri: 'http://127.0.0.1/callback' },
    ];
    for (const attempt of attempts) {
      const agent = agentRequest({ client_id });
      const code = (await allow(service, ada, agent.request)).searchParams.get('code');
      const answer = await exchange(service, agent, code, attempt);
      assert.deepEqual([answer.status, errorOf(answer)], [400, 'invalid_grant'], JSON.stringify(attempt));
      // Whoever tries has used it up.
      assert.equal(errorOf(await exchange(service, agent, code)), 'invalid_grant');
    }
    const agent = agentRequest({ client_id });
    const code = (await allow(service, ada, agent.request)).searchParams.get('code');
    const missing = await exchange(service, agent, code, { code_verifier: '' });
    assert.deepEqual([missing.status, errorOf(missing)], [400, 'invalid_request']);
    const elsewhere = await exchange(service, agent, code, { resource: 'https://other.example/mcp' });
    assert.deepEqual([elsewhere.status, errorOf(elsewhere)], [400, 'invalid_target']);
  });

  it('takes a code once, for a minute, and ends what it gave when it comes again', async () => {
    const {
      access_token: access,
      refresh_token: kept,
      client_id: clientId,
      code,
      agent,
    } = await connectAgent(service, ada);
    assert.equal((await list(access)).status, 200);
    assert.equal(errorOf(await exchange(service, agent, code)), 'invalid_grant');
    assert.equal((await list(access)).status, 401);
    assert.equal(errorOf(await refresh(kept, clientId)), 'invalid_grant');

    const late = agentRequest({ client_id: clientId });
    const lateCode = (await allow(service, ada, late.request)).searchParams.get('code');
    service.advance(MINUTE_MS);
    assert.equal(errorOf(await exchange(service, late, lateCode)), 'invalid_grant');
    service.advance(-MINUTE_MS);

    // However many come at once, one of them is answered, and what it got ends with the others.
    const many = agentRequest({ client_id: clientId });
    const raced = (await allow(service, ada, many.request)).searchParams.get('code');
    const answers = await Promise.all(Array.from({ length: 4 }, () => exchange(service, many, raced)));
    const won = answers.filter(({ status }) => status === 200);
    assert.ok(won.length <= 1, answers.map(({ status }) => status).join());
    for (const { body } of won) assert.equal((await list((body as Tokens).access_token)).status, 401);
  });

  it('rotates refresh tokens, and ends the family when one comes twice', async () => {
    const { access_token: access, refresh_token: first, client_id: clientId } = await connectAgent(service, ada);
    const other = await connectAgent(service, ada);
    assert.equal(errorOf(await refresh(first, other.client_id)), 'invalid_grant');
    const answer = await refresh(first, clientId, { resource: `${service.baseUrl}/mcp` });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers.get('Cache-Control'), 'no-store');
    const second = answer.body as Tokens;
    assert.notEqual(second.refresh_token, first);
    assert.equal((await list(access)).status, 200);
    assert.equal((await list(second.access_token)).status, 200);

    assert.equal(errorOf(await refresh(first, clientId)), 'invalid_grant');
    for (const token of [access, second.access_token]) assert.equal((await list(token)).status, 401);
    assert.equal(errorOf(await refresh(second.refresh_token, clientId)), 'invalid_grant');
    assert.equal((await list(other.access_token)).status, 200);

    service.advance(31 * DAY_MS);
    assert.equal(errorOf(await refresh(other.refresh_token, other.client_id)), 'invalid_grant');
    service.advance(-31 * DAY_MS);
    // An access token is none for refreshing, nor the other way around.
    assert.equal(errorOf(await refresh(other.access_token, other.client_id)), 'invalid_grant');
    assert.equal((await list(other.refresh_token)).status, 401);
  });

  it('ends an agent whose token is revoked by its client, and by no other', async () => {
    const mine = await connectAgent(service, ada);
    const other = await connectAgent(service, ada);
    const revoke = (token: string, client_id: string) => postForm(service, '/oauth/revoke', { token, client_id });
    assert.equal((await revoke(mine.refresh_token, other.client_id)).status, 200);
    assert.equal((await list(mine.access_token)).status, 200);
    assert.equal((await revoke(mine.refresh_token, mine.client_id)).status, 200);
    assert.equal((await list(mine.access_token)).status, 401);
    assert.equal((await revoke(other.access_token, other.client_id)).status, 200);
    assert.equal(errorOf(await refresh(other.refresh_token, other.client_id)), 'invalid_grant');
    for (const token of ['x', `rg_ort_${'x'.repeat(43)}`])
      assert.equal((await revoke(token, mine.client_id)).status, 200);
    assert.equal((await postForm(service, '/oauth/revoke', { token: 'x' })).status, 400);
  });

  it('stores neither codes nor tokens', async () => {
    const { access_token: access, refresh_token: kept, code } = await connectAgent(service, ada);
    const collections = ['agent_codes', 'agent_tokens', 'agent_grants', 'agent_clients'];
    const stored = JSON.stringify(await Promise.all(collections.map((collection) => service.ports.store.query({ collection })))); // prettier-ignore
    for (const secret of [access, kept, code]) assert.ok(!stored.includes(secret.slice(7)), secret.slice(0, 7));
    assert.ok(stored.includes(ada.uid));
  });
});
