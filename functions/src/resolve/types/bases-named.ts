/**
 * Which classes are meant where a supertype is named.
 *
 *     class Dog extends Animal        the class Animal
 *     class Dog extends Fast(Animal)  the class that the function Fast makes, and Animal
 *     local Dog = extend(Animal)      a table that is used as one, where classes are made by use (Lua)
 */
import type { Base, TypeRef } from '../../model/facts.ts';
import { hasArity } from '../program/generic-arity.ts';
import { dottedValue } from '../program/dotted-name.ts';
import type { Program, ScopeId } from '../program/program.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import { isClassLike, isFunctionLike } from '../program/qualified-names.ts';
import type { Types } from './contract.ts';

/** Functions whose results are classes, one in the arguments of the other. */
const MAX_DEPTH = 8;

/**
 * Classes of a name, or those that a function of that name makes; where there are none, variables that are used as
 * classes.
 */
export function basesNamed(program: Program, types: Types, scope: ScopeId, type: TypeRef, depth = 0): number[] {
  if (depth > MAX_DEPTH) return [];
  return basesOf(program, types, scope, type).flatMap((def) => {
    if (!isFunctionLike(definitionOf(program, def))) return [def];
    const made = classesMadeBy(program, def);
    const given = made.flatMap((cls) => baseArguments(program, def, cls));
    const arguments_ = given.flatMap((index) => type.args?.[index] ?? []);
    // `class D extends Mix(P)`: what Mix makes is built on P.
    const below = arguments_.flatMap((arg) => basesNamed(program, types, scope, arg, depth + 1));
    return made.length > 0 ? [...made, ...below] : [def];
  });
}

/** Classes that a function gives: those that stand in it and are its result. */
export function classesMadeBy(program: Program, fn: number): number[] {
  const { base } = fileOfScope(program, fn);
  const children = program.children[fn] ?? [];
  return (definitionOf(program, fn).returned ?? []).flatMap((value) => {
    const of = value.is === 'cast' ? value.of : value;
    if (of?.is === 'function')
      return isClassLike(definitionOf(program, base + of.definition)) ? [base + of.definition] : [];
    if (of?.is !== 'name') return [];
    return children.filter((child) => {
      const def = definitionOf(program, child);
      return def.name === of.name && isClassLike(def);
    });
  });
}

/** Positions of the function's parameters that a class in it extends. */
function baseArguments(program: Program, fn: number, cls: number): number[] {
  const { parameters = [] } = definitionOf(program, fn);
  return (definitionOf(program, cls).bases ?? []).flatMap(({ type }) => {
    const index = parameters.findIndex(({ name }) => name === type.name);
    return index < 0 ? [] : [index];
  });
}

function basesOf(program: Program, types: Types, scope: ScopeId, type: TypeRef): number[] {
  const named = types.classesNamed(scope, type).flatMap((symbol) => (symbol.to === 'def' ? [symbol.def] : []));
  // `trait Logger` with an `object Logger` beside it: only the trait is a supertype.
  const isObject = (def: number): boolean => definitionOf(program, def).variant === 'object';
  const classes = named.length > 1 && !named.every(isObject) ? named.filter((def) => !isObject(def)) : named;
  if (classes.length > 0) return classes;
  return types
    .symbolsOf(scope, dottedValue(type.name))
    .flatMap(types.wholeOf)
    .flatMap((symbol) =>
      symbol.to === 'def' && hasArity(program, symbol.def, type.args?.length ?? 0) ? [symbol.def] : [],
    );
}

/** `include Helpers` in a class whose parts hold the module: nothing is visible there before it is. */
export function nestedBases(program: Program, { how, type }: Base, parts: () => number[]): number[] | undefined {
  if (how === 'extends' || how === 'implements' || how === 'embeds') return undefined;
  const nested = parts()
    .flatMap((part) => program.children[part] ?? [])
    .filter((child) => {
      const def = definitionOf(program, child);
      return def.name === type.name && isClassLike(def);
    });
  return nested.length > 0 ? nested.slice(0, 1) : undefined;
}

/** The interface that a type from elsewhere is given by the code: `impl Shout for str { fn loud(&self) { self.shout() } }`. */
export function implementedBy(program: Program, types: Types, def: number): number | undefined {
  const { implementing, owner } = definitionOf(program, def);
  // What stands inside a class belongs to that: `void IShout.Loud() {}`.
  const [found] =
    implementing === undefined || owner === undefined ? [] : types.classesNamed(program.outer[def] ?? -1, implementing);
  return found?.to === 'def' ? found.def : undefined;
}

/**
 * Whether values of types from elsewhere have a function as a member: those of `extension String`, of `impl Shout for str`
 * and of `impl<T> Shout for T`, but not of `impl<T: Talk> Shout for T`, where Talk is one of the repository.
 */
export function extendsOutside(program: Program, types: Types, def: number): boolean {
  const { extension, implementing, owner, typeParameters = [] } = definitionOf(program, def);
  if (extension === true || implementing === undefined || owner === undefined) return extension === true;
  const bounds = typeParameters.flatMap(({ name, bounds: all = [] }) => (name === owner?.name ? all : []));
  const scope = program.outer[def] ?? -1;
  return !bounds.some((bound) => types.classesNamed(scope, bound).some(({ to }) => to === 'def'));
}

/** `typedef Fixture T`: the class that a name stands for, where what it names is another name of it. */
export function behindAlias(
  program: Program,
  types: Types,
  scope: ScopeId,
  type: TypeRef,
  named: number | undefined,
): number | undefined {
  if (named === undefined || definitionOf(program, named).kind !== 'type') return named;
  const [meant] = types.meanings({ type, scope }).flatMap((meaning) => (meaning.is === 'class' ? [meaning.def] : []));
  return meant ?? named;
}
