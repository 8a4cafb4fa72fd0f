/**
 * The edges of some files of a repository, with the facts that these depend on and no others.
 *
 *     asked for ─▶ facts ─▶ program of these, and the paths of all others ─▶ edges ─▶ what they depend on is there: done
 *                    ▲                                                          └─▶ facts that are missing
 *                    └──────────────────────────────────────────────────────────────────────┘
 *
 * When an answer asks for more than is loaded (the content of a file, or entries that one provides), all are thrown away and
 * made again with it, so no answer depends on what was left out.
 */
import { emptyFacts, type FileFacts } from '../model/facts.ts';
import type { FileEdges, GraphNode, ResolvedFile } from '../model/graph.ts';
import type { ManifestFile } from '../model/manifests.ts';
import { foresee } from './foresee.ts';
import { append } from './program/append.ts';
import { buildProgram } from './program/program.ts';
import type { Program, SourceFile } from './program/program.ts';
import { solve } from './resolve.ts';
import { CallDemand, type Statements } from './tracking/call-demand.ts';
import { createDependence } from './tracking/dependence.ts';
import { hashOf } from './tracking/hash-key.ts';
import { listsOf, type ReachedInputs } from './tracking/inputs.ts';
import { inOneGo, type Steps, type Work } from './tracking/steps.ts';
import { Trace } from './tracking/trace.ts';

/** What is known of a file without its facts. */
export interface FileOutline {
  path: string;
  language: string;
  /** Package, namespace or module that it declares. */
  module: string | undefined;
  /** Where it counts how much facts a task holds (parts/resolve-open.ts). */
  lines?: number;
}

/** A repository whose facts are read as they are asked for. */
export interface Repository {
  repoId: string;
  manifests: ManifestFile[];
  /** All source files. */
  files: FileOutline[];
  readFacts: (paths: string[]) => Promise<FileFacts[]>;
  /** In one go where it is left out. */
  work?: Work;
}

/** By the hash of a key: the statements of a file that add to what stands under it (tracking/trace.ts), ascending. */
export type Ways = ReadonlyMap<number, readonly number[]>;

/** What is known so far of the files that are asked for. All sets grow only. */
export interface Search {
  repository: Repository;
  now: ReadonlyMap<string, FileOutline>;
  /** Paths of files by the hash of a key that they provide, as far as that is known without their facts. */
  providersOf: (key: number) => readonly string[];
  /** Paths of the files whose edges are asked for. */
  affected: Set<string>;
  /** Paths of files whose facts are needed. */
  wanted: Set<string>;
  loaded: Map<string, FileFacts>;
  /**
   * What the affected depend on is not known. Then all is loaded that decides what statements of other files do; else what was
   * seen to decide it is loaded already.
   */
  isFirst: boolean;
  /** Statements of a file that add to what stands under keys, as far as that is known; all of them where nothing is. */
  waysIn: (path: string) => Ways | 'all';
  /** Statements that take part, by path, besides those of the affected (tracking/call-demand.ts). */
  entered: Map<string, Statements>;
}

const MAX_ROUNDS = 40;
const FORESEEN_DEPTH = 3;

/** undefined when the facts of so many files are needed that it is too much. */
export async function resolveAsked(search: Search, isTooMuch: () => boolean): Promise<Attempt | undefined> {
  for (let round = 0; round < MAX_ROUNDS && !isTooMuch(); round++) {
    await loadWanted(search);
    const attempt = await workOf(search)(resolveLoaded(search));
    if (!addMissing(search, attempt) && attempt.late.length === 0) return attempt;
  }
  return undefined;
}

export async function loadWanted({ loaded, repository, wanted }: Search): Promise<void> {
  const missing = [...wanted].filter((path) => !loaded.has(path));
  for (const facts of await repository.readFacts(missing)) loaded.set(facts.path, facts);
}

export function want({ now, wanted }: Pick<Search, 'now' | 'wanted'>, path: string): void {
  if (now.has(path)) wanted.add(path);
}

/** Edges of the affected files, made from the facts that are loaded. */
export interface Attempt {
  program: Program;
  answers: { file: SourceFile; edges: FileEdges; inputs: ReachedInputs }[];
  modules: Map<string, GraphNode>;
  /**
   * Other files whose statements take part, or that were seen to give what they do not give now; none where the search is
   * not the first one.
   */
  others: { file: SourceFile; inputs: ReachedInputs; silentUnder: readonly number[] }[];
  /** Files that had not taken part, or not with all that making the edges asked for. */
  late: SourceFile[];
}

/** A program of what is loaded, and the paths of the rest. `onEntries`: as of the trace. */
function programOf(search: Search, onEntries?: (key: string) => void): Program {
  const { loaded, repository } = search;
  // Nothing is loaded while the program stands, and names ask for the same keys again and again.
  const elsewhere = new Map<string, boolean>();
  const isProvidedElsewhere = (key: string): boolean => {
    let answer = elsewhere.get(key);
    if (answer === undefined) {
      answer = search.providersOf(hashOf(key)).some((path) => isMissing(search, path));
      elsewhere.set(key, answer);
    }
    return answer;
  };
  const trace = new Trace({
    isProvidedElsewhere,
    ...(onEntries === undefined ? {} : { onEntries }),
    notesWays: search.isFirst,
  });
  const left = repository.files.filter(({ path }) => !loaded.has(path)).map(outlineFacts);
  return buildProgram([...loaded.values(), ...left], trace, new Set(left));
}

/**
 * Wants what names and types lead to: that of the asked files, and what is said of the members of those. Where that is too
 * much it stays with what was wanted before.
 */
