/**
 * Rust: a crate is a tree of modules from src/lib.rs or src/main.rs; a module is a file (`a.rs`, `a/mod.rs`) or stands
 * inside one (`mod a { … }`). Paths begin at the crate, at self or super, at a name in scope, or at another crate.
 *
 *     use crate::util::go;     use super::*;     use acme_core::Thing as T;     pub use self::inner::Item;
 *     mod a;     #[path = "sys/unix.rs"] mod sys;
 */
import type { ImportFact } from '../../../model/facts.ts';
import type { ManifestFile } from '../../../model/manifests.ts';
import { append } from '../../program/append.ts';
import { namesIn } from '../../program/program.ts';
import type { Program, ScopeId, SourceFile } from '../../program/program.ts';
import { Memo } from '../../tracking/memo.ts';
import type { ImportStrategy, StrategyKind } from '../import-strategy.ts';
import { readCrates } from '../manifests/cargo-crates.ts';
import { under } from '../paths.ts';
import { nearestDirs } from '../../program/folders.ts';
import type { Ref } from '../refs.ts';
import {
  childFile,
  fileIn,
  givenPath,
  modulesWithPath,
  moduleAt,
  moduleOf,
  parentOf,
  providePath,
  rootOf,
} from '../rust-module-tree.ts';
import type { ModuleTree } from '../rust-module-tree.ts';

/** Begins the keys of modules that stand in a file. */
const INNER = 'rust module ';

/** Each module has its own: `use super::*` brings none of them. */
const OWN_TO_SCOPE: ReadonlySet<string> = new Set(['super', 'self', 'crate', '$crate']);

export const rustModules: StrategyKind = { make: makeRustModules };

interface Crates {
  tree: ModuleTree;
  crates: readonly { name: string; dir: string }[];
  macros: ReadonlyMap<string, number[]>;
  /** What imports lead to. One whose path leads back to itself means nothing by that: `use rand::{self, Rng}`. */
  bound: Memo<ImportFact, Ref[]>;
}

function makeRustModules(program: Program, files: SourceFile[], manifests: ManifestFile[]): ImportStrategy {
  const tree: ModuleTree = { program, own: new Set(files.map((file) => file.facts.path)), given: new Map() };
  const rust: Crates = {
    tree,
    crates: readCrates(manifests),
    macros: readMacros(program, files),
    bound: new Memo(program.trace),
  };
  for (const file of files) {
    for (const fact of modulesWithPath(file)) {
      const module = moduleOf(program, file, fact);
      const path = givenPath(program, file, module, fact.source);
      if (path !== undefined) providePath(tree, path, { module, file: file.index });
    }
  }
  return {
    bound: (fact, file) => boundFrom(rust, fact, file),
    ownToScope: OWN_TO_SCOPE,
    localName,
    // `super::super::f()` is a member of a member.
    exported: (file, name) =>
      name === 'super' ? parentOf(tree, file) : fileRefs(childFile(tree, file, name, { to: 'file', file: file.index })),
    namespaceOf: (def) => `${INNER}${def}`,
    member: (key, name) =>
      name === 'super' && key.startsWith(INNER)
        ? superOf(rust, { to: 'def', def: Number(key.slice(INNER.length)) })
        : [],
    ambient: (file, scope, name) => findAmbient(rust, file, scope, name),
    packageOf: (file) => {
      for (const { name, dir } of rust.crates) if (dir === '' || file.facts.path.startsWith(`${dir}/`)) return name;
      return undefined;
    },
  };
}

function localName(fact: ImportFact): string | undefined {
  if (fact.alias !== undefined) return fact.alias === '_' ? undefined : fact.alias;
  if (fact.name === '*') return undefined;
  if (fact.name === 'self' || fact.name === undefined) return fact.source.slice(fact.source.lastIndexOf('.') + 1);
  return fact.name;
}

function findAmbient(rust: Crates, file: SourceFile, scope: ScopeId, name: string): Ref[] {
  const found = startOf(rust, name, file, moduleAt(rust.tree.program, file, scope));
  const elsewhere = found.filter((ref) => ref.to !== 'name' || ref.file !== file.index);
  return elsewhere.length > 0 ? elsewhere : macrosNamed(rust, file, name);
}

/** Macros of a name that files of the same crate define: `#[macro_use]` lets all modules below see them. */
function macrosNamed({ macros, tree }: Crates, file: SourceFile, name: string): Ref[] {
  const { program } = tree;
  program.trace.dependOnEntries(macroKey(name));
  const root = rootOf(tree, file);
  const inCrate = (macros.get(name) ?? []).filter((def) => {
    const home = program.fileOf[def];
    if (home === undefined || home === file) return false;
    program.trace.dependOnFile(home.index);
    return rootOf(tree, home) === root;
  });
  return inCrate.slice(-1).map((def) => ({ to: 'def', def }));
}

function macroKey(name: string): string {
  return `rust macro:${name}`;
}

