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
import type { ImportStrategy, StrategyKind } from '../import-strategy.ts';
import { msbuildUsings } from '../manifests/msbuild-usings.ts';
import { lastPart, namespaceAt, parentOf } from '../namespace-at.ts';
import { Namespaces } from '../namespaces.ts';
import type { Ref } from '../refs.ts';
import { relativeImports } from '../relative-imports.ts';

/**
 * `global using` counts for its project. Its folder is the one that the file with the usings stands in, but for folders
 * such as Properties that hold what belongs to the project as a whole.
 */
const SHARED_FOLDER = /(^|\/)(?:Properties|Usings|GlobalUsings|Common|Shared)$/;

/** Name of the table of usings that count for all files. */
const GLOBALS = 'global usings';

export const packageNames: StrategyKind = { make: makePackageNames };

/** `global using Acme.Text;` */
interface GlobalUsing {
  /** Folder whose files have it. */
  dir: string;
  fact: ImportFact;
  /** Whether it counts for languages with open namespaces. */
  open: boolean;
  /** The file that says it; undefined where a manifest does. */
  from?: number;
}

interface Packages {
  program: Program;
  /** Files of one family see each other's packages. */
  byFamily: Map<string, Namespaces>;
  globals: GlobalUsing[];
}

function makePackageNames(program: Program, files: SourceFile[], manifests: ManifestFile[]): ImportStrategy {
  const packages: Packages = { program, byFamily: new Map(), globals: [] };
  for (const file of files) namespacesOf(packages, file).addFile(file, file.facts.module ?? '');
  packages.globals.push(...files.flatMap((file) => writtenGlobals(program, file)));
  packages.globals.push(...msbuildUsings(manifests).map((using) => ({ ...using, open: true })));
  return {
    namesAreGlobal: true,
    bound: (fact, file) => findBound(packages, fact, file),
    localName: (fact) => fact.alias ?? (fact.name === '*' ? undefined : (fact.name ?? lastPart(fact.source))),
    ambient: (file, scope, name) => findAmbient(packages, file, scope, name),
    member(key, name) {
      for (const index of packages.byFamily.values()) {
        const namespace = index.nameOf(key);
        if (namespace !== undefined) return index.member(namespace, name);
      }
      return [];
    },
    namespaceOf(def) {
      const file = program.fileOf[def];
      return file === undefined ? undefined : namespacesOf(packages, file).key(namespaceAt(program, file, def));
    },
    packageName: (key) => key.slice(key.indexOf(':') + 1),
    packageOf: (file) => file.facts.module,
  };
}

function namespacesOf({ byFamily, program }: Packages, { rules: { family } }: SourceFile): Namespaces {
  let index = byFamily.get(family);
  if (index === undefined) byFamily.set(family, (index = new Namespaces(`package-${family}`, program)));
  return index;
}

function writtenGlobals(program: Program, file: SourceFile): GlobalUsing[] {
  const dir = file.dir.replace(SHARED_FOLDER, '');
  return file.facts.imports
    .filter((fact) => fact.form === 'global' && fact.name === '*')
    .map((fact) => {
      program.trace.provide(file.index, GLOBALS);
      return { dir, fact, open: file.rules.openNamespaces, from: file.index };
    });
}

function findBound(packages: Packages, fact: ImportFact, file: SourceFile): Ref[] {
  const index = namespacesOf(packages, file);
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
}

function findAmbient(packages: Packages, file: SourceFile, scope: ScopeId, name: string): Ref[] {
  const index = namespacesOf(packages, file);
  const around = inNamespacesAround(packages, file, scope, name);
  if (around.length > 0) return around;
  const brought = inGlobals(packages, file, name);
  if (brought.length > 0) return brought;
  // The first name of a full path: `a.b.C.m()` written out.
  return index.has(name) ? [{ to: 'namespace', key: index.key(name) }] : [];
}

function inNamespacesAround(packages: Packages, file: SourceFile, scope: ScopeId, name: string): Ref[] {
  const { openNamespaces } = file.rules;
  const isRelative = relativeImports.of(file.rules).relativeImports;
  const index = namespacesOf(packages, file);
  const inner = namespaceAt(packages.program, file, scope);
  for (let at = inner; ; at = parentOf(at)) {
    const found = index.member(at, name, { near: file });
    // `package test.os` does not open `test` (Scala): there os is the package os, not test.os.
    const isWhole = isRelative && at !== inner && index.has(name);
    if (found.length > 0 && !(isWhole && found.some((ref) => ref.to === 'namespace'))) return found;
    if (at === '' || (!openNamespaces && at === (file.facts.module ?? ''))) return [];
  }
}

/** What a `global using` brings into a file. */
function inGlobals(packages: Packages, file: SourceFile, name: string): Ref[] {
  const { globals, program } = packages;
  program.trace.dependOnEntries(GLOBALS);
  for (const { from } of globals) if (from !== undefined) program.trace.dependOnFile(from);
  for (const { dir, fact, open } of globals) {
    if (open !== file.rules.openNamespaces || !isBelow(file.dir, dir)) continue;
    for (const ref of findBound(packages, fact, file)) {
      const found = namespacesOf(packages, file).inside(ref, name);
      if (found.length > 0) return found;
    }
  }
  return [];
}

function isBelow(dir: string, project: string): boolean {
  return project === '' || dir === project || dir.startsWith(`${project}/`);
}
