import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinters } from '../../../src/adapters/lint.ts';
import { DEFAULT_TOOLS, type ToolName, type ToolsConfig } from '../../../src/model/tools.ts';
import { hunksOf } from '../../../src/review/hunks.ts';
import { lintChanges, MAX_FINDINGS, type LintedFile, type LintOutcome } from '../../../src/review/lint/lint-changes.ts';

const PYTHON = 'import os\nimport sys\n\n\ndef f(items):\n    return sys.argv is "x"\n';
const SCRIPT = 'export function f(a) {\n  debugger;\n  return a === NaN;\n}\n';
const GO =
  '// Package a is a test.\npackage a\n\nfunc f(n int) int {\n\tif n > 1 {\n\t\treturn 1\n\t} else {\n\t\treturn 2\n\t}\n}\n';

/** A file that was `before` and is `text` at head; added as a whole unless given. */
function changed(path: string, text: string, before = ''): LintedFile {
  return { path, text, hunks: hunksOf(before, text) };
}

describe('review/lint/lint-changes', () => {
  const linters = createLinters();

  function lint(
    files: LintedFile[],
    { settings = {}, head = {} }: { settings?: Partial<ToolsConfig>; head?: Record<string, string> } = {},
  ): Promise<LintOutcome> {
    return lintChanges({
      linters,
      files,
      settings: { ...DEFAULT_TOOLS, ...settings },
      readHead: (path) => Promise.resolve(head[path]),
    });
  }

  const rulesOf = ({ findings }: LintOutcome) => findings.map(({ rule }) => rule);
  const notesOf = ({ summaries }: LintOutcome) => summaries.flatMap(({ notes }) => notes);
  const withConfig = (
    tool: ToolName,
    path: string,
    text: string,
    files: LintedFile[],
    more: Record<string, string> = {},
  ) => lint(files, { settings: { [tool]: { enabled: true, configFile: path } }, head: { [path]: text, ...more } });

  it('finds what three linters say about changed lines, with the code and where it is', async () => {
    const outcome = await lint([changed('a.py', PYTHON), changed('b.ts', SCRIPT), changed('c/c.go', GO)]);
    const none = outcome.findings.find(({ rule }) => rule === 'F632');
    assert.deepEqual(none, {
      path: 'a.py',
      side: 'RIGHT',
      line_start: 6,
      line_end: 6,
      quote: '    return sys.argv is "x"',
      title: 'F632: Use `==` to compare constant literals',
      description: 'Use `==` to compare constant literals\n\nPython linter, rule F632.',
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
    assert.ok((outcome.summaries[0]?.onChangedLines ?? 0) > MAX_FINDINGS);
  });

  describe('configurations as data', () => {
    it('takes ruff.toml with what it extends, and ignores by path', async () => {
      const config =
        'extend = "../base.toml"\n[lint]\nselect = ["F632", "F401", "S101"]\nper-file-ignores = { "a.py" = ["F4"] }\n';
      const files = [changed('pkg/a.py', PYTHON), changed('pkg/gen/b.py', PYTHON), changed('other.py', 'assert 1\n')];
      const outcome = await withConfig('python_linter', 'pkg/ruff.toml', config, files, {
        'base.toml': 'extend-exclude = ["gen"]\n[lint]\nignore = ["S101"]\n',
      });
      assert.deepEqual(
        outcome.findings.map(({ path, rule }) => [path, rule]),
        [['pkg/a.py', 'F632']],
      );
      assert.deepEqual(notesOf(outcome), []);
    });

    it('takes [tool.ruff] of pyproject.toml and the Python version of the project', async () => {
      const config = '[project]\nrequires-python = ">=3.9"\n[tool.ruff.lint]\nselect = ["F"]\n';
      const outcome = await withConfig('python_linter', 'pyproject.toml', config, [
        changed('a.py', 'match 1:\n    case _: pass\n'),
      ]);
      assert.match(outcome.findings[0]?.title ?? '', /^Syntax error: Cannot use `match` statement on Python 3\.9/);
      const none = await withConfig('python_linter', 'pyproject.toml', '[project]\n', [changed('a.py', PYTHON)]);
      assert.match(notesOf(none)[0] ?? '', /no \[tool\.ruff\]; the defaults apply/);
      assert.ok(rulesOf(none).includes('F401'));
    });

    it('leaves out rules and options that the linter does not have, and nothing else', async () => {
      const python = await withConfig('python_linter', 'r.toml', 'bogus = 1\n[lint]\nselect = ["F632", "NEW9"]\n', [
        changed('a.py', PYTHON),
      ]);
      assert.deepEqual(rulesOf(python), ['F632']);
      assert.match(notesOf(python).join('\n'), /NEW9 is not known[^]*|bogus is not known/);
      const script = await withConfig(
        'javascript_linter',
        '.eslintrc.json',
        '{"rules": {"no-debugger": 2, "nope": 2, "import/nope": 1, "max-lines": ["error", "abc"], "corp/own": 2}, /* c */ }',
        [changed('b.ts', SCRIPT)],
      );
      assert.deepEqual(rulesOf(script), ['no-debugger']);
      const go = await withConfig('go_linter', 'revive.toml', '[rule.indent-error-flow]\n[rule.nope]\n', [
        changed('c.go', GO),
      ]);
      assert.deepEqual([rulesOf(go), notesOf(go).length], [['indent-error-flow'], 1]);
    });

    it('falls back to the defaults, and says so, for what is no configuration', async () => {
      const files: Record<ToolName, [string, string]> = {
        python_linter: ['a.py', PYTHON],
        javascript_linter: ['b.ts', SCRIPT],
        go_linter: ['c.go', GO],
      };
      for (const [tool, path, text] of [
        ['python_linter', 'ruff.toml', '= ='],
        ['python_linter', 'ruff.toml', '[lint]\nselect = 7\n'],
        ['javascript_linter', '.eslintrc.json', '{{{'],
        ['javascript_linter', 'eslint.config.js', 'process.exit(1)'],
        ['javascript_linter', '.eslintrc.yml', 'rules: {}'],
        ['go_linter', 'revive.toml', '[rule'],
        ['go_linter', '.golangci.yml', 'linters: []'],
      ] as const) {
        const outcome = await withConfig(tool, path, text, [changed(...files[tool])]);
        assert.match(notesOf(outcome).join(), /the defaults apply/, `${tool} ${text}`);
        assert.ok(
          outcome.findings.some(({ source }) => source === tool),
          `${tool} ${text}`,
        );
      }
      const missing = await lint([changed('a.py', PYTHON)], {
        settings: { python_linter: { enabled: true, configFile: 'gone.toml' } },
      });
      assert.deepEqual(notesOf(missing), ['gone.toml is not in this commit; the defaults apply']);
    });

    it('finds the nearest configuration of JavaScript by itself', async () => {
      const head = {
        'web/.oxlintrc.json': '{"rules": {"no-debugger": "off"}}',
        'package.json': '{"name": "x", "eslintConfig": {"rules": {"no-var": "error"}}}',
      };
      const outcome = await lint([changed('web/src/a.ts', SCRIPT), changed('b.js', `var x = 1;\n${SCRIPT}`)], { head });
      assert.deepEqual(
        outcome.findings.map(({ path, rule }) => [path, rule]),
        [
          ['b.js', 'no-var'],
          ['web/src/a.ts', 'use-isnan'],
        ],
      );
    });
  });

  describe('hostile files and configurations', () => {
    const canary = join(tmpdir(), `reviewgraph-canary-${process.pid}`);
    const evil = `require('fs').writeFileSync(${JSON.stringify(canary)}, 'x'); module.exports = { meta: { name: 'evil' }, rules: {} };`;

    afterEach(() => assert.equal(existsSync(canary), false, 'a configuration was run'));

    it('runs no plugin, parser or preset that a configuration names', async () => {
      for (const config of [
        { jsPlugins: ['./evil.js'], rules: { 'no-debugger': 'error' } },
        { plugins: ['./evil.js'], rules: { 'no-debugger': 'error' } },
        { parser: './evil.js', rules: { 'no-debugger': 'error' } },
        { extends: ['./evil.js'], rules: { 'no-debugger': 'error' } },
        {
          extends: ['plugin:evil/all'],
          overrides: [{ files: ['*.ts'], jsPlugins: ['./evil.js'], rules: { 'no-debugger': 2 } }],
        },
      ]) {
        const text = JSON.stringify(config);
        const outcome = await lint([changed('evil.js', evil), changed('b.ts', SCRIPT)], {
          head: { '.oxlintrc.json': text, 'evil.js': evil },
        });
        assert.ok(
          outcome.findings.some(({ rule, path }) => rule === 'no-debugger' && path === 'b.ts'),
          text,
        );
      }
      const files = [changed('oxlint.config.ts', evil), changed('eslint.config.js', evil), changed('b.ts', SCRIPT)];
      assert.ok(rulesOf(await lint(files)).includes('no-debugger'));
    });

    it('reads nothing outside the repository', async () => {
      for (const target of ['../../../../etc/passwd', '/etc/passwd', 'file:///etc/passwd', 'C:\\x.toml', '..']) {
        const outcome = await withConfig(
          'python_linter',
          'ruff.toml',
          `extend = ${JSON.stringify(target)}\n[lint]\nselect = ["F632"]\n`,
          [changed('a.py', PYTHON)],
        );
        assert.deepEqual(rulesOf(outcome), ['F632'], target);
        assert.match(notesOf(outcome).join(), /not in the repository/);
        const script = await lint([changed('b.ts', SCRIPT)], {
          head: {
            '.oxlintrc.json': JSON.stringify({ extends: [`${target}.json`], rules: { 'no-debugger': 'error' } }),
          },
        });
        assert.ok(rulesOf(script).includes('no-debugger'), target);
      }
    });

    it('ends for configurations that extend each other', async () => {
      const outcome = await withConfig(
        'python_linter',
        'a.toml',
        'extend = "b.toml"\n[lint]\nselect = ["F632"]\n',
        [changed('a.py', PYTHON)],
        {
          'b.toml': 'extend = "a.toml"\n',
        },
      );
      assert.deepEqual(rulesOf(outcome), ['F632']);
      assert.match(notesOf(outcome).join(), /extends itself/);
    });

    it('ends for patterns that are made to take for ever', async () => {
      const pattern = `${'*a'.repeat(40)}b`;
      const config = `exclude = [${JSON.stringify(pattern)}, "+(a|aa)+$", "{a,{b,{c,{d,e}}}}"]\n[lint]\nselect = ["F632"]\n`;
      const outcome = await withConfig('python_linter', 'r.toml', config, [changed(`${'a'.repeat(200)}.py`, PYTHON)]);
      assert.deepEqual(rulesOf(outcome), ['F632']);
      assert.match(notesOf(outcome).join(), /too complex/);
    });

    it('loses no other file to one that breaks the linter', async () => {
      const deep = '('.repeat(150_000);
      const outcome = await lint([
        changed('deep.py', deep),
        changed('a.py', PYTHON),
        changed('deep.js', deep),
        changed('b.ts', SCRIPT),
        changed('deep.go', `package a\n\nfunc f() { ${deep}`),
        changed('c.go', GO),
      ]);
      assert.ok(
        ['F632', 'no-debugger', 'indent-error-flow'].every((rule) => rulesOf(outcome).includes(rule)),
        String(rulesOf(outcome)),
      );
      const unlinted = outcome.summaries.flatMap((summary) => summary.unlinted.map(({ path }) => path));
      assert.deepEqual(unlinted, ['deep.py', 'deep.js', 'deep.go']);
    });

    it('writes no file outside its folder, whatever a path says', async () => {
      const outcome = await lint([
        changed('../../escape.js', evil),
        changed('a\\..\\b.js', evil),
        changed('x/./y.js', evil),
        changed('b.ts', SCRIPT),
      ]);
      assert.ok(rulesOf(outcome).includes('no-debugger'));
      assert.equal(outcome.summaries[1]?.unlinted.length, 3);
    });
  });
});
