/**
 * Which of the values that a scope gives one name reach a use of it: reaching definitions over the statements of the text.
 *
 *     x = A(); x.m(); x = B(); x.m()            the last one above
 *     x = A(); if c: x = B() ⏎ x.m()            both
 *     if c: x = A() ⏎ else: x.m()               not the one of the other branch
 *     while c: x.m(); x = B()                   what is above, and B, which the next time round is
 *
 * An assignment ends what stands above it for all that its branch holds below (it dominates that). See Aho, Lam, Sethi,
 * Ullman: Compilers, 9.2.4, for the sets that a graph of blocks gives; a tree of statements gives the same without one,
 * but for jumps, which make an assignment reach more here.
 */
import type { Reach } from '../../model/declarations/reach.ts';
import type { BindingFact } from '../../model/facts.ts';
import type { Place } from './contract.ts';
import { rootName } from '../program/dotted-name.ts';
import { definitionOf, fileOfScope, outerScope } from '../program/program.ts';
import type { Program, ScopeId } from '../program/program.ts';
import { isClassLike, isFunctionLike } from '../program/qualified-names.ts';

/** Where a name is used: its offset, in the code of a scope. */
export interface Use {
  at: number;
  scope: ScopeId;
}

interface Given {
  place: Place;
  fact: BindingFact;
}

/**
 * Places whose values reach a use; undefined where none of the assignments does. A function of a name of its own between
 * the two runs at any time: what reaches its beginning and all that stands below it; one without a name is taken to run
 * where it stands.
 * Bindings that say nothing end nothing, and `x = x.next()` says what x is only together with what it was before.
 */
export function reachingPlaces(program: Program, places: readonly Place[], use: Use): Place[] | undefined {
  const later = laterCode(program, use.scope, places);
  const at = later === undefined ? use.at : definitionOf(program, later).start;
  const given = places.flatMap((place): Given[] =>
    place.at === 'entry' && place.entry.kind === 'bind' && says(place.entry.fact)
      ? [{ place, fact: place.entry.fact }]
      : [],
  );
  if (given.length === 0) return undefined;
  const own = given.find(({ fact }) => callsByItsName(fact, at));
  if (own !== undefined) return [own.place];
  const isAbove = ({ fact }: Given): boolean => fact.at < at && at >= (fact.reach?.from ?? fact.at);
  const above = given.filter(isAbove).sort((a, b) => b.fact.at - a.fact.at);
  const end = above.findIndex(({ fact }) => ends(fact, at));
  const last = above[end];
  // Several things may be said of one declaration, as of a loop's variable.
  const open = above.filter(({ fact }, index) => last === undefined || index <= end || fact.at === last.fact.at);
  const found = open.filter(({ fact, place }) => !isApart(fact, at) && !isOwnToBranch(program, place, fact, at));
  const isSeen = ({ fact }: Given): boolean =>
    later !== undefined || ((last === undefined || isMade(fact)) && comesAround(fact, at, above));
  found.push(...given.filter((one) => !isAbove(one) && isSeen(one)));
  const reached = new Set(found.map(({ place }) => place));
  const isOpen = (place: Place): boolean =>
    isDeclared(program, place, { at, end: last?.fact.at, later: later !== undefined });
  const all = places.filter((place) => reached.has(place) || isOpen(place));
  return all.length === 0 ? undefined : all;
}

/** `rank := rank()`: what is called stands further out, whatever the name is given later. */
function callsByItsName({ assigns, at, reach, target, value }: BindingFact, use: number): boolean {
  if (assigns === true || use <= at || use >= (reach?.from ?? 0) || value?.is !== 'call') return false;
  return target.is === 'name' && value.callee.is === 'name' && value.callee.name === target.name;
}

/** Parameters, what is imported, functions and classes: what a name is until it is given something, at `end`. */
function isDeclared(
  program: Program,
  place: Place,
  { at, end, later }: { at: number; end: number | undefined; later: boolean },
): boolean {
  if (place.at !== 'entry') return end === undefined;
  if (place.entry.kind !== 'def') return end === undefined && place.entry.kind !== 'bind';
  const def = definitionOf(program, place.entry.def);
  if (!isFunctionLike(def) && !isClassLike(def)) return false;
  return def.start < at ? end === undefined || def.start > end : end === undefined && later;
}

/** The function with a name that a use stands in, within the scope that the name is one of. */
function laterCode(program: Program, scope: ScopeId, places: readonly Place[]): number | undefined {
  const home = places.find((place) => place.at === 'entry' && place.entry.kind === 'bind');
  if (home?.at !== 'entry') return undefined;
  let found: number | undefined;
  for (
    let at: ScopeId | undefined = scope;
    at !== undefined && at >= 0 && at !== home.scope;
    at = outerScope(program, at)
  ) {
    if (definitionOf(program, at).anonymous !== true) found = at;
  }
  return found;
}

export function says({ type, value }: BindingFact): boolean {
  return type !== undefined || (value !== undefined && value.is !== 'literal' && value.is !== 'unknown');
}

/** Whether a binding above a use is all that the name can be there. */
function ends(fact: BindingFact, at: number): boolean {
  return isWithin(fact.reach?.branch, at) && !isMadeOfItself(fact);
}

function isMadeOfItself({ target, type, value }: BindingFact): boolean {
  return type === undefined && rootName(value) === rootName(target);
}

/**
 * Whether a value is called for, and not from the name itself. What a loop moves on to, `node = node.next`, is more of what
 * the name held before it, most often: what is not known of that would only hide what is.
 */
function isMade({ target, value }: BindingFact): boolean {
  if (value?.is !== 'call' && value?.is !== 'new') return false;
  const own = rootName(target);
  return rootName(value) !== own && value.args?.some((arg) => rootName(arg.value) === own) !== true;
}

function isWithin(range: Reach['branch'], at: number): boolean {
  return range === undefined || (at >= range[0] && at < range[1]);
}

/** Behind its branch, where that does not lead on to: in another branch, or behind a return. No loop leads there either. */
function isApart({ reach }: BindingFact, at: number): boolean {
  if (reach?.past === undefined || reach.branch === undefined) return false;
  return at >= reach.branch[1] && at < reach.past && loopAround(reach, at) === undefined;
}

/** Whether a pattern declares a variable of its own, which its branch alone sees. */
function isOwnToBranch(program: Program, place: Place, { reach, through }: BindingFact, at: number): boolean {
  if (through !== 'pattern' || place.at !== 'entry' || isWithin(reach?.branch, at)) return false;
  return fileOfScope(program, place.scope).rules.blockScoped;
}

/** Whether a binding below a use comes to it by a loop, in which nothing ends it first. */
function comesAround({ reach }: BindingFact, at: number, above: readonly Given[]): boolean {
  const loop = loopAround(reach, at);
  return loop !== undefined && !above.some(({ fact }) => fact.at >= loop[0] && ends(fact, at));
}

function loopAround(reach: Reach | undefined, at: number): [number, number] | undefined {
  return reach?.loops?.find((loop) => isWithin(loop, at));
}
