/**
 * Lua: `require "a.b"` gives what a/b.lua (or a/b/init.lua) returns at its end, found below folders that package.path
 * names at run time and no file here does. They are read off the tree: the repository's root, `lua`, `src` and `lib`,
 * the folder of the requiring file, else the nearest file whose path ends so. A function or table that is not `local`
 * is global: visible in every file, as long as only one file makes it.
 *
 *     local h = require("app.helper")     h is what app/helper.lua returns
 *     require("app.helper").run()         as a value, the call has the name `app.helper`
 *     dofile("setup.lua")                 runs a file by its path
 */
import type { ImportFact } from '../../../model/facts.ts';
import { FILE_SCOPE } from '../../../model/facts.ts';
import { append } from '../../program/append.ts';
import { fileAt as fileAtPath } from '../../program/program.ts';
import type { Program, SourceFile } from '../../program/program.ts';
import type { Ref } from '../refs.ts';
import { joinPath } from '../paths.ts';
import type { ImportStrategy, StrategyKind } from '../import-strategy.ts';
import { nearest, SuffixIndex } from '../suffix-index.ts';

const ROOTS = ['', 'lua', 'src', 'lib'];
const ENDINGS = ['.lua', '/init.lua', '.luau'];

export const luaRequire: StrategyKind = { make: makeLuaRequire };

function makeLuaRequire(program: Program, files: SourceFile[]): ImportStrategy {
  const suffixes = new SuffixIndex(program, files);
  const globals = globalNames(program, files);

  const fileAt = (path: string | undefined, from: SourceFile): number | undefined => {
    const found = path === undefined ? undefined : fileAtPath(program, path);
    return found?.rules.imports === from.rules.imports ? found.index : undefined;
  };

  const find = (fact: ImportFact, file: SourceFile): number | 'outside' | 'unsure' => {
    const path = fact.form === 'dofile' ? fact.source : fact.source.replaceAll('.', '/');
    const endings = fact.form === 'dofile' ? [''] : ENDINGS;
    for (const root of [...ROOTS, file.dir]) {
      for (const ending of endings) {
        const found = fileAt(joinPath(root, path + ending), file);
        if (found !== undefined) return found;
      }
    }
    const named = endings.flatMap((ending) => suffixes.endingIn(path + ending));
    return named.length === 0 ? 'outside' : (nearest(program, named, file) ?? 'unsure');
  };

  const targets = (fact: ImportFact, file: SourceFile): Ref[] => {
    const at = find(fact, file);
    if (at === 'outside') return [{ to: 'external', name: fact.source }];
    return at === 'unsure' ? [] : [{ to: 'file', file: at }];
  };

  return {
    bound(fact, file) {
      const at = find(fact, file);
      if (typeof at !== 'number') return targets(fact, file);
      if (fact.name !== undefined) return [{ to: 'name', file: at, name: fact.name }];
      program.trace.dependOnFile(at);
      return program.files[at]?.facts.exports.some((one) => one.name === '=') === true
        ? [{ to: 'name', file: at, name: '=' }]
        : [{ to: 'file', file: at }];
    },
    targets,
    localName: (fact) => fact.alias ?? (fact.form === 'require' ? fact.source : undefined),
    ambient(file, _scope, name) {
      program.trace.dependOnEntries(globalKey(name));
      const makers = (globals.get(name) ?? []).filter((index) => index !== file.index);
      return makers.length === 1 && makers[0] !== undefined ? [{ to: 'name', file: makers[0], name }] : [];
    },
  };
}

function globalKey(name: string): string {
  return `lua:${name}`;
}

/** Global name → files that make it. */
function globalNames(program: Program, files: SourceFile[]): Map<string, number[]> {
  const out = new Map<string, number[]>();
  for (const file of files) {
    const top = file.facts.definitions.filter(
      (def) => def.parent === FILE_SCOPE && def.owner === undefined && def.anonymous !== true,
    );
    const locals = new Set(top.filter((def) => def.modifiers?.includes('local') === true).map((def) => def.name));
    for (const name of new Set(top.map((def) => def.name))) {
      if (locals.has(name)) continue;
      program.trace.provide(file.index, globalKey(name));
      append(out, name, file.index);
    }
  }
  return out;
}
