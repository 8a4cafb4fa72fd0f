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
import { rootName } from '../program/dotted-name.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { Entry, Program } from '../program/program.ts';
import { isFunctionLike } from '../program/qualified-names.ts';

/** Without the place of the use every declaration counts. */
export function chooseDeclarations(program: Program, places: Place[], use: Use | undefined): Place[] {
  if (places.length < 2) return places;
  const narrowed = narrowedAt(places, use?.at);
  if (narrowed !== undefined) return [narrowed];
  const declared = places.filter((place) => !isNarrowing(place));
  return chooseDefinitions(program, nearestAbove(program, declared, use), use?.at);
}

/** Whether a use means the same declarations wherever it stands. */
export function isAnywhereTheSame(program: Program, places: Place[]): boolean {
  if (places.length < 2) return true;
  if (places.some(isNarrowing)) return false;
  if (places.some((place) => isLocalFunction(program, place))) return false;
  if (places.some((place) => place.at === 'entry' && hasType(program, place.entry))) return true;
  return places.some(isGivenElsewhere) || !places.some((place) => place.at === 'entry' && place.entry.kind === 'bind');
}

function isNarrowing(place: Place): boolean {
  return place.at === 'entry' && place.entry.kind === 'bind' && place.entry.fact.until !== undefined;
}

/** Where the condition begins that says what a name is at an offset. */
export function narrowingAt(places: Place[], at: number | undefined): number | undefined {
  const place = narrowedAt(places, at);
  return place?.at === 'entry' && place.entry.kind === 'bind' ? place.entry.fact.at : undefined;
}

/** The innermost condition around a use that says what the name is there, unless the name is given a value in between. */
function narrowedAt(places: Place[], at: number | undefined): Place | undefined {
  if (at === undefined || places.length < 2) return undefined;
  let best: { place: Place; at: number } | undefined;
  let written = -1;
  for (const place of places) {
    if (place.at !== 'entry' || place.entry.kind !== 'bind') continue;
    const { fact } = place.entry;
    if (fact.at > at) continue;
    if (fact.until === undefined) written = Math.max(written, isInValue(fact, at) ? -1 : fact.at);
    else if (at < fact.until && (best === undefined || fact.at >= best.at)) best = { place, at: fact.at };
  }
  return best === undefined || written > best.at ? undefined : best.place;
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

/** Of several functions of one name in one place the last one stands, unless the language has overloads. */
function chooseDefinitions(program: Program, places: Place[], at: number | undefined): Place[] {
  const isFunction = (p: Place): boolean =>
    p.at === 'entry' && p.entry.kind === 'def' && isFunctionLike(definitionOf(program, p.entry.def));
  const isAbove = (p: Place): boolean =>
    isFunction(p) && isLocalFunction(program, p) && at !== undefined && startOf(program, p) < at;
  const last = places.findLast(isAbove) ?? places.findLast(isFunction);
  if (last?.at !== 'entry' || fileOfScope(program, last.scope).rules.overloads) return places;
  return places.filter((place) => place === last || !isFunction(place));
}

/**
 * Which declarations of a name count at a use: a declared type ends the flow, so assignments beside it add nothing; of
 * others those that reach the use.
 */
function nearestAbove(program: Program, places: Place[], use: Use | undefined): Place[] {
  if (places.length < 2) return places;
  const declared = places.find((place) => place.at === 'entry' && hasType(program, place.entry));
  if (declared !== undefined) return [declared];
  if (use === undefined || places.some(isGivenElsewhere)) return places;
  const typed = typedAbove(places, use.at);
  if (typed.length > 0) return typed;
  return reachingPlaces(program, places, use) ?? places;
}

/** What another function assigns may happen at any time. */
function isGivenElsewhere(place: Place): boolean {
  return place.at === 'entry' && place.entry.kind === 'bind' && place.entry.scope !== place.scope;
}

/** The nearest binding above a use that says a type, and what else is said of the same declaration. */
function typedAbove(places: readonly Place[], at: number): Place[] {
  let nearest = -1;
  const isOf = (place: Place): number | undefined =>
    place.at === 'entry' && place.entry.kind === 'bind' && place.entry.fact.type !== undefined
      ? place.entry.fact.at
      : undefined;
  for (const place of places) {
    const declared = isOf(place);
    if (declared !== undefined && declared < at) nearest = Math.max(nearest, declared);
  }
  return nearest < 0 ? [] : places.filter((place) => isOf(place) === nearest);
}

function hasType(program: Program, entry: Entry): boolean {
  if (entry.kind === 'def') {
    const { kind, type } = definitionOf(program, entry.def);
    return (kind === 'variable' || kind === 'constant') && type !== undefined;
  }
  if (entry.kind !== 'param') return false;
  return definitionOf(program, entry.fn).parameters?.[entry.index]?.type !== undefined;
}
