/**
 * How a node of the flow comes to be: made, remembered, filled. This is the only place in flow/ that tells the trace what a
 * node depends on while it is filled.
 */
import type { Program } from '../program/program.ts';
import { vertexOf } from '../tracking/trace.ts';
import type { Constraints } from './constraints/constraints.ts';
import type { NodeTable } from './contract.ts';

/** As `Flow.node` in contract.ts. */
export function makeNode<Key>(
  { constraints, program: { trace } }: { constraints: Constraints; program: Program },
  table: NodeTable<Key>,
  key: Key,
  file: number,
  fill: (node: number) => void,
): number {
  const node = constraints.node();
  table.set(key, node);
  trace.enter(vertexOf(node));
  if (file >= 0) trace.dependOnFile(file);
  fill(node);
  trace.leave();
  return node;
}
