import assert from 'node:assert/strict';
import type { ToolName } from '../../../src/model/tools.ts';
import { changed, GO, lint, notesOf, PYTHON, rulesOf, SCRIPT, withConfig } from '../../support/linted-texts.ts';

describe('review/lint/options', () => {
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

  it('takes names that every object has for plugins that it does not know', async () => {
    const config = '{"plugins": ["constructor", "__proto__"], "rules": {"no-debugger": 2}, "__proto__": {"rules": {}}}';
    const outcome = await withConfig('javascript_linter', '.eslintrc.json', config, [changed('b.ts', SCRIPT)]);
    assert.deepEqual(rulesOf(outcome), ['no-debugger']);
    assert.match(notesOf(outcome).join('\n'), /not run: constructor, __proto__/);
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
