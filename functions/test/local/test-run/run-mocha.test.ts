import assert from 'node:assert/strict';
import { countsOf } from '../../../local/test-run/run-mocha.ts';

describe('local/run-mocha', () => {
  it('reads the counts of the closing lines, coloured or not', () => {
    const output = '  a\n    ✔ says "  7 passing"\n\n  12 passing (3s)\n  2 failing\n\n  1) a\n     fails:\n';
    const failures = '  2 failing\n\n  1) a\n     fails:';
    assert.deepEqual(countsOf(output, true), { passed: 12, failed: 2, failures });
    assert.deepEqual(countsOf('\u001b[92m \u001b[0m\u001b[32m 12 passing\u001b[0m\n', false), {
      passed: 12,
      failed: 0,
      failures: '',
    });
  });

  it('takes a process that ended badly for a failure, though no test did, and gives its last words', () => {
    assert.deepEqual(countsOf('  3 passing (1s)\nError: later\n', true), {
      passed: 3,
      failed: 1,
      failures: '  3 passing (1s)\nError: later',
    });
    const { passed, failed, failures } = countsOf(`${'x'.repeat(10_000)}\nError: cannot load`, true);
    assert.deepEqual([passed, failed], [0, 1]);
    assert.match(failures, /^x{1,3000}\nError: cannot load$/);
  });
});
