/** What an import leads to: the refs that its strategy gives, and the places behind them. */
import type { ImportFact } from '../../model/facts.ts';
import type { Ref } from '../imports/refs.ts';
import { relativeImports } from '../imports/relative-imports.ts';
import type { SourceFile, Star } from '../program/program.ts';
import type { Place } from './contract.ts';
import type { NameState } from './name-state.ts';
import { nearestOfEqual } from './nearest-of-equal.ts';
import { isPartOf, sameFamily } from './places.ts';
import { relativeRefs } from './relative-imports.ts';

/** Refs of an import's local name. Where all lead outside, a relative import is tried, in languages that have these. */
export function findRefs(names: NameState, fact: ImportFact, file: SourceFile): Ref[] {
  const { program } = names;
  program.trace.dependOnFile(file.index);
  const refs = sameFamily(program, file, names.strategyOf(file).bound(fact, file));
  const isOpen = relativeImports.of(file.rules).relativeImports && refs.every((ref) => ref.to === 'external');
  const named = isOpen ? relativeRefs(names, fact, file) : [];
  return named.length > 0 ? named : refs;
}

export function findImported(names: NameState, fact: ImportFact, file: SourceFile): Place[] {
  const refs = names.boundRefs(fact, file);
  // Overloads of a name are several definitions; otherwise refs are alternatives, best first.
  if (refs.length > 1 && refs.every((ref) => ref.to === 'def' || ref.to === 'name'))
    return refs.flatMap(names.placesOf);
  for (const ref of refs) {
    const places = names.placesOf(ref);
    if (places.length > 0) return places;
  }
  return [];
}

/** Places of a name that an import of everything brings. */
export function findThroughStar(names: NameState, { fact, hidden }: Star, file: SourceFile, name: string): Place[] {
  if (hidden?.has(name) === true || names.strategyOf(file).ownToScope?.has(name) === true) return [];
  for (const ref of names.boundRefs(fact, file)) {
    if (ref.to === 'external') continue;
    const all = ref.to === 'name' ? membersOfName(names, ref, name) : names.memberOf(ref, name);
    const places = fact.of === undefined ? all : all.filter((place) => isPartOf(names.program, place, fact.of));
    if (places.length > 0) return nearestPlaces(names, places, file);
  }
  return [];
}

/** Of sibling programs' definitions of one full name those nearest to a file. */
function nearestPlaces(names: NameState, places: Place[], file: SourceFile): Place[] {
  if (places.length < 2) return places;
  const defs = places.flatMap((place) => definitionAt(place) ?? []);
  const near = new Set(nearestOfEqual(names, defs, file));
  return places.filter((place) => {
    const def = definitionAt(place);
    return def === undefined || near.has(def);
  });
}

function definitionAt(place: Place): number | undefined {
  if (place.at === 'entry') return place.entry.kind === 'def' ? place.entry.def : undefined;
  return place.at === 'ref' && place.ref.to === 'def' ? place.ref.def : undefined;
}

/** Imports of what other files import: far above what code has, it ends those that lead to themselves. */
const MAX_IMPORTS = 8;

/** `import static geo.Tools.*`, `use crate::a::*`: the members of a type or module that a file exports. */
function membersOfName(names: NameState, ref: Ref & { to: 'name' }, name: string): Place[] {
  return names.placesOf(ref).flatMap((place) => membersAt(names, place, name, 0));
}

function membersAt(names: NameState, place: Place, name: string, depth: number): Place[] {
  if (place.at === 'ref') return place.ref.to === 'external' ? [] : names.memberOf(place.ref, name);
  if (place.at !== 'entry' || depth > MAX_IMPORTS) return [];
  const { entry } = place;
  if (entry.kind === 'def') return names.memberOf({ to: 'def', def: entry.def }, name);
  const file = entry.kind === 'import' ? names.program.files[entry.file] : undefined;
  if (entry.kind !== 'import' || file === undefined) return [];
  return names.imported(entry.fact, file).flatMap((next) => membersAt(names, next, name, depth + 1));
}
