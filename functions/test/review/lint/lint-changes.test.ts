import assert from 'node:assert/strict';
import { MAX_FINDINGS } from '../../../src/review/lint/lint-changes.ts';
import { changed, GO, lint, PYTHON, rulesOf, SCRIPT } from '../../support/linted-texts.ts';

describe('review/lint/lint-changes', () => {
  it('finds what three linters say about changed lines, with the code and where it is', async () => {
    const outcome = await lint([changed('a.py', PYTHON), changed('b.ts', SCRIPT), changed('c/c.go', GO)]);
    const none = outcome.findings.find(({ rule }) => rule === 'F632');
    assert.deepEqual(none, {
      path: 'a.py',
      side: 'RIGHT',
      line_start: 6,
      line_end: 6,
      quote: '    return sys.argv is "x"',
      title: 'Use `==` to compare constant literals',
      description: 'Python linter, rule F632.',
      suggestion: '    return sys.argv == "x"',
      confidence: 10,
      category: 'bug',
      severity: 'medium',
      source: 'python_linter',
      rule: 'F632',
    });
    assert.ok(rulesOf(outcome).includes('F401'));
    assert.deepEqual(
      outcome.findings
        .filter(({ source }) => source === 'javascript_linter')
        .map(({ rule, line_start: line, category }) => [rule, line, category]),
      [
        ['no-debugger', 2, 'bug'],
        ['use-isnan', 3, 'bug'],
      ],
    );
    const debug = outcome.findings.find(({ rule }) => rule === 'no-debugger');
    assert.deepEqual(
      [debug?.title, debug?.description],
      ['`debugger` statement is not allowed', 'Remove the debugger statement.\n\nJavaScript linter, rule no-debugger.'],
    );
    const go = outcome.findings.find(({ source }) => source === 'go_linter');
    assert.deepEqual([go?.path, go?.rule, go?.category], ['c/c.go', 'indent-error-flow', 'style']);
    assert.deepEqual(
      outcome.summaries.map(({ tool, files, unlinted, notes }) => [tool, files, unlinted.length, notes]),
      [
        ['python_linter', 1, 0, []],
        ['javascript_linter', 1, 0, []],
        ['go_linter', 1, 0, []],
      ],
    );
  });

  it('leaves out what stands on other lines, and counts it', async () => {
    const outcome = await lint([changed('a.py', PYTHON, PYTHON.replace('is "x"', 'or 1'))]);
    assert.deepEqual(rulesOf(outcome), ['F632']);
    const [summary] = outcome.summaries;
    assert.ok(summary !== undefined && summary.found >= 2 && summary.onChangedLines === 1);
  });

  it('reads lines after CRLF and non-ASCII text right', async () => {
    const text = '# größer 😀\r\nx = "😀"\r\nassert x is "y"\r\n';
    const outcome = await lint([changed('ü/ä b.py', text)]);
    const finding = outcome.findings.find(({ rule }) => rule === 'F632');
    assert.deepEqual([finding?.path, finding?.line_start, finding?.quote], ['ü/ä b.py', 3, 'assert x is "y"']);
    const script = await lint([changed('ü.js', '// größer 😀\nconst x = "😀";\ndebugger;\n')]);
    assert.deepEqual(script.findings.find(({ rule }) => rule === 'no-debugger')?.line_start, 3);
  });

  it('says once what a rule says several times about one line', async () => {
    const outcome = await lint([changed('a.py', 'import os, sys, re\nimport json\n')]);
    const unused = outcome.findings.filter(({ rule }) => rule === 'F401');
    assert.deepEqual(
      unused.map(({ line_start: line, title, description }) => [line, title, description]),
      [
        [
          1,
          '`os` imported but unused, and 2 more like it',
          '- `re` imported but unused\n- `sys` imported but unused\n\nPython linter, rule F401.',
        ],
        [2, '`json` imported but unused', 'Python linter, rule F401.'],
      ],
    );
    // All three have one fix between them.
    assert.equal(unused[0]?.suggestion, '');
    const [summary] = outcome.summaries;
    assert.ok(summary !== undefined && summary.found > summary.onChangedLines);
  });

  it('calls a text that does not parse a syntax error', async () => {
    const outcome = await lint([
      changed('a.py', 'def f(:\n'),
      changed('b.js', 'let x = ;\n'),
      changed('c.go', 'package c\nfunc (\n'),
    ]);
    for (const source of ['python_linter', 'javascript_linter', 'go_linter']) {
      const finding = outcome.findings.find((each) => each.source === source);
      assert.deepEqual([finding?.rule, finding?.severity, finding?.category], [null, 'high', 'bug'], source);
      assert.match(finding?.title ?? '', /^Syntax error: /);
    }
  });

  it('skips what is switched off and what it cannot read', async () => {
    const settings = { python_linter: { enabled: false, configFile: 'ruff.toml' } };
    const outcome = await lint([changed('a.py', PYTHON), changed('b.rs', 'fn main() {}')], { settings });
    assert.deepEqual(outcome.findings, []);
    assert.deepEqual(
      outcome.summaries.map(({ enabled, files }) => [enabled, files]),
      [
        [false, 0],
        [true, 0],
        [true, 0],
      ],
    );
  });

  it('bounds the findings of a tool and keeps the gravest', async () => {
    const text = `${'import os\n'.repeat(80)}assert x == None\n`;
    const outcome = await lint([changed('a.py', text)]);
    assert.equal(outcome.findings.length, MAX_FINDINGS);
    assert.ok(rulesOf(outcome).includes('F821'));
    const [summary] = outcome.summaries;
    assert.ok((summary?.onChangedLines ?? 0) > MAX_FINDINGS);
    assert.match(summary?.notes.join() ?? '', /^the 40 gravest of 82 findings are kept$/);
  });
});
