import assert from 'node:assert/strict';
import { pathWordsOf } from '../../../src/graph/locate/path-words.ts';

describe('graph/locate/path-words', () => {
  it('takes a name apart, and that of the folder for a file that stands for it', () => {
    const { all, own, folder } = pathWordsOf('src/repo_lists/index.ts');
    assert.deepEqual(all, ['src', 'repo_lists', 'repo', 'list', 'index', 'ts']);
    assert.deepEqual([own, folder], [['index'], ['repo', 'list']]);
    assert.deepEqual(pathWordsOf('pkg/RepoWalker.java').own, ['repo', 'walker']);
    assert.deepEqual(pathWordsOf('pkg/tree.py').folder, []);
    assert.deepEqual(pathWordsOf('index.ts').folder, []);
  });

  it('has two parts that follow each other as a step, unless they are one word', () => {
    assert.deepEqual(pathWordsOf('cmd/Runs/list/list.go').steps, [
      { key: 'cmd/run', shown: 'cmd/runs' },
      { key: 'run/list', shown: 'runs/list' },
    ]);
    assert.deepEqual(pathWordsOf('main.go').steps, []);
  });
});
