/** What the linker hands out, where a graph does not show it. */
import assert from 'node:assert/strict';
import { chooseDeclarations } from '../../src/resolve/choose-declarations.ts';
import { createLinker } from '../../src/resolve/linker.ts';
import { buildProgram } from '../../src/resolve/program.ts';
import { graphOf } from '../support/graph-of.ts';

describe('resolve/linker', () => {
  it('has one list of a name for all who see it: a file that defines it again and again uses it as often', async () => {
    const { facts } = await graphOf({ 'a.py': 'def f(x): return f(x)\n'.repeat(40) });
    const program = buildProgram(facts);
    const linker = createLinker(program, []);
    const seen = program.defs.flatMap(({ kind }, scope) => (kind === 'function' ? [linker.lookup(scope, 'f')] : []));
    assert.deepEqual([seen.length, seen[0]?.places.length], [40, 40]);
    assert.equal(new Set(seen.map((found) => found?.places)).size, 1);
    const [last, ...others] = chooseDeclarations(program, seen[0]?.places ?? [], undefined);
    assert.deepEqual(others, []);
    assert.equal(last, seen[0]?.places.at(-1));
  });
});
