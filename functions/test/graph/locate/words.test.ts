import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stemOf, wordsOf, writtenWords } from '../../../src/graph/locate/words.ts';

describe('graph/locate/words', () => {
  it('takes identifiers whole and in parts', () => {
    assert.deepEqual(wordsOf('mergedBranches() fails'), ['mergedbranches', 'merg', 'branch', 'fail']);
    assert.deepEqual(wordsOf('parse_HTTPRequest2'), ['parse_httprequest2', 'pars', 'http', 'request', '2']);
    assert.deepEqual(wordsOf('größe 日本 $x'), ['größe', '日本', 'x']);
    assert.deepEqual(wordsOf('x'.repeat(81)), []);
  });

  it('lets the forms of a word meet', () => {
    for (const forms of [
      ['merge', 'merges', 'merged', 'merging'],
      ['stop', 'stops', 'stopped', 'stopping'],
      ['query', 'queries'],
      ['validate', 'validation', 'validated'],
      ['branch', 'branches'],
      ['complete', 'completion'],
    ]) {
      assert.deepEqual([...new Set(forms.map(stemOf))].length, 1, forms.join());
    }
    assert.deepEqual(['class', 'status', 'this', 'ring', 'red', 'use'].map(stemOf), ['class', 'status', 'this', 'ring', 'red', 'use']); // prettier-ignore
  });

  it('says of each word what it was made from, in the same order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        assert.deepEqual(writtenWords(text).map(([, word]) => word), wordsOf(text)); // prettier-ignore
      }),
    );
    assert.deepEqual(writtenWords('Merging'), [['Merging', 'merg']]);
  });
});
