/**
 * What a binding gives its target.
 *
 *     x = f()             what f gives
 *     for d in dogs       an element of dogs
 *     a, b = pair         a part of pair each
 *     x: Animal = …       an Animal: a declared type is all that counts
 */
import type { BindingFact } from '../../model/facts.ts';
import type { Flow } from './contract.ts';
import type { Place } from '../names/contract.ts';
import { fileOfScope, namesIn, outerScope } from '../program/program.ts';
import type { ScopeId } from '../program/program.ts';

/** Adds what a binding gives its target to a node. */
export function bindTo(
  flow: Flow,
  node: number,
  fact: Pick<BindingFact, 'target' | 'value' | 'type' | 'through' | 'key'>,
  scope: ScopeId,
): void {
  const { constraints } = flow;
  const declared = fact.type === undefined ? undefined : { type: fact.type, scope };
  if (declared !== undefined && flow.says(declared)) {
    flow.typed(node, declared);
    return;
  }
  if (fact.value === undefined) return;
  const outer = shadowed(flow, fact, scope);
  if (outer !== undefined) {
    constraints.flow(outer, node);
    return;
  }
  let from = flow.expression(scope, fact.value);
  if (fact.through === 'context') for (const entered of flow.hooks(scope).entered) from = entered(flow, from, scope);
  if (fact.through === 'element') from = elementsOf(flow, from, undefined);
  if (fact.through === 'key') from = keysOf(flow, from);
  if (fact.key !== undefined) from = elementsOf(flow, from, String(fact.key));
  constraints.flow(from, node);
}

function elementsOf(flow: Flow, from: number, key: string | undefined): number {
  const to = flow.constraints.node();
  flow.constraints.watch(from, (value) => flow.constraints.flow(flow.element(value, key), to));
  return to;
}

/** `for k := range m`: the keys of a map, or what a channel or a function gives. The keys of a list are numbers. */
function keysOf(flow: Flow, from: number): number {
  const to = flow.constraints.node();
  flow.constraints.watch(from, (id) => {
    const value = flow.values.get(id);
    const first = value.is === 'external' && value.name !== '[]' ? value.args[0] : undefined;
    if (first !== undefined) flow.typed(to, first);
  });
  return to;
}

/**
 * `if let dog = dog`, `x := x`: the name on the right is the one of the scope around, where the scope declares it nowhere
 * else.
 */
function shadowed(flow: Flow, fact: Pick<BindingFact, 'target' | 'value'>, scope: ScopeId): number | undefined {
  const { target, value } = fact;
  const { program } = flow;
  if (target.is !== 'name' || value?.is !== 'name' || value.name !== target.name) return undefined;
  const outer = outerScope(program, scope);
  if (outer === undefined || !fileOfScope(program, scope).rules.blockScoped) return undefined;
  const others = (namesIn(program, scope)?.get(value.name) ?? []).filter((entry) => {
    const own = entry.kind === 'bind' ? entry.fact.value : undefined;
    return own?.is !== 'name' || own.name !== value.name;
  });
  return others.length > 0 ? undefined : flow.named(outer, value.name, undefined);
}

/** `ranges := ranges(text)`: the call calls what has the name in the scope around. */
export function shadowedByResult(flow: Flow, node: number, places: readonly Place[], name: string): void {
  const { program } = flow;
  const [first] = places;
  if (first?.at !== 'entry' || !fileOfScope(program, first.scope).rules.blockScoped) return;
  const isOwn = places.every((place) => {
    const fact = place.at === 'entry' && place.entry.kind === 'bind' ? place.entry.fact : undefined;
    const callee = fact?.value?.is === 'call' && fact.type === undefined ? fact.value.callee : undefined;
    return callee?.is === 'name' && callee.name === name;
  });
  const outer = isOwn ? outerScope(program, first.scope) : undefined;
  if (outer !== undefined) flow.constraints.flow(flow.named(outer, name, undefined), node);
}
