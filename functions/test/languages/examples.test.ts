/**
 * Every example of every language gives exactly the facts written beside it (`examples/x.py` → `examples/x.py.facts`),
 * and its grammar parses it without an error. `UPDATE_EXAMPLES=1` writes the files anew, to be read before committing.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { initialiseParsing } from '../../src/extract/compile/grammars.ts';
import { createInlineExtractor } from '../../src/extract/pool/inline-extractor.ts';
import { loadRegistry } from '../../src/extract/compile/registry.ts';
import { printFacts } from '../../local/cli/output/print-facts.ts';

const LANGUAGES = new URL('../../languages/', import.meta.url);

function examplesOf(language: string): string[] {
  const folder = new URL(`${language}/examples/`, LANGUAGES);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !name.endsWith('.facts'))
    .sort();
}

describe('language examples', () => {
  const invalid = new Map<string, Error>();
  const registry = loadRegistry({ onInvalid: (name, error) => invalid.set(name, error) });
  const extractor = createInlineExtractor(registry);
  const update = process.env['UPDATE_EXAMPLES'] === '1';

  before(() => initialiseParsing());

  for (const language of [...registry.names, ...invalid.keys()].sort()) {
    describe(language, () => {
      it('is described by a valid folder', () => {
        assert.equal(invalid.get(language), undefined);
      });

      for (const name of examplesOf(language)) {
        it(name, async () => {
          const source = new URL(`${language}/examples/${name}`, LANGUAGES);
          const expected = new URL(`${language}/examples/${name}.facts`, LANGUAGES);
          const text = readFileSync(source, 'utf8');
          assert.equal(registry.languageOf(name, text), language, 'the file is claimed by its language');
          const facts = await extractor.extract({ path: name, language, text });
          assert.deepEqual(facts.problems, []);
          const printed = printFacts(facts);
          if (update) writeFileSync(expected, printed);
          assert.ok(existsSync(expected), `no ${name}.facts: run with UPDATE_EXAMPLES=1 and read what it wrote`);
          assert.equal(printed, readFileSync(expected, 'utf8'));
        });
      }
    });
  }
});
