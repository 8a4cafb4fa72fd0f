import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changed, GO, lint, notesOf, PYTHON, rulesOf, SCRIPT, withConfig } from '../../support/linted-texts.ts';

describe('linters on hostile files and configurations', () => {
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
    const config = `exclude = [${JSON.stringify(pattern)}, "+(a|aa)+$", "${'{a,b}'.repeat(10)}"]\n[lint]\nselect = ["F632"]\n`;
    const outcome = await withConfig('python_linter', 'r.toml', config, [changed(`${'a'.repeat(200)}.py`, PYTHON)]);
    assert.deepEqual(rulesOf(outcome), ['F632']);
    assert.match(notesOf(outcome).join(), /\{a,b\} is too complex/);
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
