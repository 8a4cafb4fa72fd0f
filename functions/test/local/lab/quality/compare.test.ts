import assert from 'node:assert/strict';
import { compare, precision, recall, report } from '../../../../local/lab/quality/compare.ts';

const finding = (key: string) => ({ key, shown: `shown ${key}` });

describe('local/quality/compare', () => {
  it('tells misses from extras, and leaves out what the reference does not judge', () => {
    const row = compare(
      'calls',
      'oracle',
      ['a', 'b', 'c'].map(finding),
      ['b', 'c', 'c', 'd', 'e'].map(finding),
      ({ key }) => key !== 'e',
    );
    assert.deepEqual([row.expected, row.matched, row.misses, row.extras], [3, 2, ['shown a'], ['shown d']]);
    assert.deepEqual([precision(row), recall(row)], [2 / 3, 2 / 3]);
  });

  it('calls nothing expected and nothing said right', () => {
    const row = compare('calls', 'oracle', [], []);
    assert.deepEqual([precision(row), recall(row)], [1, 1]);
  });

  it('prints a table and as many differences as asked for', () => {
    const row = compare('calls', 'oracle', ['a', 'b', 'c'].map(finding), ['c', 'd'].map(finding));
    assert.equal(
      report([row], 1),
      [
        '       reference  expected  precision  recall  misses  extras',
        'calls  oracle            3      0.500   0.333       2       1',
        '',
        '',
        'calls: misses',
        '  shown a',
        '  and 1 more',
        '',
        'calls: extras',
        '  shown d',
        '',
      ].join('\n'),
    );
    assert.equal(report([row], 0).split('\n').length, 4);
  });
});
