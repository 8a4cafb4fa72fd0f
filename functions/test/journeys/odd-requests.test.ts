/** Requests that no honest client sends: the local service answers each, and goes on. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { baseUrl, serviceVariable } from '../support/services.ts';

const MIB = 1024 * 1024;

interface Answer {
  status: number | undefined;
  allow: string | undefined;
  text: string;
}

describe('odd requests to the local service', function () {
  this.timeout(240_000);

  async function send(method: string, path: string, body = Buffer.alloc(0), headers: Record<string, string> = {}) {
    const { hostname, port } = new URL(baseUrl());
    const isChunked = headers['transfer-encoding'] !== undefined;
    const length =
      body.length === 0
        ? {}
        : isChunked
          ? { 'content-type': 'application/json' }
          : { 'content-length': body.length, 'content-type': 'application/json' };
    const client = httpRequest({ hostname, port, method, path, headers: { ...length, ...headers } });
    client.end(body);
    const [answer] = (await once(client, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of answer) text += String(chunk);
    return { status: answer.statusCode, allow: answer.headers.allow, text } satisfies Answer;
  }

  afterEach(async () => {
    assert.equal((await send('GET', '/health')).status, 200);
  });

  const tooLarge = (answer: Answer) =>
    assert.deepEqual([answer.status, answer.text], [413, '{"detail":"Request body too large"}']);

  it('refuses bodies that are too large, whoever sends them and however', async () => {
    tooLarge(await send('POST', '/api/v1/auth/login', Buffer.alloc(2 * MIB)));
    for (let round = 0; round < 5; round++) {
      tooLarge(await send('POST', '/api/v1/ingest/scm', Buffer.alloc(1_100_000, 'x'), { connection: 'close' }));
    }
    await Promise.all(
      ['query/code-finder/function', 'tools/config', 'support/query', 'auth/login'].map(async (path) => {
        const { status } = await send('POST', `/api/v1/${path}`, Buffer.alloc(3 * MIB));
        assert.ok([404, 405, 413].includes(status ?? 0), `${path} ${status}`);
      }),
    );
  });

  it('refuses a signed webhook over 25 MiB', async () => {
    const body = Buffer.alloc(25 * MIB + 1, ' ');
    const signature = createHmac('sha256', serviceVariable('SCM_WEBHOOK_SECRET')).update(body).digest('hex');
    const headers = { 'x-github-event': 'ping', 'x-hub-signature-256': `sha256=${signature}` };
    tooLarge(await send('POST', '/api/v1/webhook/onComment', body, headers));
  });

  it('goes on when clients stop reading, break off their bodies, or leave', async () => {
    const { hostname, port } = new URL(baseUrl());
    const starts = [
      'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n',
      'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n{',
      'POST /api/v1/webhook/onComment HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n',
    ];
    for (const start of [...starts, ...starts]) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      let read = 0;
      socket.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read >= 20_000) socket.pause();
      });
      socket.write(start);
      await sleep(700);
      socket.destroy();
    }
    await sleep(1_000);
  });

  it('takes headers of a client’s own connection, and bodies in chunks', async () => {
    const own: Record<string, string>[] = [
      { expect: '100-continue' },
      { 'keep-alive': 'timeout=5' },
      { te: 'trailers' },
      { 'proxy-connection': 'keep-alive' },
      { connection: 'keep-alive, foo' },
      { 'transfer-encoding': 'chunked' },
    ];
    for (const headers of own) {
      const said = JSON.stringify(headers);
      assert.equal((await send('POST', '/api/v1/auth/login', Buffer.from('{}'), headers)).status, 401, said);
      if (headers['transfer-encoding'] === undefined) assert.equal((await send('GET', '/health', undefined, headers)).status, 200, said); // prettier-ignore
    }
    const { hostname, port } = new URL(baseUrl());
    const socket = connect(Number(port), hostname);
    socket.write('GET /health HTTP/1.1\r\nHost: x\r\nTrailer: x\r\n\r\n');
    assert.match(String((await once(socket, 'data'))[0]), /^HTTP\/1\.1 200 /);
    socket.destroy();
    const chunked = { 'transfer-encoding': 'chunked' };
    tooLarge(await send('POST', '/api/v1/support/query', Buffer.alloc(2 * MIB), chunked));
    tooLarge(await send('POST', '/api/v1/auth/login', Buffer.alloc(2 * MIB), { expect: '100-continue' }));
  });

  it('answers 405 to TRACE', async () => {
    for (const path of ['/health', '/api/v1/auth/installation', '/openapi.json']) {
      const { status, allow } = await send('TRACE', path);
      assert.deepEqual([status, allow], [405, 'GET, HEAD'], path);
    }
  });

  it('answers 400 for paths that cannot be decoded', async () => {
    for (const path of ['/api/v1/repos/%zz/x/prs', '/%', '/app/%zz', '/docs/%ff', '/api/v1/query/%c0%ae']) {
      assert.equal((await send('GET', path)).status, 400, path);
    }
  });
});
