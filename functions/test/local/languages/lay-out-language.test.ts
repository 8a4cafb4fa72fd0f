/** What `new-language` writes is a language: it loads, and extraction sees functions and calls by it. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { printFacts } from '../../../local/cli/output/print-facts.ts';
import { layOutLanguage } from '../../../local/languages/lay-out-language.ts';
import { nodeTypesSchema, suggestForms } from '../../../local/languages/suggest-forms.ts';
import { loadRegistry } from '../../../src/extract/compile/registry.ts';
import { createInlineExtractor } from '../../../src/extract/pool/inline-extractor.ts';

const MODULES = new URL('../../../node_modules/', import.meta.url);

interface Case {
  grammar: string;
  file: string;
  text: string;
  says: string[];
}

const CASES: Case[] = [
  {
    grammar: 'tree-sitter-python',
    file: 'tree-sitter-python.wasm',
    text: 'def greet(name):\n    dog.bark(name)\n\ndef main():\n    greet("x")\n',
    says: ['function greet(', 'call 2 greet  dog.bark(name)', 'call 5 main  greet(:string)'],
  },
  {
    grammar: 'tree-sitter-go',
    file: 'tree-sitter-go.wasm',
    text: 'package a\n\nfunc greet(name string) {\n\tprint(name)\n}\n\nfunc main() { greet("x") }\n',
    says: ['function greet(', 'call 4 greet  print(name)', 'call 7 main  greet('],
  },
];

describe('a new language', () => {
  let root: string;
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'reviewgraph-new-language-'));
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  for (const { grammar, file, text, says } of CASES) {
    it(`laid out from ${grammar} sees functions and calls`, async () => {
      const types = readFileSync(new URL(`${grammar}/src/node-types.json`, MODULES), 'utf8');
      const suggested = suggestForms(nodeTypesSchema.parse(JSON.parse(types)));
      const name = grammar.replace('tree-sitter-', 'new');
      const language = { name, title: 'New', extensions: ['.new'], package: grammar, file };
      const folder = join(root, grammar, name);
      mkdirSync(folder, { recursive: true });
      for (const [path, content] of layOutLanguage(language, suggested)) writeFileSync(join(folder, path), content);
      const registry = loadRegistry({ root: pathToFileURL(`${join(root, grammar)}/`) });
      const facts = await createInlineExtractor(registry).extract({ path: 'a.new', language: name, text });
      assert.deepEqual(facts.problems, []);
      const printed = printFacts(facts);
      for (const line of says) assert.ok(printed.includes(line), `${line}\nis not in\n${printed}`);
    });
  }

  it('without a grammar has all files, and expects the grammar in its own folder', () => {
    const language = {
      name: 'moon',
      title: 'Moon',
      extensions: ['.moon'],
      package: undefined,
      file: 'grammar/moon.wasm',
    };
    const files = layOutLanguage(language, suggestForms([]));
    assert.deepEqual([...files.keys()], ['language.json', 'facts.scm']);
    const folder = join(root, 'bare', 'moon');
    mkdirSync(folder, { recursive: true });
    for (const [path, content] of files) writeFileSync(join(folder, path), content);
    const registry = loadRegistry({ root: pathToFileURL(`${join(root, 'bare')}/`) });
    assert.equal(registry.languageOf('a.moon'), 'moon');
    assert.equal(registry.get('moon')?.source.grammars[0]?.file, 'grammar/moon.wasm');
  });
});
