import assert from 'node:assert/strict';
import { createGit } from '../../../src/adapters/git/git.ts';
import { AppError } from '../../../src/model/errors.ts';
import type { GitPort, Snapshot } from '../../../src/ports.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { startTestHost, type TestHost } from '../../support/scm-host.ts';

describe('git.fetchCommits', () => {
  let host: TestHost;
  let git: GitPort;
  let token: string;
  let source: TestRepository;
  let url: string;
  const commits: string[] = [];

  async function filesOf(snapshot: Snapshot): Promise<Record<string, string>> {
    const files: Record<string, string> = {};
    for (const { path, oid } of snapshot.entries) files[path] = Buffer.from(await snapshot.read(oid)).toString('utf8');
    return files;
  }

  before(async () => {
    host = await startTestHost();
    git = createGit({ gitUrl: host.url, maxPackBytes: 1_000_000 });
    token = host.addUser({ login: 'ada' }).token;
    source = makeRepository({ 'a.py': 'a = 1\n'.repeat(500), 'b.py': 'b = 1\n' });
    commits.push(source.git('rev-parse', 'HEAD'));
    commits.push(source.commit({ 'a.py': `${'a = 1\n'.repeat(500)}more\n`, 'c.py': 'c = 1\n' }));
    commits.push(source.commit({ 'b.py': null }));
    await host.addRepository({ owner: 'ada', name: 'engine', from: source.path, private: true });
    url = `${host.url}/ada/engine.git`;
  });
  after(async () => {
    await host.remove();
    source.remove();
  });

  it('gives the trees in the order asked for, whatever their order in history', async () => {
    const [one = '', two = '', three = ''] = commits;
    for (const wanted of [
      [three, one],
      [one, three, two],
      [two, two],
    ]) {
      const snapshots = await git.fetchCommits({ url, commits: wanted, token });
      assert.deepEqual(
        snapshots.map((snapshot) => snapshot.commit),
        wanted,
      );
      for (const snapshot of snapshots) {
        const names = source.git('ls-tree', '-r', '--name-only', snapshot.commit).split('\n');
        const files = await filesOf(snapshot);
        assert.deepEqual(Object.keys(files), names);
        for (const name of names)
          assert.equal(files[name]?.trimEnd(), source.git('show', `${snapshot.commit}:${name}`));
        await snapshot.close();
      }
    }
  });

  it('reaches the head of a pull request that was force-pushed away', async () => {
    source.git('checkout', '-q', '-b', 'fix');
    const lost = source.commit({ 'd.py': 'd = 1\n' });
    const { number } = await host.openPull({ owner: 'ada', name: 'engine', head: 'fix', base: 'main', by: 'ada' });
    source.git('commit', '--quiet', '--amend', '--message', 'Another');
    const { headSha } = await host.pull('ada', 'engine', number);
    assert.notEqual(headSha, lost);
    const [before, now] = await git.fetchCommits({ url, commits: [lost, headSha], token });
    assert.ok(before && now);
    assert.deepEqual(await filesOf(before), await filesOf(now));
  });

  it('says when the host does not have a commit, and keeps to credentials', async () => {
    const code = (wanted: string) => (error: unknown) => error instanceof AppError && error.code === wanted;
    const [one = ''] = commits;
    await assert.rejects(git.fetchCommits({ url, commits: [one, 'f'.repeat(40)], token }), code('not_found'));
    await assert.rejects(git.fetchCommits({ url, commits: [one] }), code('bad_request'));
    await assert.rejects(git.fetchCommits({ url, commits: [one], token: 'gho_wrong' }), code('token_refused'));
    await assert.rejects(
      git.fetchCommits({ url: 'http://127.0.0.1:1/a/b.git', commits: [one], token }),
      code('bad_request'),
    );
  });
});
