/**
 * What linters and models say about the same lines, with the real linters: one fault is one comment that names both, and
 * two faults on one line are two.
 */
import assert from 'node:assert/strict';
import { draftComment } from '../../../src/review/draft/comments.ts';
import { mergeFindings } from '../../../src/review/place/merge-findings.ts';
import { place } from '../../support/findings.ts';
import { changed, lint } from '../../support/linted-texts.ts';

interface Case {
  path: string;
  text: string;
  line: number;
  rule: string;
  /** As models put it: the first is the same fault, the second another one. */
  same: string;
  other: string;
}

const python = (line: string) => `import json\n\n\ndef f(a, b=None):\n    ${line}\n    return json.dumps(a)\n`;
const script = (line: string) => `export function f(a, b) {\n  ${line}\n  return a;\n}\n`;
const go = (body: string) => `// Package a is a test.\npackage a\n\nimport "os"\n\n${body}\n`;

const CASES: Case[] = [
  {
    path: 'a.py',
    text: python('total = 1'),
    line: 5,
    rule: 'F841',
    same: 'The computed total is discarded. The variable is assigned but nothing reads it afterwards, so this is dead code.',
    other: 'Wrong starting value. Sums must begin at zero, otherwise every invoice is one cent too high.',
  },
  {
    path: 'a.py',
    text: python('print(amount)'),
    line: 5,
    rule: 'F821',
    same: 'NameError at runtime. The name amount does not exist in this scope and the call will crash.',
    other: 'Customer data goes to standard output. Personal amounts should not be logged in production.',
  },
  {
    path: 'a.py',
    text: 'def f(a):\n    try:\n        return int(a)\n    except:\n        return 0\n',
    line: 4,
    rule: 'E722',
    same: 'Exceptions are swallowed. Even KeyboardInterrupt ends up as a zero and nobody sees it.',
    other: 'Zero is a legal value. Callers cannot tell a missing quantity from none.',
  },
  {
    path: 'a.py',
    text: python('a = f"total"'),
    line: 5,
    rule: 'F541',
    same: 'Needless f-string. There are no placeholders in this f-string; the prefix does nothing.',
    other: 'The argument is lost. Whatever the caller gave is replaced by a constant.',
  },
  {
    path: 'a.py',
    text: python('assert (a, "a is needed")'),
    line: 5,
    rule: 'F631',
    same: 'Assertion is always true. A non-empty tuple is truthy, so this assert can never fail.',
    other: 'Do not validate arguments by assertions. They vanish under -O; raise a ValueError.',
  },
  {
    path: 'b.js',
    text: script('debugger;'),
    line: 2,
    rule: 'no-debugger',
    same: 'Leftover breakpoint. The debugger statement stops every browser with open tools.',
    other: 'The second argument is ignored. Nothing here looks at it.',
  },
  {
    path: 'b.js',
    text: script('if (a = b) { return b; }'),
    line: 2,
    rule: 'no-cond-assign',
    same: 'Assignment instead of comparison. This sets a to b where equality was meant.',
    other: 'Falls through for zero. A quantity of 0 is falsy and takes the wrong branch.',
  },
  {
    path: 'b.js',
    text: script('if (a === NaN) { return b; }'),
    line: 2,
    rule: 'use-isnan',
    same: 'Condition is never true. NaN is not equal to anything; use Number.isNaN.',
    other: 'No branch for strings. Parsed input arrives as text here.',
  },
  {
    path: 'b.js',
    text: script('const unused = b;'),
    line: 2,
    rule: 'no-unused-vars',
    same: 'Dead variable. unused is never read after this assignment.',
    other: 'Copies a reference. Later changes of the caller show through.',
  },
  {
    path: 'b.js',
    text: script('if (typeof a === "strnig") { return b; }'),
    line: 2,
    rule: 'valid-typeof',
    same: 'Typo in the type name. typeof never yields "strnig", so the branch is unreachable.',
    other: 'Arrays are let through. They should be rejected before the lookup.',
  },
  {
    path: 'c/c.go',
    text: go('func f(n int) int {\n\tif n > 1 {\n\t\treturn 1\n\t} else {\n\t\treturn 2\n\t}\n}\n\nvar _ = os.Args'),
    line: 9,
    rule: 'indent-error-flow',
    same: 'Redundant else. The first branch returns, so the else is unnecessary nesting.',
    other: 'Negative numbers. They are treated like zero although the specification excludes them.',
  },
  {
    path: 'c/c.go',
    text: go('func f(n int) int {\n\treturn 1\n}\n\nvar _ = os.Args'),
    line: 6,
    rule: 'unused-parameter',
    same: 'Parameter n is never used. Whatever callers pass makes no difference.',
    other: 'Returns a constant. The cache key collides for every input, so users see each other’s carts.',
  },
];

describe('review/merge-findings: linters and models', function () {
  // The linters are programs that have to start.

  for (const { path, text, line, rule, same, other } of CASES) {
    it(`makes one comment of ${rule} and a model’s word for it, and two of two faults`, async () => {
      const { findings } = await lint([changed(path, text)]);
      const linted = findings.find((each) => each.rule === rule);
      assert.ok(linted, `${rule} is not among ${findings.map((each) => each.rule).join(' ')}`);
      const quote = text.split('\n')[line - 1] ?? '';
      const said = (words: string) => {
        const [title = '', ...rest] = words.split('. ');
        return { path, line_start: line, line_end: line, quote, title, description: rest.join('. ') };
      };
      const [both, apart] = [await place({}, { [path]: text }, [linted, said(same)]), await place({}, { [path]: text }, [linted, said(other)])]; // prettier-ignore
      const { kept } = mergeFindings(both);
      assert.equal(kept.length, 1, `${rule} and “${same}” are two`);
      const body = draftComment(kept[0] ?? assert.fail(), 'f', (given) => given).body;
      assert.match(body, new RegExp(`_Found by the .* linter \\(\`${rule}\`\\) and the model\\._`));
      assert.ok(body.includes(same.split('. ')[1]?.slice(0, 20) ?? ''), body);
      assert.equal(mergeFindings(apart).kept.length, 2, `${rule} and “${other}” are one`);
    });
  }

  it('names nobody where one alone found it', async () => {
    const { findings } = await lint([changed('a.py', python('total = 1'))]);
    const [kept] = mergeFindings(await place({}, { 'a.py': python('total = 1') }, findings)).kept;
    assert.doesNotMatch(draftComment(kept ?? assert.fail(), 'f', (given) => given).body, /Found by/);
  });
});
