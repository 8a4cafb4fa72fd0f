import { strict as assert } from 'node:assert';
import { foldValues, unfoldValues } from '../../src/graph/value-table.ts';
import type { FileFacts, Value } from '../../src/model/facts.ts';
import { emptyFacts } from '../../src/model/facts.ts';
import { graphOf } from '../support/graph-of.ts';

const name = (text: string): Value => ({ is: 'name', name: text });
const list = (...items: Value[]): Value => ({ is: 'collection', of: 'list', items });

function factsWith(callees: Value[]): FileFacts {
  const calls = callees.map((callee, at) => ({ scope: -1, line: 1, at, callee }));
  return { ...emptyFacts('python', 'a.py', 1), calls };
}

/** As they are read: through JSON. */
function again(facts: FileFacts): FileFacts {
  return unfoldValues(JSON.parse(JSON.stringify(foldValues(facts))) as ReturnType<typeof foldValues>);
}

describe('value table', () => {
  it('says each expression once, whatever is said of it', () => {
    const chain: Value = {
      is: 'member',
      of: { is: 'call', callee: { is: 'member', of: name('a'), name: 'b' } },
      name: 'c',
    };
    const facts = factsWith([name('a'), { is: 'member', of: name('a'), name: 'b' }, chain, chain]);
    const { table } = foldValues(facts);
    assert.equal(table.length, 4, 'a, a.b, a.b() and a.b().c');
    const read = again(facts);
    assert.deepEqual(read, facts);
    assert.equal(read.calls[2]?.callee, read.calls[3]?.callee, 'one object');
  });

  it('keeps literals of collections apart, and what has them', () => {
    const call: Value = { is: 'call', callee: name('f'), args: [{ value: list(name('x')) }] };
    const read = again(factsWith([call, structuredClone(call)]));
    assert.deepEqual(read, factsWith([call, call]));
    const [first, second] = read.calls;
    assert.notEqual(first?.callee, second?.callee, 'two lists');
  });

  it('keeps one literal one, wherever facts speak of it', () => {
    const call: Value = { is: 'call', callee: name('f'), args: [{ value: list(name('x')) }] };
    const read = again(factsWith([call, call]));
    assert.deepEqual(read, factsWith([call, call]));
    const [first, second] = read.calls;
    assert.equal(first?.callee, second?.callee, 'one call of one list');
  });

  it('tells calls apart by what their arguments are called and how they are given', () => {
    const given = [{ value: name('x') }, { name: 'k', value: name('x') }, { spread: true as const, value: name('x') }];
    const calls = given.map((one): Value => ({ is: 'call', callee: name('f'), args: [one] }));
    const typed: Value = { is: 'call', callee: name('f'), typeArgs: [{ name: 'T' }] };
    const facts = factsWith([...calls, typed, { is: 'call', callee: name('f') }]);
    const read = again(facts);
    assert.deepEqual(read, facts);
    assert.equal(new Set(read.calls.map(({ callee }) => callee)).size, 5);
  });

  it('does not take a name for a member, or a number of the code for a place', () => {
    const facts = factsWith([
      name('1 a'),
      { is: 'member', of: name('1'), name: 'a' },
      { is: 'literal', type: 'self' },
      { is: 'self' },
      { is: 'slice', of: name('x'), from: 0 },
      { is: 'implicit', at: 0 },
      { is: 'function', definition: 0 },
    ]);
    facts.bindings.push({ scope: 0, line: 1, at: 0, target: name('x'), key: 0, until: 1 });
    assert.deepEqual(again(facts), facts);
  });

  for (const [path, text] of Object.entries({
    'a.py':
      'class A:\n    xs = [1]\n    def f(self, k=other.x, *ys):\n        for y in self.xs: yield y.g(k, *ys, a={"b": y})\n        return [y.g() for y in k] or self.f(lambda z: z.g())\n',
    'a.ts':
      'export default class { a = new B<C>(x.y); m({ p, q: [r] }: D = z.d(), ...s: E[]) { return (p as F).g`t` ?? s[0].h(p?.i, () => this.m(...s)); } }\nmodule.exports = { ...a.b(), c }\n',
    'a.go':
      'package a\nfunc (d *Dog) F(xs ...int) (func() A, error) { x := map[string]B{"k": {y: z.w()}}; go d.g(x["k"].v[1:2], xs...); return func() A { return d.h() }, nil }\n',
    'A.kt':
      'class A(val b: B = B.of(1)) : C by b { fun f() = b.map { it.g() }.filter(::h).first { x -> x?.i() ?: b.j(k = 2) } }\n',
  })) {
    it(`gives back what ${path} says`, async () => {
      const [facts] = (await graphOf({ [path]: text })).facts;
      assert.ok(facts !== undefined && facts.calls.length > 1);
      const plain = JSON.parse(JSON.stringify(facts)) as FileFacts;
      assert.deepEqual(again(plain), plain);
    });
  }
});
