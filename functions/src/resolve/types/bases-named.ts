/**
 * Which classes are meant where a supertype is named.
 *
 *     class Dog extends Animal        the class Animal
 *     local Dog = extend(Animal)      a table that is used as one, where classes are made by use (Lua)
 */
import type { Base, TypeRef } from '../../model/facts.ts';
import { hasArity } from '../program/generic-arity.ts';
import { dottedValue } from '../program/dotted-name.ts';
import type { Program, ScopeId } from '../program/program.ts';
import { definitionOf } from '../program/program.ts';
import { isClassLike } from '../program/qualified-names.ts';
import type { Types } from './contract.ts';

/** Classes of a name; where there are none, variables that are used as such. */
export function basesNamed(program: Program, types: Types, scope: ScopeId, type: TypeRef): number[] {
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
