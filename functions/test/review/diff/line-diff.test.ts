import assert from 'node:assert/strict';
import { hunkHeader, hunksOf, patchText } from '../../../src/review/diff/hunks.ts';
import { diffLines, splitLines } from '../../../src/review/diff/line-diff.ts';
import { gitPatches } from '../../support/git-oracle.ts';
import { randomNumbers } from '../../support/random-numbers.ts';
import { editLines, randomPair } from '../../support/random-texts.ts';
import { tries } from '../../support/tries.ts';

function patchOf(before: string, after: string): string {
  return patchText(hunksOf(before, after));
}

const EDITS = tries(500, 2_000);

describe('review/line-diff', function () {
  it(`gives the hunks that git gives, for ${EDITS} random edits`, () => {
    const random = randomNumbers(20_261);
    const pairs = Array.from({ length: EDITS }, (_, at) => randomPair(random, at % 20 === 0 ? 700 : 60));
    const expected = gitPatches(pairs);
    assert.ok(expected.filter((patch) => patch !== '').length > EDITS * 0.75, 'the texts do differ');
    pairs.forEach(({ before, after }, at) => assert.equal(patchOf(before, after), expected[at], `pair ${at}`));
  });

  it('gives what git gives where git stops looking for the shortest result', () => {
    const random = randomNumbers(7);
    const lines = (count: number, words: number) => Array.from({ length: count }, () => `x${random.below(words)}`);
    const text = (all: string[]) => `${all.join('\n')}\n`;
    const pairs = [
      // Many differences of few words, of many words; long equal runs between them; the same in another order.
      { before: text(lines(4_000, 20)), after: text(lines(4_000, 20)) },
      { before: text(lines(6_000, 3)), after: text(lines(6_000, 3)) },
      { before: text(lines(6_000, 2_000)), after: text(lines(6_000, 2_000)) },
      ...[500, 5_000].map((words) => {
        const base = lines(6_000, words);
        const moved = [...base];
        for (let at = 0; at < 20; at++)
          moved.splice(random.below(moved.length), 0, ...moved.splice(random.below(moved.length), 200));
        return { before: text(base), after: text(moved) };
      }),
      { before: text(lines(9_000, 9_000)), after: text(editLines(random, lines(9_000, 9_000))) },
      { before: ' \n'.repeat(20_000), after: ' \n'.repeat(20_001) },
    ];
    const expected = gitPatches(pairs);
    pairs.forEach(({ before, after }, at) => assert.ok(patchOf(before, after) === expected[at], `pair ${at}`));
  });

  const cases: [what: string, before: string, after: string][] = [
    ['nothing to something', '', 'a\n'],
    ['something to nothing', 'a\nb\n', ''],
    ['a line feed at the end is added', 'a\nb', 'a\nb\n'],
    ['a line feed at the end is taken away', 'a\nb\n', 'a\nb'],
    ['neither has one', 'a\nb', 'a\nc'],
    ['line ends change', 'a\r\nb\r\n', 'a\nb\n'],
    ['a carriage return within', 'a\rb\nc\n', 'a\rb\nd\n'],
    ['two changes with six lines between are one hunk', 'x\n1\n2\n3\n4\n5\n6\ny\n', 'X\n1\n2\n3\n4\n5\n6\nY\n'],
    ['two changes with seven lines between are two', 'x\n1\n2\n3\n4\n5\n6\n7\ny\n', 'X\n1\n2\n3\n4\n5\n6\n7\nY\n'],
    ['a form feed is no indentation', '\f\na\n\f\na\n', '\f\na\n\f\na\n\f\na\n'],
    [
      'a function is added behind one that ends alike',
      'def a():\n    x()\n\n\ndef c():\n    x()\n',
      'def a():\n    x()\n\n\ndef b():\n    x()\n\n\ndef c():\n    x()\n',
    ],
    ['text of other scripts', 'größe\nимя\n', 'größe\n名\n'],
  ];
  for (const [what, before, after] of cases) {
    it(`agrees with git when ${what}`, () => {
      const bytes = (text: string) => Buffer.from(text).toString('latin1');
      const [expected = ''] = gitPatches([{ before, after }]);
      assert.notEqual(expected, '');
      assert.equal(patchOf(bytes(before), bytes(after)), expected);
    });
  }

  it('keeps a line apart from the same line without its line feed', () => {
    assert.deepEqual(splitLines('a\n\nb'), ['a\n', '\n', 'b']);
    const { removed, added } = diffLines(splitLines('a\nb'), splitLines('a\nb\n'));
    assert.deepEqual([[...removed], [...added]], [[0, 1], [0, 1]]); // prettier-ignore
  });

  it('numbers the lines of both sides, and counts none as the line before', () => {
    const [hunk] = hunksOf('1\n2\n3\n4\n5\n', '1\n2\n3\n4\nfive\n');
    assert.ok(hunk);
    assert.equal(hunkHeader(hunk), '@@ -2,4 +2,4 @@');
    assert.deepEqual(hunk.lines.slice(-2), [
      { kind: 'removed', old: 5, new: null, text: '5' },
      { kind: 'added', old: null, new: 5, text: 'five' },
    ]);
    assert.equal(hunkHeader(hunksOf('', 'a\n')[0] ?? hunk), '@@ -0,0 +1 @@');
    assert.equal(hunkHeader(hunksOf('a\nb\n', '')[0] ?? hunk), '@@ -1,2 +0,0 @@');
  });
});
