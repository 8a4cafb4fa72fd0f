/**
 * Nodes of expressions. What several expressions say alike has one node (same-expressions.ts), any other expression its own.
 *
 *     b = Dog()           b holds an instance of Dog        (bindings.ts)
 *     b.bark              Dog's member bark                 (members.ts)
 *     apply(f)            f reaches apply's parameter       (call-arguments.ts)
 *     for d in dogs       d is an element of dogs           (elements.ts)
 *
 * A declared type ends the flow: `x: Animal = Dog()` is an Animal, as it is to a type checker.
 */
import type { BindingFact, Value } from '../../../model/facts.ts';
import { fileOfScope, scopeOf } from '../../program/program.ts';
import type { ScopeId } from '../../program/program.ts';
import type { Flow } from '../contract.ts';
import { addNarrowed } from '../narrowing.ts';
import { conditionAround } from './narrowed-paths.ts';
import { createOwnExpressions, ownNode } from './own-expressions.ts';
import type { OwnExpressions } from './own-expressions.ts';
import { createSameExpressions, sameNode } from './same-expressions.ts';
import type { SameExpressions } from './same-expressions.ts';

/** Expressions in each other that are followed at once, for the sake of the stack. */
const MAX_NESTING = 300;

export interface Expressions {
  same: SameExpressions;
  own: OwnExpressions;
  /** By the condition that says what an expression is where it holds. */
  narrowed: Map<BindingFact, number>;
  nesting: number;
}

export function createExpressions(): Expressions {
  return { same: createSameExpressions(), own: createOwnExpressions(), narrowed: new Map(), nesting: 0 };
}

export function expressionNode(
  flow: Flow,
  expressions: Expressions,
  scope: ScopeId,
  value: Value,
  at: number | undefined,
): number {
  if (expressions.nesting >= MAX_NESTING) return deferredNode(flow, scope, value, at);
  expressions.nesting++;
  try {
    const condition = at === undefined ? undefined : conditionAround(flow, scope, value, at);
    if (condition !== undefined) return narrowedNode(flow, expressions, scope, condition);
    return sameNode(flow, expressions.same, scope, value, at) ?? ownNode(flow, expressions.own, scope, value, at);
  } finally {
    expressions.nesting--;
  }
}

/** Node of a member of a variable, or of a field, where a condition says what it is. */
function narrowedNode(flow: Flow, { narrowed }: Expressions, scope: ScopeId, condition: BindingFact): number {
  const file = fileOfScope(flow.program, scope);
  return (
    narrowed.get(condition) ??
    flow.node(narrowed, condition, file.index, (node) =>
      addNarrowed(flow, node, condition, scopeOf(file, condition.scope)),
    )
  );
}

/** An expression that stands too deep to be followed at once. */
function deferredNode(flow: Flow, scope: ScopeId, value: Value, at: number | undefined): number {
  const node = flow.constraints.node();
  flow.constraints.defer(() => flow.constraints.flow(flow.expression(scope, value, at), node));
  return node;
}

/** Node of what a call calls, which some languages tell apart from what it is as a value. */
export function calleeNode(flow: Flow, scope: ScopeId, callee: Value, at: number | undefined): number {
  for (const nodeOf of flow.hooks(scope).callee) {
    const node = nodeOf(flow, scope, callee, at);
    if (node !== undefined) return node;
  }
  return flow.expression(scope, callee, at);
}
