/** Working trees against a commit: what counts as changed, in checkouts that hold files in another form. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { openWorkTree } from '../../../local/folder/work-tree.ts';
import { openCommit } from '../../../src/adapters/git/git-local.ts';
import { diffTrees } from '../../../src/review/diff/diff-trees.ts';
import { makeRepository, writeFiles, type Content, type TestRepository } from '../../support/repositories.ts';

describe('local/folder work tree', () => {
  let repository: TestRepository;
  const big = 'large = 1\n'.repeat(50);
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash('sha256').update(big).digest('hex')}\nsize ${big.length}\n`;

  before(() => {
    repository = makeRepository({
      '.gitignore': 'ignored/\n',
      'lines.py': 'a = 1\nb = 2\n',
      'lfs.py': pointer,
      'kept/far.py': 'x = 1\n',
      'gone.py': 'y = 1\n',
      'same.py': 'z = 1\n',
      sub: { submodule: '1'.repeat(40) },
    });
  });
  after(() => repository.remove());

  async function changed(files: Record<string, Content>): Promise<string[]> {
    writeFiles(repository.path, files);
    const before = openCommit(join(repository.path, '.git'), repository.git('rev-parse', 'HEAD'));
    const after = await openWorkTree(repository.path, before);
    const diffs = await diffTrees(before, after);
    for (const snapshot of [before, after]) await snapshot.close();
    return diffs.map(({ status, path, additions }) => `${status} ${path} +${additions}`).sort();
  }

  it('has not changed by the form of a checkout', async () => {
    assert.deepEqual(await changed({}), []);
    assert.deepEqual(await changed({ 'lines.py': 'a = 1\r\nb = 2\r\n', 'lfs.py': big }), []);
    assert.deepEqual(await changed({ 'lines.py': 'a = 1\r\nb = 3\r\n' }), ['modified lines.py +1']);
    repository.git('update-index', '--skip-worktree', 'kept/far.py');
    assert.deepEqual(await changed({ 'lines.py': 'a = 1\nb = 2\n', 'lfs.py': pointer, 'kept/far.py': null }), []);
  });

  it('has changed by what is edited, new, removed or replaced, and not by what is ignored', async () => {
    const files = {
      'gone.py': null,
      'new.py': 'n = 1\n',
      'ignored/i.py': 'i = 1\n',
      'link.py': { symlink: '/etc/passwd' },
    };
    assert.deepEqual(await changed(files), ['added link.py +1', 'added new.py +1', 'deleted gone.py +0']);
    repository.git('checkout', '--quiet', '--detach');
    assert.equal((await changed({})).filter((line) => line.includes('ignored')).length, 0);
  });
});
