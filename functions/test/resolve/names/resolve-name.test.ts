/** What the name resolver hands out, where a graph does not show it. */
import assert from 'node:assert/strict';
import { chooseDeclarations } from '../../../src/resolve/names/choose-declarations.ts';
import { createNameResolver } from '../../../src/resolve/names/resolve-name.ts';
import { buildProgram } from '../../../src/resolve/program/program.ts';
import { graphOf } from '../../support/graph-of.ts';

/** No bare name is a member of a class. */
const NO_CLASSES = { hasMember: () => false, ownerOf: () => undefined };

describe('resolve/names/resolve-name', () => {
  it('has one list of a name for all who see it: a file that defines it again and again uses it as often', async () => {
    const { facts } = await graphOf({ 'a.py': 'def f(x): return f(x)\n'.repeat(40) });
    const program = buildProgram(facts);
    const resolver = createNameResolver(program, [], NO_CLASSES);
    const seen = program.defs.flatMap(({ kind }, scope) => (kind === 'function' ? [resolver.lookup(scope, 'f')] : []));
    assert.deepEqual([seen.length, seen[0]?.places.length], [40, 40]);
    assert.equal(new Set(seen.map((found) => found?.places)).size, 1);
    const [last, ...others] = chooseDeclarations(program, seen[0]?.places ?? [], undefined);
    assert.deepEqual(others, []);
    assert.equal(last, seen[0]?.places.at(-1));
  });

  it('follows a name from file to file, and not for ever', async () => {
    const chain = (length: number) =>
      Object.fromEntries(Array.from({ length }, (_, at) => [`${length}/m${at}.ts`, `export * from './m${at + 1}';\n`]));
    const { calls } = await graphOf({
      ...chain(20),
      '20/m20.ts': 'export function near() {}\n',
      ...chain(1_500),
      '1500/m1500.ts': 'export function far() {}\n',
      'a.ts': "import { near } from './20/m0';\nimport { far } from './1500/m0';\nnear();\nfar();\n",
    });
    assert.deepEqual(calls, ['a.ts -> 20/m20.ts#near']);
  });
});
