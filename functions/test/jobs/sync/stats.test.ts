import assert from 'node:assert/strict';
import { skippedStats } from '../../../src/jobs/sync/stats.ts';

describe('skippedStats', () => {
  it('counts all and shows some, in what a document can hold', () => {
    const skipped = Array.from({ length: 500 }, (_, at) => ({
      path: `${String(at).padStart(3, '0')}/${'文'.repeat(4_000)}.py`,
      reason: 'minified',
    }));
    const stats = skippedStats(skipped);
    assert.deepEqual([stats.files_skipped, stats.skipped_reasons], [500, { minified: 500 }]);
    assert.equal(stats.skipped_files.length, 100);
    assert.ok(stats.skipped_files.every(({ path }) => path.endsWith('…')));
    // Firestore's limit for a document is 1 MiB.
    assert.ok(Buffer.byteLength(JSON.stringify(stats)) < 500_000);
    assert.equal(skippedStats([{ path: 'a.py', reason: 'binary' }]).skipped_files[0]?.path, 'a.py');
  });
});
