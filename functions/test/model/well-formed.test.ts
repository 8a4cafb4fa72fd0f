import assert from 'node:assert/strict';
import { wellFormed } from '../../src/model/well-formed.ts';

describe('model/well-formed', () => {
  it('replaces halves of characters, wherever they stand, and leaves whole ones alone', () => {
    assert.deepEqual(wellFormed({ 'k\ud83d': ['a\udc00', { text: '😊 日本' }], n: 1, none: null }), {
      'k\ufffd': ['a\ufffd', { text: '😊 日本' }],
      n: 1,
      none: null,
    });
    assert.equal(wellFormed('\ud83d\ud83d\ude0a'), '\ufffd😊');
  });

  it('hands on what is no plain JSON', () => {
    const at = new Date(0);
    const bytes = new Uint8Array([1]);
    const given = wellFormed({ at, bytes, nothing: undefined });
    assert.equal(given.at, at);
    assert.equal(given.bytes, bytes);
    assert.ok('nothing' in given);
  });
});
