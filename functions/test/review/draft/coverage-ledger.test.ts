/** What of a review's ledger is kept with its run: every file counted, the first of them listed, what was left out first. */
import assert from 'node:assert/strict';
import { reviewedFiles, type CoverageLedger } from '../../../src/review/draft/coverage-ledger.ts';

const LEDGER: CoverageLedger = {
  files_changed: 5,
  reviewed: ['a.py'],
  partly_shown: [{ path: 'b.py', lines: 3, shown_lines: 2 }],
  not_shown: ['c.py'],
  skipped: [{ path: 'go.sum', reason: 'lockfile' }],
  unchanged_since: 1,
  context: { items: 0, tokens: 0, left_out: 0, remarks: [] },
  findings: { inline: 0, outside_diff: 0, dropped: [], merged: 0, posted_before: 0 },
  usage: { model: null, tool_rounds: 0, prompt_tokens: 0, completion_tokens: 0 },
  incomplete: [],
};
const NOTHING = { reason: null, lines: null, seen_lines: null };

describe('reviewedFiles', () => {
  it('counts each file once, and begins with those that were not reviewed', () => {
    assert.deepEqual(reviewedFiles(LEDGER), {
      files_changed: 5,
      counts: { reviewed: 1, partly_reviewed: 1, not_reviewed: 1, skipped: 1, unchanged: 1 },
      files: [
        { path: 'c.py', state: 'not_reviewed', ...NOTHING },
        { path: 'b.py', state: 'partly_reviewed', ...NOTHING, lines: 3, seen_lines: 2 },
        { path: 'go.sum', state: 'skipped', ...NOTHING, reason: 'lockfile' },
        { path: 'a.py', state: 'reviewed', ...NOTHING },
      ],
    });
  });

  it('lists 300 of more, and says so; the counts stay true', () => {
    const many = Array.from({ length: 400 }, (_, at) => `${at}.py`);
    const { counts, files, truncated } = reviewedFiles({ ...LEDGER, reviewed: many });
    assert.deepEqual([counts.reviewed, files.length, truncated], [400, 300, true]);
    assert.equal(files[0]?.state, 'not_reviewed');
    assert.equal(reviewedFiles(LEDGER).truncated, undefined);
  });
});
