/** What anyone may read: the two explorers, the description, and the service's health. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { docsPath } from '../../../src/api/routes/docs.ts';
import { testGraph } from '../../support/neo4j.ts';
import { startService } from '../../support/service.ts';
import type { TestService } from '../../support/service.ts';

describe('docs', () => {
  let service: TestService;

  before(async function () {
    this.timeout(240_000);
    service = await startService({ graph: await testGraph() });
  });
  after(() => service.close());

  const get = (path: string, headers: Record<string, string> = {}) => service.call('GET', path, { headers });

  it('serves both pages without a token, and every file they name', async () => {
    for (const page of ['docs', 'redoc']) {
      const answer = await get(`/${page}`);
      assert.equal(answer.status, 200, page);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
      const named = [...answer.text.matchAll(/(?:src|href)="([^":]+)"/g)].map(([, file]) => file ?? '');
      assert.ok(named.length >= 3, answer.text);
      // Behind hosting, with a slash at the end, and at the function's own URL.
      const bases = [`/${page}`, `/${page}/`, page === 'docs' ? '/direct/docs' : '/direct/docs/redoc'];
      for (const base of bases) {
        for (const file of named) {
          const { pathname } = new URL(file, new URL(base, 'http://test'));
          const found = await get(
            pathname.startsWith('/direct/docs/') ? pathname.replace('/docs/docs', '/docs') : pathname,
          );
          assert.equal(found.status, 200, `${file} from ${base}`);
          assert.doesNotMatch(found.headers.get('content-type') ?? '', /html/);
        }
      }
    }
  });

  it('runs no script of a page or another host', async () => {
    for (const page of ['/docs', '/redoc']) {
      const { headers, text } = await get(page);
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'; script-src 'self'; connect-src 'self'/);
      assert.doesNotMatch(policy, /https?:|\*|unsafe-eval|script-src [^;]*unsafe/);
      assert.doesNotMatch(text, /https?:\/\/|<script>|\son\w+=/);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.ok(headers.get('x-request-id'));
    }
  });

  it('serves the committed description, with each function’s address at the function’s own URL', async () => {
    const committed = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as unknown;
    const hosted = await get('/openapi.json', { 'X-Forwarded-Host': 'code.example.com' });
    assert.deepEqual(hosted.body, committed);
    assert.match(hosted.headers.get('content-type') ?? '', /^application\/json/);
    const direct = (await get('/direct/docs/openapi.json')).body as { paths: Record<string, { servers: unknown }> };
    assert.deepEqual(direct.paths['/api/v1/auth/me']?.servers, [{ url: '../auth' }]);
  });

  it('compresses for those who take it', async () => {
    const raw = await fetch(`${service.baseUrl}/docs/swagger-ui.css`, { headers: { 'Accept-Encoding': 'gzip' } });
    assert.equal(raw.headers.get('content-encoding'), 'gzip');
    const plain = await get('/docs/swagger-ui.css', { 'Accept-Encoding': 'identity' });
    assert.equal(plain.headers.get('content-encoding'), null);
    assert.equal(await raw.text(), plain.text);
  });

  it('knows a file by its name, whatever stands before it', () => {
    const meant = (path: string) => docsPath(new Request(`http://test${path}`));
    const cases: [string, string][] = [
      ['/', '/docs'],
      ['/docs/docs/openapi.json', '/openapi.json'],
      ['/redoc/', '/redoc'],
      ['/health', '/health'],
      ['/docs/health/ready', '/health/ready'],
      ['/ready', '/ready'],
      ['/docs/../../etc/passwd', '/etc/passwd'],
      ['/docs/unknown.js', '/docs/unknown.js'],
    ];
    for (const [path, expected] of cases) assert.equal(meant(path), expected, path);
  });

  it('answers 404 and 405 as the API does', async () => {
    const none = await get('/docs/unknown.js');
    assert.deepEqual([none.status, none.body], [404, { detail: 'Not found' }]);
    const elsewhere = await get('/api/v1/nothing/here');
    assert.deepEqual([elsewhere.status, elsewhere.body], [404, { detail: 'Not found' }]);
    const post = await service.call('POST', '/docs');
    assert.deepEqual([post.status, post.headers.get('allow')], [405, 'GET, HEAD']);
  });

  it('is alive, and ready while its databases are', async () => {
    assert.deepEqual((await get('/health')).body, { status: 'ok' });
    const ready = await get('/health/ready');
    assert.deepEqual([ready.status, ready.body], [200, { status: 'ready', checks: { graph: 'ok', store: 'ok' } }]);
    assert.equal(ready.headers.get('cache-control'), 'no-store');
  });

  it('is not ready while the graph cannot be reached, and asks again later', async () => {
    const dark = await startService();
    dark.stopClock();
    try {
      const answer = await dark.call('GET', '/health/ready');
      assert.equal(answer.status, 503);
      assert.deepEqual(answer.body, {
        detail: 'Graph database unavailable',
        checks: { graph: 'unavailable', store: 'ok' },
      });
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
      assert.equal((await dark.call('GET', '/health')).status, 200);
      dark.ports.graph.read = (await testGraph()).read;
      assert.equal((await dark.call('GET', '/health/ready')).status, 503, 'within two seconds the answer is the same');
      dark.advance(2_000);
      assert.equal((await dark.call('GET', '/health/ready')).status, 200);
    } finally {
      await dark.close();
    }
  });
});
