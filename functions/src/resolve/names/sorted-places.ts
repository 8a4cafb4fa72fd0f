/**
 * The places that a name has in a scope, by what they are and where they stand. A name that is given thousands of values is
 * used as often, so this is found out once for each list of places.
 */
import type { BindingFact } from '../../model/facts.ts';
import type { Place } from './contract.ts';
import { definitionOf } from '../program/program.ts';
import type { Entry, Program } from '../program/program.ts';

export interface Given {
  place: Place;
  fact: BindingFact;
}

export interface SortedPlaces {
  /** What conditions say of the name, and all that is no such. */
  narrowing: Given[];
  declared: readonly Place[];
  /** Of those a variable or parameter whose type is written; bindings that write one. */
  ofType: Place | undefined;
  typed: Given[];
  /** Bindings that say something, in the order of the text; those of them in loops; what is no binding. */
  given: Given[];
  looped: Given[];
  others: Place[];
  /** What another function assigns may happen at any time. */
  isGivenElsewhere: boolean;
}

const known = new WeakMap<readonly Place[], SortedPlaces>();

export function sortedPlaces(program: Program, places: readonly Place[]): SortedPlaces {
  let sorted = known.get(places);
  if (sorted === undefined) known.set(places, (sorted = sort(program, places)));
  return sorted;
}

function sort(program: Program, places: readonly Place[]): SortedPlaces {
  const bound = places.flatMap((place): Given[] =>
    place.at === 'entry' && place.entry.kind === 'bind' ? [{ place, fact: place.entry.fact }] : [],
  );
  const narrowing = bound.filter(({ fact }) => fact.until !== undefined);
  const narrowed = new Set(narrowing.map(({ place }) => place));
  const declared = narrowing.length === 0 ? places : places.filter((place) => !narrowed.has(place));
  const bindings = bound.filter(({ fact }) => fact.until === undefined);
  const given = bindings.filter(({ fact }) => says(fact)).sort((a, b) => a.fact.at - b.fact.at);
  return {
    narrowing,
    declared,
    ofType: declared.find((place) => place.at === 'entry' && hasType(program, place.entry)),
    typed: bindings.filter(({ fact }) => fact.type !== undefined),
    given,
    looped: given.filter(({ fact }) => fact.reach?.loops !== undefined),
    others: declared.filter((place) => place.at !== 'entry' || place.entry.kind !== 'bind'),
    isGivenElsewhere: declared.some(
      (place) => place.at === 'entry' && place.entry.kind === 'bind' && place.entry.scope !== place.scope,
    ),
  };
}

function says({ type, value }: BindingFact): boolean {
  return type !== undefined || (value !== undefined && value.is !== 'literal' && value.is !== 'unknown');
}

function hasType(program: Program, entry: Entry): boolean {
  if (entry.kind === 'def') {
    const { kind, type } = definitionOf(program, entry.def);
    return (kind === 'variable' || kind === 'constant') && type !== undefined;
  }
  if (entry.kind !== 'param') return false;
  return definitionOf(program, entry.fn).parameters?.[entry.index]?.type !== undefined;
}
