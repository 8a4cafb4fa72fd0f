/**
 * Swift: every file of a module sees all names of it. Modules are a package's targets: what its manifest says, else the
 * folder below `Sources` or `Tests`, else everything (an app's sources). An import adds another module's names.
 *
 *     Sources/App/main.swift: import Core      sees App's names, then Core's (Sources/Core)
 */
import type { ImportFact } from '../../../model/facts.ts';
import type { ManifestFile } from '../../../model/manifests.ts';
import type { Program, SourceFile } from '../../program/program.ts';
import type { Ref } from '../refs.ts';
import type { ImportStrategy, StrategyKind } from '../import-strategy.ts';
import { Namespaces } from '../namespaces.ts';
import { swiftTargets } from '../manifests/swift-packages.ts';

export const swiftModules: StrategyKind = { make: makeSwiftModules };

function makeSwiftModules(program: Program, files: SourceFile[], manifests: ManifestFile[]): ImportStrategy {
  const declared = swiftTargets(manifests);
  const targetOf = (path: string): string => declared(path) ?? targetByFolder(path);
  const index = new Namespaces('swift', program);
  for (const file of files) index.addFile(file, targetOf(file.facts.path));

  const bound = (fact: ImportFact): Ref[] => {
    const name = fact.source.split('.')[0] ?? fact.source;
    return index.has(name) ? [{ to: 'namespace', key: index.key(name) }] : [{ to: 'external', name }];
  };

  return {
    namesAreGlobal: true,
    bound,
    localName: (fact) => fact.alias ?? fact.source.split('.')[0],
    ambient(file, _scope, name) {
      const own = index.member(targetOf(file.facts.path), name, { except: file.index, near: file });
      if (own.length > 0) return own;
      program.trace.dependOnFile(file.index);
      for (const fact of file.facts.imports) {
        for (const ref of bound(fact)) {
          const found = index.inside(ref, name);
          if (found.length > 0) return found;
        }
      }
      return [];
    },
    member(key, name) {
      const module = index.nameOf(key);
      return module === undefined ? [] : index.member(module, name);
    },
    packageName: (key) => key.slice('swift:'.length),
    packageOf: (file) => targetOf(file.facts.path) || undefined,
  };
}

/** `Sources/Core/Model/User.swift` → Core; '' when there are no targets. */
function targetByFolder(path: string): string {
  return /(?:^|\/)(?:Sources|Tests)\/([^/]+)\//.exec(path)?.[1] ?? '';
}