export async function loadForeseen(search: Search, isTooMuch: () => boolean = () => false): Promise<void> {
  const { affected, repository } = search;
  let fresh = new Set(affected);
  for (let depth = 0; depth < FORESEEN_DEPTH && fresh.size > 0; depth++) {
    await loadWanted(search);
    const program = programOf(search);
    const files = program.files.filter(({ facts: { path } }) => fresh.has(path));
    const inputs = foresee(program, repository.manifests, files, ({ facts: { path } }) => affected.has(path));
    const before = new Set(search.wanted);
    wantMissing(search, program, inputs);
    if (isTooMuch()) {
      search.wanted = before;
      return;
    }
    fresh = new Set([...search.wanted].filter((path) => !before.has(path)));
  }
}

/** How what takes long is worked through. */
export function workOf({ repository }: Search): Work {
  return repository.work ?? inOneGo;
}

export function* resolveLoaded(search: Search): Steps<Attempt> {
  const { affected, repository } = search;
  let keys: string[] = [];
  const program = programOf(search, (key) => keys.push(key));
  const { trace } = program;
  /** Keys that something depends on, with the files that were seen to give entries under them. */
  const given: [file: number, key: string][] = [];
  /** Those that gave entries by what they call, as they were resolved before. */
  function* giving(): Generator<[file: number, key: string]> {
    const since = keys;
    keys = [];
    for (const key of since) {
      for (const path of search.providersOf(hashOf(key))) {
        const file = program.paths.get(path);
        // Where all statements of a file take part at once, one that gives an entry has its others in, too.
        if (file?.outline !== false) continue;
        given.push([file.index, key]);
        const isDue = search.isFirst || !trace.provides(file.index, key);
        if (isDue) yield [file.index, key];
      }
    }
  }
  const pathOf = (index: number): string => program.files[index]?.facts.path ?? '';
  const asked = program.files.filter(({ facts: { path } }) => affected.has(path));
  const waysTo = (index: number, key: string): Iterable<number> | 'all' => {
    const ways = search.waysIn(pathOf(index));
    return ways === 'all' ? 'all' : (ways.get(hashOf(key)) ?? []);
  };
  const demand = new CallDemand(statementsAtFirst(search, program, asked), waysTo, giving);
  const { edgesOf, modules } = yield* solve(program, repository.repoId, repository.manifests, undefined, demand);
  // The inputs are read when all edges are made: making them adds dependencies.
  const resolved: { file: SourceFile; edges: FileEdges }[] = [];
  for (const file of asked) {
    resolved.push({ file, edges: edgesOf(file) });
    yield;
  }
  const late = demand.take();
  // What such a file rests on is not all there.
  const silent = new Map<number, number[]>();
  for (const [file, key] of given) if (!trace.provides(file, key)) append(silent, file, hashOf(key));
  const loaded = (indexes: Iterable<number>): SourceFile[] =>
    [...indexes].flatMap((index) => program.files[index] ?? []).filter(({ outline }) => !outline);
  const taking = loaded(demand.entered.keys());
  const others = search.isFirst
    ? [...new Set([...taking, ...loaded(silent.keys())])].filter(({ facts: { path } }) => !affected.has(path))
    : [];
  search.entered = new Map(taking.map(({ facts, index }) => [facts.path, demand.entered.get(index) ?? 'all']));
  return {
    program,
    answers: resolved.map((one) => ({ ...one, inputs: trace.inputsOf(one.file.index) })),
    modules,
    others: others.map((file) => ({
      file,
      inputs: trace.inputsOf(file.index),
      silentUnder: silent.get(file.index) ?? [],
    })),
    late: loaded(late.keys()),
  };
}

/** Those of the asked files, and what took part in the attempt before. */
function statementsAtFirst({ entered }: Search, { paths }: Program, asked: SourceFile[]): Map<number, Statements> {
  const first = new Map<number, Statements>();
  for (const [path, statements] of entered) {
    const file = paths.get(path);
    if (file !== undefined) first.set(file.index, statements);
  }
  for (const { index } of asked) first.set(index, 'all');
  return first;
}

export function isMissing({ loaded, now }: Search, path: string): boolean {
  return !loaded.has(path) && now.has(path);
}

/** Wants the files that answers depend on; false where all are loaded. */
function addMissing(search: Search, { answers, others, program }: Attempt): boolean {
  return wantMissing(
    search,
    program,
    [...answers, ...others].map(({ inputs }) => inputs),
  );
}

function wantMissing(search: Search, program: Program, all: Iterable<ReachedInputs>): boolean {
  const before = search.wanted.size;
  wantAll(search, program, all);
  return search.wanted.size > before;
}

/** Wants the files that these name, and those that provide what they name. */
export function wantAll(search: Search, program: Program, all: Iterable<ReachedInputs>): void {
  for (const { entries, files } of new Set([...all].flatMap(listsOf))) {
    for (const index of files) want(search, program.files[index]?.facts.path ?? '');
    for (const key of entries) for (const path of search.providersOf(key)) want(search, path);
  }
}

/** The files of these answers, which are some of the attempt's. */
export function withDependence({ answers, program }: Pick<Attempt, 'answers' | 'program'>): ResolvedFile[] {
  const dependenceOf = createDependence(
    program.trace,
    program.files.map(({ facts }) => facts.path),
  );
  return answers.map(({ edges, file, inputs }) => ({ ...edges, dependence: dependenceOf(file.index, inputs) }));
}

/** One attempt follows the other, each with an outline of nearly all files. */
const outlines = new WeakMap<FileOutline, FileFacts>();

function outlineFacts(file: FileOutline): FileFacts {
  let facts = outlines.get(file);
  if (facts === undefined) {
    const { language, path, module } = file;
    facts = { ...emptyFacts(language, path, 0), ...(module === undefined ? {} : { module }) };
    outlines.set(file, facts);
  }
  return facts;
}
