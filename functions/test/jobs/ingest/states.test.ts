/** The job table, row by row; property: no sequence of events leaves an end state or loses a lease to a living worker. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Job } from '../../../src/documents/jobs.ts';
import { applyEvent, expiryOf, STALE_MS } from '../../../src/jobs/ingest/job-table.ts';
import type { JobEvent } from '../../../src/jobs/ingest/job-table.ts';
import { LEASE_MS, RETRY_GRACE_MS } from '../../../src/jobs/work/lease.ts';

const START = new Date('2026-01-01T00:00:00.000Z');
const later = (milliseconds: number) => new Date(START.getTime() + milliseconds);

const STATS = {
  files_processed: 1,
  files_skipped: 0,
  classes_found: 0,
  functions_found: 0,
  imports_found: 0,
  total_lines: 1,
  errors: [],
  embedding_status: 'skipped' as const,
  nodes_embedded: 0,
  embedding_error: null,
};

function pending(): Job {
  return {
    job_id: 'j1',
    kind: 'ingest',
    owner: 'ada',
    repo_name: 'engine',
    repo_key: 'k',
    access: 'public',
    branch: null,
    target_branch: 'main',
    clear_existing: false,
    requested_by: 'u1',
    status: 'pending',
    version: 1,
    created_at: START.toISOString(),
    updated_at: START.toISOString(),
    started_at: null,
    completed_at: null,
    stats: null,
    error_message: null,
    progress: null,
    commit_sha: null,
    attempts: 0,
    lease_holder: null,
    lease_expires_at: null,
  };
}

/** The job after events that must all be accepted. */
function after(...events: [JobEvent, at?: number][]): Job {
  let job = pending();
  for (const [event, at = 0] of events) {
    const next = applyEvent(job, event, later(at));
    assert.ok(next, `${event.type} refused in ${job.status}`);
    assert.equal(next.version, job.version + 1);
    job = next;
  }
  return job;
}

const started: JobEvent = { type: 'started', holder: 'w1' };
const finished: JobEvent = { type: 'finished', holder: 'w1', stats: STATS, commitSha: 'c1' };

