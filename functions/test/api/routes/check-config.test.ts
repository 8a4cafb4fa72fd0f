/** `POST /api/v1/tools/config/check`: what a review would say of a `.reviewgraph.yml`, and what is refused. */
import assert from 'node:assert/strict';
import { startService } from '../../support/service.ts';
import type { TestService, TestUser } from '../../support/service.ts';

describe('checking a .reviewgraph.yml', () => {
  let service: TestService;
  let ada: TestUser;

  before(async () => {
    service = await startService({ settings: { repositoryConfigAllows: [], reviewMode: 'normal', maxComments: 20 } });
    ada = await service.user('ada');
  });
  after(() => service.close());

  const check = (body: unknown, as: TestUser | undefined = ada) =>
    service.call('POST', '/api/v1/tools/config/check', { as, body });
  const checked = async (text: string) => {
    const { status, body } = await check({ text });
    assert.equal(status, 200, JSON.stringify(body));
    return body as { problems: { line: number | null; message: string }[]; more: number; set: string[] };
  };

  it('names the line of each mistake, and what holds besides', async () => {
    const { problems, more, set } = await checked('mode: depp\nmin_severity: high\ncolor: red\n');
    assert.deepEqual(
      problems.map(({ line }) => line),
      [1, 3],
    );
    assert.match(problems[1]?.message ?? '', /Unknown key "color"/);
    assert.deepEqual([more, set], [0, ['min_severity']]);
  });

  it('finds nothing wrong with what is right, or empty', async () => {
    assert.deepEqual(await checked('mode: normal\n'), { problems: [], more: 0, set: ['mode'] });
    assert.deepEqual(await checked(''), { problems: [], more: 0, set: [] });
  });

  it('says what this deployment does not allow', async () => {
    const { problems } = await checked('mode: deep\nmax_comments: 90\n');
    assert.deepEqual(
      problems.map(({ line, message }) => [line, /not allow|at most/.test(message)]),
      [
        [null, true],
        [null, true],
      ],
    );
  });

  it('reads what no YAML is, or what grows, without a fault', async () => {
    for (const text of ['{', '\u0000', '- '.repeat(20_000), 'a: &x [1]\nb: *x\n', `${'['.repeat(5_000)}`]) {
      const { problems, more } = await checked(text);
      assert.ok(problems.length + more > 0, text.slice(0, 20));
    }
    const { problems, more } = await checked(Array.from({ length: 100 }, (_, at) => `k${at}: 1`).join('\n'));
    assert.deepEqual([problems.length, more], [20, 80]);
  });

  it('refuses a text that is too long, another body, and whoever is not signed in', async () => {
    assert.equal((await check({ text: 'x'.repeat(65_537) })).status, 422);
    assert.equal((await check({ text: 3 })).status, 422);
    assert.equal((await check({})).status, 422);
    assert.equal((await service.call('POST', '/api/v1/tools/config/check', { body: { text: '' } })).status, 401);
    assert.equal((await service.call('GET', '/api/v1/tools/config/check', { as: ada })).status, 405);
  });
});
