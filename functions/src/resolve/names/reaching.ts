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
import { sortedPlaces } from './sorted-places.ts';
import type { Given } from './sorted-places.ts';
import { rootName } from '../program/dotted-name.ts';
import { definitionOf, fileOfScope, outerScope } from '../program/program.ts';
import type { Program, ScopeId } from '../program/program.ts';
import { isClassLike, isFunctionLike } from '../program/qualified-names.ts';

/** Where a name is used: its offset, in the code of a scope. */
export interface Use {
  at: number;
  scope: ScopeId;
}

/** With more than these every value of the name is meant: one node of them all serves every use (name-values.ts). */
const MOST_REACHING = 24;

/**
 * Places whose values reach a use; undefined where none of the assignments does, or too many. A function of a name of its own
 * between the two runs at any time: what reaches its beginning and all that stands below it; one without a name is taken to
 * run where it stands. Bindings that say nothing end nothing, and `x = x.next()` says what x is only together with what it
 * was before.
 */
export function reachingPlaces(program: Program, places: readonly Place[], use: Use): Place[] | undefined {
  const { given, looped, others } = sortedPlaces(program, places);
  if (given.length === 0) return undefined;
  const later = laterCode(program, use.scope, given);
  const at = later === undefined ? use.at : definitionOf(program, later).start;
  const { above, inValue, last, own } = walkUp(given, at);
  if (own !== undefined) return [own.place];
  const found = above.filter(({ fact, place }) => !isApart(fact, at) && !isOwnToBranch(program, place, fact, at));
  const isBelow = (one: Given): boolean => one.fact.at >= at || inValue.includes(one);
  if (later !== undefined) found.push(...given.filter(isBelow));
  else if (found.length <= MOST_REACHING)
    found.push(...looped.filter((one) => comesAround(one.fact, at, last) && isBelow(one)));
  const where = { at, end: last?.fact.at, later: later !== undefined };
  const all = [...others.filter((place) => isDeclared(program, place, where)), ...found.map(({ place }) => place)];
  return all.length === 0 || all.length > MOST_REACHING ? undefined : all;
}

/** Bindings above an offset, the nearest first, as far as the one that ends what stands above it. */
interface Above {
  above: Given[];
  last: Given | undefined;
  /** Those in whose value the offset stands; the one that calls there what its name stands for further out. */
  inValue: Given[];
  own: Given | undefined;
}

function walkUp(given: readonly Given[], at: number): Above {
  const out: Above = { above: [], last: undefined, inValue: [], own: undefined };
  for (let index = countAbove(given, at) - 1; index >= 0 && out.above.length <= MOST_REACHING; index -= 1) {
    const one = given[index] as Given;
    // Several things may be said of one declaration, as of a loop's variable.
    if (out.last !== undefined && one.fact.at !== out.last.fact.at) break;
    if (at < (one.fact.reach?.from ?? one.fact.at)) {
      out.inValue.push(one);
      if (callsByItsName(one.fact)) out.own ??= one;
      continue;
    }
    out.above.push(one);
    if (ends(one.fact, at)) out.last ??= one;
  }
  return out;
}

/** How many of them stand above an offset. */
function countAbove(given: readonly Given[], at: number): number {
  let low = 0;
  let high = given.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((given[middle]?.fact.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `rank := rank()`: what is called stands further out, whatever the name is given later. */
function callsByItsName({ assigns, target, value }: BindingFact): boolean {
  if (assigns === true || value?.is !== 'call') return false;
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
function laterCode(program: Program, scope: ScopeId, given: readonly Given[]): number | undefined {
  const home = given[0]?.place;
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
function comesAround(fact: BindingFact, at: number, last: Given | undefined): boolean {
  if (last === undefined) return loopAround(fact.reach, at) !== undefined;
  if (!isMade(fact)) return false;
  const loop = loopAround(fact.reach, at);
  return loop !== undefined && last.fact.at < loop[0];
}

function loopAround(reach: Reach | undefined, at: number): [number, number] | undefined {
  return reach?.loops?.find((loop) => isWithin(loop, at));
}
