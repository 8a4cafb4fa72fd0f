/**
 * The edges that a change of some files can reach, without the facts of the others.
 *
 *     changed files ─▶ files that depend on them ─▶ their inputs ─▶ facts ─▶ program of these alone ─▶ edges
 *                           ▲                           ▲                               │
 *                           └── keys that came or went  └──────── what was asked for ───┘
 *
 * Each file's dependence (tracking/trace.ts) was recorded when it was last resolved. A file is resolved again when its
 * inputs name a changed file, or a key that a changed file provided or provides; all others keep their edges. The program
 * knows the other files by their paths alone until an answer asks for more (resolve-asked.ts). So the answer depends on
 * nothing that was left out, and is what resolving all files gives (`test/resolve/resolve-change.test.ts`).
 */
import type { Dependence, GraphNode, ResolvedFile } from '../model/graph.ts';
import { changesAllImports } from './imports/choose-strategies.ts';
import { haveOneInCommon } from './parts/changed-keys.ts';
import { offersOf, Providers } from './parts/providers.ts';
import { createAffected } from './parts/resolve-affected.ts';
import type { AffectedFiles, AffectedSearch } from './parts/resolve-affected.ts';
import { modulesOf } from './resolve.ts';
import { resolveAsked, want, withDependence } from './resolve-asked.ts';
import type { FileOutline, Repository, Search } from './resolve-asked.ts';
import { differences, inputLists, onceForEach } from './tracking/dependence.ts';
import { fileKey, hashOf, isAskedForAny, ORDER_INPUT } from './tracking/hash-key.ts';
import { pathKeys } from './tracking/path-keys.ts';

export interface Change extends Repository {
  /** All source files as they were when they were resolved, by path. */
  before: ReadonlyMap<string, FileOutline & { dependence: Dependence }>;
  /** Paths of files that are new or say something else now. */
  changed: ReadonlySet<string>;
  /**
   * So many files' facts may be held, by their weights, and all files are more than that: the affected ones are resolved by
   * groups, and what depends on the order in which values come is taken as it comes, as parts take it (parts/resolve-part.ts).
   */
  most?: number;
}

/** When more of the repository than this is needed, all of it is as cheap. */
const MOST_OF_FILES = 0.5;
const FEW_FILES = 50;

/** Files that may have other edges now, with them, and the modules that they name; undefined when all files are needed. */
export async function resolveChange(
  change: Change,
): Promise<{ files: ResolvedFile[]; modules: GraphNode[] } | undefined> {
  const { before, changed, files, most } = change;
  const now = new Map(files.map((file) => [file.path, file]));
  const removed = [...before.values()].filter(({ path }) => !now.has(path));
  const added = files.filter(({ path }) => changed.has(path) && !before.has(path));
  if (changed.size + removed.length === 0) return { files: [], modules: [] };
  if (changesTooMuch(change, now, [...removed, ...added])) return undefined;

  const search = beginSearch(change, now, removed, added);
  addAffected(search);
  const resolve = most === undefined ? () => resolveTogether(search) : createAffected(affectedSearch(search, most));
  for (;;) {
    const found = await resolve();
    if (found === undefined) return undefined;
    if (!addDifferences(search, found.files)) return { files: found.files, modules: modulesOf(found.modules) };
  }
}

/** All of them, with all that is wanted; undefined where that is much of the repository, or depends on the order of values. */
async function resolveTogether(search: ChangeSearch): Promise<AffectedFiles | undefined> {
  for (const keys of inputListsOf(search, search.affected)) if (keys.includes(ORDER_INPUT)) return undefined;
  const most = Math.max(FEW_FILES, search.now.size * MOST_OF_FILES);
  const attempt = await resolveAsked(search, () => search.wanted.size > most);
  if (attempt === undefined || attempt.answers.some(({ inputs }) => inputs.unsure)) return undefined;
  return { files: withDependence(attempt), modules: attempt.modules };
}

function affectedSearch(search: ChangeSearch, most: number): AffectedSearch {
  const { affected, byKey, change, now, repository } = search;
  return {
    repository,
    now,
    affected,
    changed: change.changed,
    providersOf: search.providersOf,
    providedBefore: (path) => change.before.get(path)?.dependence.provides,
    *filesBehind(paths) {
      for (const keys of inputListsOf(search, paths)) for (const key of keys) yield byKey.get(key) ?? '';
    },
    most,
  };
}

