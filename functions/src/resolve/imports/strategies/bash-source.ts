/**
 * Bash: `source` runs another script in the same shell, so its functions (and those of whatever it sources) are there
 * from then on, for the script that sources as for everything that it sources. Functions are global wherever they
 * stand, in another function too. A command that no script of the repository defines is a program: external.
 *
 *     source ./lib/log.sh                      beside the script, or below the repository's root
 *     . "$(dirname "$0")/common.sh"            what is computed is left out: common.sh beside the script
 *     source "${ROOT}/lib/env.sh"              else the only script whose path ends in lib/env.sh
 *     load test_helper                         the same in a test of Bats, when there is such a file
 *     . "$plugin"                              any script: those that nobody names may be part of this shell
 *     ./b.sh    bash scripts/run.sh            run: an import, whose functions stay in the other process
 */
import type { ImportFact } from '../../../model/facts.ts';
import { definitionOf, fileAt } from '../../program/program.ts';
import type { Program, SourceFile } from '../../program/program.ts';
import { isFunctionLike } from '../../program/qualified-names.ts';
import type { Ref } from '../refs.ts';
import { joinPath } from '../paths.ts';
import { staticPart } from '../bash-paths.ts';
import type { ImportStrategy, StrategyKind } from '../import-strategy.ts';

const ENDINGS = ['', '.sh', '.bash'];
const ALL = 'bash:*';

export const bashSource: StrategyKind = { make: makeBashSource };

interface Scripts {
  program: Program;
  /** Indexes of files by each end of their paths. */
  bySuffix: ReadonlyMap<string, number[]>;
  /** What each script sources, and the scripts that source it. */
  sources: Map<number, number[]>;
  sourcedBy: Map<number, number[]>;
  /** Scripts that source something that is not known. */
  openEnded: Set<number>;
  /** Scripts that source what a variable names, whatever that is. */
  hosts: Set<number>;
  /** Name → file → its last definition there, which is the one that stands. */
  functions: Map<string, Map<number, number>>;
  /** Scripts that a script sources, directly or not. */
  reached(index: number): Set<number>;
  /** Scripts of every shell that this one may be part of. */
  together(index: number): Set<number>;
}

function makeBashSource(program: Program, files: SourceFile[]): ImportStrategy {
  const sources = new Map<number, number[]>();
  const sourcedBy = new Map<number, number[]>();
  const scripts: Scripts = {
    program,
    bySuffix: indexSuffixes(files),
    sources,
    sourcedBy,
    openEnded: new Set(),
    hosts: new Set(),
    functions: indexFunctions(program, files),
    reached: memoized((index) => closure([index], sources)),
    together: memoized((index) => closure([...closure([index], sourcedBy)], sources)),
  };
  for (const file of files) {
    program.trace.provide(file.index, ALL);
    addSources(scripts, file);
  }
  /** Which script sources which decides what is seen, in both directions: an answer depends on all scripts. */
  const dependOnAll = (): void => {
    program.trace.dependOnEntries(ALL);
    for (const file of files) program.trace.dependOnFile(file.index);
  };
  return {
    // Nothing is bound by name: what one shell has, all of its scripts see, below.
    bound: () => [],
    targets(fact, file) {
      dependOnAll();
      return targetsOf(scripts, fact, file);
    },
    localName: () => undefined,
    supposes: (file, def) => !scripts.together(file.index).has(program.fileOf[def]?.index ?? -1),
    ambient(file, _scope, name) {
      dependOnAll();
      return functionNamed(scripts, file, name);
    },
  };
}

function indexSuffixes(files: SourceFile[]): Map<string, number[]> {
  const bySuffix = new Map<string, number[]>();
  for (const file of files) {
    const parts = file.facts.path.split('/');
    for (let at = 0; at < parts.length; at++) add(bySuffix, parts.slice(at).join('/'), file.index);
  }
  return bySuffix;
}

function addSources(scripts: Scripts, file: SourceFile): void {
  for (const fact of file.facts.imports) {
    if (fact.form === 'run') continue;
    const found = targetsOf(scripts, fact, file);
    if (found.length === 0 && fact.form !== 'load') {
      scripts.openEnded.add(file.index);
      if (staticPart(fact.source).path === '') scripts.hosts.add(file.index);
    }
    for (const ref of found) {
      if (ref.to !== 'file') continue;
      add(scripts.sources, file.index, ref.file);
      add(scripts.sourcedBy, ref.file, file.index);
    }
  }
}

