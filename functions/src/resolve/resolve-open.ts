/**
 * The edges of a part's files. What an attempt (resolve-asked.ts) makes of a file stands when all is loaded that it rests
 * on; the next attempt is about the others alone, with what these need, so each is smaller than the one before.
 *
 *     attempt 1: a.py b.py c.py ─▶ a.py rests on what is loaded: done          b.py, c.py ask for z.py
 *     attempt 2: b.py c.py, z.py ─▶ …
 */
import type { GraphNode, ResolvedFile } from '../model/graph.ts';
import { append } from './program/append.ts';
import type { SourceFile } from './program/program.ts';
import {
  isMissing,
  loadForeseen,
  loadWanted,
  resolveLoaded,
  wantAll,
  withDependence,
  workOf,
} from './resolve-asked.ts';
import type { Attempt, Search, Ways } from './resolve-asked.ts';
import { onceForEach } from './tracking/dependence.ts';
import { hashOf } from './tracking/hash-key.ts';
import { listsOf } from './tracking/inputs.ts';
import type { Inputs, ReachedInputs } from './tracking/inputs.ts';

export interface OpenFile extends ResolvedFile {
  ways: Ways;
}

/** Files that were resolved together: each of them knows what the others say. */
export interface Settled {
  files: OpenFile[];
  modules: GraphNode[];
}

const MOST_ATTEMPTS = 60;

/** Takes what is asked for from the search. `held`: the most files whose facts were held. */
export async function resolveOpen(search: Search): Promise<{ settled: Settled[]; held: number }> {
  await loadForeseen(search);
  const settled: Settled[] = [];
  let held = 0;
  for (let attempts = 0; search.affected.size > 0; attempts++) {
    if (attempts >= MOST_ATTEMPTS) throw new Error('The files of a part ask for ever more files');
    await loadWanted(search);
    held = Math.max(held, search.loaded.size);
    const attempt = await workOf(search)(resolveLoaded(search));
    const needs = createNeeds(search, attempt);
    const open = needs.open();
    const done = settledOf(attempt, open);
    if (done.files.length > 0) {
      settled.push(done);
      takeIn(search, done.files);
    }
    if (done.files.length === attempt.answers.length) break;
    narrow(search, attempt, open, needs);
  }
  return { settled, held };
}

/** What files of an attempt rest on, by file: those that were asked for, and those whose statements take part. */
interface Needs {
  /** Files of which something is missing. */
  open: () => Set<SourceFile>;
  /** The files whose statements these files rest on, with them. */
  behind: (files: Iterable<SourceFile>) => Map<SourceFile, ReachedInputs>;
}

function createNeeds(search: Search, { answers, late, others, program }: Attempt): Needs {
  const inputsOf = new Map([...answers, ...others].map(({ file, inputs }) => [file, inputs]));
  const silentUnder = new Map(others.map(({ file, silentUnder: keys }) => [file, keys]));
  /** Keys under which statements of a file add, as they did before or do now. */
  const keysOf = (file: SourceFile): number[] => {
    const now = Array.from(program.trace.ways?.of(file.index) ?? [], ([key]) => hashOf(key));
    const before = search.waysIn(file.facts.path);
    return [...now, ...(before === 'all' ? [] : before.keys()), ...(silentUnder.get(file) ?? [])];
  };
  const pathAt = (index: number): string => program.files[index]?.facts.path ?? '';
  const lacks = onceForEach(
    ({ entries, files }: Inputs) =>
      files.some((index) => isMissing(search, pathAt(index))) ||
      entries.some((key) => search.providersOf(key).some((path) => isMissing(search, path))),
  );

  const open = (): Set<SourceFile> => {
    const found = new Set(late);
    for (const [file, inputs] of inputsOf) if (listsOf(inputs).some(lacks)) found.add(file);
    let fresh = [...found];
    while (fresh.length > 0) {
      const keys = new Set(fresh.flatMap(keysOf));
      const rests = onceForEach(({ entries }: Inputs) => entries.some((key) => keys.has(key)));
      fresh = [...inputsOf].flatMap(([file, inputs]) =>
        !found.has(file) && listsOf(inputs).some(rests) ? [file] : [],
      );
      for (const file of fresh) found.add(file);
    }
    return found;
  };

  const behind = (files: Iterable<SourceFile>): Map<SourceFile, ReachedInputs> => {
    const givers = new Map<number, SourceFile[]>();
    for (const file of inputsOf.keys()) for (const key of keysOf(file)) append(givers, key, file);
    const found = new Map<SourceFile, ReachedInputs>();
    const seen = new Set<Inputs>();
    const queue = [...files];
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      const inputs = inputsOf.get(file);
      if (inputs === undefined || found.has(file)) continue;
      found.set(file, inputs);
      for (const list of listsOf(inputs)) {
        if (seen.has(list)) continue;
        seen.add(list);
        for (const key of list.entries) queue.push(...(givers.get(key) ?? []));
      }
    }
    return found;
  };
  return { open, behind };
}

/** The answers about files that are not open, with the modules that they name. */
function settledOf(attempt: Attempt, open: ReadonlySet<SourceFile>): Settled {
  const answers = attempt.answers.filter(({ file }) => !open.has(file));
  const files = withDependence({ ...attempt, answers }).map((file, at) => ({
    ...file,
    ways: waysIn(attempt, answers[at]?.file),
  }));
  const named = new Set(files.flatMap(({ edges }) => edges.flatMap(({ from, to }) => [from, to])));
  return { files, modules: [...attempt.modules.values()].filter(({ id }) => named.has(id)) };
}

function waysIn({ program }: Attempt, file: SourceFile | undefined): Ways {
  const ways = new Map<number, number[]>();
  for (const [key, statements] of program.trace.ways?.of(file?.index ?? -1) ?? []) {
    for (const statement of statements) append(ways, hashOf(key), statement);
  }
  for (const statements of ways.values()) statements.sort((a, b) => a - b);
  return ways;
}

/** What settled files say is known from here on. */
function takeIn(search: Search, files: readonly OpenFile[]): void {
  const { providersOf, waysIn: waysBefore } = search;
  const ways = new Map(files.map((file) => [file.path, file.ways]));
  const providers = new Map<number, string[]>();
  for (const { dependence, path } of files) for (const key of dependence.provides) append(providers, key, path);
  search.providersOf = (key) => {
    const now = providers.get(key);
    const before = providersOf(key);
    const others = before.some((path) => ways.has(path)) ? before.filter((path) => !ways.has(path)) : before;
    return now === undefined ? others : [...others, ...now];
  };
  search.waysIn = (path) => ways.get(path) ?? waysBefore(path);
}

/** Goes on with the open ones among the files that are asked for, and with what these rest on. */
function narrow(search: Search, { answers, program }: Attempt, open: ReadonlySet<SourceFile>, needs: Needs): void {
  const asked = answers.flatMap(({ file }) => (open.has(file) ? [file] : []));
  const behind = needs.behind(asked);
  search.affected = new Set(asked.map(({ facts }) => facts.path));
  const paths = new Set([...behind.keys()].map(({ facts }) => facts.path));
  search.entered = new Map([...search.entered].filter(([path]) => paths.has(path)));
  search.wanted = new Set(paths);
  wantAll(search, program, behind.values());
  for (const path of search.loaded.keys()) if (!search.wanted.has(path)) search.loaded.delete(path);
}
