import assert from 'node:assert/strict';
import { suppressionsIn } from '../../../src/review/facts/suppressions.ts';
import { diffOfTexts } from '../../support/findings.ts';

const SILENCED: Record<string, string[]> = {
  'a.py': [
    'x = eval(y)  # noqa: S307',
    'import os  # NOQA',
    'z = f()  # type: ignore[arg]',
    '# pylint: disable=W0611',
    'run(x)  # nosec',
  ],
  'a.ts': [
    '// eslint-disable-next-line no-eval',
    '/* eslint-disable */',
    '// @ts-ignore',
    '// @ts-expect-error wrong',
    '/* eslint no-eval: "off" */',
    '// biome-ignore lint: no',
  ],
  'a.go': ['x() //nolint:errcheck', '//revive:disable', '// #nosec G101'],
  'a.rs': ['#[allow(dead_code)]', '#![allow(clippy::all)]'],
  'a.java': ['@SuppressWarnings("unchecked")', 'int x; // NOSONAR'],
  'a.kt': ['@Suppress("UNUSED")'],
  'a.rb': ['foo # rubocop:disable Style/Foo'],
  'a.php': ['/** @phpstan-ignore-next-line */'],
  'a.sh': ['# shellcheck disable=SC2086'],
  'a.c': ['#pragma GCC diagnostic ignored "-Wunused"', 'x; // NOLINT'],
  'eslint.config.js': ["  'no-eval': 'off',", '  "no-var": 0,'],
};

describe('review/facts suppressions', () => {
  it('are found in added lines of every language and in configurations that are code', async () => {
    const after = Object.fromEntries(Object.entries(SILENCED).map(([path, lines]) => [path, `${lines.join('\n')}\n`]));
    const found = suppressionsIn(await diffOfTexts({}, after));
    for (const [path, lines] of Object.entries(SILENCED)) {
      assert.deepEqual(found.filter((one) => one.path === path).map(({ line }) => line), lines.map((_, at) => at + 1), path); // prettier-ignore
    }
    assert.equal(found.find(({ path }) => path === 'a.py')?.text, '# noqa: S307');
  });

  it('are none where they were before, only moved, or are not meant', async () => {
    const old = 'def f():\n    x = 1  # noqa\n    return x\n';
    assert.deepEqual(suppressionsIn(await diffOfTexts({ 'a.py': old }, { 'a.py': old.replace('x = 1', 'x = 2') })), []);
    const moved = 'def f():\n    return x\n    x = 1  # noqa\n';
    assert.deepEqual(suppressionsIn(await diffOfTexts({ 'a.py': old }, { 'a.py': moved })), []);
    const plain = 'ignore = True\nallow(x)\n# we do not disable the linter\n# ignore the type here\n';
    assert.deepEqual(suppressionsIn(await diffOfTexts({}, { 'a.py': plain })), []);
  });
});
