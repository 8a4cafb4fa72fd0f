import assert from 'node:assert/strict';
import { dirName, joinPath, under } from '../../../src/resolve/imports/paths.ts';
import { sharedFolders } from '../../../src/resolve/program/folders.ts';

describe('resolve/imports/paths', () => {
  it('joins paths without leaving the repository', () => {
    assert.equal(joinPath('a/b', '../c/./d.ts'), 'a/c/d.ts');
    assert.equal(joinPath('a', '../..'), undefined);
    assert.equal(joinPath('', 'a'), 'a');
    assert.deepEqual([under('', 'x'), under('a', 'x'), dirName('a/b/c'), dirName('c')], ['x', 'a/x', 'a/b', '']);
  });

  it('counts the leading folders that two have in common', () => {
    assert.deepEqual([sharedFolders('a/b/c', 'a/b/d'), sharedFolders('a', 'b'), sharedFolders('', '')], [2, 0, 1]);
  });
});
