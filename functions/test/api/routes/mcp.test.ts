/** `/mcp` by the protocol's own client library, in both eras of the specification, and by hand. */
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { z } from 'zod';
import { runIngestTask } from '../../../src/jobs/ingest/tasks.ts';
import { OTHER_TOOLS, TOOLS } from '../../../src/mcp/tools.ts';
import { testGraph } from '../../support/neo4j.ts';
import { rawAnswer } from '../../support/raw-answer.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { indexedRepository } from '../../support/review-history.ts';
import { startService, type TestService, type TestUser } from '../../support/service.ts';

const contentSchema = z.array(z.looseObject({ text: z.string() }));

describe('api/routes/mcp', function () {
  this.timeout(240_000);
  const own = `${process.pid}m${Date.now() % 100_000}`;
  let service: TestService;
  let source: TestRepository;
  let ada: TestUser;
  let adas: string;
  let eves: string;
  let vault: string;

  before(async () => {
    service = await startService({ graph: await testGraph() });
    source = makeRepository({ 'a.py': 'def hidden_helper(x):\n    return other(x)\n\ndef other(x): return x\n' });
    ada = await service.user(`ada${own}`);
    const eve = await service.user(`eve${own}`);
    vault = `${ada.login}/vault`;
    await indexed('vault');
    [adas, eves] = (await Promise.all([ada, eve].map(mint))) as [string, string];
  });
  after(async () => {
    await service.close();
    source.remove();
  });

  async function indexed(name: string): Promise<void> {
    await service.host.addRepository({ owner: ada.login, name, from: source.path, private: true });
    const body = { owner: ada.login, repo_name: name };
    const answer = await service.call('POST', '/api/v1/ingest/scm', { as: ada, body });
    const { job_id: id } = z.looseObject({ job_id: z.string() }).parse(answer.body);
    assert.equal(await runIngestTask(service.ports, { job_id: id }), 'completed');
  }

  async function mint(as: TestUser): Promise<string> {
    const { body } = await service.call('POST', '/api/v1/auth/tokens', { as, body: { name: 'agent' } });
    return z.looseObject({ token: z.string() }).parse(body).token;
  }

  /** The repository's record, which a history goes on with. */
  async function stored(repoId: string) {
    const found = await service.ports.store.query({ collection: 'repositories', where: [['full_name', '==', repoId]] });
    return found[0]?.doc;
  }

  async function connected(token: string, mode: 'legacy' | 'auto', query = ''): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/mcp${query}`), { requestInit }));
    return client;
  }

  async function ask(client: Client, name: string, input: Record<string, unknown>) {
    const { content, isError } = await client.callTool({ name, arguments: input });
    return { text: contentSchema.parse(content)[0]?.text ?? '', failed: isError === true };
  }

  for (const mode of ['legacy', 'auto'] as const) {
    it(`answers a client of ${mode === 'auto' ? '2026-07-28' : '2025'}`, async () => {
      const client = await connected(adas, mode);
      const { tools } = await client.listTools();
      assert.equal(tools.length, TOOLS.length);
      const { text, failed } = await ask(client, 'symbols', { targets: ['hidden_helper'], repository: vault });
      assert.ok(!failed, text);
      assert.match(text, new RegExp(`^${vault} @ [0-9a-f]{10} \\S+, indexed .* ago\n## hidden_helper`));
      assert.match((await ask(client, 'find', { queries: ['hidden helper'], repository: vault })).text, /a\.py/);
      await client.close();
    });
  }

  it('offers the other questions when asked for', async () => {
    const client = await connected(adas, 'auto', '?tools=all');
    assert.equal((await client.listTools()).tools.length, TOOLS.length + OTHER_TOOLS.length);
    await client.close();
  });

  it('has files, symbols and the last review of a pull request as resources', async () => {
    const history = await indexedRepository(service.ports.store, ada.login, 'vault', (await stored(vault)) ?? {});
    await history.pull(7, { title: 'Use the cache' });
    await history.run(7, 1, { status: 'completed' });
    await history.run(7, 2, { status: 'completed', incomplete: ['the model did not answer'] });
    await history.issue(7, 'late', { run_numbers: [1, 2], title: 'The lock is never released', path: 'a.py', line_start: 3, line_end: 4 }); // prettier-ignore
    await history.issue(7, 'early', { run_numbers: [1], title: 'Solved long ago' });
    const client = await connected(adas, 'auto');
    assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 3);
    const read = async (kind: string, name: string) => {
      const uri = `reviewgraph://${kind}/${encodeURIComponent(vault)}/${encodeURIComponent(name)}`;
      const { contents } = await client.readResource({ uri });
      return contentSchema.parse(contents)[0]?.text ?? '';
    };
    assert.match(await read('file', 'a.py'), /^def hidden_helper/);
    assert.match(await read('symbol', 'a.py#hidden_helper'), /return other/);
    const review = await read('review', '7');
    assert.match(review, new RegExp(`^${vault}#7 Use the cache, open\nRun 2 of head `));
    assert.match(review, /not a whole review: the model did not answer/);
    assert.match(review, /## \w+ \w+ {2}a\.py:3-4 {2}The lock is never released {2}\(open\)/);
    assert.doesNotMatch(review, /Solved long ago/);
    await assert.rejects(read('review', '8'), /not known|no review/);
    await assert.rejects(read('review', 'x'), /number/);
    await client.close();
  });

  it('shows nothing of another’s, by any tool, resource or target', async () => {
    const client = await connected(eves, 'auto', '?tools=all');
    const symbol = `${vault} a.py#hidden_helper`;
    const inputs: Record<string, Record<string, unknown>> = {
      find: { queries: ['hidden helper'] }, read: { targets: [symbol] }, symbols: { targets: [symbol, 'hidden_helper'] },
      impact: { targets: [symbol] }, outline: { paths: [''] }, path: { pairs: [{ from: symbol, to: symbol }] },
      dead_code: {}, clones: {}, code_map: {}, unresolved_calls: { symbol_id: symbol }, changes: {},
    }; // prettier-ignore
    const names = (await client.listTools()).tools.map(({ name }) => name);
    assert.deepEqual(names.sort(), Object.keys(inputs).sort());
    for (const [name, input] of Object.entries(inputs)) {
      const foreign = await ask(client, name, { ...input, repository: vault });
      const unknown = await ask(client, name, { ...input, repository: `${ada.login}/nowhere` });
      assert.ok(foreign.failed, name);
      assert.equal(foreign.text.replaceAll('vault', 'nowhere'), unknown.text, name);
      const { text } = await ask(client, name, input);
      assert.ok(!text.includes('other(x)') && !text.includes('def hidden_helper'), `${name}: ${text}`);
    }
    for (const [kind, named] of [
      ['file', 'a.py'],
      ['symbol', symbol],
      ['review', '1'],
    ] as const) {
      const uri = `reviewgraph://${kind}/${encodeURIComponent(vault)}/${encodeURIComponent(named)}`;
      const said = await client.readResource({ uri }).catch((error: unknown) => String(error));
      const unknown = await client.readResource({ uri: uri.replace('vault', 'nowhere') }).catch((error: unknown) => String(error)); // prettier-ignore
      assert.equal(typeof said === 'string' && said.replaceAll('vault', 'nowhere'), unknown, uri);
    }
    await client.close();
  });

  it('finds in all that the caller may read where none is named, and in nothing else', async () => {
    await indexed('attic');
    const find = { queries: ['hidden helper'], limit: 50, budget_tokens: 8_000 };
    const [mine, other] = await Promise.all([connected(adas, 'auto'), connected(eves, 'auto')]);
    const found = await ask(mine, 'find', find);
    assert.ok(!found.failed, found.text);
    assert.match(found.text, /^Looked through (the )?\d+ (newest )?repositories; name/);
    for (const name of ['vault', 'attic']) assert.ok(found.text.includes(`${ada.login}/${name} a.py  `), found.text);
    const hers = await ask(other, 'find', find);
    assert.ok(!hers.text.includes(ada.login), hers.text);
    assert.match((await ask(mine, 'symbols', { targets: ['hidden_helper'] })).text, /Name one with repository/);
    await Promise.all([mine.close(), other.close()]);
  });

  it('asks for a token, and for an origin that may call', async () => {
    const post = (headers: Record<string, string>) => service.call('POST', '/mcp', { headers, body: { jsonrpc: '2.0', id: 1, method: 'ping' } }); // prettier-ignore
    const without = await post({});
    assert.equal(without.status, 401);
    assert.match(without.headers.get('WWW-Authenticate') ?? '', /^Bearer/);
    assert.equal((await post({ Authorization: `Bearer rg_pat_${'x'.repeat(43)}` })).status, 401);
    const bearer = { Authorization: `Bearer ${adas}`, Accept: 'application/json, text/event-stream' };
    assert.equal((await post({ ...bearer, Origin: 'https://evil.example' })).status, 403);
    assert.equal((await post({ ...bearer, Origin: 'null' })).status, 403);
    // A page whose name leads here, as it has made it.
    for (const name of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:5080']) {
      assert.equal((await post({ ...bearer, 'X-Forwarded-Host': name, Origin: `http://${name}` })).status, 403, name);
    }
    assert.ok((await post(bearer)).status < 300);
    assert.ok((await post({ ...bearer, Origin: service.baseUrl })).status < 300);
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const { status, headers } = await service.call(method, '/mcp', { headers: bearer });
      assert.deepEqual([status, headers.get('allow')], [405, 'POST'], method);
    }
    const traced = await rawAnswer(service.baseUrl, 'TRACE /mcp HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    assert.match(traced, /^HTTP\/1\.1 405 [\s\S]*^allow: POST\r$/im);
  });

  it('has an answer to whatever is sent', async () => {
    const headers = { Authorization: `Bearer ${adas}`, Accept: 'application/json, text/event-stream' };
    const names = fc.constantFrom(...TOOLS.map(({ name }) => name), 'nothing', '__proto__');
    const requests = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.record({ jsonrpc: fc.constant('2.0'), id: fc.integer(), method: fc.constant('tools/call'), params: fc.record({ name: names, arguments: fc.dictionary(fc.constantFrom('targets', 'queries', 'pairs', 'paths', 'repository', 'depth', 'budget_tokens', 'limit'), fc.jsonValue({ maxDepth: 2 })) }) }),
      fc.record({ jsonrpc: fc.constant('2.0'), id: fc.integer(), method: fc.constantFrom('resources/read', 'prompts/get', 'initialize', 'server/discover', 'x'), params: fc.dictionary(fc.constantFrom('uri', 'name', 'arguments'), fc.jsonValue({ maxDepth: 2 })) }),
    ); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(requests, async (body) => {
        const { status, text } = await service.call('POST', '/mcp', { headers, body });
        assert.ok(status < 500, `${status} ${text}`);
        assert.ok(!/\bat .*\.[jt]s:\d+|Neo4j|node_modules/.test(text), text);
      }),
      { numRuns: 60 },
    );
    assert.ok(!service.log.some(({ message }) => message === 'A tool failed'), JSON.stringify(service.log.slice(-3)));
  });
});
