/** Which statements take part, and when. */
import assert from 'node:assert/strict';
import { CallDemand, type Statements } from '../../../src/resolve/tracking/call-demand.ts';

function plain(taken: ReadonlyMap<number, Statements>): unknown {
  return [...taken].map(([file, statements]) => [file, statements === 'all' ? 'all' : [...statements].sort()]);
}

describe('resolve/tracking/call-demand', () => {
  const ways = new Map([
    ['1 f', [2, 5]],
    ['1 g', [5, 7]],
  ]);
  const waysTo = (file: number, key: string): number[] => ways.get(`${file} ${key}`) ?? [];

  it('takes all of the first files, and of others what adds to a key that is asked for', () => {
    const demand = new CallDemand([[0, 'all']], waysTo);
    assert.deepEqual(plain(demand.take()), [[0, 'all']]);
    demand.need(1, 'f');
    demand.need(2, 'f');
    assert.deepEqual(plain(demand.take()), [[1, [2, 5]]]);
  });

  it('takes nothing twice', () => {
    const demand = new CallDemand([], waysTo);
    demand.need(1, 'f');
    demand.take();
    demand.need(1, 'g');
    demand.need(1, 'f');
    assert.deepEqual(plain(demand.take()), [[1, [7]]]);
    assert.deepEqual(plain(demand.take()), []);
    assert.deepEqual(plain(demand.entered), [[1, [2, 5, 7]]]);
  });

  it('takes all where nobody knows which ones add to a key, and asks no more of that file', () => {
    let asked = 0;
    const demand = new CallDemand([], () => (asked++, 'all'));
    demand.need(3, 'f');
    demand.need(3, 'g');
    assert.deepEqual(plain(demand.take()), [[3, 'all']]);
    assert.equal(asked, 1);
  });

  it('asks for files that come to take part for a reason outside of the flow', () => {
    const given: [number, string][] = [[1, 'g']];
    const demand = new CallDemand([], waysTo, () => given.splice(0));
    assert.deepEqual(plain(demand.take()), [[1, [5, 7]]]);
    assert.deepEqual(plain(demand.take()), []);
  });
});
