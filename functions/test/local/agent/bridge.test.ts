import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { bridge } from '../../../local/agent/bridge.ts';

interface Seen {
  headers: IncomingHttpHeaders;
  body: string;
}

describe('local/agent/bridge', () => {
  let server: Server;
  let url: URL;
  let seen: Seen[];
  let answer: (body: string) => { status: number; type: string; text: string };

  before(async () => {
    server = createServer((request, response) => {
      void text(request).then((body) => {
        seen.push({ headers: request.headers, body });
        const { status, type, text: sent } = answer(body);
        response.writeHead(status, { 'Content-Type': type }).end(sent);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    url = new URL(`http://127.0.0.1:${port}/mcp`);
  });
  after(() => server.close());
  beforeEach(() => (seen = []));

  async function bridged(lines: string[], to = url): Promise<unknown[]> {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const told = text(output);
    input.end(lines.map((line) => `${line}\n`).join(''));
    await bridge({ url: to, token: 'rg_pat_x', input, output });
    output.end();
    return (await told).split('\n').filter(Boolean).map((line) => JSON.parse(line) as unknown); // prettier-ignore
  }
  const call = (id: number, method: string, params: object = {}) =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const messageOf = (given: unknown) => z.looseObject({ id: z.number(), error: z.looseObject({ message: z.string() }) }).parse(given); // prettier-ignore

  it('hands each line over with the headers that the specification asks for', async () => {
    answer = (body) => {
      const { id, method } = z.looseObject({ id: z.number(), method: z.string() }).parse(JSON.parse(body));
      const result = method === 'initialize' ? { protocolVersion: '2025-06-18' } : {};
      return { status: 200, type: 'application/json', text: JSON.stringify({ jsonrpc: '2.0', id, result }) };
    };
    const version = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
    const answers = await bridged([call(1, 'initialize'), call(2, 'tools/list'), call(3, 'tools/call', { name: 'größe', ...version })]);
    assert.equal(answers.length, 3);
    const byId = new Map(seen.map(({ headers, body }) => [z.looseObject({ id: z.number() }).parse(JSON.parse(body)).id, headers]));
    assert.equal(byId.get(2)?.authorization, 'Bearer rg_pat_x');
    assert.deepEqual([1, 2, 3].map((id) => byId.get(id)?.['mcp-protocol-version']), [undefined, '2025-06-18', '2026-07-28']);
    assert.equal(byId.get(2)?.['mcp-method'], 'tools/list');
    assert.equal(byId.get(3)?.['mcp-name'], `=?base64?${Buffer.from('größe').toString('base64')}?=`);
  }); // prettier-ignore

  it('reads answers that come as events, and says nothing where there is none', async () => {
    answer = () => ({ status: 200, type: 'text/event-stream', text: 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n' });
    assert.deepEqual(await bridged([call(1, 'x')]), [{ jsonrpc: '2.0', id: 1, result: {} }]);
    answer = () => ({ status: 202, type: 'text/plain', text: '' });
    assert.deepEqual(await bridged(['{"jsonrpc":"2.0","method":"notifications/initialized"}', '']), []);
  }); // prettier-ignore

  it('says what to do when a request fails', async () => {
    answer = () => ({ status: 401, type: 'application/json', text: '{"detail":"Personal access token is invalid"}' });
    assert.match(messageOf((await bridged([call(7, 'x')]))[0]).error.message, /invalid.*REVIEWGRAPH_TOKEN/);
    answer = () => ({ status: 502, type: 'text/html', text: '<html>' });
    assert.match(messageOf((await bridged([call(7, 'x')]))[0]).error.message, /502: check --url/);
    const nobody = new URL('http://127.0.0.1:9/mcp');
    assert.equal(messageOf((await bridged([call(7, 'x'), 'no json'], nobody))[0]).id, 7);
  });
});
