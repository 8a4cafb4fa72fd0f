/**
 * The edges of a part's files. What an attempt (resolve-asked.ts) makes of a file stands when all is loaded that it rests
 * on; the next attempt is about the others alone, with what these need, so each is smaller than the one before.
 *
 *     attempt 1: a.py b.py c.py ─▶ a.py rests on what is loaded: done          b.py, c.py ask for z.py
 *     attempt 2: b.py c.py, z.py ─▶ …
 *
 * What b.py says until then is noted, too. Should it provide another key with z.py, whoever depends on that key is due again
 * (journal.ts); should it give something else under the same key, a.py had reached what gives it, and so had asked for z.py.
 */
import type { GraphNode, ResolvedFile } from '../../model/graph.ts';
import { append } from '../program/append.ts';
import type { SourceFile } from '../program/program.ts';
import {
  isMissing,
  loadForeseen,
  loadWanted,
  resolveLoaded,
  want,
  wantAll,
  withDependence,
  workOf,
} from '../resolve-asked.ts';
import type { Attempt, Search, Ways } from '../resolve-asked.ts';
import { onceForEach } from '../tracking/dependence.ts';
import { hashOf } from '../tracking/hash-key.ts';
import { listsOf } from '../tracking/inputs.ts';
import type { Inputs, ReachedInputs } from '../tracking/inputs.ts';
import { dropUnneeded } from './drop-unneeded.ts';

export interface OpenFile extends ResolvedFile {
  ways: Ways;
}

/** Files that were resolved together: each of them knows what the others say. Some of them may be resolved again. */
export interface Settled {
  files: OpenFile[];
  modules: GraphNode[];
}

/** A search that begins with what was seen before. */
export interface OpenSearch extends Search {
  /** Hashes of keys that the affected files were seen to depend on. */
  keys: ReadonlySet<number>;
  /** Files that these were seen to depend on. */
  filesBehind: (paths: Iterable<string>) => Iterable<string>;
}

/** The most source files whose facts may be held, by their weights. */
export interface Bound {
  most: number;
}

const LINES_OF_ONE = 250;

/** As how many files one of so many lines counts. */
export function weightOf(lines = 0): number {
  return Math.max(1, lines / LINES_OF_ONE);
}

/** As how many files these paths count. */
export function weightOfAll({ now }: Pick<Search, 'now'>, paths: Iterable<string>): number {
  let sum = 0;
  for (const path of paths) sum += weightOf(now.get(path)?.lines);
  return sum;
}

/**
 * So few files may hold a quarter more: where everything reaches everything each of them needs nearly the same, which would be
 * loaded and looked at once for every half, and at last for every file.
 */
const FEW = 16;
const ROOM_FOR_FEW = 1.25;

/** Of a group: with more it is taken for one that needs too much. */
const MOST_ATTEMPTS = 60;

/**
 * Takes what is asked for from the search. `onSettled` may note what it is given: the files that are open then know it from
 * there on. Where more facts are needed than may be held, half of the files are asked for at a time. A single one that needs
 * too many gets no call edges, and says so. `held`: the most files whose facts were held.
 */
export async function resolveOpen(
  search: OpenSearch,
  onSettled: (settled: Settled) => void,
  { most }: Bound = { most: Infinity },
): Promise<{ held: number }> {
  let held = 0;
  const groups = [{ affected: search.affected, wanted: search.wanted }];
  for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
    const needed = await resolveGroup({ ...search, ...group, entered: new Map() }, onSettled, most);
    held = Math.max(held, needed.held);
    if (needed.open.size === 0) continue;
    for (const half of halvesOf(needed.open)) groups.push({ affected: new Set(half), wanted: new Set(half) });
  }
  return { held };
}

/** The later half first: what is pushed last is taken next. */
export function halvesOf(paths: ReadonlySet<string>): string[][] {
  const sorted = [...paths].sort();
  const middle = Math.ceil(sorted.length / 2);
  return [sorted.slice(middle), sorted.slice(0, middle)];
}

