import assert from 'node:assert/strict';
import { loadRegistry } from '../../src/extract/compile/registry.ts';
import { showTree } from '../../src/extract/show-tree.ts';

describe('showTree', () => {
  const python = loadRegistry().get('python');

  it('names fields, node types and lines, and the text of leaves', async () => {
    assert.ok(python);
    const tree = await showTree(python.head, 'a.py', 'def f(a):\n    return a\n');
    assert.equal(
      tree,
      [
        'module  1-3',
        '  function_definition  1-2',
        '    name: identifier  1  "f"',
        '    parameters: parameters  1',
        '      identifier  1  "a"',
        '    body: block  2',
        '      return_statement  2',
        '        identifier  2  "a"',
        '',
      ].join('\n'),
    );
  });

  it('ends for a text of 100,000 brackets that stand in each other', async () => {
    assert.ok(python);
    const tree = await showTree(python.head, 'a.py', `${'('.repeat(100_000)}1${')'.repeat(100_000)}\n`);
    assert.match(tree, /… \(more than 20000 nodes: give a shorter file\)\n$/);
  });
});
