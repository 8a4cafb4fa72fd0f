/** Sets that have too many values: marked, passed on while the order does not count, and given up beyond. */
import assert from 'node:assert/strict';
import { Constraints } from '../../../../src/resolve/flow/constraints/constraints.ts';
import { Trace, vertexOf } from '../../../../src/resolve/tracking/trace.ts';

/** Three nodes in a row, of which the first has so many values; `file` depends on the last. */
function rowWith(count: number) {
  const trace = new Trace();
  const constraints = new Constraints(1_000_000, trace);
  const nodes = [constraints.node(), constraints.node(), constraints.node()] as const;
  const [first, second, last] = nodes;
  constraints.flow(first, second);
  constraints.flow(second, last);
  const seen: number[] = [];
  constraints.watch(last, (value) => seen.push(value));
  const give = (from: number, to: number): void => {
    for (let value = from; value < to; value++) constraints.add(first, value);
    while (!constraints.solve());
  };
  give(0, count);
  trace.addDependency(trace.root(0), vertexOf(last));
  return { constraints, trace, first, last, seen, give };
}

describe('resolve/flow/constraints/constraints', () => {
  it('passes few values on', () => {
    const { constraints, last, seen, trace } = rowWith(24);
    assert.equal(constraints.isWide(last), false);
    assert.deepEqual([constraints.values(last).length, seen.length], [24, 24]);
    assert.equal(trace.inputsOf(0).unsure, false);
  });

  it('passes many on, and says that they are', () => {
    const { constraints, last, seen, trace } = rowWith(200);
    assert.equal(constraints.isWide(last), true);
    assert.deepEqual([constraints.values(last).length, seen.length], [200, 200]);
    assert.equal(trace.inputsOf(0).unsure, false);
  });

  it('takes and passes on no more where too many would come, and says that the order counts', () => {
    const { constraints, first, give, last, seen, trace } = rowWith(1_000);
    const [kept, watched] = [constraints.values(last).length, seen.length];
    assert.equal(constraints.isWide(last), true);
    assert.ok(kept < 1_000 && trace.inputsOf(0).unsure);
    const behind = constraints.node();
    constraints.flow(last, behind);
    give(1_000, 1_100);
    assert.equal(constraints.isWide(behind), true);
    assert.deepEqual([constraints.values(behind).length, constraints.values(last).length], [0, kept]);
    assert.equal(seen.length, watched);
    constraints.watch(first, () => assert.fail('A full node is of no use to anybody'));
  });
});
