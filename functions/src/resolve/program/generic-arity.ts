/**
 * Types and methods that are told apart by how many type parameters they have (C#).
 *
 *     class Policy {}   class Policy<T> {}      Policy.Create() means the first, Policy<int>.Create() the second
 *     Handle()   Handle<T>()                    Handle<int>() means the second, and so does nothing that names no T
 */
import type { Argument, CallFact, Definition, TypeRef } from '../../model/facts.ts';
import { argumentFor, receiverShift } from './arguments.ts';
import { definitionOf, fileOfScope } from './program.ts';
import type { Program, ScopeId } from './program.ts';
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
export function fitsTypeArguments(
  program: Program,
  fn: number,
  { args = [], typeArgs }: Pick<CallFact, 'args' | 'typeArgs'>,
  scope: ScopeId,
): boolean {
  if (!genericArity.of(fileOfScope(program, fn).rules).genericArity) return true;
  const definition = definitionOf(program, fn);
  const { typeParameters = [] } = definition;
  if (typeArgs !== undefined) return typeParameters.length === typeArgs.length;
  return (
    typeParameters.length === 0 ||
    typeParameters.every(({ name }) => isInferred(program, definition, name, args, scope))
  );
}

/** What no parameter's type names can only be written. */
function isInferred(program: Program, fn: Definition, name: string, args: Argument[], scope: ScopeId): boolean {
  const { parameters = [] } = fn;
  const names = (type: TypeRef): boolean => type.name === name || type.args?.some(names) === true;
  const { base, rules } = fileOfScope(program, scope);
  return parameters.some(({ type }, index) => {
    if (type === undefined) return true;
    if (!names(type)) return false;
    const value = argumentFor(parameters, index, args, receiverShift(fn))?.value;
    const form = value?.is === 'function' ? rules.functionTypes.get(type.name) : undefined;
    if (value?.is !== 'function' || form === undefined) return true;
    // Of a lambda whose parameters say no type only what it gives is known: `(builder) => 1` says nothing of an `Action<Builder<T>>`.
    const lambda = definitionOf(program, base + value.definition);
    if (lambda.parameters?.some((parameter) => parameter.type !== undefined) === true) return true;
    const result = form === 'parameters' ? undefined : type.args?.at(-1);
    return result !== undefined && names(result) && lambda.returned !== undefined;
  });
}
