/**
 * The edges that a change of some files can reach, without the facts of the others.
 *
 *     changed files ─▶ files that depend on them ─▶ their inputs ─▶ facts ─▶ program of these alone ─▶ edges
 *                           ▲                           ▲                               │
 *                           └── keys that came or went  └──────── what was asked for ───┘
 *
 * Each file's dependence (tracking/trace.ts) was recorded when it was last resolved. A file is resolved again when its
 * inputs name a changed file, or a key that a changed file provided or provides; all others keep their edges. The program
 * knows the other files by their paths alone. When an answer asks for more (the content of such a file, or entries that
 * one of them provides), it is thrown away and made again with those files. So the answer depends on nothing that was left
 * out, and is what resolving all files gives (`test/resolve/resolve-change.test.ts`).
 */
import { emptyFacts, type FileFacts } from '../model/facts.ts';
import type { Dependence, FileEdges, GraphNode, ResolvedFile } from '../model/graph.ts';
import type { ManifestFile } from '../model/manifests.ts';
import { changesAllImports } from './imports/choose-strategies.ts';
import { CallDemand } from './tracking/call-demand.ts';
import { append } from './program/append.ts';
import { pathKeys } from './tracking/path-keys.ts';
import { buildProgram } from './program/program.ts';
import type { Program, SourceFile } from './program/program.ts';
import { modulesOf, solve } from './resolve.ts';
import { inOneGo } from './tracking/steps.ts';
import { createDependence } from './tracking/dependence.ts';
import { fileKey, hashOf, ORDER_INPUT } from './tracking/hash-key.ts';
import type { ReachedInputs } from './tracking/inputs.ts';
import { Trace } from './tracking/trace.ts';

/** What is known of a file without its facts. */
export interface FileOutline {
  path: string;
  language: string;
  /** Package, namespace or module that it declares. */
  module: string | undefined;
}

export interface Change {
  repoId: string;
  manifests: ManifestFile[];
  /** All source files as they are now. */
  files: FileOutline[];
  /** All source files as they were when they were resolved, by path. */
  before: ReadonlyMap<string, FileOutline & { dependence: Dependence }>;
  /** Paths of files that are new or say something else now. */
  changed: ReadonlySet<string>;
  /** Facts of files as they are now. */
  readFacts: (paths: string[]) => Promise<FileFacts[]>;
}

/** When more of the repository than this is needed, all of it is as cheap. */
const MOST_OF_FILES = 0.5;
const FEW_FILES = 50;
const MAX_ROUNDS = 40;

/** Files that may have other edges now, with them, and the modules that they name; undefined when all files are needed. */
export async function resolveChange(
  change: Change,
): Promise<{ files: ResolvedFile[]; modules: GraphNode[] } | undefined> {
  const { before, changed, files } = change;
  const now = new Map(files.map((file) => [file.path, file]));
  const removed = [...before.values()].filter(({ path }) => !now.has(path));
  const added = files.filter(({ path }) => changed.has(path) && !before.has(path));
  if (changed.size + removed.length === 0) return { files: [], modules: [] };
  if (changesTooMuch(change, now, [...removed, ...added])) return undefined;

  const search = beginSearch(change, now, removed, added);
  addAffected(search);
  if ([...inputListsOfAffected(search)].some((keys) => keys.includes(ORDER_INPUT))) return undefined;
  const most = Math.max(FEW_FILES, files.length * MOST_OF_FILES);
  for (let round = 0; round < MAX_ROUNDS && search.wanted.size <= most; round++) {
    const missing = [...search.wanted].filter((path) => !search.loaded.has(path));
    for (const facts of await change.readFacts(missing)) search.loaded.set(facts.path, facts);
    const attempt = resolveLoaded(search);
    if (addMissing(search, attempt) || attempt.isLate) continue;
    if (attempt.answers.some(({ inputs }) => inputs.unsure)) return undefined;
    const resolved = withDependence(attempt);
    if (!addDifferences(search, resolved)) return { files: resolved, modules: modulesOf(attempt.modules) };
  }
  return undefined;
}

/** What is known so far. All sets grow only. */
interface Search {
  change: Change;
  now: ReadonlyMap<string, FileOutline>;
  /** Paths of files by the hash of the key of their content. */
  byKey: ReadonlyMap<number, string>;
  /** Paths of files, as far as they did not change, by the hashes of the keys that they provide. */
  providers: ReadonlyMap<number, string[]>;
  /** Hashes of inputs that are not what they were. */
  differing: Set<number>;
  /** Paths of files that are resolved again. */
  affected: Set<string>;
  /** Paths of files whose facts are needed. */
  wanted: Set<string>;
  loaded: Map<string, FileFacts>;
  /** Paths of files whose calls take part, besides those of the affected (tracking/call-demand.ts). */
  entered: Set<string>;
}

function beginSearch(
  change: Change,
  now: ReadonlyMap<string, FileOutline>,
  removed: (FileOutline & { dependence: Dependence })[],
  added: FileOutline[],
): Search {
  const { changed, files } = change;
  const differing = new Set([...changed, ...removed.map(({ path }) => path)].map((path) => hashOf(fileKey(path))));
  for (const { path } of [...removed, ...added]) for (const key of pathKeys(path)) differing.add(hashOf(key));
  for (const { dependence } of removed) for (const key of dependence.provides) differing.add(key);
  return {
    change,
    now,
    byKey: new Map(files.map(({ path }) => [hashOf(fileKey(path)), path])),
    providers: providersOf(change, now),
    differing,
    affected: new Set(changed),
    wanted: new Set(),
    loaded: new Map(),
    entered: new Set(),
  };
}

