import assert from 'node:assert/strict';
import { together } from '../../../src/graph/reader/together.ts';

describe('graph/reader: questions of one turn', () => {
  it('are one, and each is told its own answer', async () => {
    const portions: number[] = [];
    const squared = together((numbers: readonly number[]) => {
      portions.push(numbers.length);
      return Promise.resolve(numbers.map((number) => number ** 2));
    });
    const all = Array.from({ length: 120 }, (_, at) => at);
    // Who goes on when the first is answered asks together again.
    const twice = async (number: number) => squared(await squared(number));
    assert.deepEqual(await Promise.all(all.slice(0, 40).map(twice)), all.slice(0, 40).map((number) => number ** 4)); // prettier-ignore
    assert.deepEqual(portions, [40, 40]);
    assert.deepEqual(
      await Promise.all(all.map(squared)),
      all.map((number) => number ** 2),
    );
    assert.deepEqual(portions.slice(2), [50, 50, 20]);
    assert.equal(await squared(3), 9);
  });

  it('fail together, and only they', async () => {
    const odd = together((numbers: readonly number[]) =>
      numbers.every((number) => number % 2 === 1) ? Promise.resolve(numbers) : Promise.reject(new Error('even')),
    );
    const failed = await Promise.allSettled([odd(1), odd(2)]);
    assert.deepEqual(failed.map(({ status }) => status), ['rejected', 'rejected']); // prettier-ignore
    assert.equal(await odd(1), 1);
    const silent = together(() => Promise.resolve([]));
    await assert.rejects(silent(1), /1 asks got 0 answers/);
  });
});
