import assert from 'node:assert/strict';
import { takeTurns } from '../../../src/jobs/work/take-turns.ts';
import { inOneGo, type Steps } from '../../../src/resolve/tracking/steps.ts';

/** Busy until somebody else has had `turns`, or for very long. */
function* busy(turns: () => number, wanted: number): Steps<string> {
  for (let step = 0; step < 1e8; step++) {
    if (turns() >= wanted) return 'done';
    yield;
  }
  return 'never interrupted';
}

describe('long work that takes turns', () => {
  it('lets messages, answers and timers of others through while it goes on', async () => {
    let others = 0;
    const timer = setInterval(() => others++, 1);
    try {
      assert.equal(
        await takeTurns(
          busy(() => others, 3),
          () => undefined,
        ),
        'done',
      );
    } finally {
      clearInterval(timer);
    }
  });

  it('ends when its result is no longer wanted', async () => {
    let turns = 0;
    const wanted = (): void => {
      turns += 1;
      if (turns === 2) throw new Error('no longer wanted');
    };
    await assert.rejects(
      takeTurns(
        busy(() => 0, 1),
        wanted,
      ),
      /no longer wanted/,
    );
    assert.equal(turns, 2);
  });

  it('gives what it gives in one go', async () => {
    function* count(): Steps<number[]> {
      const all: number[] = [];
      for (let at = 0; at < 1_000; at++) {
        all.push(at);
        yield;
      }
      return all;
    }
    assert.deepEqual(await takeTurns(count(), () => undefined), inOneGo(count()));
  });
});
