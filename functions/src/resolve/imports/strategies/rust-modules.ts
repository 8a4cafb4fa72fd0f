/**
 * Rust: a crate is a tree of modules from src/lib.rs or src/main.rs; a module is a file (`a.rs`, `a/mod.rs`) or stands
 * inside one (`mod a { … }`). Paths begin at the crate, at self or super, at a name in scope, or at another crate.
 *
 *     use crate::util::go;     use super::*;     use acme_core::Thing as T;     pub use self::inner::Item;
 *     mod a;     #[path = "sys/unix.rs"] mod sys;
 */
import { parse } from 'smol-toml';
import type { ImportFact } from '../../../model/facts.ts';
import type { ManifestFile } from '../../../model/manifests.ts';
import { definitionOf, fileAt, namesIn } from '../../program/program.ts';
import type { Program, ScopeId, SourceFile } from '../../program/program.ts';
import type { Ref } from '../refs.ts';
import { dirName, joinPath } from '../import-strategy.ts';
import type { ImportStrategy } from '../import-strategy.ts';

/** Begins the keys of modules that stand in a file. */
const INNER = 'rust module ';

/** Each module has its own: `use super::*` brings none of them. */
const OWN_TO_SCOPE: ReadonlySet<string> = new Set(['super', 'self', 'crate', '$crate']);

