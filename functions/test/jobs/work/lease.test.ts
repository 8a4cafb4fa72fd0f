import assert from 'node:assert/strict';
import { foldLease, isHeld, LEASE_MS, RETRY_GRACE_MS } from '../../../src/jobs/work/lease.ts';
import type { Lease } from '../../../src/jobs/work/lease.ts';

const NOW = new Date('2026-11-29T10:00:00.000Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);
const FREE: Lease = { attempts: 0, lease_holder: null, lease_expires_at: null };
const HELD: Lease = { attempts: 1, lease_holder: 'a', lease_expires_at: after(LEASE_MS).toISOString() };

describe('jobs/work/lease', () => {
  it('is taken by one worker, and by the next once its time is up', () => {
    assert.deepEqual(foldLease(FREE, { type: 'taken', holder: 'a' }, NOW), HELD);
    assert.equal(foldLease(HELD, { type: 'taken', holder: 'b' }, NOW), undefined);
    assert.deepEqual(foldLease(HELD, { type: 'taken', holder: 'b' }, after(LEASE_MS)), {
      attempts: 2,
      lease_holder: 'b',
      lease_expires_at: after(2 * LEASE_MS).toISOString(),
    });
  });

  it('lives on by its holder’s sign of life alone', () => {
    const alive = foldLease(HELD, { type: 'alive', holder: 'a' }, after(1_000));
    assert.equal(alive?.lease_expires_at, after(LEASE_MS + 1_000).toISOString());
    const longer = foldLease(HELD, { type: 'alive', holder: 'a', forMs: 7_000 }, NOW);
    assert.equal(longer?.lease_expires_at, after(7_000).toISOString());
    assert.equal(foldLease(HELD, { type: 'alive', holder: 'b' }, NOW), undefined);
    assert.equal(foldLease(FREE, { type: 'alive', holder: 'a' }, NOW), undefined);
  });

  it('is given back with a time in which the queue is expected, and can be taken at once', () => {
    const returned = foldLease(HELD, { type: 'returned', holder: 'a', waitSeconds: 60 }, NOW);
    assert.deepEqual(returned, {
      attempts: 1,
      lease_holder: null,
      lease_expires_at: after(60_000 + RETRY_GRACE_MS).toISOString(),
    });
    assert.ok(returned && !isHeld(returned, NOW));
    assert.equal(foldLease(returned, { type: 'taken', holder: 'b' }, NOW)?.attempts, 2);
    assert.equal(foldLease(HELD, { type: 'returned', holder: 'b' }, NOW), undefined);
  });

  it('is over whoever held it', () => {
    assert.deepEqual(foldLease(HELD, { type: 'over' }, NOW), { ...FREE, attempts: 1 });
  });
});
