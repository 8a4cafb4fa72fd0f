/**
 * Makes the imports of files an input of their own. A strategy that reads the imports of many files, such as what a header
 * includes, then depends on these imports and not on all that the files say.
 */
import type { FileFacts } from '../../model/facts.ts';
import type { Program, SourceFile } from '../program/program.ts';
import { hashOf } from '../tracking/hash-key.ts';

/** Outlines are left out: their imports are not known. */
export function provideImports({ trace }: Program, files: SourceFile[]): void {
  for (const { index, facts, outline } of files) if (!outline) trace.provideImports(index, importsKey(facts));
}

/** The same for the same imports on other lines. */
function importsKey({ path, imports }: FileFacts): string {
  const words = imports.map(({ line: _, ...rest }) => JSON.stringify(rest));
  return `i:${path} ${hashOf(words.join('\n'))}`;
}