/** Adds files that depend on what differs, and wants their facts and those of the files that they depend on. */
function addAffected(search: Search): void {
  const { affected, byKey, change, differing, now } = search;
  const differs = onceForEach((keys) => keys.some((key) => differing.has(key)));
  for (const [path, { dependence }] of change.before) {
    if (!affected.has(path) && now.has(path) && inputLists(dependence).some(differs)) affected.add(path);
  }
  for (const path of affected) want(search, path);
  for (const keys of inputListsOfAffected(search)) for (const key of keys) want(search, byKey.get(key) ?? '');
}

function want({ now, wanted }: Search, path: string): void {
  if (now.has(path)) wanted.add(path);
}

/** Each list once. */
function inputListsOfAffected({ affected, change }: Search): Set<Uint32Array> {
  return new Set([...affected].flatMap((path) => inputLists(change.before.get(path)?.dependence)));
}

/** Edges of the affected files, made from the facts that are loaded. */
interface Attempt {
  program: Program;
  answers: { file: SourceFile; edges: FileEdges; inputs: ReachedInputs }[];
  modules: Map<string, GraphNode>;
  /** Making the edges asked for calls of files that had not taken part. */
  isLate: boolean;
}

function resolveLoaded(search: Search): Attempt {
  const { affected, change, entered, loaded, providers } = search;
  let keys: string[] = [];
  const trace = new Trace(
    (key) => providers.get(hashOf(key))?.some((path) => isMissing(search, path)) === true,
    (key) => keys.push(key),
  );
  const outlines = change.files.filter(({ path }) => !loaded.has(path)).map(outlineFacts);
  const program = buildProgram([...loaded.values(), ...outlines], trace, new Set(outlines));
  /** Files that gave entries under a key by what they call, as they were resolved before. */
  function* giving(): Generator<number> {
    const since = keys;
    keys = [];
    for (const key of since) {
      for (const path of providers.get(hashOf(key)) ?? []) {
        const file = program.paths.get(path);
        if (file?.outline === false && !trace.provides(file.index, key)) yield file.index;
      }
    }
  }
  const first = program.files.filter(({ facts: { path } }) => affected.has(path) || entered.has(path));
  const demand = new CallDemand(
    first.map(({ index }) => index),
    giving,
  );
  const { edgesOf, modules } = inOneGo(solve(program, change.repoId, change.manifests, undefined, demand));
  const asked = first.filter(({ facts }) => affected.has(facts.path));
  // The inputs are read when all edges are made: making them adds dependencies.
  const resolved = asked.map((file) => ({ file, edges: edgesOf(file) }));
  const late = demand.take();
  for (const { facts, index } of program.files) if (demand.has(index)) entered.add(facts.path);
  const answers = resolved.map((one) => ({ ...one, inputs: trace.inputsOf(one.file.index) }));
  return { program, answers, modules, isLate: late.some((index) => program.files[index]?.outline === false) };
}

function isMissing({ loaded, now }: Search, path: string): boolean {
  return !loaded.has(path) && now.has(path);
}

/** Wants the files that answers depend on and that are not loaded; false where there are none. */
function addMissing(search: Search, { answers, program }: Attempt): boolean {
  const missing = new Set<string>();
  const add = (path: string): void => {
    if (isMissing(search, path)) missing.add(path);
  };
  for (const { entries, files } of new Set(answers.flatMap(({ inputs }) => [inputs.own, ...inputs.shared]))) {
    for (const index of files) add(program.files[index]?.facts.path ?? '');
    for (const key of entries) for (const path of search.providers.get(key) ?? []) add(path);
  }
  for (const path of missing) want(search, path);
  return missing.size > 0;
}

function withDependence({ answers, program }: Attempt): ResolvedFile[] {
  const dependenceOf = createDependence(
    program.trace,
    program.files.map(({ facts }) => facts.path),
  );
  return answers.map(({ edges, file, inputs }) => ({ ...edges, dependence: dependenceOf(file.index, inputs) }));
}

/** Notes the keys that files provide now and did not before, or no longer; true where that affects further files. */
function addDifferences(search: Search, resolved: ResolvedFile[]): boolean {
  const { affected, change, differing } = search;
  const known = differing.size;
  for (const { path, dependence } of resolved) {
    const was = change.before.get(path)?.dependence.provides;
    for (const key of differences(was, dependence.provides)) differing.add(key);
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

function inputLists(dependence: Dependence | undefined): Uint32Array[] {
  return dependence === undefined ? [] : [dependence.inputs, ...dependence.shared];
}

/** A question about lists that many files share, asked once of each. */
function onceForEach(ask: (keys: Uint32Array) => boolean): (keys: Uint32Array) => boolean {
  const answers = new Map<Uint32Array, boolean>();
  return (keys) => {
    let answer = answers.get(keys);
    if (answer === undefined) answers.set(keys, (answer = ask(keys)));
    return answer;
  };
}

function providersOf({ before, changed }: Change, now: ReadonlyMap<string, FileOutline>): Map<number, string[]> {
  const providers = new Map<number, string[]>();
  for (const [path, { dependence }] of before) {
    if (changed.has(path) || !now.has(path)) continue;
    for (const key of dependence.provides) append(providers, key, path);
  }
  return providers;
}

/** Keys in one of two lists. */
function differences(a: Uint32Array = new Uint32Array(), b: Uint32Array = new Uint32Array()): number[] {
  const [left, right] = [new Set(a), new Set(b)];
  return [...a.filter((key) => !right.has(key)), ...b.filter((key) => !left.has(key))];
}

function outlineFacts({ language, path, module }: FileOutline): FileFacts {
  return { ...emptyFacts(language, path, 0), ...(module === undefined ? {} : { module }) };
}
