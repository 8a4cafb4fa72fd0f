import assert from 'node:assert/strict';
import { createInlineExtractor } from '../../src/extract/pool/inline-extractor.ts';
import { loadRegistry } from '../../src/extract/compile/registry.ts';
import type { FileFacts } from '../../src/model/facts.ts';
import { movedLines } from '../../src/resolve/moved-lines.ts';

const extractor = createInlineExtractor(loadRegistry());

function factsOf(lines: string[]): Promise<FileFacts> {
  return extractor.extract({ path: 'a.py', language: 'python', text: `${lines.join('\n')}\n` });
}

async function moved(was: string[], is: string[]): Promise<[number, number][] | undefined> {
  const lines = movedLines(await factsOf(was), await factsOf(is));
  return lines && [...lines].sort(([a], [b]) => a - b);
}

const text = ['from b import g', 'def f(x):', '    """Old."""', '    g(x); h()', '', 'def h():', '    pass'];

describe('resolve/moved-lines', () => {
  it('tells where lines have gone when comments, texts and blank lines change', async () => {
    const now = ['# about', 'from b import g', 'def f(x):', '    """New, and longer."""', '', '    g(x); h()  # twice'];
    assert.deepEqual(await moved(text, [...now, 'def h():', '    pass', '# end']), [
      [1, 2],
      [2, 3],
      [4, 6],
      [6, 7],
      [7, 8],
    ]);
    assert.deepEqual(await moved(text, text), [
      [1, 1],
      [2, 2],
      [4, 4],
      [6, 6],
      [7, 7],
    ]);
  });

  const given = [
    'def f(x):',
    '    for y in x:',
    '        if y:',
    '            x = g(y)',
    '        x.h()',
    '    x = g(x)',
    '    x.h()',
  ];

  it('tells where lines have gone around what is given several values', async () => {
    const now = given.flatMap((line, at) => (at === 3 || at === 6 ? ['', '    # more', line] : [line]));
    assert.deepEqual(await moved(given, now), [
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 6],
      [5, 7],
      [6, 8],
      [7, 11],
    ]);
  });

  const changes: [what: string, is: string[], was?: string[]][] = [
    ['a call more', [...text, 'f(1)']],
    ['a call less', text.map((line) => line.replace('g(x); ', ''))],
    ['another argument', text.map((line) => line.replace('g(x)', 'g(y)'))],
    ['another name', text.map((line) => line.replace('def h', 'def i'))],
    ['another constant', ['KEY = 1', ...text], ['KEY = 2', ...text]],
    ['a default', text.map((line) => line.replace('f(x)', 'f(x=1)'))],
    ['definitions that changed places', [...text.slice(0, 1), ...text.slice(5), ...text.slice(1, 5)]],
    ['calls that changed places', text.map((line) => line.replace('g(x); h()', 'h(); g(x)'))],
    ['what reaches less', given.map((line, at) => (at === 3 ? line.slice(4) : line).replace('if y:', 'y')), given],
    ['what stands in no loop', given.map((line) => line.replace('for y in x:', 'if y in x:')), given],
    ['calls of one line on two', text.flatMap((line) => (line === '    g(x); h()' ? ['    g(x)', '    h()'] : [line]))],
  ];
  for (const [what, is, was = text] of changes) {
    it(`tells nothing of ${what}`, async () => {
      assert.equal(await moved(was, is), undefined);
      assert.equal(await moved(is, was), undefined);
    });
  }
});
