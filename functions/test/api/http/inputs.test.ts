import assert from 'node:assert/strict';
import { createRoute, z } from '@hono/zod-openapi';
import { createApi } from '../../../src/api/http/app.ts';
import { loginSchema, nestedOwnerIn, ownerSchema } from '../../../src/api/http/inputs.ts';
import type { Ports, ScmKind } from '../../../src/ports.ts';

describe('owners', () => {
  it('are names, or groups within groups, and never paths upwards', () => {
    for (const owner of ['ada', 'A.b_c-1', 'group/sub', 'a/b/c/d', `${'a'.repeat(100)}/b`]) {
      assert.equal(ownerSchema.safeParse(owner).success, true, owner);
    }
    const wrong = ['', '/', '/a', 'a/', 'a//b', '.', '..', 'a/..', '../a', 'a/.b', 'a..b', '-a', 'a/-b', 'a b', 'a\\b'];
    for (const owner of [...wrong, 'a%2fb', 'a\n', 'a'.repeat(101), 'a/'.repeat(130) + 'a']) {
      assert.equal(ownerSchema.safeParse(owner).success, false, JSON.stringify(owner));
    }
  });

  it('are no logins where they have parts: logins name documents', () => {
    assert.equal(loginSchema.safeParse('ada').success, true);
    for (const login of ['a/b', '', '..', 'a/', '/a']) assert.equal(loginSchema.safeParse(login).success, false, login);
  });

  it('have parts on GitLab alone, in paths, queries and bodies', async () => {
    const route = createRoute({
      method: 'post',
      path: '/api/v1/things/{owner}',
      request: {
        params: z.object({ owner: ownerSchema }),
        query: z.object({ repo_owner: ownerSchema.optional() }),
        body: { content: { 'application/json': { schema: z.object({ owner: ownerSchema.optional() }) } } },
      },
      responses: { 200: { description: 'The owner' } },
    });
    async function statusOn(scmKind: ScmKind, path: string, body: object = {}): Promise<number> {
      const settings = { scmKind, allowedOrigins: [] as string[] } as Ports['settings'];
      const log = { info() {}, warn() {}, error() {} };
      const api = createApi('things', { settings, log });
      api.openapi(route, (c) => c.text(c.req.valid('param').owner));
      const answer = await api.request(`/api/v1/things/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (answer.status === 200) assert.equal(await answer.text(), decodeURIComponent(path.split('?')[0] ?? ''));
      return answer.status;
    }
    const asked: [string, object?][] = [['a%2Fb'], ['a?repo_owner=a%2Fb'], ['a', { owner: 'a/b' }]];
    for (const each of asked) {
      assert.equal(await statusOn('gitlab', ...each), 200, JSON.stringify(each));
      assert.equal(await statusOn('github', ...each), 422, JSON.stringify(each));
      assert.equal(await statusOn('gitea', ...each), 422, JSON.stringify(each));
    }
    assert.equal(await statusOn('github', 'a?repo_owner=b', { owner: 'c' }), 200);
    assert.equal(await statusOn('gitlab', 'a%2F..%2Fb'), 422);
    assert.equal(nestedOwnerIn('a/b'), undefined);
  });
});
