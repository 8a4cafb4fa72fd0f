/** Which strategy finds what a file imports: the one that its language names, made once for all files that have it. */
import type { ManifestFile } from '../../model/manifests.ts';
import { append } from '../program/append.ts';
import type { Program, SourceFile } from '../program/program.ts';
import type { ImportStrategy } from './import-strategy.ts';
import { IMPORT_STRATEGIES } from './import-strategies.ts';

const NO_STRATEGY: ImportStrategy = { bound: () => [] };

export function chooseStrategies(program: Program, manifests: ManifestFile[]): (file: SourceFile) => ImportStrategy {
  const groups = new Map<string, SourceFile[]>();
  for (const file of program.files) {
    append(groups, file.rules.imports, file);
  }
  const byName = new Map<string, ImportStrategy>();
  for (const [name, files] of groups) {
    byName.set(name, IMPORT_STRATEGIES[name]?.(program, files, manifests) ?? NO_STRATEGY);
  }
  return (file) => byName.get(file.rules.imports) ?? NO_STRATEGY;
}
