/**
 * Tokens and keys go to the host that they are for. Whoever answers in its place may send the caller anywhere: what
 * arrives there must hold no credential.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openaiGateway } from '../../../src/adapters/gateway/gateway.ts';
import { createGit } from '../../../src/adapters/git/git.ts';
import { createGiteaScm } from '../../../src/adapters/scm/gitea/gitea.ts';
import { createScm } from '../../../src/adapters/scm/scm.ts';

const TOKEN = 'gho_credentialsStayAtHome1234567890';

interface Place {
  url: string;
  /** Method, address, headers and body of all that came. */
  seen: string[];
  close(): Promise<void>;
}

async function startPlace(answer: (path: string) => { status: number; location?: string }): Promise<Place> {
  const seen: string[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push([request.method, request.url, ...request.rawHeaders, Buffer.concat(chunks).toString()].join('\n'));
      const { status, location } = answer(request.url ?? '');
      response.writeHead(status, location === undefined ? {} : { Location: location }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('credentials', () => {
  let elsewhere: Place;
  let lure: Place;
  let status = 302;

  before(async () => {
    elsewhere = await startPlace(() => ({ status: 200 }));
    lure = await startPlace((path) => ({ status, location: `${elsewhere.url}${path}` }));
  });
  after(() => Promise.all([elsewhere.close(), lure.close()]));

  const commit = 'a'.repeat(40);
  const app = { appSlug: 'reviewgraph', appId: '', appPrivateKey: '' };
  const asked: [what: string, ask: () => Promise<unknown>][] = [
    ['the API', () => github().repository(TOKEN, 'ada', 'engine')],
    ['a comment', () => github().createComment(TOKEN, 'ada', 'engine', 1, 'Hello')],
    ['a file', () => github().blob(TOKEN, 'ada', 'engine', commit)],
    ['the API of the other kind of platform', () => gitea().repository(TOKEN, 'ada', 'engine')],
    [
      'a clone',
      () =>
        createGit({ gitUrl: lure.url, maxPackBytes: 1_000_000 }).clone({ url: `${lure.url}/a/b.git`, token: TOKEN }),
    ],
    [
      'an archive',
      async () => {
        const options = { wanted: () => true, signal: AbortSignal.timeout(10_000) };
        for await (const file of github().archive(TOKEN, 'ada', 'engine', commit, options)) assert.fail(file.path);
      },
    ],
    ['embeddings', () => gateway().embed(['text'])],
    ['a question', () => gateway().chat({ model: 'm', messages: [{ role: 'user', content: 'Hello' }], maxTokens: 5 })],
  ];
  const urls = () => ({ apiUrl: lure.url, gitUrl: lure.url });
  const github = () => createScm({ ...urls(), ...app });
  const gitea = () => createGiteaScm(urls());
  const gateway = () => openaiGateway({ apiKey: TOKEN, baseUrl: lure.url, embeddingModel: 'e' });

  for (const [what, ask] of asked) {
    it(`of ${what} are for its host alone`, async () => {
      for (status of [302, 307]) {
        const before = lure.seen.length;
        await ask().catch(() => undefined);
        assert.ok(lure.seen.length > before, 'the host was asked');
      }
      assert.ok(
        lure.seen.some((request) => request.includes(TOKEN) || request.includes(basic())),
        'with the credential',
      );
      const leaked = elsewhere.seen.filter((request) => request.includes(TOKEN) || request.includes(basic()));
      assert.deepEqual(leaked, []);
    });
  }

  it('and what is sent with them: from the platform nothing goes to another host', async () => {
    elsewhere.seen.length = 0;
    for (status of [302, 307]) {
      await assert.rejects(github().createComment(TOKEN, 'ada', 'engine', 1, 'Private words'), {
        code: 'platform_unavailable',
      });
    }
    assert.deepEqual(elsewhere.seen, []);
  });

  it('and so is what a model is asked', async () => {
    elsewhere.seen.length = 0;
    const messages = [{ role: 'user' as const, content: 'Private code' }];
    for (status of [301, 302, 307, 308]) {
      await assert.rejects(gateway().chat({ model: 'm', messages, maxTokens: 5 }), { code: 'gateway_refused' });
      await assert.rejects(gateway().embed(['Private code']), { code: 'gateway_refused' });
    }
    assert.deepEqual(elsewhere.seen, []);
  });
});

/** As git sends it. */
function basic(): string {
  return Buffer.from(`x-access-token:${TOKEN}`).toString('base64').slice(0, 40);
}
