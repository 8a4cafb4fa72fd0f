import assert from 'node:assert/strict';
import { countsOf } from '../../local/run-mocha.ts';

describe('local/run-mocha', () => {
  it('reads the counts of the closing lines, coloured or not', () => {
    const output = '  a\n    ✔ says "  7 passing"\n\n  12 passing (3s)\n  2 failing\n';
    assert.deepEqual(countsOf(output, true), { passed: 12, failed: 2 });
    assert.deepEqual(countsOf('\u001b[92m \u001b[0m\u001b[32m 12 passing\u001b[0m\n', false), {
      passed: 12,
      failed: 0,
    });
  });

  it('takes a process that ended badly for a failure, though no test did', () => {
    assert.deepEqual(countsOf('  3 passing (1s)\n', true), { passed: 3, failed: 1 });
    assert.deepEqual(countsOf('Error: cannot load', true), { passed: 0, failed: 1 });
  });
});
