/** Which strategy finds what a file imports: the one that its language names, made once for all files that have it. */
import type { ManifestFile } from '../../model/manifests.ts';
import { append } from '../program/append.ts';
import type { Program, SourceFile } from '../program/program.ts';
import { languageRules } from '../rules/language-rules.ts';
import type { ImportStrategy, StrategyKind } from './import-strategy.ts';
import { IMPORT_STRATEGIES } from './import-strategies.ts';

/** Of languages that name none: their imports lead nowhere. */
const NO_STRATEGY: ImportStrategy = { bound: () => [] };
const NO_NAME = 'none';

export function chooseStrategies(program: Program, manifests: ManifestFile[]): (file: SourceFile) => ImportStrategy {
  const groups = new Map<string, SourceFile[]>();
  for (const file of program.files) append(groups, file.rules.imports, file);
  const byName = new Map<string, ImportStrategy>();
  const strategyNamed = (name: string): ImportStrategy => {
    let strategy = byName.get(name);
    if (strategy === undefined) {
      strategy = kindNamed(name)?.make(program, groups.get(name) ?? [], manifests) ?? NO_STRATEGY;
      byName.set(name, strategy);
    }
    return strategy;
  };
  // Making one tells what its files provide. Where facts are there of none, it is likely that nobody asks for it.
  for (const [name, files] of groups) if (files.some(({ outline }) => !outline)) strategyNamed(name);
  return (file) => strategyNamed(file.rules.imports);
}

/** Whether the coming or going of a file of a language may change what the imports of all files lead to. */
export function changesAllImports({ language, path }: { language: string; path: string }): boolean {
  return kindNamed(languageRules(language).imports)?.changesAll?.(path) === true;
}

/** Throws where no strategy has the name: a language.json says something else than it means. */
export function kindNamed(name: string): StrategyKind | undefined {
  if (name === NO_NAME) return undefined;
  const kind = IMPORT_STRATEGIES.get(name);
  if (kind !== undefined) return kind;
  const known = [...IMPORT_STRATEGIES.keys()].sort().join(', ');
  throw new Error(`no import strategy is called "${name}": name one of ${known} as imports.strategy in language.json`);
}
