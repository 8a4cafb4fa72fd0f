import assert from 'node:assert/strict';
import { hourlyWindow } from '../../../src/jobs/work/hourly-limit.ts';

const NOW = new Date('2026-11-29T10:00:00.000Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();

describe('jobs/work/hourly-limit', () => {
  it('counts the times of the last hour', () => {
    const window = hourlyWindow([ago(61), ago(60), ago(59), ago(1)], 3, NOW);
    assert.deepEqual(window.recent, [ago(59), ago(1)]);
    assert.deepEqual(window.counted, [ago(59), ago(1), NOW.toISOString()]);
    assert.equal(window.isFull, false);
  });

  it('is full at the limit, until the oldest is an hour old', () => {
    const window = hourlyWindow([ago(50), ago(10)], 2, NOW);
    assert.deepEqual([window.isFull, window.retryAfter], [true, 600]);
    assert.equal(hourlyWindow([ago(50), ago(10)], 0, NOW).isFull, false, '0 is no limit');
    assert.equal(hourlyWindow(undefined, 1, NOW).isFull, false);
  });
});
