/**
 * Calls that are of methods alone (Java): a variable of the name is no method, wherever it stands.
 *
 *     A george = george();                   calls the method george
 *     A name(String name) { return name(name, true); }
 *     Runnable close = …; close();           the method close, never the variable, whose value is called by a member
 */
import { ruleSet } from '../../rules/rule-set.ts';
import { flag } from '../../rules/rule-types.ts';
import type { Place } from '../../names/contract.ts';
import { definitionOf, outerScope } from '../../program/program.ts';
import type { Program, ScopeId } from '../../program/program.ts';
import { isFunctionLike } from '../../program/qualified-names.ts';
import type { Flow, Idiom } from '../contract.ts';

const MAX_SCOPES = 500;

const keys = ruleSet({
  onlyMethods: flag(
    '`close()` calls a method; a variable of that name is called by a member of what it holds: `close.run()`.',
  ),
});

export const calledMethods: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).onlyMethods,

  callee(flow, scope, callee) {
    if (callee.is !== 'name' || !isVariable(flow.program, flow.resolver.lookup(scope, callee.name)?.places))
      return undefined;
    const around = scopeOfMethod(flow, scope, callee.name);
    return around === undefined ? undefined : flow.named(around, callee.name, undefined);
  },

  isExcluded: ({ program }, { callee }, def) => callee.is === 'name' && definitionOf(program, def).variant === 'lambda',
};

/** The nearest scope outside in which the name is no variable. */
function scopeOfMethod({ program, resolver }: Flow, from: ScopeId, name: string): ScopeId | undefined {
  let at: ScopeId | undefined = from;
  for (let steps = 0; at !== undefined && steps < MAX_SCOPES; steps++) {
    const found = resolver.lookup(at, name);
    if (found === undefined) return undefined;
    if (!isVariable(program, found.places)) return at;
    at = outerScope(program, at);
  }
  return undefined;
}

/** Whether all places are variables, parameters and bindings of functions. */
function isVariable(program: Program, places: readonly Place[] = []): boolean {
  return (
    places.length > 0 &&
    places.every((place) => {
      if (place.at !== 'entry') return false;
      const { entry } = place;
      if (entry.kind !== 'def') return entry.kind === 'param' || entry.kind === 'bind';
      const def = definitionOf(program, entry.def);
      return !isFunctionLike(def) || def.variant === 'lambda';
    })
  );
}
