import assert from 'node:assert/strict';
import { reviewRuns } from '../../../src/documents/reviews.ts';
import type { ReviewRun } from '../../../src/documents/reviews.ts';
import { applyRunEvent, isAbandoned } from '../../../src/jobs/reviews/run-table.ts';
import type { RunEvent } from '../../../src/jobs/reviews/run-table.ts';

const START = Date.parse('2026-11-27T10:00:00.000Z');
const at = (seconds: number) => new Date(START + seconds * 1000);

const usage = { model: null, tool_rounds: 0, prompt_tokens: 0, completion_tokens: 0 };
const queued: ReviewRun = reviewRuns.schema.parse({
  run_number: 1,
  repo_key: 'k',
  owner: 'ada',
  repo_name: 'engine',
  pr_number: 7,
  status: 'queued',
  command: 'review',
  mode: 'normal',
  triggered_at: at(0).toISOString(),
  completed_at: null,
  triggered_by: 'ada',
  comment_id: 1,
  head_sha: 'f',
  issue_count: 0,
  positive_finding_count: 0,
  walkthrough_summary: null,
  files_changed: 0,
  positive_findings: [],
  usage,
  incomplete: [],
  error_message: null,
});
const result = {
  mode: 'normal' as const,
  issue_count: 2,
  positive_finding_count: 0,
  walkthrough_summary: 's',
  files_changed: 1,
  positive_findings: [],
  usage,
  head_sha: 'e',
  incomplete: [],
  error_message: null,
};

function move(run: ReviewRun, event: RunEvent, seconds: number): ReviewRun {
  const moved = applyRunEvent(run, event, at(seconds));
  assert.ok(moved, event.type);
  assert.equal(moved.version, run.version + 1);
  return moved;
}

describe('review run states', () => {
  const running = move(queued, { type: 'started', holder: 'a' }, 0);

  it('gives a run to one worker at a time, and to the next when its lease is over', () => {
    assert.equal(applyRunEvent(running, { type: 'started', holder: 'b' }, at(89)), undefined);
    const beaten = move(running, { type: 'heartbeat', holder: 'a' }, 60);
    assert.equal(applyRunEvent(beaten, { type: 'started', holder: 'b' }, at(149)), undefined);
    const taken = move(beaten, { type: 'started', holder: 'b' }, 151);
    assert.deepEqual([taken.lease_holder, taken.attempts], ['b', 2]);
    for (const type of ['heartbeat', 'returned'] as const) {
      assert.equal(applyRunEvent(taken, { type, holder: 'a' }, at(152)), undefined);
    }
    assert.equal(applyRunEvent(taken, { type: 'finished', holder: 'a', result }, at(152)), undefined);
  });

  it('waits as long as it was asked to before it counts as abandoned', () => {
    const returned = move(running, { type: 'returned', holder: 'a', waitSeconds: 600 }, 10);
    assert.deepEqual([returned.lease_holder, returned.not_before], [null, at(610).toISOString()]);
    assert.equal(isAbandoned(returned, at(610)), false);
    assert.equal(isAbandoned(returned, at(800)), true);
    assert.equal(isAbandoned(queued, at(599)), false);
    assert.equal(isAbandoned(queued, at(601)), true);
    assert.equal(isAbandoned(running, at(91)), true);
  });

  it('ends once', () => {
    const done = move(running, { type: 'finished', holder: 'a', result }, 30);
    assert.deepEqual([done.status, done.issue_count, done.completed_at], ['completed', 2, at(30).toISOString()]);
    const failed = move(queued, { type: 'failed', message: 'no' }, 30);
    assert.deepEqual([failed.status, failed.error_message], ['failed', 'no']);
    for (const run of [done, failed]) {
      assert.equal(applyRunEvent(run, { type: 'started', holder: 'b' }, at(900)), undefined);
      assert.equal(applyRunEvent(run, { type: 'failed', message: 'x' }, at(900)), undefined);
      assert.equal(isAbandoned(run, at(90_000)), false);
    }
  });
});