/** The script that a `source` runs: beside the script or below the root, else the only one whose path ends so. */
function targetsOf({ bySuffix, program }: Scripts, fact: ImportFact, file: SourceFile): Ref[] {
  const { path, computed, inside } = staticPart(fact.source);
  if (path === '') return [];
  const optional = computed || fact.form === 'load';
  if (path.startsWith('/') && !optional) return [{ to: 'external', name: path }];
  const at = inside
    ? undefined
    : (scriptAt(program, joinPath(file.dir, path), file) ?? scriptAt(program, joinPath(path), file));
  if (at !== undefined) return [{ to: 'file', file: at }];
  const tail = path.replace(/^(?:\.{0,2}\/)+/, '');
  const found = ENDINGS.flatMap((ending) => bySuffix.get(tail + ending) ?? []).filter((index) => index !== file.index);
  if (found.length === 1 && found[0] !== undefined) return [{ to: 'file', file: found[0] }];
  return found.length > 0 || optional ? [] : [{ to: 'external', name: path }];
}

function scriptAt(program: Program, path: string | undefined, from: SourceFile): number | undefined {
  for (const ending of path === undefined || path === '' ? [] : ENDINGS) {
    const found = fileAt(program, `${path}${ending}`);
    if (found !== undefined && found.rules.imports === from.rules.imports) return found.index;
  }
  return undefined;
}

/** The function that a command runs: the script's own, one that it sources, one of a shell that it may be part of. */
function functionNamed(scripts: Scripts, file: SourceFile, name: string): Ref[] {
  const { functions, openEnded, reached, together } = scripts;
  const own = definedIn(scripts, name, new Set([file.index]));
  const seen = own.length > 0 ? own : definedIn(scripts, name, reached(file.index));
  const all = seen.length > 0 ? seen : definedIn(scripts, name, together(file.index));
  if (all.length === 1 && all[0] !== undefined) return [{ to: 'def', def: all[0] }];
  if (all.length > 1) return [];
  const def = supposed(scripts, file, name);
  if (def !== undefined) return [{ to: 'def', def }];
  // A script whose sources are not all known may have got the function from any other.
  const unsure = [...together(file.index)].some((index) => openEnded.has(index)) && functions.has(name);
  return unsure ? [] : [{ to: 'external', name }];
}

function definedIn({ functions }: Scripts, name: string, scripts: ReadonlySet<number>): number[] {
  return [...(functions.get(name) ?? [])].flatMap(([index, def]) => (scripts.has(index) ? [def] : []));
}

/** The only function of that name in the shells that may source the script. */
function supposed(scripts: Scripts, file: SourceFile, name: string): number | undefined {
  const { functions, hosts, sourcedBy, together } = scripts;
  if (hosts.size === 0 || !functions.has(name) || sourcedBy.has(file.index)) return undefined;
  const found = new Set([...hosts].flatMap((host) => definedIn(scripts, name, together(host))));
  return found.size === 1 ? [...found][0] : undefined;
}

function indexFunctions(program: Program, files: SourceFile[]): Map<string, Map<number, number>> {
  const out = new Map<string, Map<number, number>>();
  for (const file of files) {
    file.facts.definitions.forEach((def, index) => {
      if (!isFunctionLike(definitionOf(program, file.base + index))) return;
      let byFile = out.get(def.name);
      if (byFile === undefined) out.set(def.name, (byFile = new Map<number, number>()));
      byFile.set(file.index, file.base + index);
    });
  }
  return out;
}

function closure(start: number[], edges: ReadonlyMap<number, number[]>): Set<number> {
  const seen = new Set(start);
  for (const at of seen) for (const next of edges.get(at) ?? []) seen.add(next);
  return seen;
}

function memoized<T>(make: (key: number) => T): (key: number) => T {
  const memo = new Map<number, T>();
  return (key) => {
    let value = memo.get(key);
    if (value === undefined) memo.set(key, (value = make(key)));
    return value;
  };
}

function add<K>(map: Map<K, number[]>, key: K, value: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else if (!list.includes(value)) list.push(value);
}
