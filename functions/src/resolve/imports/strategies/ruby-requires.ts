/**
 * Ruby: constants (classes, modules) are global, in one tree; loading is left to autoloaders, so a constant is found
 * wherever it stands, by lexical nesting first. Methods at a file's top level are seen by what requires the file.
 *
 *     require_relative 'lib/base'     lib/base.rb beside the file
 *     require 'acme/util'             acme/util.rb below the root, lib, app or the like, else a gem
 *     module Admin; User; end         Admin::User, else User, in whatever file
 *     class Acme::Job                 the same constant as `class Job` inside `module Acme`
 */
import type { ImportFact } from '../../../model/facts.ts';
import { append } from '../../program/append.ts';
import { fullName, isInTest } from '../../program/class-parts.ts';
import { definitionOf, fileAt, fileOfScope } from '../../program/program.ts';
import type { Program, ScopeId, SourceFile } from '../../program/program.ts';
import { isClassLike } from '../../program/qualified-names.ts';
import type { Ref } from '../refs.ts';
import { remember } from '../../tracking/memo.ts';
import { joinPath } from '../paths.ts';
import { sharedFolders } from '../../program/folders.ts';
import type { ImportStrategy, StrategyKind } from '../import-strategy.ts';
import { provideImports } from '../provide-imports.ts';
import { nearest, SuffixIndex } from '../suffix-index.ts';

const ROOTS = ['', 'lib', 'app', 'src', 'test', 'spec'];
const MAX_FILES = 500;

export const rubyRequires: StrategyKind = { make: makeRubyRequires };

interface Requires {
  program: Program;
  suffixes: SuffixIndex;
  /** Definitions of constants by their full name. */
  constants: ReadonlyMap<string, number[]>;
  /** Indexes of the files that a file loads, directly or not. */
  loadedBy(file: SourceFile): number[];
}

function makeRubyRequires(program: Program, files: SourceFile[]): ImportStrategy {
  const suffixes = new SuffixIndex(program, files);
  const requires: Requires = {
    program,
    suffixes,
    constants: constantsOf(program, files),
    loadedBy: remember(program.trace, (file: SourceFile) => loadedFiles(program, suffixes, file)),
  };
  provideImports(program, files);
  for (const { index } of files) {
    for (const name of program.fileNames[index]?.keys() ?? []) program.trace.provide(index, topKey(name));
  }
  return {
    namesAreGlobal: true,
    bound: (fact, file) => findRequired(program, suffixes, fact, file),
    localName: () => undefined,
    ambient: (file, scope, name) => findAmbient(requires, file, scope, name),
  };
}

function findRequired(program: Program, suffixes: SuffixIndex, fact: ImportFact, file: SourceFile): Ref[] {
  const name = fact.source.endsWith('.rb') ? fact.source : `${fact.source}.rb`;
  const relative = fact.form === 'require_relative';
  for (const dir of relative ? [file.dir] : [...ROOTS, file.dir]) {
    const path = joinPath(dir, name);
    const found = path === undefined ? undefined : fileAt(program, path);
    if (found !== undefined) return [{ to: 'file', file: found.index }];
  }
  if (relative) return [];
  // Gems of one repository have a lib folder each.
  const inLib = nearest(program, suffixes.endingIn(`lib/${name}`), file);
  return [inLib === undefined ? { to: 'external', name: fact.source } : { to: 'file', file: inLib }];
}

function loadedFiles(program: Program, suffixes: SuffixIndex, file: SourceFile): number[] {
  const out = new Set<number>();
  const queue = [file];
  for (let at = queue.shift(); at !== undefined && out.size < MAX_FILES; at = queue.shift()) {
    program.trace.dependOnImports(at.index);
    for (const fact of at.facts.imports) {
      for (const ref of findRequired(program, suffixes, fact, at)) {
        const next = ref.to === 'file' ? program.files[ref.file] : undefined;
        if (next === undefined || out.has(next.index)) continue;
        out.add(next.index);
        queue.push(next);
      }
    }
  }
  return [...out];
}

function findAmbient(requires: Requires, file: SourceFile, scope: ScopeId, name: string): Ref[] {
  const { program } = requires;
  // `::User` is the top's, whatever stands around.
  const top = /^(?:::|\.)(?=[A-Z])/.exec(name)?.[0].length ?? 0;
  if (top > 0) return chooseConstant(program, constantAt(requires, name.slice(top)) ?? [], file);
  if (/^[A-Z]/.test(name)) {
    for (const around of nestings(program, scope)) {
      const found = constantAt(requires, around === '' ? name : `${around}.${name}`);
      if (found !== undefined) return chooseConstant(program, found, file);
    }
    return [];
  }
  program.trace.dependOnEntries(topKey(name));
  const maker = requires.loadedBy(file).find((other) => program.fileNames[other]?.has(name) === true);
  return maker === undefined ? [] : [{ to: 'name', file: maker, name }];
}

function constantAt({ constants, program }: Requires, path: string): number[] | undefined {
  program.trace.dependOnEntries(constantKey(path));
  return constants.get(path);
}

/** Of a constant's definitions the one nearest to the file; of equally near ones the longest, which defines most. */
function chooseConstant(program: Program, defs: number[], file: SourceFile): Ref[] {
  for (const def of defs) program.trace.dependOnFile(fileOfScope(program, def).index);
  let best = defs[0];
  for (const def of defs) if (best !== undefined && isBetter(program, def, best, file)) best = def;
  return best === undefined ? [] : [{ to: 'def', def: best }];
}

/** Key of the files that have a name at their top level. */
function topKey(name: string): string {
  return `ruby top:${name}`;
}

function constantKey(path: string): string {
  return `ruby:${path}`;
}

/** Full name → definitions of a constant. */
function constantsOf(program: Program, files: SourceFile[]): Map<string, number[]> {
  const out = new Map<string, number[]>();
  for (const file of files) {
    file.facts.definitions.forEach((def, index) => {
      if (!/^[A-Z]/.test(def.name)) return;
      const number = file.base + index;
      const outer = program.outer[number] ?? -1;
      const around = outer < 0 ? '' : fullName(program, outer);
      if (around === undefined) return;
      const own = def.owner === undefined ? def.name : `${def.owner.name}.${def.name}`;
      const path = around === '' ? own : `${around}.${own}`;
      program.trace.provide(file.index, constantKey(path));
      append(out, path, number);
    });
  }
  return out;
}

/** Full names of the classes and modules around a scope, innermost first, and '' for the top. */
function nestings(program: Program, scope: ScopeId): string[] {
  const out: string[] = [];
  for (let at = scope; at >= 0; at = program.outer[at] ?? -1) {
    if (!isClassLike(definitionOf(program, at))) continue;
    const name = fullName(program, at);
    if (name !== undefined) out.push(name);
  }
  return [...out, ''];
}

function isBetter(program: Program, a: number, b: number, file: SourceFile): boolean {
  const shared = (def: number): number => sharedFolders(program.fileOf[def]?.dir ?? '', file.dir);
  const length = (def: number): number => {
    const { start, end } = definitionOf(program, def);
    return end - start;
  };
  // A test that opens a class again is not where the class is.
  if (isInTest(program, a) !== isInTest(program, b)) return isInTest(program, b);
  const difference = shared(a) - shared(b);
  return difference > 0 || (difference === 0 && length(a) > length(b));
}
