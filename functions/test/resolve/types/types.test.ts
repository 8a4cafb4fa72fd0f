import assert from 'node:assert/strict';
import type { TypeRef } from '../../../src/model/facts.ts';
import { createClasses } from '../../../src/resolve/classes/classes.ts';
import type { TypeMeaning } from '../../../src/resolve/types/contract.ts';
import { buildProgram, definitionOf } from '../../../src/resolve/program/program.ts';
import { inOneGo } from '../../../src/resolve/tracking/steps.ts';
import { graphOf } from '../../support/graph-of.ts';

/** What the types of a file's parameters, results and variables mean, by name. */
async function meaningsIn(path: string, text: string): Promise<Record<string, string>> {
  const program = buildProgram((await graphOf({ [path]: text })).facts);
  const { classes } = inOneGo(createClasses(program, []));
  const show = (meaning: TypeMeaning): string => {
    if (meaning.is === 'class') return definitionOf(program, meaning.def).name;
    if (meaning.is === 'external') return `outside ${meaning.name}`;
    return meaning.is === 'parameter' ? `parameter ${meaning.name}` : meaning.is;
  };
  const found: Record<string, string> = {};
  const add = (name: string, type: TypeRef | undefined, scope: number): void => {
    if (type !== undefined) found[name] = classes.types.meanings({ type, scope }).map(show).join(' or ');
  };
  program.defs.forEach(({ kind, name, parameters = [], returns, type }, number) => {
    if (kind === 'function' || kind === 'method') add(name, returns, number);
    else if (kind !== 'type') add(name, type, program.outer[number] ?? -1);
    for (const parameter of parameters) add(parameter.name, parameter.type, number);
  });
  return found;
}

describe('resolve/types/types', () => {
  it('reads names, unions, functions and what stands for its argument', async () => {
    const text = `
      class Dog {}
      type Pet = Dog;
      type Shape = { x: number };
      function get<U extends Dog>(
        one: Dog, either: Dog | Map<string, Dog>, later: Promise<Dog>, any: any, fn: (d: Dog) => Dog,
        bound: U, alias: Pet, shape: Shape, written: { a: Dog }, same: typeof Dog, part: Shape['x'],
      ): Dog { return one; }`;
    assert.deepEqual(await meaningsIn('a.ts', text), {
      get: 'Dog',
      one: 'Dog',
      either: 'Dog or outside Map',
      later: 'Dog',
      any: '',
      fn: 'function',
      bound: 'parameter U',
      alias: 'Dog',
      shape: 'Shape',
      written: 'record',
      same: 'classOf',
      part: 'member',
      x: 'outside number',
    });
  });

  it('calls a parameter of an implementation what the type itself calls it', async () => {
    const text = 'struct Cage<T> { x: T }\nimpl<U> Cage<U> { fn get(&self, other: U) -> U { self.x } }\n';
    const { get, other } = await meaningsIn('a.rs', text);
    assert.deepEqual([get, other], ['parameter T', 'parameter T']);
  });

  it('takes a variable that a call makes for its bound', async () => {
    const text = `
from typing import TypeVar
class Animal: pass
T = TypeVar('T', bound=Animal)
S = TypeVar('S')
def first(a: T, b: S): pass
`;
    const { a, b } = await meaningsIn('a.py', text);
    assert.deepEqual([a, b], ['Animal', '']);
  });
});
