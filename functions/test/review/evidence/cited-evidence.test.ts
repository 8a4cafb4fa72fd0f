import assert from 'node:assert/strict';
import { stepsOf } from '../../../src/model/evidence.ts';
import { citedEvidence } from '../../../src/review/evidence/cited-evidence.ts';
import type { Statement } from '../../../src/review/evidence/statements.ts';

const declared = (name: string, path: string, line: number) => ({ symbol_id: `ada/shop ${path}#${name}`, path, line });
const TOTAL = declared('total_of', 'shop/price.py', 1);
const TAX = declared('tax_of', 'shop/tax.py', 4);
const call = (name: string, path: string, lines: number[], to = TOTAL): Statement => ({
  symbol_id: `ada/shop ${path}#${name}`,
  relation: 'calls',
  path,
  lines,
  to,
});
const SAID: Statement[] = [
  call('Cart.total', 'shop/cart.py', [9, 14]),
  call('pay', 'shop/pay.py', [3]),
  call('pay', 'shop/pay.py', [3], TAX),
  { symbol_id: TOTAL.symbol_id, relation: 'declares', path: TOTAL.path, lines: [1], to: null },
  { symbol_id: 'ada/shop shop/old.py#unused', relation: 'not_called', path: 'shop/old.py', lines: [7], to: null },
];
const cite = (evidence: { path: string; line: number }[], description = 'Callers break.') =>
  citedEvidence({ title: 'Signature', description, evidence }, SAID, 'c1');

describe('review/cited-evidence', () => {
  it('is what an answer said of a cited place, with what it leads to', () => {
    assert.deepEqual(cite([{ path: 'shop/cart.py', line: 14 }]), [
      {
        symbol_id: 'ada/shop shop/cart.py#Cart.total',
        relation: 'calls',
        path: 'shop/cart.py',
        line: 14,
        commit: 'c1',
      },
      { ...TOTAL, relation: 'declares', commit: 'c1' },
    ]);
  });

  it('is nothing for a place that no answer named', () => {
    for (const place of [
      { path: 'shop/cart.py', line: 10 },
      { path: 'cart.py', line: 9 },
      { path: 'shop/price.py', line: 9 },
    ]) {
      assert.deepEqual(cite([place]), [], JSON.stringify(place));
    }
    assert.deepEqual(cite([], 'It is called at line 9 of shop/cart.py, I am certain.'), []);
  });

  it('reads places from the words of the finding too, in code marks', () => {
    const [first] = cite([], 'See `shop/cart.py:9`, which passes no tax.');
    assert.deepEqual([first?.relation, first?.line], ['calls', 9]);
  });

  it('means the target that the finding speaks of, where a line calls several', () => {
    const place = [{ path: 'shop/pay.py', line: 3 }];
    assert.deepEqual(
      cite(place, 'It passes no rate to `tax_of`.').map(({ path }) => path),
      ['shop/pay.py', 'shop/tax.py'],
    );
    assert.deepEqual(
      cite(place, 'It fails.').map(({ path }) => path),
      ['shop/pay.py', 'shop/price.py'],
    );
  });

  it('gathers what leads to one symbol before it, each once', () => {
    const places = [
      { path: 'shop/cart.py', line: 9 },
      { path: 'shop/pay.py', line: 3 },
      { path: 'shop/cart.py', line: 9 },
      { path: 'shop/old.py', line: 7 },
    ];
    const found = cite(places, 'Both callers of `total_of` break.');
    assert.deepEqual(
      found.map(({ relation, path }) => `${relation} ${path}`),
      ['calls shop/cart.py', 'calls shop/pay.py', 'declares shop/price.py', 'not_called shop/old.py'],
    );
    assert.deepEqual(
      stepsOf(found).map(({ from, to }) => [from.path, to?.path ?? null]),
      [
        ['shop/cart.py', 'shop/price.py'],
        ['shop/pay.py', 'shop/price.py'],
        ['shop/old.py', null],
      ],
    );
  });

  it('is bounded, and never a relation without its end', () => {
    const many = Array.from({ length: 30 }, (_, at) => call(`f${at}`, `f${at}.py`, [1]));
    const places = many.map(({ path }) => ({ path, line: 1 }));
    const found = citedEvidence({ title: 'T', description: 'D', evidence: places }, many, 'c1');
    assert.equal(found.length, 12);
    assert.deepEqual(
      found.map(({ relation }) => relation),
      [...Array<string>(11).fill('calls'), 'declares'],
    );
  });
});
