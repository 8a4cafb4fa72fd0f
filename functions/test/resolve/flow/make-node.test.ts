/** How a node of the flow comes to be: remembered before it is filled, and recorded with what it depends on. */
import assert from 'node:assert/strict';
import { Constraints } from '../../../src/resolve/flow/constraints/constraints.ts';
import { makeNode } from '../../../src/resolve/flow/make-node.ts';
import { buildProgram } from '../../../src/resolve/program/program.ts';
import { NOTHING } from '../../../src/resolve/tracking/trace.ts';
import { emptyFacts } from '../../../src/model/facts.ts';

function emptyFlow() {
  const program = buildProgram([emptyFacts('python', 'a.py', 0), emptyFacts('python', 'b.py', 0)]);
  return { program, constraints: new Constraints(1_000, program.trace) };
}

describe('resolve/flow/make-node', () => {
  it('is in its table when it is filled, so an expression that holds itself ends', () => {
    const table = new Map<string, number>();
    const node = makeNode(emptyFlow(), table, 'x', NOTHING, (made) => assert.equal(table.get('x'), made));
    assert.equal(table.get('x'), node);
  });

  it('depends on the file and on the nodes that filling asked', () => {
    const flow = emptyFlow();
    const { constraints, program } = flow;
    const { trace } = program;
    const inner = (): number => makeNode(flow, new Map(), 'inner', 1, (node) => constraints.add(node, 7));
    trace.enter(trace.root(0));
    const outer = makeNode(flow, new Map(), 'outer', NOTHING, (node) => constraints.flow(inner(), node));
    assert.deepEqual([...constraints.values(outer)], []);
    trace.leave();
    while (!constraints.solve());
    assert.deepEqual([...constraints.values(outer)], [7]);
    assert.deepEqual([...trace.inputsOf(0).own.files], [0, 1]);
  });
});
