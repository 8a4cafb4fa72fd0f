import assert from 'node:assert/strict';
import { runCheck } from '../../../local/test-run/run-check.ts';

describe('local/test-run/run-check', () => {
  it('counts a check that passes as one test', async () => {
    const counts = await runCheck({ name: 'version', script: 'typescript/bin/tsc', args: ['--version'] });
    assert.deepEqual(counts, { passed: 1, failed: 0, failures: '' });
  });

  it('keeps what a check that fails has said for the end of the whole output', async () => {
    const args = ['--check', 'no-such-folder/no-such-file.ts'];
    const counts = await runCheck({ name: 'format', script: 'prettier/bin/prettier.cjs', args });
    assert.deepEqual([counts.passed, counts.failed], [0, 1]);
    assert.match(counts.failures, /^ {2}format failed\n[^]*no-such-file\.ts/);
  });
});
