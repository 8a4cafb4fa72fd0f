import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder, makeRepository, type TestRepository } from '../../support/repositories.ts';
import { startTestHost, type TestHost } from '../../support/scm-host.ts';

describe('scm host: git', () => {
  let host: TestHost;
  let token: string;
  let source: TestRepository;
  let folder: string;

  before(async () => {
    host = await startTestHost();
    token = host.addUser({ login: 'ada' }).token;
    source = makeRepository({ 'a.py': 'x = 1\n' });
    folder = makeFolder();
    await host.addRepository({ owner: 'ada', name: 'engine', from: source.path });
    await host.addRepository({ owner: 'ada', name: 'secret', from: source.path, private: true });
  });
  after(async () => {
    await host.remove();
    source.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A child that ends by itself: the host answers from this very process, so it must not be waited for synchronously. */
  async function git(...args: string[]): Promise<string> {
    const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_GLOBAL: '/dev/null' };
    return (await promisify(execFile)('git', args, { env })).stdout.trim();
  }
  const withToken = (credential: string) => host.url.replace('//', `//x-access-token:${credential}@`);

  for (const version of ['0', '2']) {
    it(`serves clones and fetches by protocol ${version}, and follows the source`, async () => {
      const clone = join(folder, `v${version}`);
      const protocol = ['-c', `protocol.version=${version}`];
      await git(...protocol, 'clone', '--quiet', `${host.url}/ada/engine.git`, clone);
      assert.equal(await git('-C', clone, 'rev-parse', 'HEAD'), source.git('rev-parse', 'HEAD'));
      const next = source.commit({ [`v${version}.py`]: 'y = 2\n' });
      await git('-C', clone, ...protocol, 'pull', '--quiet');
      assert.equal(await git('-C', clone, 'rev-parse', 'HEAD'), next);
      source.git('checkout', '--quiet', '-B', `branch${version}`);
      const head = await git(...protocol, 'ls-remote', '--symref', `${host.url}/ada/engine`, 'HEAD');
      assert.match(head, new RegExp(`^ref: refs/heads/branch${version}\\tHEAD`));
      source.git('checkout', '--quiet', 'main');
    });
  }

  it('takes compressed requests with many haves', async () => {
    const clone = join(folder, 'many');
    await git('clone', '--quiet', `${host.url}/ada/engine.git`, clone);
    for (let n = 0; n < 40; n++) {
      await git(
        '-C',
        clone,
        '-c',
        'user.name=a',
        '-c',
        'user.email=a@b',
        'commit',
        '--quiet',
        '--allow-empty',
        '-m',
        `local ${n}`,
      );
    }
    const next = source.commit({ 'more.py': 'z = 3\n' });
    await git('-C', clone, 'fetch', '--quiet');
    assert.equal(await git('-C', clone, 'rev-parse', 'origin/main'), next);
  });

  it('asks for credentials, takes good ones and refuses pushes', async () => {
    const listed = await git('ls-remote', `${withToken(token)}/ada/secret.git`, 'refs/heads/main');
    assert.match(listed, new RegExp(`^${source.git('rev-parse', 'main')}\t`));
    for (const url of [
      `${host.url}/ada/secret.git`,
      `${withToken('gho_wrong')}/ada/secret.git`,
      `${host.url}/ada/nowhere.git`,
    ]) {
      await assert.rejects(git('ls-remote', url), url);
    }
    await assert.rejects(git('-C', source.path, 'push', `${withToken(token)}/ada/engine.git`, 'main:other'), /403/);
  });
});