/** `open`: those of the files that need more facts than may be held, when there are several. */
async function resolveGroup(
  search: OpenSearch,
  onSettled: (settled: Settled) => void,
  most: number,
): Promise<{ held: number; open: ReadonlySet<string> }> {
  const isTooMuch = (): boolean => needsMore(search, most);
  for (const path of search.loaded.keys()) if (!search.wanted.has(path)) search.loaded.delete(path);
  let held = 0;
  // Files that need too much by themselves are told by their attempts, not by what is foreseen of all together.
  await loadForeseen(search, isTooMuch);
  let keys = search.keys;
  const dropped = new Set<string>();
  for (let attempts = 0; search.affected.size > 0; attempts++) {
    const isCut = isTooMuch() || attempts >= MOST_ATTEMPTS;
    if (isCut && search.affected.size > 1) return { held, open: search.affected };
    if (isCut) search.wanted = new Set([...search.loaded.keys(), ...search.affected]);
    await loadWithGivers(search, keys, isTooMuch);
    held = Math.max(held, search.loaded.size);
    const attempt = await workOf(search)(resolveLoaded(search));
    const needs = createNeeds(search, attempt);
    const open = needs.open();
    const done = settledOf(attempt);
    onSettled(isCut ? { ...done, files: done.files.map(withoutCalls) } : done);
    if (isCut || !attempt.answers.some(({ file }) => open.has(file))) break;
    keys = narrow(search, attempt, open, needs, dropped);
  }
  return { held, open: new Set() };
}

/**
 * Loads what is wanted, and what those rest on whose statements give something under a key that is asked for: their statements
 * will take part, and would ask for one file after the other. Where that is too much it stays with what is wanted.
 */
async function loadWithGivers(search: OpenSearch, keys: ReadonlySet<number>, isTooMuch: () => boolean): Promise<void> {
  const fresh = [...search.wanted].filter((path) => !search.loaded.has(path));
  await loadWanted(search);
  const givers = fresh.filter((path) => {
    const ways = search.waysIn(path);
    return ways !== 'all' && !search.affected.has(path) && [...ways.keys()].some((key) => keys.has(key));
  });
  const before = new Set(search.wanted);
  for (const path of search.filesBehind(givers)) want(search, path);
  if (isTooMuch()) search.wanted = before;
  else await loadWanted(search);
}

/** Than may be held for the files that are asked for. */
export function needsMore(search: Search, most: number): boolean {
  if (most === Infinity) return false;
  return weightOfAll(search, search.wanted) > (search.affected.size > FEW ? most : ROOM_FOR_FEW * most);
}

/** What calls run is not known where only a part of what they rest on could be looked at. */
function withoutCalls(file: OpenFile): OpenFile {
  const { calls, path, problems = [] } = file;
  const message = 'What its calls run rests on more files than one task may hold';
  return {
    ...file,
    edges: file.edges.filter(({ type }) => type !== 'CALLS'),
    calls: { ...calls, resolved: 0, unresolved: calls.unresolved + calls.resolved },
    problems: [...problems, { path, line: null, message, kind: 'not_resolved' }],
  };
}

/** What files of an attempt rest on, by file: those that were asked for, and those whose statements take part. */
interface Needs {
  /** Files of which something is missing, whether they are asked for or not. */
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
    // Where one of another part gave something before and does not now, what it lacks is lacking to those that rest on it.
    let fresh = [...found];
    while (fresh.length > 0) {
      const keys = new Set(fresh.flatMap((file) => silentUnder.get(file) ?? []));
      if (keys.size === 0) break;
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

/** The answers, with the modules that they name. */
function settledOf(attempt: Attempt): Settled {
  const files = withDependence(attempt).map((file, at) => ({
    ...file,
    ways: waysIn(attempt, attempt.answers[at]?.file),
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

/** Goes on with the open ones among the files that are asked for, and with what these rest on; its keys. */
function narrow(
  search: Search,
  { answers, program }: Attempt,
  open: ReadonlySet<SourceFile>,
  needs: Needs,
  dropped: Set<string>,
): ReadonlySet<number> {
  const asked = answers.flatMap(({ file }) => (open.has(file) ? [file] : []));
  const behind = needs.behind(asked);
  search.affected = new Set(asked.map(({ facts }) => facts.path));
  const paths = new Set([...behind.keys()].map(({ facts }) => facts.path));
  search.entered = new Map([...search.entered].filter(([path]) => paths.has(path)));
  search.wanted = new Set(paths);
  wantAll(search, program, behind.values());
  dropUnneeded(search, dropped);
  const keys = new Set<number>();
  for (const list of new Set([...behind.values()].flatMap(listsOf))) for (const key of list.entries) keys.add(key);
  return keys;
}
