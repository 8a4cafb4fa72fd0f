import assert from 'node:assert/strict';
import { entriesByPath, isRefusedPath, refuseEntries } from '../../src/model/tree-entries.ts';

describe('entries of a tree', () => {
  it('have no path that leaves the tree, or is the repository itself on any system', () => {
    for (const path of [
      '',
      '.',
      '..',
      '../up.py',
      'a/../b.py',
      'a//b.py',
      '/etc/x.py',
      'a/',
      '.git',
      '.git/evil.py',
      'a/.git/hooks/x.py',
      '.GIT/x.py',
      '.gIt/x.py',
      'git~1/x.py',
      'GIT~1/x.py',
      '.git /x.py',
      '.git./x.py',
      '.git . ./x.py',
      '.git::$INDEX_ALLOCATION/x.py',
      '.g\u200cit/x.py',
      '\ufeff.git/x.py',
      'a\\.git\\x.py',
      '..\\up.py',
      'a/b\\..\\..\\x.py',
    ]) {
      assert.equal(isRefusedPath(path), true, JSON.stringify(path));
    }
  });

  it('may have all other paths', () => {
    for (const path of [
      'a.py',
      '.github/x.yml',
      '.gitignore',
      '.gitattributes',
      '.gitmodules',
      'git/x.py',
      'a.git/x.py',
      '.git2/x.py',
      'git~2/x.py',
      '...',
      '..a/x.py',
      'a..b.py',
      'a\\b.py',
      ' .git/x.py',
      '文件/x.py',
      'a:b.py',
    ]) {
      assert.equal(isRefusedPath(path), false, JSON.stringify(path));
    }
  });

  it('are the first of several of one path', () => {
    const entries = ['a.py', 'b.py', 'a.py', '../a.py', '../a.py'].map((path, oid) => ({
      path,
      oid,
      kind: 'file' as const,
    }));
    refuseEntries(entries);
    assert.deepEqual(
      entries.map(({ kind }) => kind as string),
      ['file', 'file', 'twice', 'refused', 'refused'],
    );
    assert.deepEqual(
      [...entriesByPath(entries).values()].map(({ oid }) => oid),
      [0, 1, 4],
    );
  });
});