export function rustModules(program: Program, files: SourceFile[], manifests: ManifestFile[]): ImportStrategy {
  const crates = readCrates(manifests);
  const own = new Set(files.map((file) => file.facts.path));
  const at = (path: string): SourceFile | undefined => {
    const found = fileAt(program, path);
    return found !== undefined && own.has(path) ? found : undefined;
  };

  /** File of a crate's root for a file in it. */
  const rootOf = (file: SourceFile): SourceFile | undefined => {
    for (let dir = file.dir; ; dir = dirName(dir)) {
      const roots = [`${dir}/lib.rs`, `${dir}/main.rs`].map((path) => at(path.replace(/^\//, '')));
      // A program beside the library is a crate of its own, and so is each file of tests, examples and bin.
      if (isRootFile(file)) return file;
      const found = roots.find((root) => root !== undefined);
      if (found !== undefined) return found;
      if (dir === '') return undefined;
    }
  };

  const isRootFile = (file: SourceFile): boolean =>
    /(^|\/)(lib|main|build)\.rs$/.test(file.facts.path) ||
    /(^|\/)(bin|tests|examples|benches)\/[^/]+\.rs$/.test(file.facts.path);

  /** Folder that a file's child modules lie in: src for src/lib.rs, src/a for src/a.rs and src/a/mod.rs. */
  const childDir = (file: SourceFile): string =>
    isRootFile(file) || /(^|\/)mod\.rs$/.test(file.facts.path) ? file.dir : file.facts.path.replace(/\.rs$/, '');

  /** Folder that the child modules of a module lie in: those of `mod a { mod b; }` are a folder further in. */
  const childDirOf = (file: SourceFile, module: Ref): string => {
    const inner: string[] = [];
    for (let s = module.to === 'def' ? module.def : -1; s >= 0; s = program.outer[s] ?? -1) {
      inner.unshift(definitionOf(program, s).name);
    }
    return [childDir(file), ...inner].filter((part) => part !== '').join('/');
  };

  /** Path that `#[path]` gives: from the file's folder, and in `mod a { … }` from that of its children. */
  const givenPath = (file: SourceFile, module: Ref, source: string): string | undefined =>
    joinPath(module.to === 'def' ? childDirOf(file, module) : file.dir, source);

  /** `module`: the file itself, or a module that stands in it. */
  const childFile = (file: SourceFile, name: string, module: Ref): SourceFile | undefined => {
    program.trace.dependOnFile(file.index);
    const given = modulesWithPath(file).find((fact) => fact.alias === name && sameRef(moduleOf(file, fact), module));
    const path = given === undefined ? undefined : givenPath(file, module, given.source);
    if (path !== undefined) return at(path);
    const dir = childDirOf(file, module);
    // `mod r#async;` is async.rs.
    const bare = name.replace(/^r#/, '');
    const usual = dir === '' ? bare : `${dir}/${bare}`;
    const found = at(`${usual}.rs`) ?? at(`${usual}/mod.rs`);
    return found === file ? undefined : found;
  };

  /** Modules that give files their place by a path, by that path. */
  const givenTo = new Map<string, { module: Ref; file: number }>();

  const parentOf = (file: SourceFile): Ref[] => {
    program.trace.dependOnEntries(givenKey(file.facts.path));
    const given = givenTo.get(file.facts.path);
    if (given === undefined) return asRef(parentFile(file));
    program.trace.dependOnFile(given.file);
    return [given.module];
  };

  const parentFile = (file: SourceFile): SourceFile | undefined => {
    if (isRootFile(file)) return undefined;
    const dir = /(^|\/)mod\.rs$/.test(file.facts.path) ? dirName(file.dir) : file.dir;
    const inDir = (name: string): SourceFile | undefined => at(dir === '' ? name : `${dir}/${name}`);
    return inDir('mod.rs') ?? at(`${dir}.rs`) ?? inDir('lib.rs') ?? inDir('main.rs');
  };

  const asRef = (file: SourceFile | undefined): Ref[] => (file === undefined ? [] : [{ to: 'file', file: file.index }]);

  /** Module that a scope's code stands in: an inner one, else the file. */
  const moduleAt = (file: SourceFile, scope: ScopeId): Ref => {
    for (let s: ScopeId | undefined = scope; s !== undefined && s >= 0; s = program.outer[s]) {
      if (definitionOf(program, s).kind === 'module') return { to: 'def', def: s };
    }
    return { to: 'file', file: file.index };
  };

  const moduleOf = (file: SourceFile, fact: ImportFact): Ref =>
    moduleAt(file, fact.scope < 0 ? -1 - file.index : file.base + fact.scope);

  for (const file of files) {
    for (const fact of modulesWithPath(file)) {
      const module = moduleOf(file, fact);
      const path = givenPath(file, module, fact.source);
      if (path === undefined) continue;
      program.trace.provide(file.index, givenKey(path));
      if (!givenTo.has(path)) givenTo.set(path, { module, file: file.index });
    }
  }

  const superOf = (ref: Ref): Ref[] => {
    if (ref.to === 'file') {
      const file = program.files[ref.file];
      return file === undefined ? [] : parentOf(file);
    }
    if (ref.to !== 'def') return [];
    const file = program.fileOf[ref.def];
    return file === undefined ? [] : [moduleAt(file, program.outer[ref.def] ?? -1)];
  };

  const step = (ref: Ref, name: string): Ref[] => {
    if (name === 'self') return [ref];
    if (name === 'super') return superOf(ref);
    if (ref.to === 'file') return [{ to: 'name', file: ref.file, name }];
    if (ref.to === 'def') {
      return (namesIn(program, ref.def)?.get(name) ?? []).flatMap((e): Ref[] =>
        e.kind === 'def' ? [{ to: 'def', def: e.def }] : e.kind === 'import' ? importRefs(e.fact, ref) : [],
      );
    }
    if (ref.to !== 'name') return [];
    const file = program.files[ref.file];
    const child = file === undefined ? undefined : childFile(file, ref.name, { to: 'file', file: file.index });
    if (child !== undefined) return [{ to: 'name', file: child.index, name }];
    if (file !== undefined) program.trace.dependOnFile(file.index);
    const entries = file === undefined ? [] : (program.fileNames[file.index]?.get(ref.name) ?? []);
    return entries.flatMap((e) => (e.kind === 'def' ? step({ to: 'def', def: e.def }, name) : []));
  };

  const importRefs = (fact: ImportFact, ref: Ref & { to: 'def' }): Ref[] => {
    const file = program.fileOf[ref.def];
    return file === undefined || fact.name === '*' ? [] : boundFrom(fact, file, ref);
  };

  const start = (first: string, file: SourceFile, module: Ref): Ref[] => {
    // A macro means its own crate, wherever it is used.
    if (first === 'crate' || first === '$crate') return asRef(rootOf(file));
    if (first === 'self') return [module];
    if (first === 'super') return superOf(module);
    const local = module.to === 'def' ? step(module, first) : [];
    if (local.length > 0) return local;
    const child = childFile(file, first, { to: 'file', file: file.index });
    if (child !== undefined) return asRef(child);
    program.trace.dependOnFile(file.index);
    if (program.fileNames[file.index]?.get(first)?.some((entry) => entry.kind === 'def') === true) {
      return [{ to: 'name', file: file.index, name: first }];
    }
    const dir = crates.get(first);
    if (dir !== undefined) return asRef(at(join(dir, 'src/lib.rs')) ?? at(join(dir, 'lib.rs')));
    return [];
  };

  const join = (dir: string, path: string): string => (dir === '' ? path : `${dir}/${path}`);

  const boundFrom = (fact: ImportFact, file: SourceFile, module: Ref): Ref[] => {
    if (fact.form === 'mod') return asRef(childFile(file, fact.alias ?? fact.source, module));
    const path = fact.source.split('.').filter((part) => part !== '');
    if (fact.name !== undefined && fact.name !== '*' && fact.name !== 'self') path.push(fact.name);
    const [first, ...rest] = path;
    if (first === undefined) return [];
    let refs = start(first, file, module);
    if (refs.length === 0)
      return ['crate', '$crate', 'self', 'super'].includes(first) ? [] : [{ to: 'external', name: first }];
    for (const part of rest) refs = refs.flatMap((ref) => step(ref, part));
    return refs;
  };

  const bound = (fact: ImportFact, file: SourceFile): Ref[] => boundFrom(fact, file, moduleOf(file, fact));

  return {
    bound,
    ownToScope: OWN_TO_SCOPE,
    localName: (fact) => {
      if (fact.alias !== undefined) return fact.alias === '_' ? undefined : fact.alias;
      if (fact.name === '*') return undefined;
      if (fact.name === 'self' || fact.name === undefined) return fact.source.slice(fact.source.lastIndexOf('.') + 1);
      return fact.name;
    },
    // `super::super::f()` is a member of a member.
    offered: (file, name) =>
      name === 'super' ? parentOf(file) : asRef(childFile(file, name, { to: 'file', file: file.index })),
    namespaceOf: (def) => `${INNER}${def}`,
    member: (key, name) =>
      name === 'super' && key.startsWith(INNER) ? superOf({ to: 'def', def: Number(key.slice(INNER.length)) }) : [],
    ambient(file, scope, name) {
      const found = start(name, file, moduleAt(file, scope));
      return found.filter((ref) => ref.to !== 'name' || ref.file !== file.index);
    },
    packageOf: (file) => {
      for (const [name, dir] of crates) if (dir === '' || file.facts.path.startsWith(`${dir}/`)) return name;
      return undefined;
    },
  };
}

/** `mod x;` that say which file they mean. */
function modulesWithPath(file: SourceFile): ImportFact[] {
  return file.facts.imports.filter((fact) => fact.form === 'mod' && fact.alias !== undefined);
}

function givenKey(path: string): string {
  return `rust module:${path}`;
}

function sameRef(a: Ref, b: Ref): boolean {
  if (a.to === 'def') return b.to === 'def' && a.def === b.def;
  return a.to === 'file' && b.to === 'file' && a.file === b.file;
}

/** Crate name → folder of its Cargo.toml; `-` in names is written `_` in code. Nested folders first. */
function readCrates(manifests: ManifestFile[]): Map<string, string> {
  const found: [string, string][] = [];
  for (const manifest of manifests) {
    if (!/(^|\/)Cargo\.toml$/.test(manifest.path)) continue;
    const name = packageName(manifest.text);
    if (name !== undefined) found.push([name.replaceAll('-', '_'), dirName(manifest.path)]);
  }
  found.sort((a, b) => b[1].length - a[1].length || (a[1] < b[1] ? -1 : 1));
  return new Map(found);
}

function packageName(text: string): string | undefined {
  try {
    const { package: about, lib } = parse(text) as { package?: { name?: string }; lib?: { name?: string } };
    return lib?.name ?? about?.name;
  } catch {
    // A broken manifest names nothing; the sources still stand for themselves.
    return undefined;
  }
}
