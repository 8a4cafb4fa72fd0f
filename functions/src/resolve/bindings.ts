/**
 * What a binding gives its target: `x = f()` what f gives, `for d in dogs` an element of dogs, `a, b = pair` a part of
 * pair. A declared type says it all.
 */
import type { Value } from '../model/facts.ts';
import type { Flow } from './flow.ts';
import type { ScopeId } from './program.ts';
import type { TypeAt } from './types.ts';

/** Values that a binding gives its target. */
export function bindTo(
  flow: Flow,
  node: number,
  fact: { value?: Value; type?: TypeAt['type']; through?: string; key?: string | number },
  scope: ScopeId,
): void {
  const { constraints } = flow;
  const declared = fact.type === undefined ? undefined : { type: fact.type, scope };
  if (declared !== undefined && flow.says(declared)) {
    flow.typed(node, declared);
    return;
  }
  if (fact.value === undefined) return;
  let from = flow.expression(scope, fact.value);
  if (fact.through === 'element') from = elementsOf(flow, from, undefined);
  if (fact.key !== undefined) from = elementsOf(flow, from, String(fact.key));
  constraints.flow(from, node);
}

function elementsOf(flow: Flow, from: number, key: string | undefined): number {
  const to = flow.constraints.node();
  flow.constraints.watch(from, (value) => flow.constraints.flow(flow.element(value, key), to));
  return to;
}