describe('applyEvent', () => {
  it('goes the whole road', () => {
    assert.equal(after([{ type: 'enqueued' }]).status, 'dispatched');
    const running = after([{ type: 'enqueued' }], [started, 1000]);
    assert.equal(running.status, 'running');
    assert.equal(running.started_at, later(1000).toISOString());
    assert.equal(running.lease_expires_at, later(1000 + LEASE_MS).toISOString());
    const done = after([{ type: 'enqueued' }], [started, 1000], [finished, 5000]);
    assert.deepEqual(
      [done.status, done.completed_at, done.stats, done.commit_sha, done.lease_holder, done.progress],
      ['completed', later(5000).toISOString(), STATS, 'c1', null, null],
    );
  });

  it('starts a job whose enqueueing was not yet noted, and then refuses to note it', () => {
    const running = after([started]);
    assert.equal(running.status, 'running');
    assert.equal(applyEvent(running, { type: 'enqueued' }, START), undefined);
  });

  it('lets a job that waits neither start nor grow old before its turn', () => {
    const waiting: Job = { ...pending(), kind: 'push', waits_for: 'j0' };
    assert.equal(applyEvent(waiting, started, START), undefined);
    assert.equal(applyEvent(waiting, { type: 'enqueued' }, START), undefined);
    assert.equal(expiryOf(waiting, later(STALE_MS * 9)), undefined);
    const turn = applyEvent(waiting, { type: 'turn' }, later(STALE_MS * 9));
    assert.ok(turn);
    assert.equal(expiryOf(turn, later(STALE_MS * 10)), undefined);
    assert.match(expiryOf(turn, later(STALE_MS * 10 + 1)) ?? '', /within 10 minutes/);
    assert.equal(applyEvent(turn, started, later(STALE_MS * 9))?.status, 'running');
    assert.equal(applyEvent(turn, { type: 'turn' }, START), undefined, 'once');
    assert.equal(applyEvent(pending(), { type: 'turn' }, START), undefined, 'it waits for nothing');
  });

  it('gives a lease to one worker until it expires', () => {
    const running = after([started, 0]);
    const second: JobEvent = { type: 'started', holder: 'w2' };
    assert.equal(applyEvent(running, second, later(LEASE_MS - 1)), undefined);
    const resumed = applyEvent(running, second, later(LEASE_MS));
    assert.deepEqual([resumed?.lease_holder, resumed?.attempts, resumed?.status], ['w2', 2, 'running']);
    assert.equal(resumed?.started_at, START.toISOString());
  });

  it('lets only the lease’s holder write', () => {
    const running = after([started]);
    const events: JobEvent[] = [
      { type: 'heartbeat', holder: 'w2' },
      { type: 'returned', holder: 'w2' },
      { type: 'finished', holder: 'w2', stats: STATS, commitSha: null },
      { type: 'failed', holder: 'w2', message: 'x' },
    ];
    for (const event of events) assert.equal(applyEvent(running, event, START), undefined, event.type);
  });

  it('prolongs the lease with a heartbeat, which is no change of status', () => {
    const beaten = after(
      [started],
      [{ type: 'heartbeat', holder: 'w1', progress: { phase: 'files', done: 1, total: 2 } }, 60_000],
    );
    assert.equal(beaten.lease_expires_at, later(60_000 + LEASE_MS).toISOString());
    assert.deepEqual(beaten.progress, { phase: 'files', done: 1, total: 2 });
    assert.equal(beaten.updated_at, START.toISOString());
  });

  it('takes a job back at once after its worker returned it, and waits for that', () => {
    const returned = after([started], [{ type: 'returned', holder: 'w1' }, 1000]);
    assert.equal(expiryOf(returned, later(1000 + RETRY_GRACE_MS - 1)), undefined);
    assert.ok(expiryOf(returned, later(1000 + RETRY_GRACE_MS)));
    assert.equal(applyEvent(returned, { type: 'started', holder: 'w2' }, later(2000))?.lease_holder, 'w2');
  });

  it('expires what waited longer than 10 minutes or lost its worker, nothing else', () => {
    const expired: JobEvent = { type: 'expired' };
    for (const job of [pending(), after([{ type: 'enqueued' }])]) {
      assert.equal(applyEvent(job, expired, later(STALE_MS)), undefined);
      const failed = applyEvent(job, expired, later(STALE_MS + 1));
      assert.equal(failed?.status, 'failed');
      assert.match(failed?.error_message ?? '', /10 minutes/);
    }
    const running = after([started, STALE_MS]);
    assert.equal(applyEvent(running, expired, later(STALE_MS + LEASE_MS - 1)), undefined);
    assert.equal(applyEvent(running, expired, later(STALE_MS + LEASE_MS))?.status, 'failed');
  });

  it('never leaves an end, and raises the version with every change', () => {
    const holder = fc.constantFrom('w1', 'w2');
    const event: fc.Arbitrary<JobEvent> = fc.oneof(
      fc.constant<JobEvent>({ type: 'enqueued' }),
      fc.constant<JobEvent>({ type: 'put back' }),
      fc.constant<JobEvent>({ type: 'expired' }),
      fc.constant<JobEvent>({ type: 'failed', message: 'm' }),
      holder.map((h): JobEvent => ({ type: 'started', holder: h })),
      holder.map((h): JobEvent => ({ type: 'heartbeat', holder: h })),
      holder.map((h): JobEvent => ({ type: 'returned', holder: h })),
      holder.map((h): JobEvent => ({ type: 'finished', holder: h, stats: STATS, commitSha: null })),
    );
    const step = fc.tuple(event, fc.integer({ min: 0, max: STALE_MS }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let job = pending();
        let at = 0;
        for (const [each, wait] of steps) {
          at += wait;
          const next = applyEvent(job, each, later(at));
          if (next === undefined) continue;
          assert.ok(job.status !== 'completed' && job.status !== 'failed');
          assert.equal(next.version, job.version + 1);
          const ended = next.status === 'completed' || next.status === 'failed';
          assert.equal(next.completed_at !== null, ended);
          assert.equal(next.status === 'failed', next.error_message !== null);
          assert.equal(next.status === 'completed', next.stats !== null);
          if (next.status !== 'running') assert.equal(next.lease_holder, null);
          job = next;
        }
      }),
    );
  });
});
