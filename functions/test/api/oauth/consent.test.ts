/** Consent: what a user is told before an agent is connected, and to whom nobody is sent. */
import assert from 'node:assert/strict';
import { agentRequest, allow, CALLBACK, register } from '../../support/agent-sign-in.ts';
import { startDocumentHost, type DocumentHost } from '../../support/document-host.ts';
import { startService, type Answer, type TestService, type TestUser } from '../../support/service.ts';

const REQUESTS = '/api/v1/auth/agents/requests';
const ANSWERS = '/api/v1/auth/agents/answers';

describe('api/oauth/consent', function () {
  this.timeout(120_000);
  const own = `${process.pid}c${Date.now() % 100_000}`;
  let service: TestService;
  let host: DocumentHost;
  let ada: TestUser;

  before(async () => {
    host = await startDocumentHost();
    service = await startService({ clientDocuments: host.reader() });
    ada = await service.user(`ada${own}`);
  });
  after(async () => {
    await service.close();
    await host.close();
  });

  const describeRequest = (request: object, as: TestUser = ada): Promise<Answer> =>
    service.call('POST', REQUESTS, { as, body: request });
  const bodyOf = ({ body, status, text }: Answer): Record<string, unknown> => {
    assert.equal(status, 200, text);
    return body as Record<string, unknown>;
  };

  it('names where the answer goes, every time', async () => {
    const client_id = await register(service, {
      client_name: 'Claude\u202e\u0000 Code',
      redirect_uris: ['http://127.0.0.1/callback', 'https://agent.example.com/cb', 'cursor://anysphere/cb'],
    });
    const places: [string, string, string][] = [
      [CALLBACK, 'computer', '127.0.0.1:51234'],
      ['https://agent.example.com/cb', 'web', 'agent.example.com'],
      ['cursor://anysphere/cb', 'app', 'cursor:'],
    ];
    for (const [redirect_uri, kind, named] of [...places, ...places]) {
      const { request } = agentRequest({ client_id, redirect_uri });
      const told = bodyOf(await describeRequest(request));
      assert.deepEqual([told['redirect_kind'], told['redirect_host'], told['problem']], [kind, named, null]);
      assert.deepEqual([told['name'], told['client_host'], told['scopes']], ['Claude Code', null, ['read']]);
      // What was allowed once is asked again the next time.
      assert.ok((await allow(service, ada, request)).href.startsWith(redirect_uri));
    }
  });

  it('sends the answer with the client’s state and our name', async () => {
    const client_id = await register(service);
    const yes = await allow(service, ada, agentRequest({ client_id, state: 'a b&c' }).request);
    assert.equal(`${yes.origin}${yes.pathname}`, CALLBACK);
    assert.deepEqual([yes.searchParams.get('state'), yes.searchParams.get('iss')], ['a b&c', service.baseUrl]);
    assert.match(yes.searchParams.get('code') ?? '', /^rg_oac_[\w-]{43}$/);
    const no = await allow(service, ada, agentRequest({ client_id }).request, false);
    assert.deepEqual([no.searchParams.get('error'), no.searchParams.get('code')], ['access_denied', null]);
  });

  it('sends nobody to an address that the client has not registered', async () => {
    const client_id = await register(service, { redirect_uris: ['https://agent.example.com/cb'] });
    const elsewhere = [
      ...['https://evil.example/cb', 'https://agent.example.com/cb/', 'https://agent.example.com/cb?x=1'],
      ...['https://agent.example.com@evil.example/cb', 'javascript:alert(1)', CALLBACK, 'x'],
    ];
    for (const redirect_uri of elsewhere) {
      const { request } = agentRequest({ client_id, redirect_uri });
      for (const path of [REQUESTS, ANSWERS]) {
        const { status, text } = await service.call('POST', path, { as: ada, body: { ...request, allow: true } });
        assert.equal(status, 400, redirect_uri);
        assert.ok(!text.includes('redirect_to'), text);
      }
    }
    for (const unknown of ['nobody', `rg_client_${'x'.repeat(22)}`, '../users/u1', 'http://localhost/client.json']) {
      assert.equal((await describeRequest(agentRequest({ client_id: unknown }).request)).status, 400, unknown);
    }
  });

  it('tells the client what is wrong with its request, and gives no code', async () => {
    const client_id = await register(service);
    const wrong: [Record<string, string>, string][] = [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge: '' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: '' }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ scope: 'admin' }, 'invalid_scope'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
    ];
    for (const [fields, error] of wrong) {
      const { request } = agentRequest({ client_id, ...fields });
      assert.equal(typeof bodyOf(await describeRequest(request))['problem'], 'string', error);
      const back = await allow(service, ada, request);
      assert.deepEqual([back.searchParams.get('error'), back.searchParams.get('code')], [error, null]);
    }
    for (const scope of ['read', 'read admin', 'offline_access', 'offline_access read']) {
      const { request } = agentRequest({ client_id, scope });
      assert.deepEqual(bodyOf(await describeRequest(request))['scopes'], ['read'], scope);
    }
  });

  it('takes a client at the word of its own document, read anew each time', async () => {
    const client_id = host.at('/agents/one.json');
    const document = { client_id, client_name: 'One', redirect_uris: ['http://127.0.0.1/callback'] };
    host.serve('/agents/one.json', document);
    const { request } = agentRequest({ client_id });
    const told = bodyOf(await describeRequest(request));
    assert.deepEqual([told['name'], told['client_host']], ['One', `localhost:${host.port}`]);
    const asked = host.asked.length;
    await allow(service, ada, request);
    assert.equal(host.asked.length, asked + 1);

    const wrong: object[] = [
      { ...document, client_id: host.at('/agents/two.json') },
      { ...document, client_id: undefined },
      { ...document, redirect_uris: ['https://evil.example/cb'] },
      { ...document, redirect_uris: ['javascript:alert(1)'] },
      { ...document, token_endpoint_auth_method: 'private_key_jwt' },
      { ...document, redirect_uris: [] },
      [document],
    ];
    for (const each of wrong) {
      host.serve('/agents/one.json', each);
      assert.equal((await describeRequest(request)).status, 400, JSON.stringify(each));
    }
    host.serve('/agents/one.json', document);
    for (const spelt of [`${client_id}#x`, client_id.replace('/agents', '/x/../agents'), client_id.replace('https://', 'https://a@'), client_id.replace('localhost', 'LOCALHOST'), host.at('/')]) {
      assert.equal((await describeRequest(agentRequest({ client_id: spelt }).request)).status, 400, spelt);
    } // prettier-ignore
  });

  it('is given by a sign-in alone', async () => {
    const client_id = await register(service);
    const { request } = agentRequest({ client_id });
    const minted = await service.call('POST', '/api/v1/auth/tokens', { as: ada, body: { name: 'x' } });
    const { token } = minted.body as { token: string };
    for (const path of [REQUESTS, ANSWERS]) {
      const body = { ...request, allow: true };
      assert.equal((await service.call('POST', path, { body })).status, 401);
      const headers = { Authorization: `Bearer ${token}` };
      assert.equal((await service.call('POST', path, { body, headers })).status, 403);
    }
  });
});
