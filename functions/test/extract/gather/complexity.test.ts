/**
 * McCabe's number in every language: 1 + if, loop, case label (not default), catch, ternary, `&&` `||` `??` and their
 * assigning and word forms, comprehension condition, match guard. A nested function has its own and adds nothing.
 */
import assert from 'node:assert/strict';
import { createInlineExtractor } from '../../../src/extract/pool/inline-extractor.ts';
import { loadRegistry } from '../../../src/extract/compile/registry.ts';
import { CASES } from './complexity-cases.ts';

describe('complexity', () => {
  const registry = loadRegistry();
  const extractor = createInlineExtractor(registry);
  for (const [path, text, expected] of CASES) {
    it(`of ${path}`, async () => {
      const language = registry.languageOf(path, text) ?? '';
      const { definitions, problems } = await extractor.extract({ path, language, text });
      assert.deepEqual(problems, []);
      const found = definitions.flatMap(({ name, complexity }) =>
        complexity === undefined || !(name in expected) ? [] : [[name, complexity] as const],
      );
      assert.deepEqual(Object.fromEntries(found), expected);
    });
  }
});
