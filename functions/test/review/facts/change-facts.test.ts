/** Facts about a small change, on the resolved graph of its base in memory. */
import assert from 'node:assert/strict';
import { graphOfSnapshot } from '../../../local/folder/folder-index.ts';
import { memoryReader } from '../../../src/graph/reader/memory-reader.ts';
import { changeBetween } from '../../../src/jobs/reviews/gather.ts';
import { createReviewParser } from '../../../src/jobs/reviews/parsing.ts';
import { argumentsGiven, arityOf } from '../../../src/review/facts/arity.ts';
import { factsOf, type ChangeFacts } from '../../../src/review/facts/change-facts.ts';
import { snapshotOf } from '../../support/plain-sources.ts';

const BASE = {
  'shop/__init__.py': '',
  'shop/price.py':
    'def total_of(items, tax):\n    return sum(items) + tax\n\n\ndef discount(total):\n    return total / 2\n\n\ndef _hidden(x):\n    return x\n\n\ndef old_name(a):\n    if a:\n        return a * 3\n    return a\n',
  'shop/cart.py':
    'from shop.price import discount, old_name, total_of\n\n\ndef pay(items):\n    return discount(total_of(items, 3))\n\n\ndef rename(a):\n    return old_name(a)\n',
  'tests/test_price.py': 'from shop.price import total_of\n\n\ndef test_total():\n    assert total_of([1], 0) == 1\n',
  'tests/test_other.py': 'def test_other():\n    assert True\n',
};
const HEAD = {
  ...BASE,
  'shop/price.py':
    'def total_of(items, tax, currency):\n    if currency and tax:\n        return 0  # noqa\n    return sum(items) + tax\n\n\ndef new_name(a):\n    if a:\n        return a * 3\n    return a\n\n\ndef added(x):\n    return x + 1\n',
};

async function facts(base: Record<string, string>, head: Record<string, string>): Promise<ChangeFacts> {
  const parser = createReviewParser('o/r');
  try {
    const { diffs, selected } = await changeBetween(snapshotOf(base), snapshotOf(head));
    const reader = memoryReader(await graphOfSnapshot(snapshotOf(base), 'o/r'));
    return await factsOf({ files: selected.reviewed, diffs, base: reader, symbolsOf: parser.symbolsOf });
  } finally {
    await parser.close();
  }
}

describe('review/facts', function () {
  this.timeout(120_000);
  let found: ChangeFacts;
  before(async () => {
    found = await facts(BASE, HEAD);
  });

  it('name what changed, how, and how complex it was and is', () => {
    const shown = found.changed.map(({ qualified_name: name, how, complexity: { before, after } }) => [
      name,
      how,
      before,
      after,
    ]);
    assert.deepEqual(shown.sort(), [
      ['_hidden', 'removed', 1, null],
      ['added', 'added', null, 1],
      ['discount', 'removed', 1, null],
      ['new_name', 'renamed', null, 2],
      ['total_of', 'modified', 1, 3],
    ]);
    const names = (list: readonly { qualified_name: string }[]) => list.map(({ qualified_name: name }) => name).sort();
    assert.deepEqual(names(found.public_api.added), ['added', 'new_name']);
    assert.deepEqual(names(found.public_api.removed), ['discount', 'old_name']);
    assert.deepEqual(names(found.public_api.changed), ['total_of']);
  });

  it('name callers outside the change, and the calls that no longer fit', () => {
    const direct = found.callers
      .filter(({ distance }) => distance === 1)
      .map(({ of, path, line }) => `${of} ${path}:${line}`);
    assert.deepEqual(direct.sort(), [
      'discount shop/cart.py:5',
      'old_name shop/cart.py:9',
      'total_of shop/cart.py:5',
      'total_of tests/test_price.py:5',
    ]);
    assert.deepEqual(found.broken.map(({ of, path, line, reason }) => `${of} ${path}:${line} ${reason}`).sort(), [
      'discount shop/cart.py:5 it is removed',
      'old_name shop/cart.py:9 it is called new_name now',
      'total_of shop/cart.py:5 gives 2 arguments, and 3 are needed now',
      'total_of tests/test_price.py:5 gives 2 arguments, and 3 are needed now',
    ]);
  });

  it('name the tests to run, the best first, and what silences linters', () => {
    assert.deepEqual(found.tests.map(({ path }) => path), ['tests/test_price.py']); // prettier-ignore
    assert.equal(found.tests[0]?.qualified_name, 'test_total');
    assert.deepEqual(found.suppressions, [{ path: 'shop/price.py', line: 3, text: '# noqa' }]);
  });

  it('take an overload with other parameters for the function that it was', async () => {
    const java = (second: string) => `class A {\n  int f(int a) { return a; }\n  int f(${second}) { return 2; }\n}\n`;
    const { changed } = await facts({ 'A.java': java('String b') }, { 'A.java': java('String b, int c') });
    assert.deepEqual(
      changed.map(({ qualified_name: name, how, signature_changed: other }) => [name, how, other]),
      [['A.f', 'modified', true]],
    );
  });

  it('say nothing of a change without code', async () => {
    const { changed, callers, broken, tests } = await facts(BASE, { ...BASE, 'README.md': 'x\n' });
    assert.deepEqual([changed, callers, broken, tests], [[], [], [], []]);
  });

  it('count arguments where they are plain, and say nothing elsewhere', () => {
    assert.deepEqual(arityOf('(self, a: int, b=2) -> int'), { least: 1, most: 2 });
    assert.deepEqual(arityOf('(a, *rest)'), { least: 1, most: Infinity });
    assert.deepEqual(arityOf('(a: string, b?: string)'), { least: 1, most: 2 });
    assert.equal(argumentsGiven(['x = f(a, g(b, c), "d, e")'], 'f'), 3);
    assert.equal(argumentsGiven(['f(', '  a,', '  b)'], 'f'), 2);
    for (const unclear of ['f(*all)', 'f(name=1)', 'f(1) + f(2)', 'f(a', 'g(1)']) {
      assert.equal(argumentsGiven([unclear], 'f'), undefined, unclear);
    }
  });
});
