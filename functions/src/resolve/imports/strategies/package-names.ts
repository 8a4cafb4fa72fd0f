/**
 * Java, Kotlin, Scala, C#: what counts is the declared package or namespace, not the folder. Files of one package see
 * each other's names; imports name a type, a member of a type, or everything of a package.
 *
 *     import a.b.C          binds C           import static a.b.C.m      binds C's m
 *     import a.b.*          all of a package  using static A.B           all members of a type
 *     namespace A.B { }     sees A.B, then A, then what has no namespace (where `open` is set)
 */
import type { ImportFact } from '../../../model/facts.ts';
import type { ManifestFile } from '../../../model/manifests.ts';
import type { Program, ScopeId, SourceFile } from '../../program/program.ts';
import { definitionOf } from '../../program/program.ts';
import type { Ref } from '../refs.ts';
import type { ImportStrategy } from '../import-strategy.ts';
import { msbuildUsings } from '../manifests/msbuild-usings.ts';
import { Namespaces } from '../namespaces.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import { flag } from '../../rules/rule-types.ts';

/** Imports that begin with a name that is in view (Scala). */
export const relativeImports = ruleSet({
  relativeImports: flag(
    "An import's path may begin in the importing file's own package, or with a name that is in view.",
  ),
});

/**
 * `global using` counts for its project. Its folder is the one that the file with the usings stands in, but for folders
 * such as Properties that hold what belongs to the project as a whole.
 */
const SHARED_FOLDER = /(^|\/)(?:Properties|Usings|GlobalUsings|Common|Shared)$/;

/** Name of the table of usings that count for all files. */
const GLOBALS = 'global usings';

export function packageNames(program: Program, files: SourceFile[], manifests: ManifestFile[]): ImportStrategy {
  const byFamily = new Map<string, Namespaces>();
  const indexOf = (file: SourceFile): Namespaces => {
    const { family } = file.rules;
    let index = byFamily.get(family);
    if (index === undefined) byFamily.set(family, (index = new Namespaces(`package-${family}`, program)));
    return index;
  };
  for (const file of files) indexOf(file).addFile(file, file.facts.module ?? '');
  const written = files.flatMap((file) =>
    file.facts.imports
      .filter((fact) => fact.form === 'global' && fact.name === '*')
      .map((fact) => {
        program.trace.provide(file.index, GLOBALS);
        return { dir: file.dir.replace(SHARED_FOLDER, ''), fact, open: file.rules.openNamespaces, from: file.index };
      }),
  );
  const globals = [...written, ...msbuildUsings(manifests).map((using) => ({ ...using, open: true }))];

  const bound = (fact: ImportFact, file: SourceFile): Ref[] => {
    const index = indexOf(file);
    const path = fact.name === undefined || fact.name === '*' ? fact.source : `${fact.source}.${fact.name}`;
    const found = index.resolve(path, file);
    if (found.length > 0) return found;
    if (relativeImports.of(file.rules).relativeImports) {
      for (let around = file.facts.module ?? ''; around !== ''; around = parentOf(around)) {
        const inner = index.resolve(`${around}.${path}`, file);
        if (inner.length > 0) return inner;
      }
    }
    return index.has(fact.source) ? [] : [{ to: 'external', name: fact.source }];
  };

  return {
    bound,
    localName: (fact) => fact.alias ?? (fact.name === '*' ? undefined : (fact.name ?? lastPart(fact.source))),
    ambient(file, scope, name) {
      const index = indexOf(file);
      const inner = namespaceAt(program, file, scope);
      for (let at = inner; ; at = parentOf(at)) {
        const found = index.member(at, name, { near: file });
        // `package test.os` does not open `test` (Scala): there os is the package os, not test.os.
        const isWhole = relativeImports.of(file.rules).relativeImports && at !== inner && index.has(name);
        if (found.length > 0 && !(isWhole && found.some((ref) => ref.to === 'namespace'))) return found;
        if (at === '' || (!file.rules.openNamespaces && at === (file.facts.module ?? ''))) break;
      }
      program.trace.dependOnEntries(GLOBALS);
      for (const { from } of written) program.trace.dependOnFile(from);
      for (const { dir, fact, open } of globals) {
        if (open !== file.rules.openNamespaces || !isBelow(file.dir, dir)) continue;
        for (const ref of bound(fact, file)) {
          const found = index.inside(ref, name);
          if (found.length > 0) return found;
        }
      }
      // The first name of a full path: `a.b.C.m()` written out.
      return index.has(name) ? [{ to: 'namespace', key: index.key(name) }] : [];
    },
    member(key, name) {
      for (const index of byFamily.values()) {
        const namespace = index.nameOf(key);
        if (namespace !== undefined) return index.member(namespace, name);
      }
      return [];
    },
    namespaceOf(def) {
      const file = program.fileOf[def];
      return file === undefined ? undefined : indexOf(file).key(namespaceAt(program, file, def));
    },
    packageName: (key) => key.slice(key.indexOf(':') + 1),
    packageOf: (file) => file.facts.module,
  };
}

function isBelow(dir: string, project: string): boolean {
  return project === '' || dir === project || dir.startsWith(`${project}/`);
}

/** Namespace that a scope's code stands in: the file's, and the module definitions around. */
export function namespaceAt(program: Program, file: SourceFile, scope: ScopeId): string {
  const names: string[] = [];
  for (let at: ScopeId | undefined = scope; at !== undefined && at >= 0; at = program.outer[at]) {
    const def = definitionOf(program, at);
    if (def.kind === 'module' || def.variant === 'package_object') names.unshift(def.name);
  }
  return [file.facts.module ?? '', ...names].filter((name) => name !== '').join('.');
}

export function parentOf(namespace: string): string {
  const dot = namespace.lastIndexOf('.');
  return dot < 0 ? '' : namespace.slice(0, dot);
}

export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
