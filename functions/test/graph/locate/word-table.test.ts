import assert from 'node:assert/strict';
import { createWordTable } from '../../../src/graph/locate/word-table.ts';

describe('graph/locate/word-table', () => {
  it('counts words in texts and in names, by path', () => {
    const table = createWordTable();
    table.add({ path: 'b.ts', text: 'open openFile open', names: ['openFile'] }, '1');
    table.add({ path: 'a.ts', text: 'shut', names: [] }, '1');
    assert.deepEqual(table.count(['open', 'nowhere', 'shut']), [
      { path: 'a.ts', generated: false, inText: [2, 1], inNames: [], textSize: 1, nameSize: 0 },
      { path: 'b.ts', generated: false, inText: [0, 3], inNames: [0, 1], textSize: 5, nameSize: 3 },
    ]);
  });

  it('forgets what is gone, and asks again for what changed', () => {
    const table = createWordTable();
    table.add({ path: 'a.ts', text: 'one', names: [] }, '1');
    table.add({ path: 'b.ts', text: 'two', names: [] }, '1');
    const now = new Map([['b.ts', '2'], ['c.ts', '1']]); // prettier-ignore
    assert.deepEqual(table.outdated(now), ['b.ts', 'c.ts']);
    assert.deepEqual(table.count(['two']).map(({ path }) => path), ['b.ts']); // prettier-ignore
    table.add({ path: 'b.ts', text: 'four', names: [] }, '2');
    assert.deepEqual(table.outdated(now), ['c.ts']);
    assert.deepEqual(table.count(['two', 'four']), [
      { path: 'b.ts', generated: false, inText: [1, 1], inNames: [], textSize: 1, nameSize: 0 },
    ]);
    assert.ok(table.size > 0);
  });

  it('counts in the order of the words that are asked for, whichever came first', () => {
    const counts = (...paths: string[]) => {
      const table = createWordTable();
      for (const path of paths)
        table.add({ path, text: path === 'a.ts' ? 'cat dog cow' : 'cow dog cat', names: [] }, '1');
      return table.count(['cow', 'none', 'cat', 'dog']);
    };
    assert.deepEqual(counts('a.ts', 'b.ts'), counts('b.ts', 'a.ts'));
    assert.deepEqual(counts('a.ts')[0]?.inText, [0, 1, 2, 1, 3, 1]);
  });
});
