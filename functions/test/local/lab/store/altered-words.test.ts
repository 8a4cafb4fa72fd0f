import assert from 'node:assert/strict';
import { identifierWords } from '../../../../src/graph/name-tokens.ts';
import { wordAlterer } from '../../../../local/lab/store/altered-words.ts';

const TEXT =
  'function parseRequestBody(loadURL, max_size) {\n  return loadURL("index") ?? parseRequestBody; // 3 × a\n}\n';

describe('the words of a copy', () => {
  it('are others of the same length, case and place, alike wherever they stand', () => {
    const alter = wordAlterer(7);
    const other = alter(TEXT);
    assert.equal(other.length, TEXT.length);
    assert.equal(
      other.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A'),
      TEXT.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A'),
    );
    assert.notEqual(other, TEXT);
    const [, name = ''] = /^\w+ (\w+)\(/.exec(other) ?? [];
    assert.equal(other.split(name).length, 3);
    assert.deepEqual(identifierWords(name).length, identifierWords('parseRequestBody').length);
  });

  it('are shared with all by a third, and by no other copy else', () => {
    const words = Array.from({ length: 3_000 }, (_, at) =>
      `word${'abcdefghij'.charAt(at % 10)}${at.toString(26)}`.replace(/\d/g, 'q'),
    );
    const copies = [1, 2, 3, 40, 41].map((copy) => words.map(wordAlterer(copy)));
    for (const copy of copies) {
      const same = copy.filter((word, at) => word === words[at]).length / words.length;
      assert.ok(same > 0.2 && same < 0.5, String(same));
    }
    const alike = words.filter((word, at) => {
      const [first, second] = [copies[0]?.[at], copies[1]?.[at]];
      return first === second && first !== word;
    });
    assert.deepEqual(alike, []);
  });
});
