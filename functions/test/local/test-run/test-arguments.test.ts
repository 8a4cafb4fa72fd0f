import assert from 'node:assert/strict';
import { testArguments } from '../../../local/test-run/test-arguments.ts';

describe('local/test-arguments', () => {
  it('takes a pattern, --full, both in any order, and neither', () => {
    assert.deepEqual(testArguments([]), { full: false, pattern: undefined });
    assert.deepEqual(testArguments(['graph/']), { full: false, pattern: 'graph/' });
    assert.deepEqual(testArguments(['--full']), { full: true, pattern: undefined });
    assert.deepEqual(testArguments(['--full', 'signs in']), { full: true, pattern: 'signs in' });
    assert.deepEqual(testArguments(['signs in', '--full']), { full: true, pattern: 'signs in' });
  });

  it('refuses what it does not know, and says what there is', () => {
    assert.throws(() => testArguments(['--ful']), /no option --ful: the only one is --full/);
    assert.throws(() => testArguments(['signs', 'in']), /"in" is another: put a pattern with spaces in quotes/);
  });
});
