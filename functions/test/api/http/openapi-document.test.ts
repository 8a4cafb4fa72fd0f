/** The published description: complete, whole, and the same as what the routes declare. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { GROUPS } from '../../../src/api/groups.ts';
import { describeApis, groupOfPath, serversAt } from '../../../src/api/http/openapi-document.ts';
import { livePorts } from '../../../src/wiring.ts';

interface Operation {
  operationId: string;
  summary?: string;
  tags: string[];
  security: unknown[];
  parameters?: { name: string; schema: object }[];
  responses: Record<string, { description?: string; content?: Record<string, { schema?: object; example?: unknown }> }>;
}

const committed = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8');
const document = JSON.parse(committed) as {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
};
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

describe('openapi.json', () => {
  it('says what the routes declare', () => {
    const declared = describeApis(Object.values(GROUPS).map((create) => create(livePorts())));
    const same = `${JSON.stringify(declared, null, 2)}\n` === committed;
    assert.ok(same, 'openapi.json is behind the routes: run `npm --prefix functions run openapi` and commit it');
  });

  it('names every operation once, in words', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    assert.equal(new Set(ids).size, ids.length, 'two operations share an id');
    for (const { operation } of operations) {
      assert.match(operation.operationId, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
      assert.ok((operation.summary ?? '').length > 5, operation.operationId);
    }
  });

  it('puts every operation under the tag of its group', () => {
    const described = new Set(document.tags.map(({ name }) => name));
    for (const { path, operation } of operations) {
      assert.deepEqual(operation.tags, [groupOfPath(path)], path);
      assert.ok(described.has(operation.tags[0] ?? ''), `the tag of ${path} has no description`);
    }
  });

  it('asks for a token everywhere but for what anyone may call', () => {
    const open = operations.filter(({ operation }) => operation.security.length === 0).map(({ path }) => path);
    const signIn = ['/api/v1/auth/platform', '/api/v1/auth/platform/exchange'];
    assert.deepEqual(open.sort(), [...signIn, '/api/v1/webhook/onComment', '/health', '/health/ready']);
    for (const { path, operation } of operations) {
      if (operation.security.length > 0) assert.deepEqual(operation.security, [{ idToken: [] }], path);
    }
  });

  it('gives every response a description and its body’s schema', () => {
    for (const { path, method, operation } of operations) {
      for (const [status, { description, content }] of Object.entries(operation.responses)) {
        assert.ok((description ?? '') !== '', `${method} ${path} ${status}`);
        assert.ok(content?.['application/json']?.schema !== undefined, `${method} ${path} ${status}`);
      }
      assert.ok(
        ['200', '201', '202'].some((status) => status in operation.responses),
        `${method} ${path}`,
      );
    }
  });

  it('shows an example of every input that has no default, and of every failure', () => {
    for (const { path, operation } of operations) {
      for (const { name, schema } of operation.parameters ?? []) {
        if (name.startsWith('X-') || 'default' in schema) continue;
        assert.ok('example' in schema, `${path}: ${name}`);
      }
      for (const [status, { content }] of Object.entries(operation.responses)) {
        if (Number(status) < 400) continue;
        const { example, schema } = content?.['application/json'] ?? {};
        assert.ok(example !== undefined || JSON.stringify(schema).includes('NotReady'), `${path} ${status}`);
      }
    }
  });

  it('is reached through hosting, names that begin with a dot included', () => {
    const { hosting } = JSON.parse(readFileSync(new URL('../../../../firebase.json', import.meta.url), 'utf8')) as {
      hosting: { rewrites: { source?: string; regex?: string; function: { functionId: string } }[] };
    };
    for (const { path } of operations) {
      const filled = path.replace(/\{\w+\}/g, '.github');
      const meant = hosting.rewrites.find(
        ({ source, regex }) => source === filled || new RegExp(regex ?? '^$').test(filled),
      );
      const name = path.startsWith('/api/v1/') ? groupOfPath(path) : 'docs';
      assert.equal(meant?.function.functionId, name, filled);
    }
    for (const path of ['/api/v1/nothing', '/api/v1/users/1', '/api/v2/auth/me', '/api/v1', '/api']) {
      const meant = hosting.rewrites.find(({ regex }) => new RegExp(regex ?? '^$').test(path));
      assert.equal(meant?.function.functionId, 'docs', `${path}: hosting would answer with a page of its own`);
    }
  });

  it('sends callers of a function’s own URL to the functions beside it', () => {
    const at = (url: string, headers: Record<string, string> = {}) =>
      JSON.parse(serversAt(committed, new Request(url, { headers }))) as {
        paths: Record<string, { servers?: { url: string }[] }>;
      };
    const direct = at('http://functions.test/openapi.json').paths;
    assert.deepEqual(direct['/api/v1/auth/me']?.servers, [{ url: '../auth' }]);
    assert.deepEqual(direct['/health']?.servers, [{ url: '../docs' }]);
    const deeper = at('http://functions.test/redoc/openapi.json').paths;
    assert.deepEqual(deeper['/api/v1/auth/me']?.servers, [{ url: '../../auth' }]);
    const hosted = at('http://functions.test/openapi.json', { 'X-Forwarded-Host': 'code.example.com' });
    assert.equal(JSON.stringify(hosted), JSON.stringify(document));
  });

  it('refuses two groups that declare different things under one name', () => {
    const create = GROUPS['support'];
    assert.ok(create);
    const [one, two] = [create(livePorts()), create(livePorts())];
    assert.doesNotThrow(() => describeApis([one, two]));
    const another = { path: '/api/v1/support/query', responses: { 200: { description: 'Another' } } } as const;
    two.openapi({ method: 'get', operationId: 'another', ...another }, (c) => c.body(null));
    assert.throws(() => describeApis([one, two]), /Two groups declare the path/);
  });

  it('refuses a route that names no operation', () => {
    const create = GROUPS['support'];
    assert.ok(create);
    const api = create(livePorts());
    const unnamed = { path: '/api/v1/support/more', responses: { 200: { description: 'More' } } } as const;
    api.openapi({ method: 'get', ...unnamed }, (c) => c.body(null));
    assert.throws(() => describeApis([api]), /get \/api\/v1\/support\/more names no operation/);
  });
});
