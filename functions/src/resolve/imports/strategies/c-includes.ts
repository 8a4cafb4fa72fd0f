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
import { definitionOf, fileAt } from '../../program/program.ts';
import type { Program, SourceFile } from '../../program/program.ts';
import { isFunctionLike } from '../../program/qualified-names.ts';
import type { Ref } from '../refs.ts';
import { remember } from '../../tracking/memo.ts';
import { joinPath } from '../import-strategy.ts';
import type { ImportStrategy } from '../import-strategy.ts';
import { provideImports } from '../provide-imports.ts';
import { Namespaces } from '../namespaces.ts';
import { namespaceAt, parentOf } from './package-names.ts';
import { SuffixIndex } from '../suffix-index.ts';

const INCLUDE_FOLDERS = ['', 'include', 'src', 'inc', 'lib'];
const MAX_HEADERS = 2000;
const MAX_PLATFORMS = 4;

export function cIncludes(program: Program, files: SourceFile[]): ImportStrategy {
  const index = new Namespaces('c', program);
  for (const file of files) index.addFile(file, '');
  const suffixes = new SuffixIndex(program, files);
  provideImports(program, files);

  const header = (fact: ImportFact, file: SourceFile): SourceFile | undefined => {
    for (const dir of [file.dir, ...INCLUDE_FOLDERS]) {
      const path = joinPath(dir, fact.source);
      const found = path === undefined ? undefined : fileAt(program, path);
      if (found !== undefined) return found;
    }
    const tail = joinPath(fact.source.replace(/^(?:\.\.?\/)+/, ''));
    const known = tail === undefined ? [] : suffixes.endingIn(tail);
    const [only] = known.length === 1 ? known : [];
    return only === undefined ? undefined : program.files[only];
  };

  const bound = (fact: ImportFact, file: SourceFile): Ref[] => {
    if (fact.form === 'using') {
      const path = fact.name === undefined || fact.name === '*' ? fact.source : `${fact.source}.${fact.name}`;
      const found = index.resolve(path, file);
      return found.length > 0 ? found : [{ to: 'external', name: fact.source }];
    }
    const found = header(fact, file);
    return [found === undefined ? { to: 'external', name: fact.source } : { to: 'file', file: found.index }];
  };

  const includedBy = remember(program.trace, (file: SourceFile): Set<number> => {
    const out = new Set([file.index]);
    const queue = [file];
    for (let at = queue.shift(); at !== undefined && out.size < MAX_HEADERS; at = queue.shift()) {
      program.trace.dependOnImports(at.index);
      for (const fact of at.facts.imports) {
        const next = fact.form === 'using' || fact.form === 'module' ? undefined : header(fact, at);
        if (next === undefined || out.has(next.index)) continue;
        out.add(next.index);
        queue.push(next);
      }
    }
    return out;
  });

  /** Names that the file sees: those of its headers, and definitions that no other file shares the name with. */
  const visible = (file: SourceFile, namespace: string, name: string): Ref[] => {
    const found = index.member(namespace, name);
    const seen = includedBy(file);
    const direct = found.filter((ref) => ref.to === 'namespace' || seen.has(fileOf(ref)));
    if (direct.length > 0) return direct;
    // A function of the standard library is no namesake that some file has.
    const functions = file.rules.builtins.has(name) ? [] : found.filter((ref) => isSharedFunction(ref, name));
    return ofOneFunction(functions);
  };

  /** One definition, or one for each of several platforms: `src/unix/async.c` and `src/win/async.c`. */
  const ofOneFunction = (found: Ref[]): Ref[] => {
    const dirs = new Set(found.map((ref) => program.files[fileOf(ref)]?.dir ?? ''));
    const parents = new Set([...dirs].map((dir) => dir.slice(0, dir.lastIndexOf('/') + 1)));
    const arePlatforms = found.length <= MAX_PLATFORMS && dirs.size === found.length && parents.size === 1;
    return found.length === 1 || arePlatforms ? found : [];
  };

  const fileOf = (ref: Ref): number =>
    ref.to === 'name' || ref.to === 'file' ? ref.file : ref.to === 'def' ? (program.fileOf[ref.def]?.index ?? -1) : -1;

  /** A function with a body that is not static, so that other files can call it. */
  const isSharedFunction = (ref: Ref, name: string): boolean => {
    const entries = ref.to === 'name' ? (program.fileNames[ref.file]?.get(name) ?? []) : [];
    const defs = ref.to === 'def' ? [ref.def] : entries.flatMap((entry) => (entry.kind === 'def' ? [entry.def] : []));
    return defs.some((number) => {
      const def = definitionOf(program, number);
      return isFunctionLike(def) && def.declaration !== 'prototype' && def.modifiers?.includes('static') !== true;
    });
  };

  return {
    bound,
    localName: (fact) => (fact.form === 'using' ? (fact.alias ?? fact.name) : fact.alias),
    ambient(file, scope, name) {
      for (let at = namespaceAt(program, file, scope); ; at = parentOf(at)) {
        const found = visible(file, at, name);
        if (found.length > 0 || at === '') return found;
      }
    },
    member(key, name) {
      const namespace = index.nameOf(key);
      return namespace === undefined ? [] : index.member(namespace, name);
    },
    namespaceOf: (def) => {
      const file = program.fileOf[def];
      return file === undefined ? undefined : index.key(namespaceAt(program, file, def));
    },
    /** Definitions elsewhere that a prototype announces. */
    completions(def) {
      const file = program.fileOf[def];
      if (file === undefined) return [];
      const { name } = definitionOf(program, def);
      const found = index.member(namespaceAt(program, file, def), name).filter((ref) => isSharedFunction(ref, name));
      return ofOneFunction(found);
    },
  };
}
