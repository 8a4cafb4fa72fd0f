/**
 * What models do to suggestions, and what is committed of them: the file that was meant, or it is no block to commit.
 */
import assert from 'node:assert/strict';
import { commitSuggestion } from '../../support/hunk-checker.ts';
import { createReviewParser, type ReviewParser } from '../../../src/jobs/reviews/parsing.ts';
import { checkSuggestion, type CheckedSuggestion } from '../../../src/review/place/suggestions.ts';

describe('review/suggestions', function () {
  this.timeout(120_000);
  let parser: ReviewParser;
  before(() => {
    parser = createReviewParser('o/r');
  });
  after(() => parser.close());

  interface Case {
    path: string;
    text: string;
    start: number;
    end?: number;
    suggestion: string;
    quote?: string;
  }

  async function check({ path, text, start, end = start, suggestion, quote }: Case): Promise<CheckedSuggestion> {
    const quoted = text
      .split('\n')
      .slice(start - 1, end)
      .join('\n');
    return checkSuggestion({
      path,
      suggestion,
      quote: quote ?? quoted,
      stated: start,
      text,
      range: { start, end },
      syntaxErrorsOf: parser.syntaxErrorsOf,
    });
  }

  /** What the file is once the suggestion is committed; the reason when it cannot be. */
  async function committed(given: Case): Promise<string> {
    const { committable, text, reason } = await check(given);
    if (!committable || text === null) return `not committable: ${reason ?? ''}`;
    return commitSuggestion(given.text, given.start, given.end ?? given.start, text);
  }

  it('keep a number that begins a line, and lose line numbers that were copied', async () => {
    const text = 'const words = {\n    403: "forbidden",\n    404: "not found",\n};\n';
    const at = { path: 'a.ts', text, start: 3 };
    const right = text.replace('not found', 'missing');
    assert.equal(await committed({ ...at, suggestion: '    404: "missing",' }), right);
    const sum = 'function f(x) {\n  return x + 1;\n}\n';
    for (const suggestion of [
      '2:   return x + 2;',
      '       2 +   return x + 2;',
      '       2     return x + 2;',
      '2 |   return x + 2;',
    ]) {
      assert.equal(
        await committed({ path: 'a.js', text: sum, start: 2, suggestion }),
        sum.replace('1', '2'),
        suggestion,
      );
    }
    assert.match(
      await committed({ path: 'a.js', text: sum, start: 2, suggestion: '7:   return x + 2;' }),
      /line numbers/,
    );
    // The line's own number is a number of the file as well.
    const codes = `${'\n'.repeat(403)}x = {\n404: "a",\n405: "b",\n}\n`;
    assert.equal(
      await committed({ path: 'a.py', text: codes, start: 405, suggestion: '404: "c",' }),
      codes.replace('"a"', '"c"'),
    );
  });

  it('take the file’s indentation, or are no block to commit', async () => {
    const tabs = 'def f(items):\n\tfor item in items:\n\t\tg(item)\n\treturn items\n';
    for (const suggestion of [
      '        if item:\n            g(item)',
      '    if item:\n        g(item)',
      '\t\tif item:\n\t\t\tg(item)',
      'if item:\n  g(item)',
    ]) {
      assert.equal(
        await committed({ path: 'a.py', text: tabs, start: 3, suggestion, quote: '        g(item)' }),
        tabs.replace('\t\tg(item)', '\t\tif item:\n\t\t\tg(item)'),
        JSON.stringify(suggestion),
      );
    }
    const spaces = tabs.replaceAll('\t', '    ');
    assert.equal(
      await committed({ path: 'a.py', text: spaces, start: 3, suggestion: '\t\tif item:\n\t\t\tg(item)' }),
      spaces.replace('        g(item)', '        if item:\n            g(item)'),
    );
    assert.match(
      await committed({ path: 'a.py', text: tabs, start: 3, suggestion: '     if item:\n \tg(item)' }),
      /indentation/,
    );
    // The line that stays says that a tab is four spaces, where most of the file goes in by two.
    const two = 'f x\n    | x > 1 = 1\n  where\n  a = 1\n   where\n    b = 2\ng y\n  = 2\n';
    assert.match(
      await committed({ path: 'a.hs', text: two, start: 1, end: 2, suggestion: 'f z\n\t| x > 1 = 1' }),
      /indentation/,
    );
    const last = 'def f():\n    return 1\n';
    assert.equal(
      await committed({ path: 'a.py', text: last, start: 2, suggestion: 'return 2' }),
      last.replace('1', '2'),
    );
  });

  it('keep line ends', async () => {
    const text = 'a = 1\r\nb = 2\r\nc = 3\r\n';
    assert.equal(
      await committed({ path: 'a.py', text, start: 2, suggestion: 'b = 3\nd = 4' }),
      'a = 1\r\nb = 3\r\nd = 4\r\nc = 3\r\n',
    );
    const mixed = 'a = 1\r\nb = 2\nc = 3\r\n';
    assert.match(
      await committed({ path: 'a.py', text: mixed, start: 1, end: 2, suggestion: 'b = 3\nd = 4' }),
      /end in different ways/,
    );
    assert.equal(
      await committed({ path: 'a.py', text: 'a = 1\nb = 2', start: 2, suggestion: 'b = 3' }),
      'a = 1\nb = 3',
    );
  });

  it('leave nothing out that stands there', async () => {
    const text = 'function f(x) {\n  if (x > 1) {\n    a();\n  }\n}\n';
    for (const mark of [
      '// ... existing code ...',
      '// ...',
      '// …',
      '...',
      '/* ... */',
      '// rest of the function stays the same',
      '// existing logic',
      '// (unchanged)',
      '// [...]',
      '# ... rest of code',
    ]) {
      const suggestion = `  if (x > 2) {\n    ${mark}\n  }`;
      const { committable } = await check({ path: 'a.js', text, start: 2, end: 4, suggestion });
      assert.equal(committable, false, mark);
    }
    const { committable } = await check({ path: 'a.js', text, start: 2, end: 4, suggestion: '  if (x > 2) { ... }' });
    assert.equal(committable, false);
    const stub = 'class P:\n    def f(self) -> int:\n        ...\n';
    assert.equal(
      await committed({
        path: 'a.py',
        text: stub,
        start: 2,
        end: 3,
        suggestion: '    def f(self) -> str:\n        ...',
      }),
      stub.replace('int', 'str'),
    );
    const spread = 'function f(a) {\n  return g(...a);\n}\n';
    assert.equal(
      await committed({ path: 'a.js', text: spread, start: 2, suggestion: '  return h(...a, { ...a });' }),
      spread.replace('g(...a)', 'h(...a, { ...a })'),
    );
  });

  it('repeat no neighbour, and are no other line', async () => {
    const text = 'function f(x) {\n  // adds one\n  const y = x + 1;\n  return compute(y);\n}\n';
    const at = { path: 'a.js', text, start: 3 };
    const right = text.replace('x + 1', 'x + 2');
    for (const suggestion of [
      '  // adds one\n  const y = x + 2;',
      '  const y = x + 2;\n  return compute(y);',
      '  // adds one\n  const y = x + 2;\n  return compute(y);\n}',
      'function f(x) {\n  // adds one\n  const y = x + 2;\n  return compute(y);\n}',
    ]) {
      assert.equal(await committed({ ...at, suggestion }), right, suggestion);
    }
    assert.match(await committed({ ...at, suggestion: '  return compute(y, x);' }), /another line/);
    assert.match(await committed({ ...at, suggestion: '  return compute(y);' }), /not committable/);
    assert.match(await committed({ ...at, suggestion: '  // adds one' }), /not committable/);
    const block = 'if (a) {\n  b();\n}\n';
    assert.equal(
      await committed({ path: 'a.js', text: block, start: 2, suggestion: '  if (c) {\n    b();\n  }' }),
      'if (a) {\n  if (c) {\n    b();\n  }\n}\n',
    );
  });

  it('are shown neither when they change nothing nor when they break the file', async () => {
    const text = 'def f():\n    return 1\n';
    for (const suggestion of ['    return 1', '    return 1\n', 'return 1', '    return (1']) {
      const { committable, text: shown } = await check({ path: 'a.py', text, start: 2, suggestion });
      assert.deepEqual([committable, shown], [false, null], suggestion);
    }
  });
});
