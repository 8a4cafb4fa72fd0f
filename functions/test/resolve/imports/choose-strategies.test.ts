import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { changesAllImports, kindNamed } from '../../../src/resolve/imports/choose-strategies.ts';
import { languageRules } from '../../../src/resolve/rules/language-rules.ts';

const LANGUAGES = readdirSync(join(import.meta.dirname, '../../../languages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe('resolve/imports/choose-strategies', () => {
  it('has the strategy that each language names', () => {
    const names = new Set(LANGUAGES.map((language) => languageRules(language).imports));
    assert.ok(names.size > 5, [...names].join());
    for (const name of names) if (name !== 'none') assert.equal(typeof kindNamed(name)?.make, 'function', name);
  });

  it('tells which names there are when a language names another one', () => {
    assert.throws(
      () => kindNamed('lua-modules'),
      /no import strategy is called "lua-modules": name one of .*lua-require/,
    );
    assert.throws(() => kindNamed('constructor'), /no import strategy/);
    assert.equal(kindNamed('none'), undefined);
  });

  it('knows files whose coming changes all imports of their language', () => {
    const paths = ['pkg/__init__.py', '__init__.py', 'pkg/my__init__.py', 'pkg/a.py'];
    assert.deepEqual(
      paths.filter((path) => changesAllImports({ language: 'python', path })),
      ['pkg/__init__.py', '__init__.py'],
    );
    assert.equal(changesAllImports({ language: 'ruby', path: 'pkg/__init__.py' }), false);
    assert.equal(changesAllImports({ language: 'no such language', path: 'pkg/__init__.py' }), false);
  });
});
