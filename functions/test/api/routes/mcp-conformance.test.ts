/**
 * The protocol's own conformance suite: both revisions on the route of `/mcp`, with its fixtures in place of our tools, and what
 * it asks of an authorization server.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { createMcpApi } from '../../../src/api/routes/mcp.ts';
import { allow, register } from '../../support/agent-sign-in.ts';
import { answerByGroup } from '../../support/answer-by-group.ts';
import { createFixtureHandler } from '../../support/mcp-fixtures.ts';
import { startService, type TestService, type TestUser } from '../../support/service.ts';

const SUITE = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');

describe('the conformance suite of the protocol', function () {
  this.timeout(300_000);
  let service: TestService;
  let ada: TestUser;
  let server: Server;
  let url: string;

  before(async () => {
    service = await startService();
    ada = await service.user(`ada${process.pid}f${Date.now() % 100_000}`);
    const { body } = await service.call('POST', '/api/v1/auth/tokens', { as: ada, body: { name: 'suite' } });
    const { token } = body as { token: string };
    const fixtures = createFixtureHandler();
    const answer = answerByGroup({ mcp: createMcpApi(service.ports, () => fixtures) });
    // The suite knows no tokens.
    server = createServer((request, response) => {
      request.headers.authorization = `Bearer ${token}`;
      request.rawHeaders.push('Authorization', `Bearer ${token}`);
      answer(request, response);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://localhost:${(server.address() as AddressInfo).port}/mcp`;
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await service.close();
  });

  it('finds nothing wrong with signing in', async () => {
    const client = await register(service);
    const port = String(await freePort());
    const command = [SUITE, 'authorization', '--url', service.baseUrl, '--client-id', client, '--port', port];
    const suite = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    let answered: Promise<unknown> | undefined;
    const hear = (part: Buffer): void => {
      said += part.toString();
      // The suite asks for a browser: what the page behind it does is asked for in its place.
      const asked = /^(http\S+\/oauth\/authorize\?\S+)\s/m.exec(said)?.[1];
      if (asked === undefined) return;
      answered ??= allow(service, ada, Object.fromEntries(new URL(asked).searchParams)).then((back) => fetch(back));
    };
    suite.stdout.on('data', hear);
    suite.stderr.on('data', hear);
    const code = await new Promise((done) => suite.on('close', done));
    await answered;
    assert.match(said, /✓ authorization-server-metadata-endpoint.*\n(?:.*\n)*.*✓ authorization-code-grant/, said);
    assert.doesNotMatch(said, /✗|[1-9]\d* (?:failed|warnings)/, said);
    assert.equal(code, 0, said);
  });

  for (const revision of ['2025-11-25', '2026-07-28']) {
    it(`finds nothing wrong by what ${revision} requires`, async () => {
      const command = [SUITE, 'server', '--url', url, '--requirements', revision];
      const { code, said } = await new Promise<{ code: unknown; said: string }>((done) => {
        execFile(process.execPath, command, { maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
          done({ code: error === null ? 0 : error.code, said: stdout + stderr }),
        );
      });
      const summary = said.slice(said.indexOf('=== SUMMARY ==='));
      // Extensions, and what was added after the revision, are run and do not count.
      const unscored = new Set([...summary.matchAll(/^ {2}[✓✗] (\S+) \(/gm)].map(([, name]) => name));
      const scored = [...summary.matchAll(/^([✓✗]) (\S+): (\d+) passed/gm)].filter(([, , name]) => !unscored.has(name));
      assert.ok(scored.length >= 30, summary);
      assert.deepEqual(scored.filter(([, mark]) => mark === '✗').map(([line]) => line), [], said.slice(-6_000)); // prettier-ignore
      assert.equal(code, 0, summary);
    });
  }
});

/** Of the suite's own server, where the answer goes. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
