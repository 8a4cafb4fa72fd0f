/** Linter settings over HTTP: defaults at the first look, whole replacements, and what is refused. */
import assert from 'node:assert/strict';
import { startService } from '../../support/service.ts';
import type { TestService, TestUser } from '../../support/service.ts';

const DEFAULTS = {
  python_linter: { enabled: true, configFile: null },
  javascript_linter: { enabled: true, configFile: null },
  go_linter: { enabled: true, configFile: null },
};

describe('tools group', () => {
  let service: TestService;
  let ada: TestUser;

  before(async () => {
    service = await startService();
    ada = await service.user('ada');
  });
  after(() => service.close());

  const read = (as: TestUser) => service.call('GET', '/api/v1/tools/config', { as });
  const put = (body: unknown, as = ada) => service.call('PUT', '/api/v1/tools/config', { as, body });

  it('creates the defaults at the first look', async () => {
    const bob = await service.user('bob');
    assert.deepEqual((await read(bob)).body, DEFAULTS);
    assert.deepEqual(await service.ports.store.get(`tools_config/${bob.uid}`), DEFAULTS);
  });

  it('replaces all of it, keeps the file of a tool that is off, and is the caller’s alone', async () => {
    const config = { ...DEFAULTS, python_linter: { enabled: false, configFile: 'tools/ruff.toml' } };
    const answer = await put(config);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body, config);
    assert.deepEqual((await read(ada)).body, config);
    assert.deepEqual((await read(await service.user('carol'))).body, DEFAULTS);
  });

  it('names each missing field', async () => {
    const answer = await put({ python_linter: { enabled: true }, go_linter: DEFAULTS.go_linter });
    assert.equal(answer.status, 422);
    const { detail } = answer.body as { detail: { loc: string[]; type: string }[] };
    assert.deepEqual(
      detail.map(({ loc, type }) => [loc.join('.'), type]),
      [
        ['body.python_linter.configFile', 'missing'],
        ['body.javascript_linter', 'missing'],
      ],
    );
  });

  it('refuses unknown keys, other types and paths that leave the repository', async () => {
    const before = (await read(ada)).body;
    const withFile = (configFile: unknown) => ({ ...DEFAULTS, go_linter: { enabled: true, configFile } });
    for (const body of [
      { ...DEFAULTS, rust_linter: { enabled: true, configFile: null } },
      { ...DEFAULTS, go_linter: { enabled: true, configFile: null, args: '--fix' } },
      { ...DEFAULTS, go_linter: { enabled: 'yes', configFile: null } },
      withFile('/etc/passwd'),
      withFile('../other/ruff.toml'),
      withFile('a/../../b'),
      withFile('half-a-character-\ud83c'),
      withFile('a/..'),
      withFile('./a'),
      withFile('C:\\ruff.toml'),
      withFile('https://host/ruff.toml'),
      withFile('a\0b'),
      withFile(''),
      withFile('a'.repeat(501)),
      withFile(3),
    ]) {
      assert.equal((await put(body)).status, 422, JSON.stringify(body).slice(0, 200));
    }
    assert.equal((await put('{"python_linter":')).status, 400);
    assert.deepEqual((await read(ada)).body, before);
    assert.equal((await put(withFile('a..b/.golangci.yml'))).status, 200);
  });

  it('asks for an ID token', async () => {
    assert.equal((await service.call('GET', '/api/v1/tools/config')).status, 401);
    assert.equal((await service.call('PUT', '/api/v1/tools/config', { body: DEFAULTS })).status, 401);
    assert.equal((await service.call('DELETE', '/api/v1/tools/config', { as: ada })).status, 405);
  });
});
