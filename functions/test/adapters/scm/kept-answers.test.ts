import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createScm } from '../../../src/adapters/scm/scm.ts';
import { keepingAnswers } from '../../../src/adapters/scm/kept-answers.ts';
import { failsWith } from '../../support/failures.ts';
import { makeRepository } from '../../support/repositories.ts';
import { startTestHost } from '../../support/scm-host.ts';

describe('answers that a platform confirms', () => {
  it('cost nothing of its limit, are the true ones, and are for the token that they were given to', async () => {
    const source = makeRepository({ 'a.py': 'x = 1\n' });
    const host = await startTestHost();
    try {
      const scm = createScm({ apiUrl: host.apiUrl, gitUrl: host.url, appSlug: 'reviewgraph' });
      const ada = host.addUser({ login: 'ada' });
      const eve = host.addUser({ login: 'eve' });
      await host.addRepository({ owner: 'ada', name: 'engine', from: source.path, private: true });
      source.git('checkout', '-q', '-b', 'fix');
      source.commit({ 'a.py': 'x = 2\n' });
      source.git('checkout', '-q', 'main');
      const { number } = await host.openPull({ owner: 'ada', name: 'engine', head: 'fix', by: 'ada' });
      const used = async () => {
        const answer = await fetch(`${host.apiUrl}/user`, {
          headers: { Authorization: `token ${ada.token}`, 'User-Agent': 'test' },
        });
        return Number(answer.headers.get('x-ratelimit-used'));
      };
      const look = async (token: string) => [
        await scm.repository(token, 'ada', 'engine'),
        await scm.branchHead(token, 'ada', 'engine', 'main'),
        await scm.pullRequests(token, 'ada', 'engine', { state: 'all' }),
        await scm.comments(token, 'ada', 'engine', number),
        await scm.reviewComments(token, 'ada', 'engine', number),
      ];
      const first = await look(ada.token);
      const before = await used();
      assert.deepEqual(await look(ada.token), first);
      assert.equal(await used(), before + 1, 'the one request that asks for the figure');

      await host.comment({ owner: 'ada', name: 'engine', number, by: 'ada', body: 'Fine.' });
      const then = await used();
      assert.equal((await scm.comments(ada.token, 'ada', 'engine', number))[0]?.body, 'Fine.');
      assert.equal(await used(), then + 2);

      await assert.rejects(scm.repository(eve.token, 'ada', 'engine'), failsWith('not_found', /Not found/));
      await assert.rejects(scm.repository(undefined, 'ada', 'engine'), failsWith('not_found', /Not found/));
      host.fail({ path: '/api/v3/repos', status: 503, times: 1 });
      await assert.rejects(scm.repository(ada.token, 'ada', 'engine'), failsWith('platform_unavailable', /failed/));
      assert.deepEqual(await scm.repository(ada.token, 'ada', 'engine'), first[0]);
    } finally {
      await host.remove();
      source.remove();
    }
  });

  it('are kept as far as there is room, those asked for last, and never where the platform names none', async () => {
    const asked: [string, boolean][] = [];
    const texts = new Map<string, string>();
    const server = createServer((request, response) => {
      const path = request.url ?? '/';
      const has = request.headers['if-none-match'] === '"1"';
      asked.push([path, request.headers['if-none-match'] !== undefined]);
      if (path === '/nameless') return response.end('{}');
      if (has) return response.writeHead(304, { ETag: '"1"', 'X-Now': 'later' }).end();
      const text = texts.get(path) ?? randomBytes(1_000).toString('base64');
      texts.set(path, text);
      response.writeHead(request.method === 'POST' ? 201 : 200, { ETag: '"1"', 'X-Now': 'first' }).end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const ask = keepingAnswers(fetch, 2_500);
      const get = async (path: string, init?: RequestInit) => {
        const response = await ask(url + path, init);
        assert.equal(await response.text(), texts.get(path) ?? '{}');
        return response;
      };
      for (const path of ['/1', '/2', '/1', '/3', '/1', '/2', '/nameless', '/nameless']) await get(path);
      assert.deepEqual(
        asked.map(([path, named]) => path + (named ? ' named' : '')),
        ['/1', '/2', '/1 named', '/3', '/1 named', '/2', '/nameless', '/nameless'],
      );
      const confirmed = await get('/1');
      assert.deepEqual([confirmed.status, confirmed.headers.get('x-now')], [200, 'later']);
      asked.length = 0;
      await get('/1', { headers: { Authorization: 'token of another' } });
      await get('/1', { method: 'POST' });
      assert.deepEqual(asked, [
        ['/1', false],
        ['/1', false],
      ]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
