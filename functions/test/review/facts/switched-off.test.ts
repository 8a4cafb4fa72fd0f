import assert from 'node:assert/strict';
import { suppressionsIn } from '../../../src/review/facts/suppressions.ts';
import { diffOfTexts } from '../../support/findings.ts';

/** The file before and after, and the lines at head by which checks are switched off. */
const CASES: [path: string, before: string, after: string, lines: number[]][] = [
  ['ruff.toml', 'line-length = 100\n', 'line-length = 100\nignore = ["S307"]\n', [2]],
  [
    'pyproject.toml',
    '[tool.ruff.lint]\nignore = [\n  "E501",\n]\n',
    '[tool.ruff.lint]\nignore = [\n  "E501",\n  "S307",\n]\n',
    [4],
  ],
  ['pyproject.toml', '[tool.ruff]\n', '[tool.ruff]\n[tool.ruff.lint]\nextend-ignore = ["S"]\nselect = ["E"]\n', [3]],
  ['setup.cfg', '[flake8]\n', '[flake8]\nignore = E501\n', [2]],
  ['.flake8', '[flake8]\nextend-ignore =\n  E501\n', '[flake8]\nextend-ignore =\n  E501\n  W503\n', [4]],
  ['.pylintrc', '[MESSAGES CONTROL]\n', '[MESSAGES CONTROL]\ndisable=eval-used\n', [2]],
  ['.eslintrc.json', '{"rules": {\n}}\n', '{"rules": {\n  "no-eval": "off",\n  "no-var": 0\n}}\n', [2, 3]],
  ['web/.eslintrc.yml', 'rules:\n', 'rules:\n  no-eval: off\n', [2]],
  ['eslint.config.js', 'export default [\n];\n', "export default [\n  { ignores: ['src/legacy/**'] },\n];\n", [2]],
  ['package.json', '{"eslintConfig": {"rules": {\n}}}\n', '{"eslintConfig": {"rules": {\n"no-eval": "off"\n}}}\n', [2]],
  ['.oxlintrc.json', '{"rules": {\n}}\n', '{"rules": {\n"eqeqeq-always": "off"\n}}\n', [2]],
  ['.golangci.yml', 'linters:\n  disable:\n    - lll\n', 'linters:\n  disable:\n    - lll\n    - errcheck\n', [4]],
  ['.rubocop.yml', 'Style/Foo:\n', 'Style/Foo:\n  Enabled: false\n', [2]],
  ['.swiftlint.yml', 'disabled_rules:\n', 'disabled_rules:\n- force_cast\nopt_in_rules:\n- x\n', [2]],
  ['.eslintignore', 'dist\n', 'dist\n# generated\nsrc/pay.js\n', [3]],
  ['.luacheckrc', 'std = "lua54"\n', 'std = "lua54"\nignore = {"212"}\n', [2]],
];

/** Switches nothing off. */
const NONE: [path: string, before: string, after: string][] = [
  ['pyproject.toml', '[project]\n', '[project]\ndependencies = ["ignore"]\n[tool.setuptools]\nexclude = ["tests"]\n'],
  ['package.json', '{\n}\n', '{\n"timeout": 0,\n"version": "0.1.0"\n}\n'],
  ['.golangci.yml', 'issues:\n', 'issues:\n  max-issues-per-linter: 0\nlinters:\n  enable:\n    - errcheck\n'],
  ['ruff.toml', 'ignore = ["S307"]\nselect = ["E"]\n', 'select = ["E"]\nignore = ["S307"]\n'],
  ['ruff.toml', '', 'ignore = []\nselect = ["E"]\n'],
  ['src/config.json', '{}\n', '{"no-eval": "off", "ignore": ["x"]}\n'],
  ['src/app.py', '', 'ignore = ["x"]\n'],
];

describe('review/switched-off', () => {
  it('finds rules and paths that a change switches off, by the way of each tool', async () => {
    for (const [path, before, after, lines] of CASES) {
      const found = suppressionsIn(await diffOfTexts({ [path]: before }, { [path]: after }));
      assert.deepEqual(found.map(({ line }) => line), lines, `${path}\n${after}`); // prettier-ignore
    }
  });

  it('finds none where nothing is switched off, or only moved', async () => {
    for (const [path, before, after] of NONE) {
      const found = suppressionsIn(await diffOfTexts({ [path]: before }, { [path]: after }));
      assert.deepEqual(found, [], `${path}\n${after}`);
    }
  });
});
