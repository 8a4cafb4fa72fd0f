/** What a step of a sync no longer needs is gone before the next one. */
import assert from 'node:assert/strict';
import { collectGarbage, LEAST_BYTES, releaseMemory } from '../../../src/jobs/work/release-memory.ts';

describe('jobs/release-memory', () => {
  // Eight bytes for each place of an array.
  const much = () => Array.from({ length: 48 }, () => new Array<number>(1_000_000).fill(0));

  it('collects a large heap that nothing holds any more', async () => {
    let held: number[][] | undefined = much();
    const full = process.memoryUsage().heapUsed;
    assert.ok(full > LEAST_BYTES);
    assert.equal(held.length, 48);
    held = undefined;
    await releaseMemory();
    assert.ok(process.memoryUsage().heapUsed < full - 2 * LEAST_BYTES);
  });

  it('collects it at once in the midst of a step', () => {
    assert.equal(much().length, 48);
    const full = process.memoryUsage().heapUsed;
    assert.ok(full > LEAST_BYTES);
    collectGarbage();
    assert.ok(process.memoryUsage().heapUsed < full - 2 * LEAST_BYTES);
  });
});
