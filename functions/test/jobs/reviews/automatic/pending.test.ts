import assert from 'node:assert/strict';
import fc from 'fast-check';
import { pendingWork, withEvents } from '../../../../src/jobs/reviews/automatic/pending.ts';
import type { PendingReview } from '../../../../src/documents/automatic.ts';

const KEY = { repo_key: 'k', pr_number: 7 };
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 29) + seconds * 1000);

describe('jobs/reviews/automatic/pending', () => {
  it('is put off by each push, and not for ever', () => {
    let pending = withEvents(undefined, KEY, ['opened'], 60, at(0));
    assert.deepEqual([pending.events, pending.due_at], [['opened'], at(60).toISOString()]);
    pending = withEvents(pending, KEY, ['pushed'], 60, at(40));
    assert.deepEqual([pending.events, pending.due_at], [['opened', 'pushed'], at(100).toISOString()]);
    for (let n = 1; n < 30; n++) pending = withEvents(pending, KEY, ['pushed'], 60, at(40 + n * 50));
    assert.equal(pending.since, at(0).toISOString());
    assert.ok(Date.parse(pending.due_at) <= at(40 + 29 * 50).getTime());
    assert.deepEqual(pending.events, ['opened', 'pushed']);
  });

  it('has a task for its time, and another for another time', () => {
    const pending = withEvents(undefined, KEY, ['opened'], 60, at(0));
    const work = pendingWork(pending, at(0));
    assert.deepEqual([work.queue, work.delay_seconds], ['postReply', 60]);
    assert.equal(pendingWork(pending, at(90)).delay_seconds, 0);
    const later = withEvents(pending, KEY, ['pushed'], 60, at(1));
    assert.notEqual(pendingWork(later, at(1)).name, work.name);
    assert.equal(pendingWork(pending, at(5)).name, work.name);
    assert.notEqual(pendingWork(pending, at(5), 'after-3').name, work.name);
  });

  it('is due within ten waits, whatever comes in whichever order', () => {
    const moments = fc.array(fc.nat({ max: 4000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 300 }), (seconds, wait) => {
        const [first = 0] = seconds;
        const fold = (before: PendingReview | undefined, each: number) =>
          withEvents(before, KEY, ['pushed'], wait, at(each));
        const pending = seconds.reduce<PendingReview | undefined>(fold, undefined);
        const last = Math.max(at(first).getTime() + 10 * wait * 1000, at(seconds.at(-1) ?? 0).getTime());
        assert.ok(Date.parse(pending?.due_at ?? '') <= last);
      }),
    );
  });
});
