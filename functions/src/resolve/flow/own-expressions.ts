/**
 * Nodes of expressions that are told apart by the object they are in the facts, by scope and by where they stand: list
 * literals, lambdas, parts of containers, and names that mean what was last said above them. Those that several
 * expressions have together are in same-expressions.ts.
 */
import type { Value } from '../../model/facts.ts';
import type { Flow } from './flow.ts';
import { Numbers } from '../tracking/numbers.ts';
import { fileOfScope } from '../program/program.ts';
import type { ScopeId } from '../program/program.ts';
import { NOTHING, vertexOf } from '../tracking/trace.ts';

/** `fill` adds what an expression gives to its node, under the node's vertex. */
export function createOwnExpressions(
  flow: Flow,
  fill: (node: number, scope: ScopeId, value: Value, at: number | undefined) => void,
): (scope: ScopeId, value: Value, at: number | undefined) => number {
  const { constraints, resolver } = flow;
  const { program } = resolver;
  const { trace } = program;
  const expressions = new Map<Value, number>();
  const placed = new Map<Value, number>();
  // One expression object may stand in two places: for a field's value and for the assignment that gives it.
  const scopes = new Numbers();
  const offsets = new Numbers();
  const elsewhere = new Map<string, Map<Value, number>>();
  return (scope, value, at) => {
    // Where something stands tells what it is: without a place it is another question, whoever asks first.
    const table = at === undefined ? expressions : placed;
    const first = table.get(value);
    let node: number;
    if (first === undefined) {
      node = constraints.node();
      table.set(value, node);
      scopes.set(node, scope);
      offsets.set(node, at ?? NOTHING);
    } else {
      if (scopes.get(first) === scope && offsets.get(first) === (at ?? NOTHING)) return first;
      const key = `${scope} ${at ?? ''}`;
      let inScope = elsewhere.get(key);
      if (inScope === undefined) {
        inScope = new Map<Value, number>();
        elsewhere.set(key, inScope);
      }
      const known = inScope.get(value);
      if (known !== undefined) return known;
      node = constraints.node();
      inScope.set(value, node);
    }
    trace.enter(vertexOf(node));
    trace.dependOnFile(fileOfScope(program, scope).index);
    fill(node, scope, value, at);
    trace.leave();
    return node;
  };
}
