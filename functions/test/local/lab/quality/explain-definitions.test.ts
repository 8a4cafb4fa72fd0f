import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { listDifferences } from '../../../../local/lab/quality/differences.ts';
import { definitionRow } from '../../../../local/lab/quality/explain-definitions.ts';
import { folderGraph } from '../../../../local/lab/quality/folder-graph.ts';
import type { Tagged } from '../../../../local/lab/quality/installed-tools.ts';
import { makeFolder, writeFiles } from '../../../support/repositories.ts';

const TEXT = [
  'int later(int x);',
  '/* int never(void) */',
  'static int',
  'split(int x)',
  '{ return x; }',
  'int last(int x) { return x; }',
  '',
].join('\n');

describe('local/quality/explain-definitions', () => {
  let folder: string;

  before(() => {
    folder = makeFolder();
    writeFiles(folder, { 'a.c': TEXT });
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('pairs what begins on another line, says why a prototype and a comment are none, and leaves the rest a miss', async () => {
    const { facts } = await folderGraph(folder);
    const tag = (name: string, line: number): Tagged => ({ path: 'a.c', name, line, label: 'Function' });
    const tags = [tag('later', 1), tag('never', 2), tag('split', 4), tag('last', 6), tag('absent', 6)];
    const source = { language: 'c', folder, files: [...facts.values()] };
    const row = await definitionRow(source, 'functions', 'ctags', tags, listDifferences('ctags-definitions'));
    assert.deepEqual([row.expected, row.matched, row.explained?.count], [5, 2, 2]);
    assert.deepEqual(
      row.explained?.reasons.map(({ reason, shown }) => `${reason.kind}: ${shown.join()}`),
      [
        'declaration without a body: a.c:1 later: int later(int x);',
        'in a comment or string: a.c:2 never: /* int never(void) */',
      ],
    );
    assert.deepEqual(row.misses, ['a.c:6 absent: int last(int x) { return x; }']);
  });
});
