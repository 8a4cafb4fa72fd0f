/**
 * Does every grammar load, and does it parse every example of its language without a syntax error? Published grammar
 * builds break in both ways, and a file that parses badly is indexed badly without anybody noticing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { grammarOf, initialiseParsing } from '../src/extract/grammars.ts';
import { loadRegistry } from '../src/extract/registry.ts';
import { PACKAGE } from './toolchain.ts';

/** Rejects with one line per example that does not parse, or with why a grammar, its query or its tables do not load. */
export async function checkGrammars(): Promise<void> {
  await initialiseParsing({ quickStart: true });
  const registry = loadRegistry();
  const problems: string[] = [];
  for (const name of registry.names) {
    const definition = registry.get(name);
    if (definition === undefined) continue;
    const examples = exampleFiles(join(PACKAGE, 'languages', name, 'examples')).filter(
      (file) => registry.languageOf(file, readFileSync(file, 'utf8').slice(0, 16_384)) === name,
    );
    for (const file of examples) {
      const { parser } = await grammarOf(definition, file);
      const tree = parser.parse(readFileSync(file, 'utf8'));
      if (tree === null || tree.rootNode.hasError) problems.push(`${file}: the grammar finds a syntax error`);
      tree?.delete();
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

function exampleFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
