/**
 * C and C++: an include brings every name of the header and of what that includes. A prototype's definition may stand in
 * any file of the repository; a static one only counts in its own file.
 *
 *     #include "util/list.h"      beside the file, below the root or an include folder, else by the end of its path
 *     #include <stdio.h>          the same (projects include their own headers so), else outside
 *     void u(void);  u();         the u of b.c, when one file alone defines it
 *     src/unix/u.c, src/win/u.c   both, when each platform has its own in folders side by side
 *     namespace a { f(); }        sees every file's names of a, then the global ones
 */
import type { ImportFact } from '../../../model/facts.ts';
import { nearestDirs } from '../../program/folders.ts';
import { definitionOf, fileAt, scopeOf } from '../../program/program.ts';
import type { Program, ScopeId, SourceFile } from '../../program/program.ts';
import { isClassLike, isFunctionLike } from '../../program/qualified-names.ts';
import type { Ref } from '../refs.ts';
import { remember } from '../../tracking/memo.ts';
import { joinPath } from '../paths.ts';
import type { ImportStrategy, StrategyKind } from '../import-strategy.ts';
import { provideImports } from '../provide-imports.ts';
import { Namespaces } from '../namespaces.ts';
import { namespaceAt, parentOf } from '../namespace-at.ts';
import { SuffixIndex } from '../suffix-index.ts';

const INCLUDE_FOLDERS = ['', 'include', 'src', 'inc', 'lib'];
const MAX_HEADERS = 2000;
const MAX_PLATFORMS = 4;
/** The form of `class Set;`, which stands in for the class wherever that is. */
const FORWARD = 'forward';

export const cIncludes: StrategyKind = { make: makeCIncludes };

interface Headers {
  program: Program;
  index: Namespaces;
  suffixes: SuffixIndex;
  /** Indexes of the files that a file includes, directly or not, and its own. */
  includedBy(file: SourceFile): Set<number>;
}

function makeCIncludes(program: Program, files: SourceFile[]): ImportStrategy {
  const index = new Namespaces('c', program);
  for (const file of files) index.addFile(file, '');
  provideImports(program, files);
  const suffixes = new SuffixIndex(program, files);
  const includedBy = remember(program.trace, (file: SourceFile) => includesOf(program, suffixes, file));
  const headers: Headers = { program, index, suffixes, includedBy };
  return {
    namesAreGlobal: true,
    bound: (fact, file) => findBound(headers, fact, file),
    targets: (fact, file) => (fact.form === FORWARD ? [] : findBound(headers, fact, file)),
    localName: (fact) => (fact.form === 'using' || fact.form === FORWARD ? (fact.alias ?? fact.name) : fact.alias),
    ambient: (file, scope, name) => findAmbient(headers, file, scope, name),
    member(key, name) {
      const namespace = index.nameOf(key);
      return namespace === undefined ? [] : index.member(namespace, name);
    },
    namespaceOf: (def) => {
      const file = program.fileOf[def];
      return file === undefined ? undefined : index.key(namespaceAt(program, file, def));
    },
    completions(def) {
      const file = program.fileOf[def];
      if (file === undefined) return [];
      const { name } = definitionOf(program, def);
      const found = index.member(namespaceAt(program, file, def), name);
      return ofOneFunction(
        program,
        found.filter((ref) => isSharedFunction(program, ref, name)),
      );
    },
  };
}

function findBound(headers: Headers, fact: ImportFact, file: SourceFile): Ref[] {
  const { index, program, suffixes } = headers;
  if (fact.form === FORWARD) return findAnnounced(headers, fact, file);
  if (fact.form === 'using') {
    const path = fact.name === undefined || fact.name === '*' ? fact.source : `${fact.source}.${fact.name}`;
    const named = index.resolve(path, file);
    return named.length > 0 ? named : [{ to: 'external', name: fact.source }];
  }
  const found = headerOf(program, suffixes, fact, file);
  return [found === undefined ? { to: 'external', name: fact.source } : { to: 'file', file: found.index }];
}

/** The class that `class Set;` announces: one in a header that the file includes, else the only or the nearest one. */
function findAnnounced({ includedBy, index, program }: Headers, fact: ImportFact, file: SourceFile): Ref[] {
  const { name = '' } = fact;
  const found = index.member(namespaceAt(program, file, scopeOf(file, fact.scope)), name);
  const classes = found.flatMap((ref) => {
    const home = program.files[fileIndexOf(program, ref)];
    return home !== undefined && definesClass(program, ref, name) ? [{ ref, file: home.index, dir: home.dir }] : [];
  });
  const seen = includedBy(file);
  const direct = classes.filter((one) => seen.has(one.file));
  const [only, ...others] = nearestDirs(direct.length > 0 ? direct : classes, file.dir);
  return only !== undefined && others.length === 0 ? [only.ref] : [];
}

