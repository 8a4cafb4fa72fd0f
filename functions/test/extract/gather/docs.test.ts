import assert from 'node:assert/strict';
import { cleanDoc, DocComments } from '../../../src/extract/gather/docs.ts';

describe('cleanDoc', () => {
  const cases: [raw: string, clean: string | undefined][] = [
    ['"""One line."""', 'One line.'],
    ['r"""\n    First.\n\n        Deeper.\n    Last.\n    """', 'First.\n\n    Deeper.\nLast.'],
    ["'single'", 'single'],
    ['/** Barks. */', 'Barks.'],
    ['/**\n * Barks.\n *\n * Loudly:\n *   yes\n */', 'Barks.\n\nLoudly:\n  yes'],
    ['/**\n   Without stars.\n */', 'Without stars.'],
    ['/// One\n/// two', 'One\ntwo'],
    ['// One\n// two', 'One\ntwo'],
    ['-- | One\n-- two', 'One\ntwo'],
    ['# One\n#\n# two', 'One\n\ntwo'],
    ['{- | Block.\n-}', 'Block.'],
    ['/** */', undefined],
    ['""""""', undefined],
  ];
  for (const [raw, clean] of cases) {
    it(JSON.stringify(raw), () => assert.equal(cleanDoc(raw), clean));
  }

  it('keeps CR LF out', () => assert.equal(cleanDoc('/**\r\n * a\r\n * b\r\n */'), 'a\nb'));
});

describe('DocComments', () => {
  /** Doc of what begins at `|` in a text where comments are given between « and ». */
  function docAt(marked: string, prefixes: string[]): string | undefined {
    const comments: { start: number; end: number }[] = [];
    let text = '';
    let at = -1;
    for (const char of marked) {
      if (char === '«') comments.push({ start: text.length, end: -1 });
      else if (char === '»') Object.assign(comments[comments.length - 1] ?? {}, { end: text.length });
      else if (char === '|') at = text.length;
      else text += char;
    }
    return new DocComments(text, comments, prefixes).before(at);
  }

  const cases: [name: string, text: string, prefixes: string[], doc: string | undefined][] = [
    ['directly above', '«/** Doc. */»\n|class A', ['/**'], 'Doc.'],
    ['above modifiers', '«/** Doc. */»\nexport default async |function', ['/**'], 'Doc.'],
    ['above an attribute', '«/// Doc.»\n#[derive(A)]\n|struct', ['///'], 'Doc.'],
    ['not across a blank line', '«// Doc.»\n\n|func', ['//'], undefined],
    ['a block across blank lines', 'x();\n«/** A. */»\ny();\n«/** Doc. */»\n\n|function', ['/**'], 'Doc.'],
    ['not the block at the head of a file', '«/** The file. */»\n\n|function', ['/**'], undefined],
    ['blocks of a line together', '«/* ---- */»\n«/* One */»\n«/* two */»\n|int f', ['/*'], 'One\ntwo'],
    ['not a block of lines above one', '«/* No\n */»\n«/* one */»\n|int f', ['/*'], 'one'],
    ['not across code', '«/** Doc. */»\nx = 1;\n|class', ['/**'], undefined],
    ['not an ordinary comment', '«/* no */»\n|class', ['/**'], undefined],
    ['not what trails a line of code', 'x := 1 «// no»\n|func', ['//'], undefined],
    ['lines together', '«// One»\n«// two»\n|func', ['//'], 'One\ntwo'],
    ['only the adjoining lines', '«// zero»\n\n«// one»\n|func', ['//'], 'one'],
  ];
  for (const [name, text, prefixes, doc] of cases) {
    it(name, () => assert.equal(docAt(text, prefixes), doc));
  }
});
