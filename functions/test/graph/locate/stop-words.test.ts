import assert from 'node:assert/strict';
import { isStopWord } from '../../../src/graph/locate/stop-words.ts';
import { wordsOf } from '../../../src/graph/locate/words.ts';

describe('graph/locate/stop-words', () => {
  it('knows grammar, words of any change in all their forms, and numbers', () => {
    for (const word of wordsOf('The fixes, adding, removed and renaming; it does not see 404 because of 2')) assert.ok(isStopWord(word), word); // prettier-ignore
    for (const word of wordsOf('merge the branch')) assert.equal(isStopWord(word), word === 'the');
  });

  it('takes no identifier for one that is made of them', () => {
    for (const name of ['addAll', 'fix_all', 'onChange', 'v2']) assert.ok(!isStopWord(wordsOf(name)[0] ?? ''), name);
  });
});
