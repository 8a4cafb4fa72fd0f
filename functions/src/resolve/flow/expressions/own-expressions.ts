/**
 * Nodes of expressions that no others share: list literals, lambdas, parts of containers, and names that mean what was last
 * said above them. Each is known by its object in the facts, its scope and its offset. Those that several expressions share
 * are in same-expressions.ts.
 */
import type { Value } from '../../../model/facts.ts';
import { fileOfScope } from '../../program/program.ts';
import type { ScopeId } from '../../program/program.ts';
import { Numbers } from '../../tracking/numbers.ts';
import { NOTHING } from '../../tracking/trace.ts';
import { addExpression } from './add-expression.ts';
import type { Flow } from '../contract.ts';

export interface OwnExpressions {
  /** Nodes of expressions that are asked without an offset, and with one. Where an expression stands may tell what it is. */
  anywhere: Map<Value, number>;
  placed: Map<Value, number>;
  /** Scope and offset of those nodes: one object may stand in two places, for a field's value and its assignment. */
  scopes: Numbers;
  offsets: Numbers;
  /** Nodes of the same objects in other places. */
  elsewhere: Map<string, Map<Value, number>>;
}

export function createOwnExpressions(): OwnExpressions {
  return {
    anywhere: new Map(),
    placed: new Map(),
    scopes: new Numbers(),
    offsets: new Numbers(),
    elsewhere: new Map(),
  };
}

export function ownNode(flow: Flow, own: OwnExpressions, scope: ScopeId, value: Value, at: number | undefined): number {
  const table = at === undefined ? own.anywhere : own.placed;
  const first = table.get(value);
  if (first === undefined) {
    return flow.node(table, value, fileOfScope(flow.program, scope).index, (node) => {
      own.scopes.set(node, scope);
      own.offsets.set(node, at ?? NOTHING);
      addExpression(flow, node, scope, value, at);
    });
  }
  if (own.scopes.get(first) === scope && own.offsets.get(first) === (at ?? NOTHING)) return first;
  const inPlace = nodesInPlace(own, `${scope} ${at ?? ''}`);
  const known = inPlace.get(value);
  if (known !== undefined) return known;
  return flow.node(inPlace, value, fileOfScope(flow.program, scope).index, (node) =>
    addExpression(flow, node, scope, value, at),
  );
}

function nodesInPlace({ elsewhere }: OwnExpressions, key: string): Map<Value, number> {
  let nodes = elsewhere.get(key);
  if (nodes === undefined) elsewhere.set(key, (nodes = new Map<Value, number>()));
  return nodes;
}
