/**
 * Types and methods that are told apart by how many type parameters they have (C#).
 *
 *     class Policy {}   class Policy<T> {}      Policy.Create() means the first, Policy<int>.Create() the second
 *     Handle()   Handle<T>()                    Handle<int>() means the second, and so does nothing that names no T
 */
import type { CallFact, Definition, TypeRef } from '../../model/facts.ts';
import { definitionOf, fileOfScope } from './program.ts';
import type { Program } from './program.ts';
import { isClassLike } from './qualified-names.ts';
import { ruleSet } from '../rules/rule-set.ts';
import { flag } from '../rules/rule-types.ts';

export const genericArity = ruleSet({
  genericArity: flag('Types and methods of one name are told apart by the number of their type parameters.'),
});

/** False for a type that has another number of type parameters than it is named with. */
export function hasArity(program: Program, def: number, arity: number): boolean {
  const definition = definitionOf(program, def);
  if (!isClassLike(definition) || !genericArity.of(fileOfScope(program, def).rules).genericArity) return true;
  return (definition.typeParameters?.length ?? 0) === arity;
}

/** Whether the type arguments of a call, or the want of them, leave it possible that it runs the method. */
export function fitsTypeArguments(program: Program, fn: number, { typeArgs }: Pick<CallFact, 'typeArgs'>): boolean {
  if (!genericArity.of(fileOfScope(program, fn).rules).genericArity) return true;
  const definition = definitionOf(program, fn);
  const { typeParameters = [] } = definition;
  if (typeArgs !== undefined) return typeParameters.length === typeArgs.length;
  return typeParameters.every(({ name }) => isInferred(definition, name));
}

/** What no parameter's type names can only be written. */
function isInferred({ parameters }: Definition, name: string): boolean {
  const names = (type: TypeRef): boolean => type.name === name || type.args?.some(names) === true;
  return parameters?.some(({ type }) => type === undefined || names(type)) === true;
}
