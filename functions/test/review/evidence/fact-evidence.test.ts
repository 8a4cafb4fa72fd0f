import assert from 'node:assert/strict';
import { memoryReader } from '../../../src/graph/reader/memory-reader.ts';
import type { CommitFacts } from '../../../src/model/change-facts.ts';
import type { GraphReader } from '../../../src/ports.ts';
import { factEvidence } from '../../../src/review/evidence/fact-evidence.ts';
import { memoryGraphOf } from '../../support/memory-graph.ts';
import { CART, PRICE } from '../../support/review-service.ts';

const caller = (path: string, name: string, line: number, distance = 1) => ({
  ...{ of: 'total_of', path, qualified_name: name, line, lines: [line], confidence: 0.95, distance },
});
const FACTS: Pick<CommitFacts, 'head' | 'callers' | 'broken' | 'changed'> = {
  head: 'head',
  changed: [
    {
      path: 'shop/price.py',
      qualified_name: 'total_of',
      label: 'Function',
      how: 'modified',
      signature_changed: true,
      complexity: { before: 2, after: 2 },
    },
  ],
  callers: [
    caller('shop/cart.py', 'Cart.total', 9),
    caller('shop/cart.py', 'pay', 13, 2),
    caller('x.py', 'invented', 1),
  ],
  broken: [],
};
const BROKEN = { of: 'total_of', path: 'shop/cart.py', qualified_name: 'Cart.total', line: 9, reason: 'gives 1' };

describe('review/fact-evidence', () => {
  let reader: GraphReader;
  before(async () => {
    reader = memoryReader(await memoryGraphOf('ada/shop', { 'shop/price.py': PRICE, 'shop/cart.py': CART }));
  });

  const said = async (description: string, facts = FACTS, quote = 'def total_of(items, tax):') => {
    const words = { title: 'It takes a tax now', description, quote };
    const found = await factEvidence(words, facts, { reader, repoId: 'ada/shop', commit: 'graph' });
    return found.map(({ relation, path, line, commit }) => `${relation} ${path}:${line} @${commit}`);
  };
  const CALL = ['calls shop/cart.py:9 @head', 'declares shop/price.py:1 @graph'];

  it('is the caller that a finding names, with what it calls', async () => {
    for (const words of [
      '`Cart.total` passes none.',
      '`total()` passes none.',
      'See `shop/cart.py:9`.',
      'In `shop/cart.py`.',
    ]) {
      assert.deepEqual(await said(words), CALL, words);
    }
  });

  it('is nothing where the finding names no caller, or is about other code', async () => {
    assert.deepEqual(await said('The name says little.'), []);
    assert.deepEqual(await said('Cart.total passes none.'), []);
    assert.deepEqual(await said('`Cart.total` is slow.', FACTS, 'x = 1'), []);
    // Only over another call, and not in the graph.
    assert.deepEqual(await said('`pay` and `invented` break.'), []);
  });

  it('is what no longer fits, where the finding speaks of callers', async () => {
    const facts = { ...FACTS, broken: [BROKEN] };
    assert.deepEqual(await said('Callers were not changed with it.', facts), CALL);
    assert.deepEqual(await said('`Cart.total` calls it without.', facts), CALL);
    assert.deepEqual(await said('The name says little.', facts), []);
    assert.deepEqual(await said('Callers were not changed with it.', facts, 'x = 1'), []);
  });

  it('is nothing where two changed symbols have the name', async () => {
    const [changed] = FACTS.changed;
    assert.ok(changed);
    const facts = { ...FACTS, changed: [changed, { ...changed, path: 'shop/other.py' }] };
    assert.deepEqual(await said('`Cart.total` passes none.', facts), []);
  });
});
