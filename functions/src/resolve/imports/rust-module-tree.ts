/**
 * The tree of Rust modules in files: which file is a crate's root, which files are the child modules of one, and which
 * module is around.
 *
 *     src/lib.rs: mod a;            src/a.rs or src/a/mod.rs
 *     src/a.rs: mod b { mod c; }    src/a/b/c.rs
 *     #[path = "sys/unix.rs"] mod sys;      the file at that path
 */
import type { ImportFact } from '../../model/facts.ts';
import { definitionOf, fileAt } from '../program/program.ts';
import type { Program, ScopeId, SourceFile } from '../program/program.ts';
import { dirName, joinPath } from './paths.ts';
import type { Ref } from './refs.ts';

export interface ModuleTree {
  program: Program;
  /** Paths of the files that are Rust. */
  own: ReadonlySet<string>;
  /** Modules that give files their place by a path, by that path. */
  given: Map<string, { module: Ref; file: number }>;
}

export function fileIn({ own, program }: ModuleTree, path: string): SourceFile | undefined {
  const found = fileAt(program, path);
  return found !== undefined && own.has(path) ? found : undefined;
}

/** File of the root of the crate that a file is part of. */
export function rootOf(tree: ModuleTree, file: SourceFile): SourceFile | undefined {
  for (let dir = file.dir; ; dir = dirName(dir)) {
    const roots = [`${dir}/lib.rs`, `${dir}/main.rs`].map((path) => fileIn(tree, path.replace(/^\//, '')));
    // A program beside the library is a crate of its own, and so is each file of tests, examples and bin.
    if (isRootFile(file)) return file;
    const found = roots.find((root) => root !== undefined);
    if (found !== undefined) return found;
    if (dir === '') return undefined;
  }
}

function isRootFile({ facts: { path } }: SourceFile): boolean {
  return /(^|\/)(lib|main|build)\.rs$/.test(path) || /(^|\/)(bin|tests|examples|benches)\/[^/]+\.rs$/.test(path);
}

function isModFile({ facts: { path } }: SourceFile): boolean {
  return /(^|\/)mod\.rs$/.test(path);
}

/** Folder that a file's child modules lie in: src for src/lib.rs, src/a for src/a.rs and src/a/mod.rs. */
function childDir(file: SourceFile): string {
  return isRootFile(file) || isModFile(file) ? file.dir : file.facts.path.replace(/\.rs$/, '');
}

/** Folder that the child modules of a module lie in: those of `mod a { mod b; }` are a folder further in. */
function childDirOf(program: Program, file: SourceFile, module: Ref): string {
  const inner: string[] = [];
  for (let s = module.to === 'def' ? module.def : -1; s >= 0; s = program.outer[s] ?? -1)
    inner.unshift(definitionOf(program, s).name);
  return [childDir(file), ...inner].filter((part) => part !== '').join('/');
}

/** Path that `#[path]` gives: from the file's folder, and in `mod a { … }` from that of its children. */
export function givenPath(program: Program, file: SourceFile, module: Ref, source: string): string | undefined {
  return joinPath(module.to === 'def' ? childDirOf(program, file, module) : file.dir, source);
}

/** File of a child module. `module`: the file itself, or a module that stands in it. */
export function childFile(tree: ModuleTree, file: SourceFile, name: string, module: Ref): SourceFile | undefined {
  const { program } = tree;
  program.trace.dependOnFile(file.index);
  const given = modulesWithPath(file).find(
    (fact) => fact.alias === name && isSameModule(moduleOf(program, file, fact), module),
  );
  const path = given === undefined ? undefined : givenPath(program, file, module, given.source);
  if (path !== undefined) return fileIn(tree, path);
  const dir = childDirOf(program, file, module);
  // `mod r#async;` is async.rs.
  const bare = name.replace(/^r#/, '');
  const usual = dir === '' ? bare : `${dir}/${bare}`;
  const found = fileIn(tree, `${usual}.rs`) ?? fileIn(tree, `${usual}/mod.rs`);
  return found === file ? undefined : found;
}

/** `mod x;` that say which file they mean. */
export function modulesWithPath(file: SourceFile): ImportFact[] {
  return file.facts.imports.filter((fact) => fact.form === 'mod' && fact.alias !== undefined);
}

/** A module gives the file at a path its place; the first one that does counts. */
export function providePath({ given, program }: ModuleTree, path: string, by: { module: Ref; file: number }): void {
  program.trace.provide(by.file, givenKey(path));
  if (!given.has(path)) given.set(path, by);
}

function givenKey(path: string): string {
  return `rust module:${path}`;
}

/** The module around a file. */
export function parentOf(tree: ModuleTree, file: SourceFile): Ref[] {
  const { given, program } = tree;
  program.trace.dependOnEntries(givenKey(file.facts.path));
  const by = given.get(file.facts.path);
  if (by === undefined) {
    const parent = parentFile(tree, file);
    return parent === undefined ? [] : [{ to: 'file', file: parent.index }];
  }
  program.trace.dependOnFile(by.file);
  return [by.module];
}

function parentFile(tree: ModuleTree, file: SourceFile): SourceFile | undefined {
  if (isRootFile(file)) return undefined;
  const dir = isModFile(file) ? dirName(file.dir) : file.dir;
  const inDir = (name: string): SourceFile | undefined => fileIn(tree, dir === '' ? name : `${dir}/${name}`);
  return inDir('mod.rs') ?? fileIn(tree, `${dir}.rs`) ?? inDir('lib.rs') ?? inDir('main.rs');
}

/** Module that a scope's code stands in: an inner one, else the file. */
export function moduleAt(program: Program, file: SourceFile, scope: ScopeId): Ref {
  for (let s: ScopeId | undefined = scope; s !== undefined && s >= 0; s = program.outer[s]) {
    if (definitionOf(program, s).kind === 'module') return { to: 'def', def: s };
  }
  return { to: 'file', file: file.index };
}

/** Module that an import stands in. */
export function moduleOf(program: Program, file: SourceFile, fact: ImportFact): Ref {
  return moduleAt(program, file, fact.scope < 0 ? -1 - file.index : file.base + fact.scope);
}

function isSameModule(a: Ref, b: Ref): boolean {
  if (a.to === 'def') return b.to === 'def' && a.def === b.def;
  return a.to === 'file' && b.to === 'file' && a.file === b.file;
}
