/**
 * Macros of headers (C, C++): a function that a file defines only below a call is not what the call means where a header
 * has a macro of the name.
 *
 *     #include "a.h"                a.h: #define run(x) go(x)
 *     void f(void) { run(1); }      the macro
 *     #undef run
 *     void run(int x) {}
 */
import type { Place } from '../../names/contract.ts';
import { definitionOf, fileOfScope } from '../../program/program.ts';
import type { Program, ScopeId } from '../../program/program.ts';
import { isFunctionLike } from '../../program/qualified-names.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import { flag } from '../../rules/rule-types.ts';
import type { Flow, Idiom } from '../contract.ts';

const MACRO = 'macro';

const keys = ruleSet({
  macrosFirst: flag("A macro of a header comes before the file's own function that stands below the call."),
});

export const macros: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).macrosFirst,

  callee(flow, scope, callee, at) {
    if (callee.is !== 'name' || at === undefined) return undefined;
    const places = flow.resolver.lookup(scope, callee.name)?.places ?? [];
    if (places.length === 0 || !places.every((place) => standsBelow(flow.program, place, at))) return undefined;
    const found = includedMacros(flow, scope, callee.name);
    return found.length === 0 ? undefined : flow.together(found);
  },
};

/** Whether a place is a function of the file itself that begins below an offset. */
function standsBelow(program: Program, place: Place, at: number): boolean {
  if (place.at !== 'entry' || place.entry.kind !== 'def') return false;
  const def = definitionOf(program, place.entry.def);
  return isFunctionLike(def) && def.start > at;
}

function includedMacros(flow: Flow, scope: ScopeId, name: string): Place[] {
  const file = fileOfScope(flow.program, scope);
  const refs = flow.resolver.strategyOf(file).ambient?.(file, scope, name) ?? [];
  return refs
    .flatMap((ref) => (ref.to === 'name' && ref.file !== file.index ? flow.resolver.placesOf(ref) : []))
    .filter(
      (place) =>
        place.at === 'entry' &&
        place.entry.kind === 'def' &&
        definitionOf(flow.program, place.entry.def).variant === MACRO,
    );
}
