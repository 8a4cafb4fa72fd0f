import assert from 'node:assert/strict';
import { chooseSpans } from '../../../src/graph/locate/choose-spans.ts';
import type { SymbolRecord } from '../../../src/ports.ts';

const LINES = [
  'class Cart:',
  '  def add(self):',
  '    merge()',
  '  def drop(self):',
  '    merge() + branch()',
  '',
  'x = 1',
];

function symbol(label: SymbolRecord['label'], qualifiedName: string, line: number, endLine: number): SymbolRecord {
  return {
    id: qualifiedName, repoId: 'a/b', label, kind: '', name: qualifiedName, qualifiedName, path: 'a.py', line, endLine, language: 'python',
    signature: null, complexity: null, className: null, modifiers: [],
    visibility: null, hiddenMembers: [], decorators: [], callers: 0, callees: 0,
  }; // prettier-ignore
}

const SYMBOLS = [
  symbol('Class', 'Cart', 1, 5),
  symbol('Function', 'Cart.add', 2, 3),
  symbol('Function', 'Cart.drop', 4, 5),
];
const weights = { of: new Map([['merg', 1], ['branch', 2]]) }; // prettier-ignore
const written = new Map([['merg', 'merging'], ['branch', 'branches']]); // prettier-ignore

describe('graph/locate/choose-spans', () => {
  it('points to the functions whose lines and names say most', () => {
    const spans = chooseSpans({ lines: LINES, symbols: SYMBOLS, places: [], written }, weights);
    assert.deepEqual(spans[0], { start: 4, end: 5, symbol: 'Cart.drop', reason: 'says branches, merging' });
  });

  it('takes the line that is named first, within its function', () => {
    const places = [{ path: 'a.py', line: 3 }];
    const spans = chooseSpans({ lines: LINES, symbols: SYMBOLS, places, written }, weights);
    assert.deepEqual(spans.map(({ start, end }) => [start, end]), [[2, 3], [4, 5]]); // prettier-ignore
    assert.equal(spans[0]?.reason, 'the text names line 3');
  });

  it('never overlaps, and points to lines where there are no symbols', () => {
    const spans = chooseSpans({ lines: LINES, symbols: [], places: [{ path: 'a.py', line: 99 }], written }, weights);
    assert.deepEqual(spans.map(({ start, end, symbol: name }) => [start, end, name]), [[1, 7, null]]); // prettier-ignore
    assert.deepEqual(chooseSpans({ lines: ['x'], symbols: [], places: [], written }, weights), []);
  });
});
