/** How the resolver asks the classes, which it knows by two questions alone. */
import assert from 'node:assert/strict';
import type { ScopeMembers } from '../../../src/resolve/names/contract.ts';
import { createNameResolver } from '../../../src/resolve/names/resolve-name.ts';
import { buildProgram } from '../../../src/resolve/program/program.ts';
import type { Program } from '../../../src/resolve/program/program.ts';
import { graphOf } from '../../support/graph-of.ts';

async function programOf(files: Record<string, string>): Promise<Program> {
  return buildProgram((await graphOf(files)).facts);
}

function numberOf({ defs }: Program, name: string): number {
  return defs.findIndex((def) => def.name === name);
}

describe('resolve/names/search-name', () => {
  it('asks the class around first, in languages where its members are bare names', async () => {
    const program = await programOf({ 'A.java': 'class A { void run() { go(); } void go() {} }' });
    const [cls, run] = [numberOf(program, 'A'), numberOf(program, 'run')];
    const asked: [number, string][] = [];
    const members: ScopeMembers = {
      hasMember: (at, name) => asked.push([at, name]) > 0,
      ownerOf: () => undefined,
    };
    const found = createNameResolver(program, [], members).lookup(run, 'go');
    assert.deepEqual(found, { places: [{ at: 'member', cls, name: 'go' }], by: 'scope' });
    assert.deepEqual(asked, [[cls, 'go']]);
  });

  it('tells of a class around that class that it stands around', async () => {
    const program = await programOf({ 'A.java': 'class A { class B { void run() { go(); } } }' });
    const around: boolean[] = [];
    const members: ScopeMembers = {
      hasMember: (_cls, _name, _onClass, isAround) => around.push(isAround) < 0,
      ownerOf: () => undefined,
    };
    assert.equal(createNameResolver(program, [], members).lookup(numberOf(program, 'run'), 'go'), undefined);
    assert.deepEqual(around, [false, true]);
  });

  it('asks the owner of what is written apart from its class', async () => {
    const program = await programOf({ 'a.cpp': 'class Dog { void bark(); };\nvoid Dog::bark() { wag(); }' });
    const [cls, bark] = [numberOf(program, 'Dog'), program.defs.findLastIndex(({ name }) => name === 'bark')];
    const members: ScopeMembers = {
      hasMember: (at, name) => at === cls && name === 'wag',
      ownerOf: (def) => (def === bark ? cls : undefined),
    };
    const found = createNameResolver(program, [], members).lookup(bark, 'wag');
    assert.deepEqual(found?.places, [{ at: 'member', cls, name: 'wag' }]);
  });

  it('asks nothing where self is written out, and finds scopes, imports and builtins in that order', async () => {
    const program = await programOf({
      'a.py':
        'from b import *\nx = 1\nclass A:\n  y = 2\n  def run(self):\n    z = 3\n    return x, y, z, other, len\n',
      'b.py': 'other = 1\nx = 2\n',
    });
    const members: ScopeMembers = { hasMember: () => assert.fail('asked'), ownerOf: () => assert.fail('asked') };
    const resolver = createNameResolver(program, [], members);
    const by = ['z', 'y', 'x', 'other', 'len', 'nothing'].map(
      (name) => resolver.lookup(numberOf(program, 'run'), name)?.by,
    );
    assert.deepEqual(by, ['scope', undefined, 'scope', 'import', 'builtin', undefined]);
  });
});
