/** What one odd request may not do to the emulators' process. Their whole is attacked in test/journeys/odd-requests.test.ts. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { forwardRequest, isOfAConnection, refuseUndecodable } from '../../../local/stack/steady-emulators.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

describe('the emulators’ process', () => {
  const servers: Server[] = [];
  after(() => {
    for (const server of servers) server.close().closeAllConnections();
  });

  async function listen(handle: Handler): Promise<number> {
    const server = createServer(handle);
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  /** An emulator in front of a function, and what became of the function's process. */
  async function emulatorOf(handle: Handler, timeoutSeconds?: number) {
    const port = await listen(handle);
    const worker = {
      triggerKey: 'us-central1-auth',
      state: 'IDLE',
      ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
      kills: 0,
      runtime: {
        conn: { httpReqOpts: () => ({ host: '127.0.0.1', port }) },
        process: { kill: () => void worker.kills++ },
      },
      logger: { log: () => undefined },
      logInfo: () => undefined,
    };
    const finished: Promise<void>[] = [];
    const front = await listen((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const emulated = Object.assign(request, { path: request.url ?? '/' });
        finished.push(forwardRequest.call(worker, emulated, response, Buffer.concat(chunks)));
      });
    });
    return { front, worker, finished };
  }

  it('hands on an answer that comes before the whole body was read', async () => {
    const { front, worker, finished } = await emulatorOf((request, response) => {
      response.writeHead(413, { 'Content-Type': 'application/json' }).end('{"detail":"Request body too large"}');
      setTimeout(() => request.socket.destroy(), 20);
    });
    for (let round = 0; round < 5; round++) {
      const answer = await fetch(`http://127.0.0.1:${front}/login`, {
        method: 'POST',
        body: new Uint8Array(8_000_000),
      });
      assert.deepEqual([answer.status, await answer.json()], [413, { detail: 'Request body too large' }]);
    }
    await Promise.all(finished);
    assert.deepEqual([worker.kills, worker.state], [0, 'IDLE']);
  });

  it('hands on nothing of the client’s own connection, and refuses what cannot be written', async () => {
    const seen: IncomingMessage['headers'][] = [];
    const { front, finished } = await emulatorOf((request, response) => {
      seen.push(request.headers);
      response.end();
    });
    const statusOf = async (name: string) => {
      const socket = connect(front, '127.0.0.1');
      socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${name}: x\r\nX-Kept: ${name}\r\n\r\n`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      return /^HTTP\/1\.1 (\d+)/.exec(answer.toString())?.[1];
    };
    for (const name of ['trailer', 'keep-alive', 'te', 'upgrade', 'proxy-connection', 'connection']) {
      assert.equal(await statusOf(name), '200', name);
      assert.deepEqual([seen.at(-1)?.[name] === 'x', seen.at(-1)?.['x-kept']], [false, name]);
    }
    const { worker } = await emulatorOf(() => undefined);
    const front2 = await listen((request, response) => {
      finished.push(forwardRequest.call(worker, Object.assign(request, { path: '/a b\u2028' }), response));
    });
    assert.equal((await fetch(`http://127.0.0.1:${front2}/`)).status, 400);
    await Promise.all(finished);
  });

  it('goes on when a client leaves in the middle of an answer', async () => {
    const { front, worker, finished } = await emulatorOf((_request, response) => {
      response.writeHead(200);
      response.write('x'.repeat(100_000));
    });
    const client = httpRequest({ host: '127.0.0.1', port: front, path: '/' });
    client.on('error', () => undefined);
    client.end();
    const [answer] = (await once(client, 'response')) as [IncomingMessage];
    answer.destroy();
    await sleep(100);
    await Promise.all(finished);
    assert.deepEqual([worker.kills, worker.state], [0, 'IDLE']);
  });

  it('answers 500 for a function that breaks off, and ends one that takes too long', async () => {
    const broken = await emulatorOf((request) => request.socket.destroy());
    assert.equal((await fetch(`http://127.0.0.1:${broken.front}/`)).status, 500);
    assert.equal(broken.worker.kills, 0);
    const slow = await emulatorOf(() => undefined, 0.1);
    assert.equal((await fetch(`http://127.0.0.1:${slow.front}/`)).status, 500);
    assert.equal(slow.worker.kills, 1);
  });

  it('refuses paths that cannot be decoded, and no others', async () => {
    const port = await listen((request, response) => {
      refuseUndecodable(request, response, () => {
        response.end('next');
      });
    });
    const statusOf = async (path: string): Promise<number | undefined> => {
      const client = httpRequest({ host: '127.0.0.1', port, path });
      client.end();
      const [answer] = (await once(client, 'response')) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    };
    for (const path of ['/api/v1/repos/%zz/x/prs', '/%', '/a%c0%ae', '/%ff?x=1'])
      assert.equal(await statusOf(path), 400);
    for (const path of ['/', '/a%20b', '/%E6%96%87', '/a?x=%zz']) assert.equal(await statusOf(path), 200);
  });

  it('goes on after errors of a connection, and of nothing else', () => {
    const withCode = (code: string) => Object.assign(new Error(code), { code });
    for (const code of ['ERR_HTTP_HEADERS_SENT', 'EPIPE', 'ECONNRESET', 'UND_ERR_SOCKET', 'ERR_STREAM_PREMATURE_CLOSE'])
      assert.equal(isOfAConnection(withCode(code)), true, code);
    assert.equal(isOfAConnection(new DOMException('Aborted', 'AbortError')), true);
    for (const error of [
      new TypeError('x is not a function'),
      withCode('EADDRINUSE'),
      withCode('ERR_ASSERTION'),
      'text',
    ])
      assert.equal(isOfAConnection(error), false);
  });
});
