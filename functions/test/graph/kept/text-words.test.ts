import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  hashOf,
  mentionsIn,
  packTextWords,
  unpackTextWords,
  wordsOfText,
  type TextFile,
  type Unread,
} from '../../../src/graph/kept/text-words.ts';

/** Those of the words that the text is said to hold. */
function held(path: string, text: string, words: readonly string[]): string[] {
  const file = { path, oid: '', words: wordsOfText(path, text) };
  return [...mentionsIn({ files: [file], unread: 0, complete: true }, words).paths.keys()];
}

describe('graph/kept/text-words', () => {
  it('takes each word of what may call, whatever stands around it', () => {
    const words = ['open', 'isOpen', '_shut', 'größe', '日本', 'x1', 'pen', 'is', 'a', '$store', 'store'];
    const text = '<a on:click={open}>{isOpen}-_shut größe.日本 x1 $store</a>';
    const said = ['open', 'isOpen', '_shut', 'größe', '日本', 'x1', '$store', 'store'];
    assert.deepEqual(held('a.svelte', text, words).sort(), said.sort());
    const signed = ['save', 'save!', 'save=', 'saved?'];
    assert.deepEqual(held('a.erb', '<%= saved? && save! %>', [...signed, 'saving']).sort(), signed);
  });

  it('takes of what is written for people only what looks like code', () => {
    const words = ['open', 'the', 'read_all', 'readAll', 'close', 'parse', 'of', 'shut', 'v2', 'Window'];
    const text = 'open the Window of read_all or readAll, then `close`, parse(x) or Door.shut in v2';
    assert.deepEqual(held('docs/guide.md', text, words), ['read_all', 'readAll', 'close', 'parse', 'shut', 'v2']);
    assert.deepEqual(held('locales/en.json', '{"a": "open the window"}', words), []);
    assert.deepEqual(held('config/en.json', '{"a": "open the window"}', words), ['open', 'the', 'of'].slice(0, 2));
  });

  it('names the first file by its path, and none that was not read', () => {
    const words = Uint32Array.of(hashOf('open'));
    const files: TextFile[] = [
      { path: 'a', oid: '1', words: 'lacking' },
      { path: 'b', oid: '2', words },
      { path: 'c', oid: '3', words },
    ];
    assert.deepEqual(mentionsIn({ files, unread: 1, complete: false }, ['open', 'shut']), {
      paths: new Map([['open', 'b']]),
      unread: 1,
      complete: false,
    });
    assert.deepEqual(mentionsIn(undefined, ['open']), { paths: new Map(), unread: null, complete: false });
  });

  it('comes back as it was packed', () => {
    const numbers = fc.uniqueArray(fc.oneof(fc.nat(0xffff_ffff), fc.constantFrom(0, 0xffff_ffff)), { maxLength: 50 });
    const words = numbers.map((list) => Uint32Array.from(list).sort());
    const file: fc.Arbitrary<TextFile> = fc
      .tuple(fc.string(), fc.string(), fc.oneof(words, fc.constantFrom<Unread[]>('large', 'lacking')))
      .map(([path, oid, own]) => ({ path, oid, words: own }));
    const all = fc
      .tuple(fc.array(file), fc.nat(), fc.boolean())
      .map(([files, unread, complete]) => ({ files, unread, complete }));
    fc.assert(fc.property(all, (before) => assert.deepEqual(unpackTextWords(packTextWords(before)), before)));
  });
});
