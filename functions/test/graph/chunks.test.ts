import assert from 'node:assert/strict';
import { CHUNK_BYTES, chunksOf } from '../../src/graph/chunks.ts';

/** Half a character of two units. */
const HALF = /\p{Surrogate}/u;

describe('graph/chunks', () => {
  const long = Array.from({ length: 9_000 }, (_, at) => `日${at}`).join(' ');

  it('are whole lines of at most so many bytes, and the text when joined', () => {
    for (const text of ['', 'a', 'a\nb\n', `${'line of text\n'.repeat(6_000)}end`, `x\n${long}\ny\n`, `${long}🎉`]) {
      const chunks = chunksOf(text);
      assert.equal(chunks.map((chunk) => chunk.text).join(''), text);
      for (const chunk of chunks) assert.ok(Buffer.byteLength(chunk.text) <= CHUNK_BYTES);
    }
  });

  it('say on which line they begin', () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => `line ${at + 1}`);
    const chunks = chunksOf(lines.join('\n'));
    assert.ok(chunks.length > 1);
    for (const { startLine, text } of chunks) assert.ok(text.startsWith(`line ${startLine}\n`));
  });

  it('say how a line goes on that is longer than a piece, and nothing where a line ends', () => {
    const text = `x\n${long}\ny\n`;
    const chunks = chunksOf(text);
    let end = 0;
    for (const { text: piece, goesOn } of chunks) {
      end += piece.length;
      if (piece.endsWith('\n')) assert.equal(goesOn, '');
      else assert.equal(goesOn, text.slice(end, end + 1_000).split('\n')[0]);
    }
    assert.ok(chunks.filter(({ goesOn }) => goesOn.length === 1_000).length > 3);
    assert.ok(chunksOf('a\n'.repeat(20_000)).every(({ goesOn }) => goesOn === ''));
  });

  it('never end inside a character', () => {
    for (const { text, goesOn } of chunksOf('🎉'.repeat(20_001))) {
      assert.ok(!HALF.test(text) && !HALF.test(goesOn));
    }
    for (const { goesOn } of chunksOf(`x${'🎉'.repeat(20_001)}`)) assert.ok(!HALF.test(goesOn));
  });
});
