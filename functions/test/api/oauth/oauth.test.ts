/** Signing agents in: by the protocol's own client library, and by whoever would like to be one of them. */
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { runIngestTask } from '../../../src/jobs/ingest/tasks.ts';
import {
  agentRequest,
  allow,
  CALLBACK,
  connectAgent,
  memoryProvider,
  postForm,
  register,
} from '../../support/agent-sign-in.ts';
import { startDocumentHost, type DocumentHost } from '../../support/document-host.ts';
import { testGraph } from '../../support/neo4j.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { startService, type Answer, type TestService, type TestUser } from '../../support/service.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describe('api/oauth/oauth', function () {
  this.timeout(240_000);
  const own = `${process.pid}o${Date.now() % 100_000}`;
  let service: TestService;
  let host: DocumentHost;
  let source: TestRepository;
  let ada: TestUser;
  let vault: string;

  before(async () => {
    host = await startDocumentHost();
    service = await startService({ graph: await testGraph(), clientDocuments: host.reader() });
    source = makeRepository({ 'a.py': 'def hidden_helper(x):\n    return x\n' });
    ada = await service.user(`ada${own}`);
    vault = `${ada.login}/vault`;
    await service.host.addRepository({ owner: ada.login, name: 'vault', from: source.path, private: true });
    const body = { owner: ada.login, repo_name: 'vault' };
    const { job_id: id } = (await service.call('POST', '/api/v1/ingest/scm', { as: ada, body })).body as {
      job_id: string;
    };
    assert.equal(await runIngestTask(service.ports, { job_id: id }), 'completed');
  });
  after(async () => {
    await service.close();
    await host.close();
    source.remove();
  });

  const list = (token: string, path = '/mcp', more: Record<string, string> = {}): Promise<Answer> =>
    service.call('POST', path, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'application/json, text/event-stream', ...more },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
  const errorOf = ({ body }: Answer): string => (body as { error: string }).error;

  /** The user's part: the browser is sent to the console, which asks, and sends it back. */
  async function consent(sentTo: URL | undefined): Promise<URLSearchParams> {
    assert.equal(sentTo?.pathname, '/oauth/authorize');
    const { headers, status } = await fetch(sentTo, { redirect: 'manual' });
    assert.equal(status, 302);
    const page = new URL(headers.get('location') ?? '', service.baseUrl);
    assert.equal(page.pathname, '/app/connect');
    return (await allow(service, ada, Object.fromEntries(page.searchParams))).searchParams;
  }

  for (const how of ['with a document of its own', 'by registering itself'] as const) {
    for (const mode of ['legacy', 'auto'] as const) {
      it(`signs the protocol’s client library in ${how}, of ${mode === 'auto' ? '2026-07-28' : '2025'}`, async () => {
        const documented = how === 'with a document of its own';
        const clientId = host.at('/library.json');
        host.serve('/library.json', { client_id: clientId, client_name: 'Library', redirect_uris: [CALLBACK] });
        const provider = memoryProvider(CALLBACK, documented ? clientId : undefined);
        const url = new URL(`${service.baseUrl}/mcp`);
        const open = () => new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
        const first = new StreamableHTTPClientTransport(url, { authProvider: provider });
        await assert.rejects(open().connect(first), UnauthorizedError);
        await first.finishAuth(await consent(provider.sentTo));
        const information = await provider.clientInformation({ issuer: service.baseUrl });
        assert.equal(information?.client_id === clientId, documented);

        const client = open();
        await client.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }));
        const input = { targets: ['hidden_helper'], repository: vault };
        const { content } = await client.callTool({ name: 'symbols', arguments: input });
        assert.match(JSON.stringify(content), /a\.py:1/);
        await client.close();

        // An hour later the library refreshes by itself.
        service.advance(61 * MINUTE_MS);
        const before = (await provider.tokens())?.access_token;
        const again = open();
        await again.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }));
        assert.ok((await again.listTools()).tools.length > 0);
        assert.notEqual((await provider.tokens())?.access_token, before);
        await again.close();
        service.advance(-61 * MINUTE_MS);
      });
    }
  }

  it('says what it is, and where to sign in, at every address that clients ask', async () => {
    const { baseUrl } = service;
    const asked = await service.call('POST', '/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'ping' } });
    const metadata = `${baseUrl}/.well-known/oauth-protected-resource/mcp`;
    assert.equal(asked.status, 401);
    assert.equal(asked.headers.get('WWW-Authenticate'), `Bearer resource_metadata="${metadata}", scope="read"`);
    const invalid = await list(`rg_oat_${'x'.repeat(43)}`);
    assert.match(invalid.headers.get('WWW-Authenticate') ?? '', /^Bearer error="invalid_token", resource_metadata=/);
    for (const path of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource']) {
      const { status, body, headers } = await service.call('GET', path);
      assert.equal(status, 200);
      assert.equal(headers.get('Access-Control-Allow-Origin'), '*');
      const { resource, authorization_servers: servers } = body as Record<string, unknown>;
      assert.deepEqual([resource, servers], [`${baseUrl}/mcp`, [baseUrl]]);
    }
    const { body } = await service.call('GET', '/.well-known/oauth-authorization-server');
    const server = body as Record<string, unknown>;
    assert.equal(server['issuer'], baseUrl);
    assert.equal(server['client_id_metadata_document_supported'], true);
    assert.deepEqual(server['code_challenge_methods_supported'], ['S256']);
    for (const name of ['token_endpoint', 'registration_endpoint', 'revocation_endpoint']) {
      const path = new URL(server[name] as string).pathname;
      assert.equal((await service.call('GET', path)).status, 405, name);
    }
    assert.equal((await service.call('GET', '/oauth/nothing')).status, 404);
    assert.equal((await service.call('GET', '/oauth/authorize?state=a&state=b')).status, 400);
    // Behind hosting it is asked for by the name that hosting has; a name that is none is not repeated.
    const named = async (name: string) => (await service.call('GET', '/direct/oauth/.well-known/oauth-authorization-server', { headers: { 'X-Forwarded-Host': name } })).body as { issuer: string }; // prettier-ignore
    assert.equal((await named('graph.example.com')).issuer, 'https://graph.example.com');
    assert.equal((await named('x/y?"<script>')).issuer, baseUrl);
  });

  it('takes only tokens that were made for it, and gives none for others', async () => {
    const { access_token: access } = await connectAgent(service, ada);
    // The same token at the API, and at a server of another name.
    for (const path of ['/api/v1/auth/me', '/api/v1/repos/', '/api/v1/auth/agents']) {
      const { status, text } = await service.call('GET', path, { headers: { Authorization: `Bearer ${access}` } });
      assert.deepEqual([status, /for \/mcp alone/.test(text)], [401, true], path);
    }
    const elsewhere = await list(access, '/direct/mcp/', { 'X-Forwarded-Host': 'other.example' });
    assert.equal(elsewhere.status, 401);
    assert.match(elsewhere.text, /is for http/);
    assert.equal((await list(access, '/mcp?tools=all')).status, 200);

    const client_id = await register(service);
    for (const resource of ['https://other.example/mcp', `${service.baseUrl}/other`, `${service.baseUrl}/mcp#x`, 'mcp', `${service.baseUrl}.evil.example/mcp`]) {
      const back = await allow(service, ada, agentRequest({ client_id, resource }).request);
      assert.deepEqual([back.searchParams.get('error'), back.searchParams.get('code')], ['invalid_target', null], resource);
    } // prettier-ignore
    for (const resource of [`${service.baseUrl}/mcp`, `${service.baseUrl}/mcp/`, `${service.baseUrl}/mcp?tools=all`]) {
      const back = await allow(service, ada, agentRequest({ client_id, resource }).request);
      assert.ok(back.searchParams.get('code'), resource);
    }
  });

  it('registers so many clients an hour, and forgets what nobody connected', async () => {
    const from = (address: string, body: object) => service.call('POST', '/oauth/register', { body, headers: { 'X-Forwarded-For': address } }); // prettier-ignore
    const good = { redirect_uris: [CALLBACK] };
    service.advance(400 * DAY_MS);
    const made = [];
    for (let at = 0; at < 31; at++) made.push(await from('203.0.113.7', good));
    assert.deepEqual(made.map(({ status }) => status), [...Array.from({ length: 30 }, () => 201), 429]); // prettier-ignore
    assert.ok(Number(made.at(-1)?.headers.get('Retry-After')) > 0);
    assert.equal((await from('203.0.113.8', good)).status, 201);

    const [unused = '', used = ''] = made.map(({ body }) => (body as { client_id: string }).client_id);
    await allow(service, ada, agentRequest({ client_id: used }).request);
    service.advance(2 * DAY_MS);
    await assert.rejects(allow(service, ada, agentRequest({ client_id: unused }).request), /not known/);
    await allow(service, ada, agentRequest({ client_id: used }).request);
    service.advance(-402 * DAY_MS);

    const wrong: [object, string][] = [
      [{}, 'invalid_redirect_uri'],
      [{ redirect_uris: [] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['http://evil.example/'] }, 'invalid_redirect_uri'],
      [{ ...good, grant_types: ['implicit'] }, 'invalid_client_metadata'],
      [{ ...good, client_name: 7 }, 'invalid_client_metadata'],
      [[], 'invalid_client_metadata'],
    ];
    for (const [body, error] of wrong) {
      const answer = await from('203.0.113.9', body);
      assert.deepEqual([answer.status, errorOf(answer)], [400, error], JSON.stringify(body));
    }
    assert.equal((await service.call('POST', '/oauth/register', { body: '{' })).status, 400);
    assert.equal((await from('203.0.113.9', { ...good, client_name: 'x'.repeat(70_000) })).status, 413);
  });

  it('has an answer in the words of OAuth to whatever is sent', async () => {
    const names = ['grant_type', 'code', 'client_id', 'redirect_uri', 'code_verifier', 'refresh_token', 'resource', 'scope', 'token']; // prettier-ignore
    const values = fc.oneof(fc.constantFrom('authorization_code', 'refresh_token', `rg_oac_${'x'.repeat(43)}`, `rg_ort_${'x'.repeat(43)}`, '__proto__', '../..'), fc.string()); // prettier-ignore
    const forms = fc.dictionary(fc.constantFrom(...names), values);
    await fc.assert(
      fc.asyncProperty(forms, fc.constantFrom('/oauth/token', '/oauth/revoke'), async (form, path) => {
        const answer = await postForm(service, path, form);
        assert.ok(answer.status === 400 || (answer.status === 200 && path === '/oauth/revoke'), answer.text);
        if (answer.status === 400) assert.match(errorOf(answer), /^(invalid|unsupported)_/);
      }),
      { numRuns: 60 },
    );
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (body) => {
        assert.equal((await service.call('POST', '/oauth/register', { body })).status, 400);
      }),
      { numRuns: 30 },
    );
    const json = await service.call('POST', '/oauth/token', { body: { grant_type: 'refresh_token' } });
    assert.deepEqual([json.status, errorOf(json)], [400, 'invalid_request']);
    const basic = await service.call('POST', '/oauth/token', {
      headers: { Authorization: 'Basic YTpi', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=refresh_token',
    });
    assert.deepEqual([basic.status, errorOf(basic)], [401, 'invalid_client']);
    assert.equal((await postForm(service, '/oauth/token', { code: 'x'.repeat(70_000) })).status, 413);
  });
});
