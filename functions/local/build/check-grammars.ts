/**
 * Does every grammar load with its language's query and tables, and does it parse every example without a problem?
 * Published grammar builds break in both ways, and a file that parses badly is indexed badly without anybody noticing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initialiseParsing } from '../../src/extract/compile/grammars.ts';
import { createInlineExtractor } from '../../src/extract/pool/inline-extractor.ts';
import { loadRegistry } from '../../src/extract/compile/registry.ts';
import { PACKAGE } from '../stack/toolchain.ts';

/** Rejects with one line per problem: `languages/lua/examples/a.lua:3: …`. */
export async function checkGrammars(): Promise<void> {
  await initialiseParsing();
  const registry = loadRegistry();
  const extractor = createInlineExtractor(registry);
  const problems: string[] = [];
  for (const language of registry.names) {
    for (const path of exampleFiles(language)) {
      const text = readFileSync(join(PACKAGE, path), 'utf8');
      if (registry.languageOf(path, text) !== language) continue; // What the example is compared with.
      const facts = await extractor.extract({ path, language, text });
      for (const { line, message } of facts.problems) problems.push(`${path}:${line ?? 1}: ${message}`);
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** Paths relative to the package. */
function exampleFiles(language: string): string[] {
  const folder = join('languages', language, 'examples');
  if (!existsSync(join(PACKAGE, folder))) return [];
  return readdirSync(join(PACKAGE, folder)).map((name) => join(folder, name));
}
