/**
 * Decorators that are functions: each is applied to what it decorates, the one next to the definition first.
 *
 *     @a
 *     @b
 *     def f(): …        f is a(b(f)): what b gave, a is given
 *
 * A decorator that may be written with and without arguments gives the inner one where nothing is decorated yet:
 *
 *     def a(f=None):
 *         def apply(f): …
 *         return apply if f is None else apply(f)        f is never apply
 */
import type { CallFact, Value } from '../../model/facts.ts';
import { append } from '../program/append.ts';
import { classBodies } from '../program/class-bodies.ts';
import { definitionOf, fileOfScope, isClassScope, outerScope, scopeOf } from '../program/program.ts';
import type { Program, ScopeId } from '../program/program.ts';
import { isClassLike } from '../program/qualified-names.ts';
import { NOTHING } from '../tracking/trace.ts';
import { NO_TABLE } from './contract.ts';
import type { DecoratorStage, Flow } from './contract.ts';
import type { AbstractValue } from './values.ts';

export interface Decorators {
  /** Calls that decorate each definition, outermost first, with the scopes that they stand in. */
  calls: Map<number, { fact: CallFact; scope: ScopeId }[]>;
  stages: Map<number, DecoratorStage[]>;
}

export function createDecorators(program: Program): Decorators {
  const calls: Decorators['calls'] = new Map();
  for (const file of program.files) {
    for (const fact of file.facts.calls) {
      if (fact.decorates === undefined) continue;
      append(calls, file.base + fact.decorates, { fact, scope: scopeOf(file, fact.scope) });
    }
  }
  return { calls, stages: new Map() };
}

/**
 * The scope in which a call's names are read. A class's body runs from its beginning, so a decorator of `@save def save` is
 * what `save` means outside of the class.
 */
export function scopeOfCall({ program, resolver }: Flow, { at, callee }: CallFact, scope: ScopeId): ScopeId {
  const root = callee.is === 'call' ? callee.callee : callee;
  if (
    root.is !== 'name' ||
    !isClassScope(program, scope) ||
    !classBodies.of(fileOfScope(program, scope).rules).classBodiesRun
  )
    return scope;
  const places = resolver.lookup(scope, root.name)?.places ?? [];
  const areBehind = places.every(
    (place) =>
      place.at === 'entry' &&
      place.scope === scope &&
      place.entry.kind === 'def' &&
      definitionOf(program, place.entry.def).start > at,
  );
  return places.length > 0 && areBehind ? (outerScope(program, scope) ?? scope) : scope;
}

/** Decorators of a definition as they are applied, innermost first. */
export function decoratorStages(flow: Flow, { calls, stages }: Decorators, def: number): DecoratorStage[] {
  const decorators = calls.get(def);
  if (decorators === undefined) return [];
  const known = stages.get(def);
  if (known !== undefined) return known;
  const applied: DecoratorStage[] = [];
  stages.set(def, applied);
  const { constraints } = flow;
  flow.node(NO_TABLE, undefined, NOTHING, (undecorated) => {
    let current = undecorated;
    flow.definition(current, def);
    for (const { fact, scope: stands } of [...decorators].reverse()) {
      const scope = scopeOfCall(flow, fact, stands);
      const given: Value = { is: 'unknown' };
      constraints.flow(current, flow.expression(scope, given));
      const call = { args: [{ value: given }], scope };
      const all = constraints.node();
      constraints.watch(flow.expression(scope, fact.callee), (callee) => flow.result(callee, call, all));
      const result = constraints.node();
      constraints.watch(all, (id) => {
        const value = flow.values.get(id);
        // `-> Callable[..., T]`: what is decorated is known beside what is said of it.
        if (value.is === 'callable') flow.add(result, { ...value, taken: true });
        else if (!isForLater(flow, value, def)) constraints.add(result, id);
      });
      applied.push({ fact, args: call.args, result });
      current = result;
    }
  });
  return applied;
}

/** Whether a result of a decorator is another decorator, not what takes the place of the definition. */
function isForLater({ program }: Flow, value: AbstractValue, def: number): boolean {
  if (value.is !== 'function') return false;
  // What a class is decorated to is a class.
  if (isClassLike(definitionOf(program, def))) return true;
  const outer = program.outer[value.def] ?? -1;
  if (outer < 0) return false;
  const { name } = definitionOf(program, value.def);
  return definitionOf(program, outer).returned?.some((one) => isCallOf(one, name)) === true;
}

function isCallOf(value: Value, name: string): boolean {
  if (value.is === 'either') return value.options.some((one) => isCallOf(one, name));
  return value.is === 'call' && value.callee.is === 'name' && value.callee.name === name;
}