function definesClass(program: Program, ref: Ref, name: string): boolean {
  const entries = ref.to === 'name' ? (program.fileNames[ref.file]?.get(name) ?? []) : [];
  const defs = ref.to === 'def' ? [ref.def] : entries.flatMap((entry) => (entry.kind === 'def' ? [entry.def] : []));
  return defs.some((def) => isClassLike(definitionOf(program, def)));
}

function headerOf(program: Program, suffixes: SuffixIndex, fact: ImportFact, file: SourceFile): SourceFile | undefined {
  for (const dir of [file.dir, ...INCLUDE_FOLDERS]) {
    const path = joinPath(dir, fact.source);
    const found = path === undefined ? undefined : fileAt(program, path);
    if (found !== undefined) return found;
  }
  const tail = joinPath(fact.source.replace(/^(?:\.\.?\/)+/, ''));
  const known = tail === undefined ? [] : suffixes.endingIn(tail);
  const [only] = known.length === 1 ? known : [];
  return only === undefined ? undefined : program.files[only];
}

function includesOf(program: Program, suffixes: SuffixIndex, file: SourceFile): Set<number> {
  const out = new Set([file.index]);
  const queue = [file];
  for (let at = queue.shift(); at !== undefined && out.size < MAX_HEADERS; at = queue.shift()) {
    program.trace.dependOnImports(at.index);
    for (const fact of at.facts.imports) {
      const isInclude = fact.form !== 'using' && fact.form !== 'module' && fact.form !== FORWARD;
      const next = isInclude ? headerOf(program, suffixes, fact, at) : undefined;
      if (next === undefined || out.has(next.index)) continue;
      out.add(next.index);
      queue.push(next);
    }
  }
  return out;
}

function findAmbient(headers: Headers, file: SourceFile, scope: ScopeId, name: string): Ref[] {
  for (let at = namespaceAt(headers.program, file, scope); ; at = parentOf(at)) {
    const found = visibleIn(headers, file, at, name);
    if (found.length > 0 || at === '') return found;
  }
}

/** Names that the file sees: those of its headers, and definitions that no other file shares the name with. */
function visibleIn({ includedBy, index, program }: Headers, file: SourceFile, namespace: string, name: string): Ref[] {
  const found = index.member(namespace, name);
  const seen = includedBy(file);
  const direct = found.filter((ref) => ref.to === 'namespace' || seen.has(fileIndexOf(program, ref)));
  if (direct.length > 0) return direct;
  // A function of the standard library is no namesake that some file has.
  if (file.rules.builtins.has(name)) return [];
  return ofOneFunction(
    program,
    found.filter((ref) => isSharedFunction(program, ref, name)),
  );
}

/** One definition, or one for each of several platforms: `src/unix/async.c` and `src/win/async.c`. */
function ofOneFunction(program: Program, found: Ref[]): Ref[] {
  const dirs = new Set(found.map((ref) => program.files[fileIndexOf(program, ref)]?.dir ?? ''));
  const parents = new Set([...dirs].map((dir) => dir.slice(0, dir.lastIndexOf('/') + 1)));
  const arePlatforms = found.length <= MAX_PLATFORMS && dirs.size === found.length && parents.size === 1;
  return found.length === 1 || arePlatforms ? found : [];
}

/** -1 for what stands in no one file. */
function fileIndexOf(program: Program, ref: Ref): number {
  if (ref.to === 'name' || ref.to === 'file') return ref.file;
  return ref.to === 'def' ? (program.fileOf[ref.def]?.index ?? -1) : -1;
}

/** A function with a body that is not static, so that other files can call it. */
function isSharedFunction(program: Program, ref: Ref, name: string): boolean {
  const entries = ref.to === 'name' ? (program.fileNames[ref.file]?.get(name) ?? []) : [];
  const defs = ref.to === 'def' ? [ref.def] : entries.flatMap((entry) => (entry.kind === 'def' ? [entry.def] : []));
  return defs.some((number) => {
    const def = definitionOf(program, number);
    return isFunctionLike(def) && def.declaration !== 'prototype' && def.modifiers?.includes('static') !== true;
  });
}
