import assert from 'node:assert/strict';
import { once } from 'node:events';
import { reasonToReturn, startHeartbeat } from '../../../src/jobs/work/heartbeat.ts';
import { AppError } from '../../../src/model/errors.ts';
import type { LogPort } from '../../../src/ports.ts';

const log: LogPort = { info() {}, warn() {}, error() {} };

describe('jobs/heartbeat', () => {
  it('aborts when somebody else has the work, which is then seen to', async () => {
    let mine = true;
    const heartbeat = startHeartbeat({
      what: 'job',
      fields: {},
      log,
      leaseMs: 2_000,
      write: () => Promise.resolve(mine),
    });
    await heartbeat.require();
    mine = false;
    await once(heartbeat.signal, 'abort');
    assert.equal(reasonToReturn(heartbeat), undefined);
    await assert.rejects(heartbeat.require(), { code: 'conflict', message: /no longer held/ });
    await heartbeat.release();
  });

  it('aborts when the store was away for a whole lease, and wants the queue to come again', async () => {
    let away = true;
    let tried = 0;
    const heartbeat = startHeartbeat({
      what: 'job',
      fields: {},
      log,
      leaseMs: 1_000,
      write() {
        tried++;
        return away ? Promise.reject(new AppError('store_unavailable')) : Promise.resolve(true);
      },
    });
    await once(heartbeat.signal, 'abort');
    assert.equal(reasonToReturn(heartbeat)?.code, 'store_unavailable');
    // Whoever lost the work does not get it back by a store that is there again.
    away = false;
    const before = tried;
    await assert.rejects(heartbeat.require(), { code: 'conflict' });
    assert.equal(tried, before);
    await heartbeat.release();
  });

  it('lives through a store that is away for a moment', async () => {
    let failures = 1;
    const heartbeat = startHeartbeat({
      what: 'run',
      fields: {},
      log,
      write: () => (failures-- > 0 ? Promise.reject(new AppError('store_unavailable')) : Promise.resolve(true)),
    });
    await heartbeat.require();
    await heartbeat.require();
    assert.equal(heartbeat.signal.aborted, false);
    await heartbeat.release();
  });
});
