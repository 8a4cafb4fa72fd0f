/** What all endpoint groups share: paths, ids, headers, CORS, limits, and the shape of every failure. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { createAuthApi } from '../../../src/api/routes/auth.ts';
import { GROUPS } from '../../../src/api/groups.ts';
import { groupOfPath } from '../../../src/api/http/openapi-document.ts';
import { createIngestApi } from '../../../src/api/routes/ingest.ts';
import { createQueryApi } from '../../../src/api/routes/query.ts';
import { assertPublished, OPERATIONS, requestFor, urlOf } from '../../support/contract.ts';
import { rawAnswer } from '../../support/raw-answer.ts';
import { startService } from '../../support/service.ts';
import type { TestService, TestUser } from '../../support/service.ts';

describe('every endpoint group', () => {
  let service: TestService;
  let ada: TestUser;

  before(async () => {
    service = await startService();
    ada = await service.user('ada');
  });
  after(() => service.close());

  it('is reached by its full path, and by a function’s own URL with or without the prefix', async () => {
    const paths = ['/api/v1/auth/me', '/direct/auth/me', '/direct/auth/api/v1/auth/me', '/direct/auth/me?x=1'];
    for (const path of paths) assert.equal((await service.call('GET', path, { as: ada })).status, 200, path);
    assert.equal((await service.call('GET', '/direct/auth', { as: ada })).status, 404);
  });

  it('answers 404 and 405 as JSON, without asking who is calling', async () => {
    for (const path of ['/api/v1/auth/nothing', '/api/v1/auth/', '/api/v1/ingest/jobs/a/b', '/api/v1/query']) {
      const answer = await service.call('GET', path);
      assert.deepEqual([answer.status, answer.body], [404, { detail: 'Not found' }], path);
    }
    const allowed = [
      ['DELETE', '/api/v1/auth/installation', 'GET, HEAD'],
      ['GET', '/api/v1/auth/login', 'POST'],
      ['POST', '/api/v1/ingest/jobs/1234', 'GET, HEAD'],
      ['PATCH', '/api/v1/query/code-finder/complexity/top', 'GET, HEAD'],
    ] as const;
    for (const [method, path, allow] of allowed) {
      const answer = await service.call(method, path);
      assert.deepEqual(
        [answer.status, answer.headers.get('allow'), answer.body],
        [405, allow, { detail: 'Method not allowed' }],
      );
    }
  });

  it('answers 405 to methods that are never allowed, and logs no error', async () => {
    const told = service.log.length;
    for (const [method, path, expected] of [
      ['TRACE', '/api/v1/auth/me', 'HTTP/1.1 405 Method Not Allowed'],
      ['TRACE', '/api/v1/auth/login', 'HTTP/1.1 405 Method Not Allowed'],
      ['TRACE', '/api/v1/repos/overview', 'HTTP/1.1 405 Method Not Allowed'],
      ['TRACE', '/api/v1/auth/nothing', 'HTTP/1.1 404 Not Found'],
    ] as const) {
      const answer = await rawAnswer(
        service.baseUrl,
        `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      assert.ok(answer.startsWith(expected), answer);
      assert.equal(/^allow: /im.test(answer), expected.includes('405'), answer);
    }
    assert.deepEqual(service.log.slice(told), []);
  });

  it('carries a request id on every answer: the caller’s when it is well-formed', async () => {
    const idOf = async (path: string, headers = {}) =>
      (await service.call('GET', path, { headers })).headers.get('x-request-id');
    for (const path of ['/api/v1/auth/me', '/api/v1/auth/nothing', '/api/v1/query/stats?x=1']) {
      assert.match((await idOf(path)) ?? '', /^[0-9a-f-]{36}$/, path);
    }
    assert.equal(await idOf('/api/v1/auth/me', { 'X-Request-Id': 'trace-0123456789' }), 'trace-0123456789');
    for (const bad of ['short', '<script>alert(1)</script>', 'x'.repeat(101), '../../../etc']) {
      assert.match((await idOf('/api/v1/auth/me', { 'X-Request-Id': bad })) ?? '', /^[0-9a-f-]{36}$/);
    }
  });

  it('sets security headers on successes and failures', async () => {
    for (const path of ['/api/v1/auth/me', '/api/v1/auth/nothing']) {
      const { headers } = await service.call('GET', path, { as: ada });
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.match(headers.get('strict-transport-security') ?? '', /max-age/);
      assert.equal(headers.get('x-powered-by'), null);
    }
  });

  it('answers preflights for allowed origins only', async () => {
    const preflight = (Origin: string) =>
      service.call('OPTIONS', '/api/v1/ingest/scm', {
        headers: { Origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization' },
      });
    const yes = await preflight('https://app.example.test');
    assert.equal(yes.status, 204);
    assert.equal(yes.headers.get('access-control-allow-origin'), 'https://app.example.test');
    assert.match(yes.headers.get('access-control-allow-headers') ?? '', /authorization/i);
    assert.equal((await preflight('https://evil.example.test')).headers.get('access-control-allow-origin'), null);
    const failed = await service.call('GET', '/api/v1/auth/me', { headers: { Origin: 'https://app.example.test' } });
    assert.equal(failed.status, 401);
    assert.equal(failed.headers.get('access-control-allow-origin'), 'https://app.example.test');
  });

  it('refuses bodies over 1 MiB', async () => {
    const body = { scm_access_token: 'x'.repeat(1024 * 1024) };
    const answer = await service.call('POST', '/api/v1/auth/login', { as: ada, body });
    assert.deepEqual([answer.status, answer.body], [413, { detail: 'Request body too large' }]);

    // Chunked, so that no header tells the length.
    const chunked = await service.call('POST', '/api/v1/auth/login', {
      as: ada,
      body: new Blob([JSON.stringify(body)]).stream(),
    });
    assert.equal(chunked.status, 413);
    const small = new Blob([JSON.stringify({ scm_access_token: ada.scmToken })]).stream();
    assert.equal((await service.call('POST', '/api/v1/auth/login', { as: ada, body: small })).status, 200);
    // Small on the wire: the framework unpacks it before anybody asks how long it is.
    const headers = { 'Content-Encoding': 'gzip' };
    for (const [text, status] of [
      [JSON.stringify(body), 413],
      [JSON.stringify({ scm_access_token: ada.scmToken }), 200],
    ] as const) {
      const packed = new Blob([gzipSync(text)]).stream();
      assert.equal(
        (await service.call('POST', '/api/v1/auth/login', { as: ada, body: packed, headers })).status,
        status,
      );
    }
  });

  it('hides a bug’s text behind 500 and logs it with the request id', async () => {
    const { ports } = service;
    const fail = () => Promise.reject(new Error('secret detail gho_x'));
    const broken = { ...ports, store: { ...ports.store, get: fail, getAll: fail, query: fail } };
    for (const path of ['auth/me', 'ingest/jobs', 'query/stats', 'repos/', 'tools/config']) {
      const api = GROUPS[path.split('/')[0] ?? '']?.(broken);
      const response = await api?.request(`/api/v1/${path}`, { headers: { Authorization: `Bearer ${ada.idToken}` } });
      assert.ok(response !== undefined);
      assert.equal(response.status, 500, path);
      assert.deepEqual(await response.json(), { detail: 'Internal server error' });
      const line = service.log.at(-1);
      assert.equal((line?.fields as { requestId: string }).requestId, response.headers.get('x-request-id'));
    }
  });

  it('limits a user’s requests, and nobody else’s', async () => {
    const limited = await startService({ settings: { requestsPerMinute: 3 } });
    limited.stopClock();
    try {
      const [one, two] = [await limited.user('one'), await limited.user('two', { loggedIn: false })];
      const me = (as: TestUser) => limited.call('GET', '/api/v1/auth/me', { as });
      await me(one);
      await me(one);
      const refused = await me(one);
      assert.equal(refused.status, 429);
      const wait = Number(refused.headers.get('retry-after'));
      assert.ok(wait >= 1 && wait <= 20, String(wait));
      assert.equal((await me(two)).status, 404);
      limited.advance(wait * 1000);
      assert.equal((await me(one)).status, 200);
    } finally {
      await limited.close();
    }
  });

  it('counts a user’s requests whatever else of them differs, and however many come at once', async () => {
    const limited = await startService({ settings: { requestsPerMinute: 5 } });
    limited.stopClock();
    try {
      const one = await limited.user('one', { loggedIn: false });
      // The emulator's tokens are unsigned: another one of the same user is written, so as not to wait for its clock.
      const [header = '', claims = ''] = one.idToken.split('.');
      const renamed = { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object), name: 'another name' };
      const again = { ...one, idToken: `${header}.${Buffer.from(JSON.stringify(renamed)).toString('base64url')}.` };
      const asked = Array.from({ length: 24 }, (_, at) =>
        limited.call(at % 3 === 0 ? 'PUT' : 'GET', `/api/v1/tools/config?n=${at}`, {
          as: at % 2 === 0 ? one : again,
          ...(at % 3 === 0 ? { body: {} } : {}),
          headers: {
            'X-Forwarded-For': `192.0.2.${at}`,
            Forwarded: `for=192.0.2.${at}`,
            'X-Forwarded-Host': `h${at}.example`,
            'X-Request-Id': `request-${at}`,
          },
        }),
      );
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      assert.equal(statuses.filter((status) => status !== 429).length, 5, statuses.join());
    } finally {
      await limited.close();
    }
  });

  it('limits requests in every group that asks who is calling', async () => {
    const limited = await startService({ settings: { requestsPerMinute: 1 } });
    limited.stopClock();
    try {
      const user = await limited.user('busy', { loggedIn: false });
      // Who has signed out is not known any more.
      const asking = OPERATIONS.filter(({ path, secured }) => secured && !path.endsWith('/sign-out'));
      const firsts = new Map(asking.map((each) => [groupOfPath(each.path), each]));
      assert.ok(firsts.size >= 5);
      for (const [group, operation] of firsts) {
        const ask = () => limited.call(operation.method, urlOf(operation, requestFor(operation, {})), { as: user });
        await ask();
        const refused = await ask();
        assert.equal(refused.status, 429, group);
        assert.ok(Number(refused.headers.get('retry-after')) >= 1, group);
        assertPublished(operation, refused);
      }
    } finally {
      await limited.close();
    }
  });

  it('answers 503 with Retry-After while the graph cannot be reached', async () => {
    const answer = await service.call('GET', '/api/v1/query/stats', { as: ada });
    assert.deepEqual([answer.status, answer.body], [503, { detail: 'Graph database unavailable' }]);
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
  });

  it('reads query strings strictly', async () => {
    const get = (query: string) => service.call('GET', `/api/v1/query/code-finder/${query}`, { as: ada });
    const cases: [query: string, status: number, loc?: unknown[]][] = [
      ['function', 422, ['query', 'name']],
      ['function?name=', 422, ['query', 'name']],
      ['function?name=a&name=b', 422, ['query', 'name']],
      [`function?name=${'x'.repeat(501)}`, 422, ['query', 'name']],
      ['function?name=a&fuzzy=maybe', 422, ['query', 'fuzzy']],
      ['complexity/top?limit=0', 422, ['query', 'limit']],
      ['complexity/top?limit=101', 422, ['query', 'limit']],
      ['complexity/top?limit=1.5', 422, ['query', 'limit']],
      ['complexity/top?limit=', 422, ['query', 'limit']],
      ['function?name=a&repo_owner=x', 400],
      ['function?name=a&repo_name=x', 400],
      ['function?name=a&repo_owner=..&repo_name=x', 422, ['query', 'repo_owner']],
      ['function?name=a&repo_owner=nobody&repo_name=nothing', 404],
      ['function?name=a&fuzzy=1&extra=x', 503],
      ['complexity/top?limit=100', 503],
    ];
    for (const [query, status, loc] of cases) {
      const answer = await get(query);
      assert.equal(answer.status, status, `${query}: ${answer.text}`);
      if (loc === undefined) continue;
      assert.deepEqual((answer.body as { detail: { loc: unknown[] }[] }).detail[0]?.loc, loc, query);
    }
  });

  it('can be published as an OpenAPI document', () => {
    const { ports } = service;
    const apis = [createAuthApi(ports), createIngestApi(ports), createQueryApi(ports)];
    const documents = apis.map((api) =>
      api.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 't', version: '1' } }),
    );
    const paths = documents.flatMap((document) => Object.keys(document.paths ?? {}));
    assert.ok(paths.includes('/api/v1/ingest/jobs/{job_id}') && paths.includes('/api/v1/query/find_callers'));
    const top = documents[2]?.paths?.['/api/v1/query/code-finder/complexity/top']?.get;
    const limit = top?.parameters?.find((each) => 'name' in each && each.name === 'limit');
    assert.deepEqual(limit && 'schema' in limit ? limit.schema : undefined, {
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 10,
    });
  });
});
