/**
 * Names that importers of a class's members get from its export clauses (Scala).
 *
 *     object Api { export impl.* }        import Api.*; run()        run is a member of Api where impl has one
 */
import type { Value } from '../../model/facts.ts';
import { readExportClauses } from '../program/export-clauses.ts';
import type { Program } from '../program/program.ts';
import type { NameResolver, Place } from './contract.ts';

/** Places of a name that a class has by a clause. */
export function createExportedNames(program: Program): (resolver: NameResolver, cls: number, name: string) => Place[] {
  const clausesFor = readExportClauses(program);
  /** Questions that are being asked: clauses that lead back to themselves have nothing. */
  const asked = new Set<string>();
  return (resolver, cls, name) => {
    const found = clausesFor(cls, name);
    if (found.length === 0) return [];
    const here: Place[] = [{ at: 'member', cls, name, onClass: true }];
    if (found.some((clause) => clause.name !== '*')) return here;
    const key = `${cls} ${name}`;
    if (asked.has(key)) return [];
    asked.add(key);
    try {
      const has = found.some(({ of }) =>
        placesOfValue(resolver, cls, of).some((place) => membersOf(resolver, place, name).length > 0),
      );
      return has ? here : [];
    } finally {
      asked.delete(key);
    }
  };
}

function placesOfValue(resolver: NameResolver, scope: number, of: Value): Place[] {
  if (of.is === 'name') return resolver.lookup(scope, of.name)?.places ?? [];
  if (of.is !== 'member') return [];
  return placesOfValue(resolver, scope, of.of).flatMap((place) => membersOf(resolver, place, of.name));
}

function membersOf(resolver: NameResolver, place: Place, name: string): Place[] {
  if (place.at === 'ref') return place.ref.to === 'external' ? [] : resolver.memberOf(place.ref, name);
  if (place.at !== 'entry' || place.entry.kind !== 'def') return [];
  return resolver.memberOf({ to: 'def', def: place.entry.def }, name);
}