/** With what is not as it was. */
interface ChangeSearch extends Search {
  change: Change;
  /** Paths of files by the hash of the key of their content. */
  byKey: ReadonlyMap<number, string>;
  /** Hashes of inputs that are not what they were. */
  differing: Set<number>;
}

function beginSearch(
  change: Change,
  now: ReadonlyMap<string, FileOutline>,
  removed: (FileOutline & { dependence: Dependence })[],
  added: FileOutline[],
): ChangeSearch {
  const { changed, files } = change;
  const differing = new Set([...changed, ...removed.map(({ path }) => path)].map((path) => hashOf(fileKey(path))));
  for (const { path } of [...removed, ...added]) for (const key of pathKeys(path)) differing.add(hashOf(key));
  const search: ChangeSearch = {
    change,
    repository: change,
    now,
    byKey: new Map(files.map(({ path }) => [hashOf(fileKey(path)), path])),
    providersOf: providersOf(change, now).of,
    differing,
    affected: new Set(changed),
    wanted: new Set(),
    loaded: new Map(),
    entered: new Map(),
    waysIn: () => 'all',
    isFirst: false,
  };
  for (const { dependence } of removed) addDiffering(search, dependence.provides);
  return search;
}

/** Keys that some file does not provide any more, or provides now; some are still provided by others, which is all that is asked. */
function addDiffering(search: ChangeSearch, keys: Iterable<number>): void {
  for (const key of keys) if (!isAskedForAny(key) || search.providersOf(key).length === 0) search.differing.add(key);
}

/** Adds files that depend on what differs, and wants their facts and those of the files that they depend on. */
function addAffected(search: ChangeSearch): void {
  const { affected, byKey, change, differing, now } = search;
  const sorted = Uint32Array.from(differing).sort();
  const differs = onceForEach((keys: Uint32Array) => haveOneInCommon(sorted, keys));
  for (const [path, { dependence }] of change.before) {
    if (!affected.has(path) && now.has(path) && inputLists(dependence).some(differs)) affected.add(path);
  }
  for (const path of affected) want(search, path);
  for (const keys of inputListsOf(search, affected)) for (const key of keys) want(search, byKey.get(key) ?? '');
}

/** Each list once. */
function inputListsOf({ change }: ChangeSearch, paths: Iterable<string>): Set<Uint32Array> {
  return new Set([...paths].flatMap((path) => inputLists(change.before.get(path)?.dependence)));
}

/** Notes the keys that files provide now and did not before, or no longer; true where that affects further files. */
function addDifferences(search: ChangeSearch, resolved: ResolvedFile[]): boolean {
  const { affected, change, differing } = search;
  const known = differing.size;
  for (const { path, dependence } of resolved) {
    const was = change.before.get(path)?.dependence.provides;
    addDiffering(search, differences(was, dependence.provides));
  }
  const count = affected.size;
  if (differing.size > known) addAffected(search);
  return affected.size > count;
}

/** A language more or less, or a file whose coming, going or module says where all others belong. */
function changesTooMuch(
  { before, changed }: Change,
  now: ReadonlyMap<string, FileOutline>,
  moved: FileOutline[],
): boolean {
  if (moved.some(changesAllImports)) return true;
  // Values from outside have the members that some language of the repository gives them.
  if (languagesOf(before.values()) !== languagesOf(now.values())) return true;
  return [...changed].some((path) => {
    const [was, is] = [before.get(path), now.get(path)];
    return was !== undefined && (was.module !== is?.module || was.language !== is?.language);
  });
}

function languagesOf(files: Iterable<FileOutline>): string {
  return [...new Set([...files].map(({ language }) => language))].sort().join();
}

/** Of the files that did not change. */
function providersOf({ before, changed }: Change, now: ReadonlyMap<string, FileOutline>): Providers {
  const provided = new Map<string, Uint32Array>();
  for (const [path, { dependence }] of before)
    if (!changed.has(path) && now.has(path)) provided.set(path, dependence.provides);
  return new Providers([offersOf(provided)]);
}
