/**
 * The edges that a change of some files can reach, without the facts of the others.
 *
 *     changed files ─▶ files that rest on them ─▶ what those rest on ─▶ facts ─▶ program of these alone ─▶ edges
 *                           ▲                          ▲                                │
 *                           └── keys that came or went └──────── what was asked for ────┘
 *
 * Each file's dependence (trace.ts) was recorded when it was last resolved. Files whose dependence names a changed file,
 * or a key under which a changed file had or has entries, are resolved again; all others keep their edges. The program
 * knows the other files by their paths alone. When an answer that counts asked for more (the content of such a file, or
 * entries that one of them has), the answer is thrown away and asked again with those files. So what is returned rests on
 * nothing that was left out, and is what resolving all files gives (`test/resolve/resolve-change.test.ts`).
 */
import { emptyFacts, type FileFacts } from '../model/facts.ts';
import type { Dependence, GraphNode, ResolvedFile } from '../model/graph.ts';
import type { ManifestFile } from '../model/manifests.ts';
import { changesAllOf } from './imports/strategies/python-modules.ts';
import { pathKeys } from './tracking/path-keys.ts';
import { buildProgram } from './program/program.ts';
import { modulesOf, solve } from './resolve.ts';
import { inOneGo } from './tracking/steps.ts';
import { createDependence } from './tracking/dependence.ts';
import { fileKey, hashOf, ORDER_INPUT } from './tracking/hash-key.ts';
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
  const removed = [...before.keys()].filter((path) => !now.has(path));
  const added = [...changed].filter((path) => !before.has(path));
  if (changed.size + removed.length === 0) return { files: [], modules: [] };
  if (changesTooMuch(change, now, [...removed, ...added])) return undefined;

  const differing = new Set([...changed, ...removed].map((path) => hashOf(fileKey(path))));
  for (const path of [...removed, ...added]) for (const key of pathKeys(path)) differing.add(hashOf(key));
  for (const path of removed) for (const key of before.get(path)?.dependence.offers ?? []) differing.add(key);
  const byKey = new Map(files.map((file) => [hashOf(fileKey(file.path)), file.path]));
  const offering = offersOf(change, now);
  const affected = new Set(changed);
  const loaded = new Map<string, FileFacts>();
  const wanted = new Set<string>();
  const want = (path: string): void => {
    if (now.has(path)) wanted.add(path);
  };
  const affect = (): void => {
    const differs = aboutLists((keys) => keys.some((key) => differing.has(key)));
    for (const [path, { dependence }] of before) {
      if (!affected.has(path) && now.has(path) && restLists(dependence).some(differs)) affected.add(path);
    }
    for (const path of affected) want(path);
    for (const keys of restsOfAffected()) for (const key of keys) want(byKey.get(key) ?? '');
  };
  /** Each list once. */
  const restsOfAffected = (): Set<Uint32Array> =>
    new Set([...affected].flatMap((path) => restLists(before.get(path)?.dependence)));
  affect();
  if ([...restsOfAffected()].some((keys) => keys.includes(ORDER_INPUT))) return undefined;

  const most = Math.max(FEW_FILES, files.length * MOST_OF_FILES);
  for (let round = 0; round < MAX_ROUNDS && wanted.size <= most; round++) {
    for (const facts of await change.readFacts([...wanted].filter((path) => !loaded.has(path)))) {
      loaded.set(facts.path, facts);
    }
    const isMissing = (path: string): boolean => !loaded.has(path) && now.has(path);
    const trace = new Trace((key) => offering.get(hashOf(key))?.some(isMissing) === true);
    const outlines = files.filter((file) => !loaded.has(file.path)).map(outlineFacts);
    const program = buildProgram([...loaded.values(), ...outlines], trace, new Set(outlines));
    const { edgesOf, modules } = inOneGo(solve(program, change.repoId, change.manifests));
    const asked = program.files.filter((file) => affected.has(file.facts.path));
    const answered = asked.map((file) => ({ file, edges: edgesOf(file) }));
    const resolved = answered.map((one) => ({ ...one, rests: trace.inputsOf(one.file.index) }));
    const missing = new Set<string>();
    for (const leaves of new Set(resolved.flatMap(({ rests }) => [rests.own, ...rests.shared]))) {
      for (const index of leaves.files) {
        const path = program.files[index]?.facts.path ?? '';
        if (isMissing(path)) missing.add(path);
      }
      for (const key of leaves.entries) {
        for (const path of offering.get(key) ?? []) if (isMissing(path)) missing.add(path);
      }
    }
    for (const path of missing) want(path);
    if (missing.size > 0) continue;
    if (resolved.some(({ rests }) => rests.unsure)) return undefined;

    const known = differing.size;
    const paths = program.files.map(({ facts }) => facts.path);
    const dependenceOf = createDependence(trace, paths);
    const answers = resolved.map(({ file, edges, rests }): ResolvedFile => {
      return { ...edges, dependence: dependenceOf(file.index, rests) };
    });
    for (const { path, dependence } of answers) {
      for (const key of differences(before.get(path)?.dependence.offers, dependence.offers)) differing.add(key);
    }
    const count = affected.size;
    if (differing.size > known) affect();
    if (affected.size === count) return { files: answers, modules: modulesOf(modules) };
  }
  return undefined;
}

/** A language more or less, or a file whose coming, going or module says where all others belong. */
function changesTooMuch({ before, changed }: Change, now: ReadonlyMap<string, FileOutline>, moved: string[]): boolean {
  if (moved.some(changesAllOf)) return true;
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

function restLists(dependence: Dependence | undefined): Uint32Array[] {
  return dependence === undefined ? [] : [dependence.rests, ...dependence.shared];
}

/** A question about lists that many files hold, asked once of each. */
function aboutLists(ask: (keys: Uint32Array) => boolean): (keys: Uint32Array) => boolean {
  const answers = new Map<Uint32Array, boolean>();
  return (keys) => {
    let answer = answers.get(keys);
    if (answer === undefined) answers.set(keys, (answer = ask(keys)));
    return answer;
  };
}

/** Files by the keys of their entries. */
function offersOf({ before, changed }: Change, now: ReadonlyMap<string, FileOutline>): Map<number, string[]> {
  const offering = new Map<number, string[]>();
  for (const [path, { dependence }] of before) {
    if (changed.has(path) || !now.has(path)) continue;
    for (const key of dependence.offers) {
      const known = offering.get(key);
      if (known === undefined) offering.set(key, [path]);
      else known.push(path);
    }
  }
  return offering;
}

/** Keys in one of two lists. */
function differences(a: Uint32Array = new Uint32Array(), b: Uint32Array = new Uint32Array()): number[] {
  const [left, right] = [new Set(a), new Set(b)];
  return [...a.filter((key) => !right.has(key)), ...b.filter((key) => !left.has(key))];
}

function outlineFacts({ language, path, module }: FileOutline): FileFacts {
  return { ...emptyFacts(language, path, 0), ...(module === undefined ? {} : { module }) };
}