/** Name → macros, in whatever files. */
function readMacros(program: Program, files: SourceFile[]): Map<string, number[]> {
  const macros = new Map<string, number[]>();
  for (const file of files) {
    file.facts.definitions.forEach((def, index) => {
      if (def.variant !== 'macro') return;
      program.trace.provide(file.index, macroKey(def.name));
      append(macros, def.name, file.base + index);
    });
  }
  return macros;
}

/** What an import leads to from the module that it stands in. */
function boundFrom(rust: Crates, fact: ImportFact, file: SourceFile): Ref[] {
  return rust.bound.of(fact, () => findBound(rust, fact, file), { value: [] });
}

function findBound(rust: Crates, fact: ImportFact, file: SourceFile): Ref[] {
  rust.tree.program.trace.dependOnFile(file.index);
  const module = moduleOf(rust.tree.program, file, fact);
  if (fact.form === 'mod') return fileRefs(childFile(rust.tree, file, fact.alias ?? fact.source, module));
  const path = fact.source.split('.').filter((part) => part !== '');
  if (fact.name !== undefined && fact.name !== '*' && fact.name !== 'self') path.push(fact.name);
  const [first, ...rest] = path;
  if (first === undefined) return [];
  let refs = startOf(rust, first, file, module);
  if (refs.length === 0) return OWN_TO_SCOPE.has(first) ? [] : [{ to: 'external', name: first }];
  for (const part of rest) refs = refs.flatMap((ref) => step(rust, ref, part));
  return refs;
}

/** What the first name of a path means in a module. */
function startOf(rust: Crates, first: string, file: SourceFile, module: Ref): Ref[] {
  const { tree, crates } = rust;
  const { program } = tree;
  // A macro means its own crate, wherever it is used.
  if (first === 'crate' || first === '$crate') return fileRefs(rootOf(tree, file));
  if (first === 'self') return [module];
  if (first === 'super') return superOf(rust, module);
  const local = module.to === 'def' ? step(rust, module, first) : [];
  if (local.length > 0) return local;
  const child = childFile(tree, file, first, { to: 'file', file: file.index });
  if (child !== undefined) return fileRefs(child);
  program.trace.dependOnFile(file.index);
  if (program.fileNames[file.index]?.get(first)?.some((entry) => entry.kind === 'def') === true)
    return [{ to: 'name', file: file.index, name: first }];
  const [found] = nearestDirs(
    crates.filter(({ name }) => name === first),
    file.dir,
  );
  if (found === undefined) return [];
  const { dir } = found;
  return fileRefs(fileIn(tree, under(dir, 'src/lib.rs')) ?? fileIn(tree, under(dir, 'lib.rs')));
}

/** A member of what a path has led to so far. */
function step(rust: Crates, ref: Ref, name: string): Ref[] {
  if (name === 'self') return [ref];
  if (name === 'super') return superOf(rust, ref);
  if (ref.to === 'file') return [{ to: 'name', file: ref.file, name }];
  if (ref.to === 'external') return [ref];
  if (ref.to === 'def') return stepIntoModule(rust, ref, name);
  return ref.to === 'name' ? stepIntoName(rust, ref, name) : [];
}

function stepIntoModule(rust: Crates, ref: Ref & { to: 'def' }, name: string): Ref[] {
  const { program } = rust.tree;
  return (namesIn(program, ref.def)?.get(name) ?? []).flatMap((entry): Ref[] => {
    if (entry.kind === 'def') return [{ to: 'def', def: entry.def }];
    const file = entry.kind === 'import' ? program.fileOf[ref.def] : undefined;
    if (entry.kind !== 'import' || file === undefined || entry.fact.name === '*') return [];
    return boundFrom(rust, entry.fact, file);
  });
}

/** A name of a file is a child module, or a module that stands in the file. */
function stepIntoName(rust: Crates, ref: Ref & { to: 'name' }, name: string): Ref[] {
  const { program } = rust.tree;
  const file = program.files[ref.file];
  if (file === undefined) return [];
  const child = childFile(rust.tree, file, ref.name, { to: 'file', file: file.index });
  if (child !== undefined) return [{ to: 'name', file: child.index, name }];
  program.trace.dependOnFile(file.index);
  const entries = program.fileNames[file.index]?.get(ref.name) ?? [];
  return entries.flatMap((entry) => (entry.kind === 'def' ? step(rust, { to: 'def', def: entry.def }, name) : []));
}

/** The module around. */
function superOf({ tree }: Crates, ref: Ref): Ref[] {
  const { program } = tree;
  if (ref.to === 'file') {
    const file = program.files[ref.file];
    return file === undefined ? [] : parentOf(tree, file);
  }
  if (ref.to !== 'def') return [];
  const file = program.fileOf[ref.def];
  return file === undefined ? [] : [moduleAt(program, file, program.outer[ref.def] ?? -1)];
}

function fileRefs(file: SourceFile | undefined): Ref[] {
  return file === undefined ? [] : [{ to: 'file', file: file.index }];
}
