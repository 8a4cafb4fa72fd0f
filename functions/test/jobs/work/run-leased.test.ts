/** The one leased worker: what becomes of a delivery, whatever the work and its lease do. */
import assert from 'node:assert/strict';
import { AppError } from '../../../src/model/errors.ts';
import type { LogPort } from '../../../src/ports.ts';
import { startHeartbeat } from '../../../src/jobs/work/heartbeat.ts';
import type { Heartbeat } from '../../../src/jobs/work/heartbeat.ts';
import { runLeased } from '../../../src/jobs/work/run-leased.ts';
import type { LeasedWork, Taken } from '../../../src/jobs/work/run-leased.ts';

const log: LogPort = { info() {}, warn() {}, error() {} };
const transient = new AppError('graph_unavailable', 'down');
const permanent = new AppError('not_found', 'gone');

interface Held {
  attempts: number;
}

/** Work that notes what is asked of it. */
function noted(over: Partial<LeasedWork<Held, Heartbeat, string, 'done' | 'failed' | 'put off'>>) {
  const calls: string[] = [];
  let alive = true;
  const work: LeasedWork<Held, Heartbeat, string, 'done' | 'failed' | 'put off'> = {
    what: 'work',
    fields: {},
    mostAttempts: 3,
    givenUp: 'Given up',
    take: () => Promise.resolve({ held: { attempts: 1 } }),
    hold: () => startHeartbeat({ what: 'work', fields: {}, log, write: () => Promise.resolve(alive) }),
    work: (_, __, lastTry) => {
      calls.push(lastTry ? 'work, last' : 'work');
      return Promise.resolve('result');
    },
    finish: (_, __, done) => {
      calls.push(`finish ${done}`);
      return Promise.resolve('done');
    },
    mayPass: (error) => error.retryable,
    giveBack: (_, __, error) => {
      calls.push('give back');
      return Promise.reject(error);
    },
    fail: (_, __, error) => {
      calls.push(`fail ${error instanceof Error ? error.message : ''}`);
      return Promise.resolve('failed');
    },
    ...over,
  };
  return { calls, run: (last = false) => runLeased(log, work, last), lose: () => (alive = false) };
}

describe('jobs/work/run-leased', () => {
  const throwing = (error: Error) => () => Promise.reject(error);

  it('does the work and records its end', async () => {
    const { calls, run } = noted({});
    assert.equal(await run(), 'done');
    assert.deepEqual(calls, ['work', 'finish result']);
  });

  it('leaves what has ended, and comes back for what somebody holds', async () => {
    const taken = (as: Taken<Held>) => noted({ take: () => Promise.resolve(as) });
    assert.equal(await taken('nothing to do').run(), 'nothing to do');
    await assert.rejects(taken({ busy: 'held' }).run(), /held/);
    assert.equal(await taken({ busy: 'held' }).run(true), 'nothing to do');
  });

  it('gives back what may pass, and throws it for the queue', async () => {
    const { calls, run } = noted({ work: throwing(transient) });
    await assert.rejects(run(), /down/);
    assert.deepEqual(calls, ['give back']);
  });

  it('records what cannot pass, and what the last delivery or attempt meets', async () => {
    for (const [error, attempts, last] of [
      [permanent, 1, false],
      [transient, 1, true],
      [transient, 3, false],
      [new Error('bug'), 1, false],
    ] as const) {
      const { calls, run } = noted({
        take: () => Promise.resolve({ held: { attempts } }),
        work: throwing(error),
      });
      assert.equal(await run(last), 'failed');
      assert.deepEqual(calls, [`fail ${error.message}`]);
    }
  });

  it('gives up what was taken too often, without working at it', async () => {
    const { calls, run } = noted({ take: () => Promise.resolve({ held: { attempts: 4 } }) });
    assert.equal(await run(), 'failed');
    assert.deepEqual(calls, ['fail Given up']);
  });

  it('says nothing of work that it has lost', async () => {
    const lost = noted({
      async work(_, beat) {
        lost.lose();
        await beat.require();
        return '';
      },
    });
    assert.equal(await lost.run(), 'taken over');
    assert.deepEqual(lost.calls, []);
    const others = noted({ work: throwing(permanent), isOthers: () => Promise.resolve(true) });
    assert.equal(await others.run(), 'taken over');
    assert.deepEqual(others.calls, []);
  });
});
