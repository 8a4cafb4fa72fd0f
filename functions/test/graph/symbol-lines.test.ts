import assert from 'node:assert/strict';
import { holdsLine, stretchesWithin, symbolLines } from '../../src/graph/symbol-lines.ts';
import { randomNumbers } from '../support/random-numbers.ts';

describe('graph/symbol-lines', () => {
  it('joins ranges that touch or lie in each other', () => {
    assert.deepEqual(symbolLines([[20, 20], [3, 9], [4, 6], [10, 12]]), [3, 12, 20, 20]); // prettier-ignore
    assert.deepEqual(symbolLines([]), []);
  });

  it('cuts the stretches to a piece', () => {
    assert.deepEqual(stretchesWithin([3, 12, 20, 20, 30, 40], 5, 35), [5, 12, 20, 20, 30, 35]);
    assert.deepEqual(stretchesWithin([3, 12], 13, 20), []);
  });

  it('holds exactly the lines of the ranges, however they lie', () => {
    const { below } = randomNumbers(7);
    for (let round = 0; round < 200; round++) {
      const ranges = Array.from({ length: below(6) }, () => {
        const first = 1 + below(40);
        return [first, first + below(8)] as const;
      });
      const stretches = stretchesWithin(symbolLines(ranges), 10, 35);
      for (let line = 1; line < 55; line++) {
        const wanted = line >= 10 && line <= 35 && ranges.some(([first, last]) => first <= line && line <= last);
        assert.equal(holdsLine(stretches, line), wanted, JSON.stringify({ ranges, line }));
      }
    }
  });
});
