/**
 * Which of several declarations of one name a use of it means.
 *
 *     x = A(); x.run(); x = B(); x.run()                          of assignments those that reach the use
 *     function f(cb: Handler) { cb ??= own; cb() }                a declared type ends the flow: cb is a Handler
 *     if (x is Dog) { x.bark() }                                  where a condition holds: what it says
 *     def f(): …   def f(): …                                     the last stands, unless the language has overloads
 */
import type { BindingFact } from '../../model/facts.ts';
import type { Place } from './contract.ts';
import { reachingPlaces } from './reaching.ts';
import type { Use } from './reaching.ts';
import { sortedPlaces } from './sorted-places.ts';
import type { Given } from './sorted-places.ts';
import { rootName } from '../program/dotted-name.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { Program } from '../program/program.ts';
import { isFunctionLike } from '../program/qualified-names.ts';

/** Without the place of the use every declaration counts. */
export function chooseDeclarations(program: Program, places: readonly Place[], use: Use | undefined): readonly Place[] {
  if (places.length < 2) return places;
  const narrowed = narrowedAt(program, places, use?.at);
  if (narrowed !== undefined) return [narrowed];
  const chosen = nearestAbove(program, places, use);
  const { others } = sortedPlaces(program, places);
  return others.some((place) => isFunction(program, place)) ? chooseDefinitions(program, chosen, use?.at) : chosen;
}

/** Whether a use means the same declarations wherever it stands. */
export function isAnywhereTheSame(program: Program, places: readonly Place[]): boolean {
  if (places.length < 2) return true;
  const { declared, isGivenElsewhere, narrowing, ofType, others } = sortedPlaces(program, places);
  if (narrowing.length > 0 || others.some((place) => isLocalFunction(program, place))) return false;
  return ofType !== undefined || isGivenElsewhere || others.length === declared.length;
}

/** Where the condition begins that says what a name is at an offset. */
export function narrowingAt(program: Program, places: readonly Place[], at: number | undefined): number | undefined {
  const place = narrowedAt(program, places, at);
  return place?.at === 'entry' && place.entry.kind === 'bind' ? place.entry.fact.at : undefined;
}

/** The innermost condition around a use that says what the name is there, unless the name is given a value in between. */
function narrowedAt(program: Program, places: readonly Place[], at: number | undefined): Place | undefined {
  if (at === undefined || places.length < 2) return undefined;
  const { declared, narrowing } = sortedPlaces(program, places);
  let best: Given | undefined;
  for (const one of narrowing) {
    const { at: from, until = 0 } = one.fact;
    if (from <= at && at < until && (best === undefined || from >= best.fact.at)) best = one;
  }
  if (best === undefined) return undefined;
  const { at: from } = best.fact;
  const isWritten = declared.some((place) => {
    if (place.at !== 'entry' || place.entry.kind !== 'bind') return false;
    const { fact } = place.entry;
    return fact.at > from && fact.at <= at && !isInValue(fact, at);
  });
  return isWritten ? undefined : best.place;
}

/** Signs and words between the two names of `dog = await dog.next()`. */
const BETWEEN = 12;

/** Whether a use stands in the value that is made of the variable itself, which is read before it is given anything. */
function isInValue({ at, target, value }: BindingFact, use: number): boolean {
  const root = rootName(value);
  return root !== undefined && root === rootName(target) && use - at <= 2 * root.length + BETWEEN;
}

/** `local function run() end` is seen from there on: above it the name is what was declared before (Lua). */
function isLocalFunction(program: Program, place: Place): boolean {
  if (place.at !== 'entry' || place.entry.kind !== 'def') return false;
  const def = definitionOf(program, place.entry.def);
  return isFunctionLike(def) && def.modifiers?.includes('local') === true;
}

function startOf(program: Program, place: Place): number {
  return place.at === 'entry' && place.entry.kind === 'def' ? definitionOf(program, place.entry.def).start : 0;
}

function isFunction(program: Program, place: Place): boolean {
  if (place.at !== 'entry' || place.entry.kind !== 'def') return false;
  return isFunctionLike(definitionOf(program, place.entry.def));
}

/** Of several functions of one name in one place the last one stands, unless the language has overloads. */
function chooseDefinitions(program: Program, places: readonly Place[], at: number | undefined): readonly Place[] {
  const isOne = (p: Place): boolean => isFunction(program, p);
  const isAbove = (p: Place): boolean =>
    isOne(p) && isLocalFunction(program, p) && at !== undefined && startOf(program, p) < at;
  const last = places.findLast(isAbove) ?? places.findLast(isOne);
  if (last?.at !== 'entry' || fileOfScope(program, last.scope).rules.overloads) return places;
  return places.filter((place) => place === last || !isOne(place));
}

/**
 * Which declarations of a name count at a use: a declared type ends the flow, so assignments beside it add nothing; of
 * others those that reach the use.
 */
function nearestAbove(program: Program, places: readonly Place[], use: Use | undefined): readonly Place[] {
  const { declared, isGivenElsewhere, ofType, typed } = sortedPlaces(program, places);
  if (declared.length < 2) return declared;
  if (ofType !== undefined) return [ofType];
  if (use === undefined || isGivenElsewhere) return declared;
  let nearest = -1;
  for (const { fact } of typed) if (fact.at < use.at) nearest = Math.max(nearest, fact.at);
  if (nearest >= 0) return typed.filter(({ fact }) => fact.at === nearest).map(({ place }) => place);
  return reachingPlaces(program, places, use) ?? declared;
}
