import assert from 'node:assert/strict';
import type { SourcedFinding } from '../../../src/model/findings.ts';
import { createReviewParser, type ReviewParser } from '../../../src/jobs/reviews/parsing.ts';
import type { PlacedFinding, PlaceRequest } from '../../../src/review/place/place-findings.ts';
import { place } from '../../support/findings.ts';

type Files = Record<string, string>;

async function placeOne(
  before: Files,
  after: Files,
  finding: Partial<SourcedFinding>,
  given: Partial<PlaceRequest> = {},
) {
  const [placed] = await place(before, after, [finding], given);
  return placed ?? assert.fail('a finding was lost');
}

/** `inline RIGHT 3-4`, or the label and the reason. */
function shown({ label, side, line_start, line_end, reason, path }: PlacedFinding): string {
  return label === 'inline' ? `${path} ${side} ${line_start}-${line_end}` : `${label}: ${reason ?? ''}`;
}

const numbered = (count: number, change: Record<number, string> = {}) =>
  Array.from({ length: count }, (_, at) => `${change[at + 1] ?? `value_${at + 1} = ${at + 1}`}\n`).join('');

describe('review/place-findings', () => {
  const unchanged = { 'a.py': numbered(60) };
  const changed = { 'a.py': numbered(60, { 10: 'value_10 = changed()', 40: 'value_40 = changed()' }) };

  describe('lines', () => {
    it('takes the lines of the quote, however wrong the stated ones are', async () => {
      for (const line of [1, 9, 10, 58]) {
        const placed = await placeOne(unchanged, changed, { quote: 'value_10 = changed()', line_start: line });
        assert.equal(shown(placed), 'a.py RIGHT 10-10');
      }
    });

    it('moves what stands in no hunk to the walkthrough, with its real lines', async () => {
      const placed = await placeOne(unchanged, changed, { quote: 'value_25 = 25', line_start: 108 });
      assert.equal(shown(placed), 'outside_diff: its lines are not in the diff');
      assert.deepEqual([placed.line_start, placed.snippet], [25, 'value_25 = 25']);
    });

    it('keeps a range within one hunk', async () => {
      // Seven unchanged lines between two changes: the hunks show 7 to 13 and 15 to 21.
      const two = { 'a.py': numbered(60, { 10: 'x = 10', 18: 'x = 18' }) };
      const quote = two['a.py'].split('\n').slice(11, 15).join('\n');
      const placed = await placeOne(unchanged, two, { quote, line_start: 12, line_end: 15 });
      assert.deepEqual([placed.label, placed.hunk, placed.line_start, placed.line_end], ['inline', 0, 12, 13]);
    });

    it('takes the stated lines when they hold the quote and little more', async () => {
      const placed = await placeOne(unchanged, changed, { quote: 'value_10 = changed()', line_start: 9, line_end: 11 });
      assert.equal(shown(placed), 'a.py RIGHT 9-11');
      const whole = await placeOne(unchanged, changed, { quote: 'value_10 = changed()', line_start: 1, line_end: 60 });
      assert.equal(shown(whole), 'a.py RIGHT 10-10');
    });

    it('knows a quote with other indentation, diff marks, line numbers, fences, lost blank lines and half lines', async () => {
      const old = { 'b.py': 'def f():\n    pass\n' };
      const now = { 'b.py': 'def f():\n    first = one(1)\n\n    second = two(first)\n    return second\n' };
      const quotes = [
        '    first = one(1)\n\n    second = two(first)',
        'first = one(1)\nsecond = two(first)',
        '+    first = one(1)\n+\n+    second = two(first)',
        '2:     first = one(1)\n3:\n4:     second = two(first)',
        '```python\nfirst = one(1)\nsecond = two(first)\n```',
        'one(1)\n\n    second = two(',
        '\r\n    first = one(1)\r\n\r\n    second = two(first)\r\n',
      ];
      for (const quote of quotes) {
        const placed = await placeOne(old, now, { path: 'b.py', quote, line_start: 1 });
        assert.equal(shown(placed), 'b.py RIGHT 2-4', quote);
        assert.equal(placed.finding.quote, quote);
      }
    });

    it('does not take a part of another word for the quote', async () => {
      const placed = await placeOne(
        { 'b.py': '' },
        { 'b.py': 'reset_total()\n' },
        { path: 'b.py', quote: 'set_total()' },
      );
      assert.equal(shown(placed), 'dropped: its quote is not in the file');
    });

    it('takes the copy that the stated lines mean, and none when nothing tells them apart', async () => {
      const copies = { 'a.py': `${'a = 1\n'.repeat(3)}risky()\n${'b = 1\n'.repeat(9)}risky()\n` };
      const near = await placeOne({ 'a.py': '' }, copies, { quote: 'risky()', line_start: 13 });
      assert.equal(shown(near), 'a.py RIGHT 14-14');
      const between = await placeOne({ 'a.py': '' }, copies, { quote: 'risky()', line_start: 9 });
      assert.match(shown(between), /^outside_diff: its quote stands in 2 places/);
      const edited = await placeOne({ 'a.py': copies['a.py'].replace('risky', 'safe') }, copies, {
        quote: 'risky()',
        line_start: 90,
      });
      assert.equal(shown(edited), 'a.py RIGHT 4-4');
    });
  });

  describe('sides', () => {
    it('keeps a finding about a deleted line on the left', async () => {
      const placed = await placeOne(
        unchanged,
        { 'a.py': numbered(60).replace('value_30 = 30\n', '') },
        { side: 'LEFT', quote: 'value_30 = 30', line_start: 30 },
      );
      assert.equal(shown(placed), 'a.py LEFT 30-30');
    });

    it('takes the right side of a replaced line unless the left is asked for', async () => {
      const old = { 'a.py': 'x = load()\n' };
      const now = { 'a.py': 'x = load()  # twice\n' };
      const quote = 'x = load()';
      assert.equal(shown(await placeOne(old, now, { quote })), 'a.py RIGHT 1-1');
      assert.equal(shown(await placeOne(old, now, { quote, side: 'LEFT' })), 'a.py LEFT 1-1');
    });

    it('turns to the left when only the removed lines have the quote', async () => {
      const placed = await placeOne(unchanged, changed, { side: 'RIGHT', quote: 'value_10 = 10', line_start: 10 });
      assert.equal(shown(placed), 'a.py LEFT 10-10');
    });

    it('does not take a removed line that only begins like the quote for what is meant', async () => {
      const was = { 'a.py': 'def f(items):\n    total = price * quantity\n' };
      const now = { 'a.py': 'def f(items):\n    return sum(items)\n' };
      const placed = await placeOne(was, now, { side: 'RIGHT', quote: 'total = price', line_start: 2 });
      assert.deepEqual([placed.label, placed.reason], ['dropped', 'its quote is not in the file']);
    });

    it('comments on a deleted file on its left side', async () => {
      const placed = await placeOne({ 'gone.py': 'x = 1\n' }, {}, { path: 'gone.py', quote: 'x = 1' });
      assert.equal(shown(placed), 'gone.py LEFT 1-1');
    });
  });

  describe('files', () => {
    it('finds a quote that stands in one other changed file, and says so', async () => {
      const now = { 'a.h': 'int area(int w);\n', 'a.c': 'int area(int w) { return w * w * w; }\n' };
      const placed = await placeOne({}, now, { path: 'a.h', quote: 'return w * w * w;' });
      assert.equal(shown(placed), 'a.c RIGHT 1-1');
      assert.equal(placed.reason, 'its quote stands in a.c, not in a.h');
    });

    it('does not choose between two other files', async () => {
      const now = { 'a.h': 'x\n', 'b.c': 'return w * w * w;\n', 'c.c': 'return w * w * w;\n' };
      const placed = await placeOne({}, now, { path: 'a.h', quote: 'return w * w * w;' });
      assert.match(shown(placed), /^outside_diff: its quote stands in 2 places/);
    });

    it('shows what is about an unchanged file in the walkthrough', async () => {
      const files = { 'other.py': 'a = 1\nb = 2\n' };
      const placed = await placeOne(
        { ...unchanged, ...files },
        { ...changed, ...files },
        { path: 'other.py', quote: 'b = 2', line_start: 9 },
      );
      assert.equal(shown(placed), 'outside_diff: the file is not changed by the pull request');
      assert.deepEqual([placed.line_start, placed.snippet], [2, 'b = 2']);
    });

    it('drops what is in no file, and what names a file that is not there', async () => {
      assert.equal(
        shown(await placeOne(unchanged, changed, { quote: 'invented = True' })),
        'dropped: its quote is not in the file',
      );
      const nowhere = await placeOne(unchanged, changed, { path: 'src/nothing.py', quote: 'invented = True' });
      assert.equal(shown(nowhere), 'dropped: there is no file src/nothing.py');
    });

    it('reads the forms in which a diff names a path, in any script', async () => {
      const path = '한국어 폴더/a b/파일.py';
      for (const form of [path, `b/${path}`, `./${path}`, `/${path}`]) {
        const placed = await placeOne({}, { [path]: 'x = 1\n' }, { path: form, quote: 'x = 1' });
        assert.equal(shown(placed), `${path} RIGHT 1-1`);
      }
    });

    it('names a renamed file by its new path on both sides', async () => {
      const [old, now] = [{ 'old.py': numbered(40) }, { 'new.py': numbered(40, { 5: 'value_5 = 6' }) }];
      const left = await placeOne(old, now, { path: 'old.py', side: 'LEFT', quote: 'value_5 = 5', line_start: 5 });
      assert.equal(shown(left), 'new.py LEFT 5-5');
    });

    it('gives a finding about the whole file no line', async () => {
      assert.equal(shown(await placeOne(unchanged, changed, { quote: '' })), 'outside_diff: about the file as a whole');
    });
  });

  describe('what does not count', () => {
    it('is what a model is not sure of', async () => {
      const placed = await placeOne(unchanged, changed, { quote: 'value_10 = changed()', confidence: 6.9 });
      assert.equal(shown(placed), 'dropped: confidence below 7');
    });

    it('is what a linter finds on lines that did not change', async () => {
      const lint = { source: 'python_linter', rule: 'F401', quote: '' } as const;
      assert.equal(shown(await placeOne(unchanged, changed, { ...lint, line_start: 10 })), 'a.py RIGHT 10-10');
      assert.equal(
        shown(await placeOne(unchanged, changed, { ...lint, line_start: 9 })),
        'dropped: not on a line that the pull request changes',
      );
    });

    it('is what is about code that does not exist, as the graph and the texts know it', async () => {
      const quote = 'value_10 = changed()';
      const known = {
        knownNames: (names: readonly string[]) =>
          Promise.resolve(new Set(names.filter((name) => name === 'elsewhere'))),
      };
      const titled = (title: string) => placeOne(unchanged, changed, { quote, title }, known);
      assert.equal(
        shown(await titled('`invented()` is never called')),
        'dropped: it is about invented, which is not in the repository',
      );
      assert.equal(
        shown(await titled('Breaks `src/none.py`')),
        'dropped: it is about src/none.py, which is not in the repository',
      );
      for (const real of [
        '`changed()` is not awaited',
        '`elsewhere()` expects more',
        'Use `isinstance()` here',
        '`os.remove()` may fail',
        'See `a.py`',
      ])
        assert.equal((await titled(real)).label, 'inline', real);
    });

    it('marks what is only mentioned', async () => {
      const placed = await placeOne(unchanged, changed, {
        quote: 'value_10 = changed()',
        description: 'It skips `checked()` in `lib/x.py`.',
      });
      assert.deepEqual([placed.label, placed.unverified], ['inline', ['lib/x.py', 'checked']]);
    });
  });

  describe('suggestions', () => {
    let parser: ReviewParser;
    before(() => {
      parser = createReviewParser('o/r');
    });
    after(() => parser.close());

    const base = {
      'b.py': 'def f(items):\n    total = 0\n    for item in items:\n        total += item.price\n    return total\n',
    };
    const head = { 'b.py': base['b.py'].replace('item.price', 'item.cost') };
    const suggest = (finding: Partial<SourcedFinding>) =>
      placeOne(
        base,
        head,
        { path: 'b.py', quote: '        total += item.cost', line_start: 4, ...finding },
        { syntaxErrorsOf: parser.syntaxErrorsOf },
      );

    it('can be committed when it replaces the lines of the comment and parses', async () => {
      const placed = await suggest({ suggestion: '        total += item.cost * item.count' });
      assert.deepEqual([shown(placed), placed.committable], ['b.py RIGHT 4-4', true]);
    });

    it('gets the indentation that its quote lacked too', async () => {
      const placed = await suggest({ quote: 'total += item.cost', suggestion: 'count += 1\ntotal += item.cost\n' });
      assert.deepEqual(
        [placed.suggestion, placed.committable],
        ['        count += 1\n        total += item.cost', true],
      );
    });

    it('may delete its lines', async () => {
      const placed = await suggest({ quote: '    return total', line_start: 5, suggestion: '' });
      assert.equal(placed.committable, true);
    });

    it('cannot be committed when it breaks the syntax, changes nothing, hides something, is on the left, or its lines are not certain', async () => {
      const refused: Partial<SourcedFinding>[] = [
        { suggestion: '        total += (item.cost' },
        { suggestion: '        total += item.cost' },
        { suggestion: '        total += item.price  # \u202eadmin' },
        { suggestion: 'x', side: 'LEFT', quote: '        total += item.price' },
        // Three lines are replaced, but which? The quote is one line, and not within the stated ones.
        { suggestion: 'x = 1', line_start: 1, line_end: 3 },
      ];
      for (const finding of refused) {
        const placed = await suggest(finding);
        assert.deepEqual([placed.label, placed.committable], ['inline', false], JSON.stringify(finding));
      }
    });

    it('is not judged by errors that were there before', async () => {
      const broken = { 'b.py': `${head['b.py']}def broken(:\n` };
      const finding = { path: 'b.py', quote: 'total += item.cost', suggestion: 'total += 1', line_start: 4 };
      const placed = await placeOne(base, broken, finding, { syntaxErrorsOf: parser.syntaxErrorsOf });
      assert.equal(placed.committable, true);
    });
  });
});
