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
import { definitionOf, fileAt as fileAtPath } from '../../program/program.ts';
import type { Program, SourceFile } from '../../program/program.ts';
import { isFunctionLike } from '../../program/qualified-names.ts';
import type { Ref } from '../refs.ts';
import { joinPath } from '../import-strategy.ts';
import type { ImportStrategy } from '../import-strategy.ts';

const ENDINGS = ['', '.sh', '.bash'];
const ALL = 'bash:*';

export function bashSource(program: Program, files: SourceFile[]): ImportStrategy {
  const bySuffix = new Map<string, number[]>();
  for (const file of files) {
    const parts = file.facts.path.split('/');
    for (let at = 0; at < parts.length; at++) add(bySuffix, parts.slice(at).join('/'), file.index);
  }

  const fileAt = (path: string | undefined, from: SourceFile): number | undefined => {
    for (const ending of path === undefined || path === '' ? [] : ENDINGS) {
      const found = fileAtPath(program, `${path}${ending}`);
      if (found !== undefined && found.rules.imports === from.rules.imports) return found.index;
    }
    return undefined;
  };

  /** Who sources whom decides what is seen, in both directions: an answer rests on all scripts. */
  const askAll = (): void => {
    program.trace.dependOnEntries(ALL);
    for (const file of files) program.trace.dependOnFile(file.index);
  };
  for (const file of files) program.trace.provide(file.index, ALL);

  const targets = (fact: ImportFact, file: SourceFile): Ref[] => {
    const { path, computed, inside } = staticPart(fact.source);
    if (path === '') return [];
    const optional = computed || fact.form === 'load';
    if (path.startsWith('/') && !optional) return [{ to: 'external', name: path }];
    const at = inside ? undefined : (fileAt(joinPath(file.dir, path), file) ?? fileAt(joinPath(path), file));
    if (at !== undefined) return [{ to: 'file', file: at }];
    const tail = path.replace(/^(?:\.{0,2}\/)+/, '');
    const named = ENDINGS.flatMap((ending) => bySuffix.get(tail + ending) ?? []).filter(
      (index) => index !== file.index,
    );
    if (named.length === 1 && named[0] !== undefined) return [{ to: 'file', file: named[0] }];
    return named.length > 0 || optional ? [] : [{ to: 'external', name: path }];
  };

  // What each script sources, and the scripts that source it.
  const sources = new Map<number, number[]>();
  const sourcedBy = new Map<number, number[]>();
  const openEnded = new Set<number>();
  /** Scripts that source what a variable names, whatever that is. */
  const hosts = new Set<number>();
  for (const file of files) {
    for (const fact of file.facts.imports) {
      if (fact.form === 'run') continue;
      const found = targets(fact, file);
      if (found.length === 0 && fact.form !== 'load') {
        openEnded.add(file.index);
        if (staticPart(fact.source).path === '') hosts.add(file.index);
      }
      for (const ref of found) {
        if (ref.to !== 'file') continue;
        add(sources, file.index, ref.file);
        add(sourcedBy, ref.file, file.index);
      }
    }
  }
  const functions = indexFunctions(program, files);
  const reached = memoized((index) => closure([index], sources));
  /** Scripts of every shell that this one may be part of. */
  const together = memoized((index) => closure([...closure([index], sourcedBy)], sources));

  const definedIn = (name: string, scripts: ReadonlySet<number>): number[] =>
    [...(functions.get(name) ?? [])].flatMap(([index, def]) => (scripts.has(index) ? [def] : []));

  /** The only function of that name in the shells that may source the script. */
  const supposed = (file: SourceFile, name: string): number | undefined => {
    const named = functions.get(name);
    if (hosts.size === 0 || named === undefined || sourcedBy.has(file.index)) return undefined;
    const found = new Set([...hosts].flatMap((host) => definedIn(name, together(host))));
    return found.size === 1 ? [...found][0] : undefined;
  };

  return {
    // Nothing is bound by name: what one shell has, all of its scripts see, below.
    bound: () => [],
    targets(fact, file) {
      askAll();
      return targets(fact, file);
    },
    localName: () => undefined,
    supposes: (file, def) => !together(file.index).has(program.fileOf[def]?.index ?? -1),
    ambient(file, _scope, name): Ref[] {
      askAll();
      const own = definedIn(name, new Set([file.index]));
      const seen = own.length > 0 ? own : definedIn(name, reached(file.index));
      const all = seen.length > 0 ? seen : definedIn(name, together(file.index));
      if (all.length === 1 && all[0] !== undefined) return [{ to: 'def', def: all[0] }];
      if (all.length > 1) return [];
      const def = supposed(file, name);
      if (def !== undefined) return [{ to: 'def', def }];
      // A script whose sources are not all known may have got the function from any other.
      const unsure = [...together(file.index)].some((index) => openEnded.has(index)) && functions.has(name);
      return unsure ? [] : [{ to: 'external', name }];
    },
  };
}

/** Name → file → its last definition there, which is the one that stands. */
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

/**
 * The part of a path behind the last thing that is computed: `$(dirname "$0")/a.sh` → a.sh; '' when no part is certain.
 * `inside`: folders between are computed too, so that it need not stand beside the script.
 */
function staticPart(source: string): { path: string; computed: boolean; inside: boolean } {
  const text = source.replaceAll(/["']/g, '');
  let end = 0;
  let inside = false;
  for (let at = nextExpansion(text, 0); at >= 0; at = nextExpansion(text, end)) {
    inside ||= at > end || end > 0;
    end = endOfExpansion(text, at);
  }
  const rest = text.slice(end);
  if (/[*?<]/.test(rest) || (end > 0 && !rest.startsWith('/'))) return { path: '', computed: true, inside };
  return { path: end > 0 ? rest.slice(1) : rest, computed: end > 0, inside };
}

function nextExpansion(text: string, from: number): number {
  const at = text.slice(from).search(/[$`]/);
  return at < 0 ? -1 : from + at;
}

/** Index behind the `$x`, `${x}`, `$(x)` or `` `x` `` that begins at `start`. */
function endOfExpansion(text: string, start: number): number {
  if (text[start] === '`') return text.indexOf('`', start + 1) + 1 || text.length;
  const next = text[start + 1];
  if (next === '(' || next === '{') return closing(text, start + 1) + 1;
  return start + (/^\$(?:\w+|[^\w/])/.exec(text.slice(start))?.[0].length ?? 1);
}

/** Index of the bracket that closes the one at `open`, or the text's end. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(' || text[at] === '{') depth++;
    else if ((text[at] === ')' || text[at] === '}') && --depth === 0) return at;
  }
  return text.length;
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
