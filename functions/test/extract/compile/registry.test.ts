import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { grammarOf, initialiseParsing } from '../../../src/extract/compile/grammars.ts';
import { loadRegistry } from '../../../src/extract/compile/registry.ts';

const LANGUAGES = new URL('../../../languages/', import.meta.url);

describe('the language registry', () => {
  const registry = loadRegistry();

  it('finds every folder that has a language.json, by that file alone', () => {
    const root = mkdtempSync(join(tmpdir(), 'reviewgraph-languages-'));
    try {
      cpSync(new URL('lua/', LANGUAGES), join(root, 'moon'), { recursive: true });
      const path = join(root, 'moon', 'language.json');
      const written = readFileSync(path, 'utf8').replace('"name": "lua"', '"name": "moon"');
      writeFileSync(path, written.replace('"title": "Lua"', '"title": "Moon"').replaceAll('.lua"', '.moon"'));
      mkdirSync(join(root, 'notes'));
      const found = loadRegistry({ root: pathToFileURL(`${root}/`) });
      assert.deepEqual(found.names, ['moon']);
      assert.equal(found.get('moon')?.head.title, 'Moon');
      assert.equal(found.languageOf('a.moon'), 'moon');
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });

  const files: [path: string, head: string | undefined, language: string | undefined][] = [
    ['a.py', undefined, 'python'],
    ['deep/er/文件.py', undefined, 'python'],
    ['A.PY', undefined, 'python'],
    ['types.d.ts', undefined, 'typescript'],
    ['view.tsx', undefined, 'typescript'],
    ['view.jsx', undefined, 'javascript'],
    ['SConstruct', undefined, 'python'],
    ['tool', '#!/usr/bin/env python3\n', 'python'],
    ['tool', '#!/usr/bin/env -S python3.12 -u\n', 'python'],
    ['tool', '#!/usr/bin/node --no-warnings\n', 'javascript'],
    ['tool', 'no shebang', undefined],
    ['tool', undefined, undefined],
    ['.py', undefined, undefined],
    ['README.md', undefined, undefined],
    ['a.h', '#include <stdio.h>\nint f(void);\n', 'c'],
    ['a.h', '#pragma once\nnamespace a {\nclass B;\n}\n', 'cpp'],
    ['b.h', 'struct P { int a; };\nstruct S : P { int b; };\n', 'cpp'],
    ['c.h', 'struct P {\n  P() = default;\n  int a() const noexcept;\n};\n', 'cpp'],
    ['d.h', 'struct P { unsigned a : 3; int b:2; };\nint (*open)(int) = 0;\nint operator_of(int a);\n', 'c'],
  ];
  for (const [path, head, language] of files) {
    it(`${path}${head === undefined ? '' : ` ${JSON.stringify(head.split('\n')[0])}`} is ${language ?? 'none'}`, () => {
      assert.equal(registry.languageOf(path, head), language);
    });
  }
});

describe('a language folder that is wrong', () => {
  let root: string;

  before(async () => {
    await initialiseParsing();
    root = mkdtempSync(join(tmpdir(), 'reviewgraph-languages-'));
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  /** A copy of the Python folder under its own root, with one replacement in one file. */
  function changed(file: 'language.json' | 'facts.scm', from: string, to: string): URL {
    const copy = mkdtempSync(join(root, 'case-'));
    cpSync(new URL('python/', LANGUAGES), join(copy, 'python'), { recursive: true });
    const path = join(copy, 'python', file);
    const text = readFileSync(path, 'utf8');
    assert.ok(text.includes(from), `${file} no longer says ${from}`);
    writeFileSync(path, text.replace(from, to));
    return pathToFileURL(`${copy}/`);
  }

  async function load(folder: URL): Promise<void> {
    const definition = loadRegistry({ root: folder }).get('python');
    assert.ok(definition);
    // Another file name, so that the grammar compiled for the real folder is not taken.
    await grammarOf({ ...definition, name: `python ${folder.pathname}` }, 'a.py');
  }

  const faults: [string, 'language.json' | 'facts.scm', string, string, RegExp][] = [
    ['an unknown key', 'language.json', '"family"', '"famly"', /languages\/python\/language\.json/],
    ['an unknown node type', 'language.json', '"attribute": {', '"atribute": {', /no node type "atribute"/],
    ['an unknown field', 'language.json', '"of": "object"', '"of": "objekt"', /no field "objekt"/],
    ['an unknown capture', 'facts.scm', '@definition.class', '@definition.klass', /unknown @definition\.klass/],
    ['an unknown setting', 'facts.scm', '#set! through element', '#set! trough element', /unknown \(#set! trough\)/],
    ['a predicate outside of its pattern', 'facts.scm', '; ── calls', '(#set! form x)\n; ── calls', /captures nothing/],
  ];
  for (const [name, file, from, to, message] of faults) {
    it(`with ${name} is refused with the place`, async () => {
      await assert.rejects(async () => load(changed(file, from, to)), message);
    });
  }

  it('can be left out of a registry that is told what to do', () => {
    const wrong: string[] = [];
    const registry = loadRegistry({
      root: changed('language.json', '"family"', '"famly"'),
      onInvalid: (name) => wrong.push(name),
    });
    assert.deepEqual([wrong, registry.names], [['python'], []]);
  });
});
