import assert from 'node:assert/strict';
import { declarationsIn, isPrototype, isSignature } from '../../../src/review/facts/declarations-in.ts';

describe('review/declarations-in', () => {
  const kinds = (text: string) =>
    declarationsIn(text, 'total')?.map((each) => [isSignature(each) && 'signature', isPrototype(each) && 'prototype'].filter(Boolean).join(' ')); // prettier-ignore

  it('are those that end in a semicolon, before any body', () => {
    assert.deepEqual(kinds('int total(int rate = 1);'), ['prototype']);
    assert.deepEqual(kinds('  total(items: Item[], by: (a: number) => void): number;\n'), ['signature']);
    assert.deepEqual(kinds('int total(int rate) const;'), ['']);
    assert.deepEqual(kinds('int total(int rate = 1) { return rate; }'), []);
    assert.deepEqual(kinds('subtotal(a = 1); total_of(a = 1); x.total(a = 1);'), []);
    assert.deepEqual(kinds('def total(rate=1):\n    return rate\n'), []);
    assert.deepEqual(kinds('p->total(a = 1);\nconst t = total(a): number;'), ['', '']);
  });

  it('end for texts that are made to take for ever', () => {
    for (const text of ['total(=', 'total(a=', 'total(', 'total((((', 'total(=)', 'total (', 'x '].map((each) =>
      each.repeat(100_000),
    )) {
      assert.equal(declarationsIn(text, 'total')?.length ?? 0, 0);
    }
  });
});
