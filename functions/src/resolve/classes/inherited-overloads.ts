/**
 * Overloads that a class has from its supertypes beside its own of the same name. One that takes as many arguments as a
 * nearer one counts as overridden; the others are not hidden.
 *
 *     class A { void m(int x) {} }     class B extends A { void m() {} }      new B().m(1) runs A's
 */
import type { Definition } from '../../model/facts.ts';
import { definitionOf } from '../program/program.ts';
import type { Program } from '../program/program.ts';
import { isFunctionLike } from '../program/qualified-names.ts';

const NOT_OVERLOADED = new Set(['constructor', 'getter', 'setter', 'property', 'lambda']);

/** `own`: functions of one class; `above`: those of their name in the classes behind it, in order, each a list. */
export function inheritedOverloads(program: Program, own: number[], above: () => number[][]): number[] {
  if (!own.every((def) => isOverload(definitionOf(program, def)))) return [];
  const known = new Set(own.map((def) => shapeOf(definitionOf(program, def))));
  const out: number[] = [];
  for (const defs of above()) {
    const further = defs.filter((def) => {
      const definition = definitionOf(program, def);
      return !own.includes(def) && isInherited(definition) && !known.has(shapeOf(definition));
    });
    for (const def of further) known.add(shapeOf(definitionOf(program, def)));
    out.push(...further);
  }
  return out;
}

/** Number of parameters, below zero where any number of arguments is taken: `with(Spec...)` is not `with(List<Spec>)`. */
function shapeOf(definition: Definition): number {
  const count = parameterCount(definition);
  return definition.parameters?.some(({ variadic }) => variadic !== undefined) === true ? -count : count;
}

/** Number of arguments that a function takes at most. */
export function parameterCount({ parameters = [] }: Definition): number {
  return parameters.filter((parameter) => parameter.self !== true).length;
}

export function isOverload(definition: Definition): boolean {
  return isFunctionLike(definition) && !NOT_OVERLOADED.has(definition.variant ?? '');
}

function isInherited(definition: Definition): boolean {
  return isOverload(definition) && definition.modifiers?.includes('private') !== true;
}
