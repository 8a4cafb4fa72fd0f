/**
 * Haskell: a file is the module it declares. An import without a list brings every name; one with an alias binds the
 * module under it.
 *
 *     import Data.Map (Map)        the name Map             import Acme.Base          every name
 *     import qualified A.B as B    the module, as B         import A.B                also as A.B
 */
import type { ImportFact } from '../../../model/facts.ts';
import { append } from '../../program/append.ts';
import type { Program, SourceFile } from '../../program/program.ts';
import { nearestDirs } from '../../program/folders.ts';
import type { Ref } from '../refs.ts';
import type { ImportStrategy, StrategyKind } from '../import-strategy.ts';

export const declaredModules: StrategyKind = { make: makeDeclaredModules };

function makeDeclaredModules(program: Program, files: SourceFile[]): ImportStrategy {
  const byName = new Map<string, SourceFile[]>();
  for (const file of files) {
    const name = file.facts.module ?? 'Main';
    program.trace.provide(file.index, moduleKey(name));
    append(byName, name, file);
  }

  const modulesOf = (fact: ImportFact, file: SourceFile): Ref[] => {
    program.trace.isProvided(moduleKey(fact.source));
    const found = byName.get(fact.source);
    if (found === undefined) return [{ to: 'external', name: fact.source }];
    const [near] = nearestDirs(found, file.dir);
    return near === undefined ? [] : [{ to: 'file', file: near.index }];
  };

  return {
    bound(fact, file) {
      const { name } = fact;
      const modules = modulesOf(fact, file);
      if (name === undefined || name === '*') return modules;
      return modules.map((ref) => (ref.to === 'file' ? { to: 'name', file: ref.file, name } : ref));
    },
    targets: modulesOf,
    localName: (fact) => fact.alias ?? (fact.name === '*' ? undefined : fact.name),
  };
}

function moduleKey(name: string): string {
  return `module:${name}`;
}
