/**
 * Type names that mean another type: building one builds the other.
 *
 *     using Hound = Dog; typealias Bull = Cow; type Hog = Pig
 */
import type { TypeRef } from '../../../model/facts.ts';
import type { Flow } from '../contract.ts';
import { definitionOf } from '../../program/program.ts';
import type { TypeAt } from '../../types/contract.ts';
import type { AbstractValue } from '../values.ts';

/** Classes that a definition means: those behind an alias, or itself. A type with members of its own is no alias. */
export function aliased({ classes, resolver }: Flow, def: number): { def: number; args: TypeAt[] | undefined }[] {
  const { program } = resolver;
  const { kind, type } = definitionOf(program, def);
  const own = [{ def, args: undefined }];
  if (kind !== 'type' || type === undefined || program.children[def] !== undefined) return own;
  const found = classes.types
    .meanings({ type, scope: def })
    .flatMap((meaning) => (meaning.is === 'class' && meaning.def !== def ? [meaning] : []));
  return found.length > 0 ? found : own;
}

/** What `new` of a type builds. A singleton object is not built. */
export function builtBy(flow: Flow, scope: number, type: TypeRef): AbstractValue[] {
  const { program } = flow;
  const written = (type.args ?? []).map((arg) => ({ type: arg, scope }));
  return flow.classes.types
    .built(scope, type)
    .flatMap((named) => aliased(flow, named))
    .flatMap(({ def, args = written }): AbstractValue[] =>
      definitionOf(program, def).variant === 'object' ? [] : [{ is: 'instance', def, args }],
    );
}
