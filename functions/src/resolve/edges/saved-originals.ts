/**
 * Functions that are put in the place of another, which they call by the name that it was saved under: what a variable was
 * given is none of the functions that are written behind that in the same code.
 *
 *     const run = dog.run;  dog.run = function () { log(); run() }       run is what dog.run was before
 */
import type { CallFact, Value } from '../../model/facts.ts';
import type { Flow } from '../flow/contract.ts';
import type { Place } from '../names/contract.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { Program, ScopeId } from '../program/program.ts';

/** Whether a function was written behind the reading of the member that the callee was saved from. */
export function isWrittenLater({ program, resolver }: Flow, fact: CallFact, scope: ScopeId, def: number): boolean {
  const name = savedUnder(program, fact.callee, scope);
  if (name === undefined) return false;
  const places = resolver.lookup(scope, name)?.places ?? [];
  return places.length > 0 && places.every((place) => isBefore(program, place, def));
}

/** `run()`, and `run.apply(dog)` where functions have such members. */
function savedUnder(program: Program, callee: Value, scope: ScopeId): string | undefined {
  if (callee.is === 'name') return callee.name;
  if (callee.is !== 'member' || callee.of.is !== 'name') return undefined;
  return fileOfScope(program, scope).rules.functionMembers.has(callee.name) ? callee.of.name : undefined;
}

/** A variable that takes a member where it stands, in the code that the function is written in. */
function isBefore(program: Program, place: Place, def: number): boolean {
  if (place.at !== 'entry' || (program.outer[def] ?? -1) !== place.scope) return false;
  const { entry } = place;
  if (entry.kind === 'bind') {
    const { at, through, value } = entry.fact;
    const isSaved = value?.is === 'member' && through === undefined;
    return isSaved && entry.scope === place.scope && at < definitionOf(program, def).start;
  }
  if (entry.kind !== 'def') return false;
  const saved = definitionOf(program, entry.def);
  return saved.value?.is === 'member' && saved.start < definitionOf(program, def).start;
}
