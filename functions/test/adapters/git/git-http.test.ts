/** Talking to a git host over HTTP: where links may lead, and what is said of a host that does not answer as it should. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGit } from '../../../src/adapters/git/git.ts';
import type { AppError } from '../../../src/model/errors.ts';
import { failsWith } from '../../support/failures.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { startTestHost, type TestHost } from '../../support/scm-host.ts';

const token = 'a-token-that-nobody-may-see';

describe('git over HTTP', () => {
  let host: TestHost;
  let source: TestRepository;

  before(async () => {
    host = await startTestHost();
    source = makeRepository({ 'README.md': '# Engine\n' });
    await host.addRepository({ owner: 'ada', name: 'engine', from: source.path });
  });
  afterEach(() => host.clearFaults());
  after(async () => {
    await host.remove();
    source.remove();
  });

  it('follows links within the configured host only', async () => {
    const asked: (string | undefined)[] = [];
    const listen = async (answer: RequestListener) => {
      const server = createServer(answer).listen(0, '127.0.0.1');
      await once(server, 'listening');
      return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    };
    const other = await listen(({ url: path }, response) => {
      asked.push(path);
      response.writeHead(404).end();
    });
    let to = '';
    const moved = await listen(({ url: path }, response) => {
      if (path?.startsWith('/old/') === true) response.writeHead(301, { Location: `${to}${path.slice(4)}` }).end();
      else response.writeHead(404).end();
    });
    const mover = createGit({ gitUrl: moved.url, maxPackBytes: 10_000_000 });
    for (const [where, code, message] of [
      [other.url, 'bad_request', /cloned from .* only/],
      [moved.url.replace('//', '//x:y@'), 'bad_request', /cloned from .* only/],
      [moved.url, 'not_found', /not found on the git host/],
    ] as const) {
      to = where;
      await assert.rejects(
        mover.clone({ url: `${moved.url}/old/ada/engine.git`, token }),
        failsWith(code, message, token),
      );
    }
    assert.deepEqual(asked, []);
    for (const { server } of [other, moved]) server.close();
  });

  it('says when the host fails, limits, or hangs', async () => {
    const git = createGit({ gitUrl: host.url, maxPackBytes: 10_000_000 });
    const url = `${host.url}/ada/engine.git`;
    const hasty = createGit({ gitUrl: host.url, maxPackBytes: 10_000_000, idleMs: 1500 });
    for (const path of [/info\/refs$/, /git-upload-pack$/]) {
      host.fail({ path, status: 503 });
      await assert.rejects(git.clone({ url }), failsWith('platform_unavailable', /HTTP 503/));
      host.fail({ path, status: 429, retryAfter: 17 });
      await assert.rejects(git.clone({ url }), (error: AppError) => {
        return error.code === 'rate_limited' && error.retryAfter === 17;
      });
      host.fail({ path, delay: 20_000 });
      await assert.rejects(hasty.clone({ url }), failsWith('platform_unavailable', /sent nothing for/));
    }
    const gone = createGit({ gitUrl: 'http://127.0.0.1:1', maxPackBytes: 1000 });
    await assert.rejects(
      gone.clone({ url: 'http://127.0.0.1:1/a/b.git', token }),
      failsWith('platform_unavailable', /could not be reached/, token),
    );
  });
});
