import assert from 'node:assert/strict';
import { createReviewParser, type ReviewParser } from '../../../src/jobs/reviews/parsing.ts';
import type { FileDiff } from '../../../src/review/diff/diff-trees.ts';
import type { PlacedFinding } from '../../../src/review/place/place-findings.ts';
import { withSymbols } from '../../../src/review/place/symbols-around.ts';

const BASE = 'class Cart:\n    def total(self):\n        return 1\n\n    def gone(self):\n        return 2\n';
const HEAD = `import os


class Cart:
    tax = {
        'de': 19,
    }

    def total(self):
        def each():
            return 1
        return each()


def added():
    return 3
`;
const STYLE = 'a { color: red }\n';

describe('review/symbols-around', () => {
  let parser: ReviewParser;
  before(() => {
    parser = createReviewParser('ada/shop');
  });
  after(() => parser.close());

  type Place = Pick<PlacedFinding, 'path' | 'side' | 'line_start' | 'line_end'> & Partial<PlacedFinding>;
  async function symbolOf(place: Place, diff: Partial<FileDiff> = {}): Promise<string | null | undefined> {
    const changed = { path: 'shop/cart.py', oldPath: 'shop/cart.py', oldText: BASE, newText: HEAD, ...diff };
    const files: Record<string, string> = { 'shop/other.py': HEAD, 'shop/look.css': STYLE };
    const [named] = await withSymbols([{ label: 'inline', ...place } as PlacedFinding], {
      diffs: [changed as FileDiff],
      readHead: (path) => Promise.resolve(files[path]),
      symbolsOf: parser.symbolsOf,
    });
    return named?.symbol_id;
  }
  const right = (line_start: number, line_end = line_start, path = 'shop/cart.py'): Place => ({
    ...{ path, side: 'RIGHT', line_start, line_end },
  });

  for (const [what, place, name] of [
    ['the innermost function', right(11), '#Cart.total.each'],
    ['the one that holds all of the lines', right(10, 12), '#Cart.total'],
    ['the class of two members', right(6, 11), '#Cart'],
    ['a value of several lines', right(6), '#Cart.tax'],
    ['a function that the change adds', right(16), '#added'],
    ['where no symbol holds all of the lines, the one that the first is in', right(12, 16), '#Cart.total'],
    ['the file, outside of all', right(1), ''],
    ['the file, beyond its end', right(99), ''],
  ] as const) {
    it(`is ${what}`, async () => {
      assert.equal(await symbolOf(place), `ada/shop shop/cart.py${name}`);
    });
  }

  it('is of the base for lines that are no longer there, also in a file of another name', async () => {
    const removed: Place = { path: 'shop/cart.py', side: 'LEFT', line_start: 6, line_end: 6 };
    assert.equal(await symbolOf(removed), 'ada/shop shop/cart.py#Cart.gone');
    const renamed = { oldPath: 'shop/basket.py' };
    assert.equal(await symbolOf(removed, renamed), 'ada/shop shop/basket.py#Cart.gone');
    assert.equal(await symbolOf({ ...removed, path: 'shop/basket.py' }, renamed), 'ada/shop shop/basket.py#Cart.gone');
    assert.equal(await symbolOf(right(16), renamed), 'ada/shop shop/cart.py#added');
  });

  it('is known in a file that the change leaves as it is', async () => {
    assert.equal(await symbolOf(right(16, 16, 'shop/other.py')), 'ada/shop shop/other.py#added');
  });

  it('is nothing where the graph has no file, and is not asked for what is dropped', async () => {
    assert.equal(await symbolOf(right(1, 1, 'shop/look.css')), null);
    assert.equal(await symbolOf(right(1, 1, 'shop/absent.py')), null);
    assert.equal(await symbolOf(right(1), { newText: null }), null);
    assert.equal(await symbolOf({ ...right(11), label: 'dropped' }), undefined);
  });
});
