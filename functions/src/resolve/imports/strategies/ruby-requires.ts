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
import { joinPath } from '../import-strategy.ts';
import type { ImportStrategy } from '../import-strategy.ts';
import { provideImports } from '../provide-imports.ts';
import { nearest, SuffixIndex } from '../suffix-index.ts';

const ROOTS = ['', 'lib', 'app', 'src', 'test', 'spec'];
const MAX_FILES = 500;

export function rubyRequires(program: Program, files: SourceFile[]): ImportStrategy {
  const constants = constantsOf(program, files);
  const suffixes = new SuffixIndex(program, files);
  provideImports(program, files);
  for (const { index } of files) {
    for (const name of program.fileNames[index]?.keys() ?? []) program.trace.provide(index, topKey(name));
  }
  const constantAt = (path: string): number[] | undefined => {
    program.trace.dependOnEntries(constantKey(path));
    return constants.get(path);
  };

  const bound = (fact: ImportFact, file: SourceFile): Ref[] => {
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
  };

  /** Files that a file loads, directly or not. */
  const loadedBy = remember(program.trace, (file: SourceFile): number[] => {
    const out = new Set<number>();
    const queue = [file];
    for (let at = queue.shift(); at !== undefined && out.size < MAX_FILES; at = queue.shift()) {
      program.trace.dependOnImports(at.index);
      for (const fact of at.facts.imports) {
        for (const ref of bound(fact, at)) {
          const next = ref.to === 'file' ? program.files[ref.file] : undefined;
          if (next === undefined || out.has(next.index)) continue;
          out.add(next.index);
          queue.push(next);
        }
      }
    }
    return [...out];
  });

  /** Of a constant's definitions the one nearest to the file; of equally near ones the longest, which defines most. */
  const choose = (defs: number[], file: SourceFile): Ref[] => {
    for (const def of defs) program.trace.dependOnFile(fileOfScope(program, def).index);
    let best = defs[0];
    for (const def of defs) if (best !== undefined && isBetter(program, def, best, file)) best = def;
    return best === undefined ? [] : [{ to: 'def', def: best }];
  };

  return {
    bound,
    localName: () => undefined,
    ambient(file, scope, name) {
      // `::User` is the top's, whatever stands around.
      const top = /^(?:::|\.)(?=[A-Z])/.exec(name)?.[0].length ?? 0;
      if (top > 0) return choose(constantAt(name.slice(top)) ?? [], file);
      if (/^[A-Z]/.test(name)) {
        for (const around of nestings(program, scope)) {
          const found = constantAt(around === '' ? name : `${around}.${name}`);
          if (found !== undefined) return choose(found, file);
        }
        return [];
      }
      program.trace.dependOnEntries(topKey(name));
      for (const other of loadedBy(file)) {
        if (program.fileNames[other]?.has(name) === true) return [{ to: 'name', file: other, name }];
      }
      return [];
    },
  };
}

/** Who has a name at a file's top level. */
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
  const shared = (def: number): number => {
    const dir = program.fileOf[def]?.dir.split('/') ?? [];
    const own = file.dir.split('/');
    let count = 0;
    while (count < dir.length && count < own.length && dir[count] === own[count]) count++;
    return count;
  };
  const length = (def: number): number => {
    const { start, end } = definitionOf(program, def);
    return end - start;
  };
  // A test that opens a class again is not where the class is.
  if (isInTest(program, a) !== isInTest(program, b)) return isInTest(program, b);
  const difference = shared(a) - shared(b);
  return difference > 0 || (difference === 0 && length(a) > length(b));
}
