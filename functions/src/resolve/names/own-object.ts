/** Whether an expression is the object of the method that it stands in: `this`, or a parameter such as Python's `self`. */
import type { Value } from '../../model/facts.ts';
import { definitionOf, ownSelf } from '../program/program.ts';
import type { ScopeId } from '../program/program.ts';
import type { NameResolver } from './contract.ts';

export function isSelf(resolver: NameResolver, scope: ScopeId, value: Value): boolean {
  const { program } = resolver;
  if (value.is === 'self') return ownSelf(program, scope) === undefined;
  if (value.is !== 'name') return false;
  const place = resolver.lookup(scope, value.name)?.places[0];
  if (place?.at !== 'entry' || place.entry.kind !== 'param') return false;
  return definitionOf(program, place.entry.fn).parameters?.[place.entry.index]?.self === true;
}
