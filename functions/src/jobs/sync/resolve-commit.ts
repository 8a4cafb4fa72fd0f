/**
 * The edges of a commit whose nodes are in the graph: of those files that a change can reach, when it is known what the
 * others rest on, and of all otherwise.
 *
 *     complete graph of the same code and manifests, a few files changed ─▶ resolveChange: facts of some files
 *     anything else, or a change that reaches too far                    ─▶ resolveGraph: facts of all
 */
import { createEdgePacker, type EdgePacker, type PackedEdges } from '../../graph/edges-codec.ts';
import { unpackFacts } from '../../graph/facts-codec.ts';
import { readFacts, type FileState } from '../../graph/file-states.ts';
import type { FileFacts } from '../../model/facts.ts';
import type { ManifestFile } from '../../model/manifests.ts';
import type { Dependence, GraphNode, ResolvedFile } from '../../model/graph.ts';
import type { GraphPort } from '../../ports.ts';
import type { FileOutline } from '../../resolve/resolve-asked.ts';
import { resolveChange } from '../../resolve/resolve-change.ts';
import { weightOf } from '../../resolve/parts/resolve-open.ts';
import { resolveEdges } from '../../resolve/resolve.ts';
import { movedFiles, readMoved } from './moved-files.ts';
import { collectGarbage, releaseMemory } from '../work/release-memory.ts';
import { collectFacts } from './files.ts';
import { takeTurns } from '../work/take-turns.ts';

export interface Commit {
  graph: GraphPort;
  repoId: string;
  manifests: ManifestFile[];
  /** States before anything was written, and those after the files were, once they are. */
  before: ReadonlyMap<string, FileState>;
  after: () => Promise<ReadonlyMap<string, FileState>>;
  /** Packed facts of the files that were written; they are taken out when all are unpacked. */
  fresh: Uint8Array[];
  unchanged: string[];
  /** What the files of a graph that can be built upon rest on; undefined when all files are to be resolved. */
  dependence: ReadonlyMap<string, Dependence> | undefined;
  /** What some of the files said that were written. */
  earlier: ReadonlyMap<string, FileFacts>;
  /** Called between portions of the work on all files, after others had their turn; may throw to end it. */
  onTurn: () => void;
  /** The most source files that are resolved at once, as parts count them (resolve/parts/resolve-open.ts). */
  most: number;
}

export interface ResolvedCommit {
  /** Made one by one as they are asked for, once: all of them at a time are the largest thing that resolution leaves. */
  files: Iterable<ResolvedFile>;
  count: number;
  /** Lists that files rest on together: of these files, and of those that keep their edges. */
  shared: ReadonlySet<Uint32Array>;
  modules: GraphNode[];
  /** All files are there; otherwise those that are left out keep their edges. */
  whole: boolean;
}

/** Their facts and what is made of them take 0.14 MB each. Fewer are not worth collecting, which takes compiled code too. */
const MANY_FILES = 500;

/** 'too many': all files are to be resolved, and are more than may be at once. */
export async function resolveCommit(commit: Commit): Promise<ResolvedCommit | 'too many'> {
  const isDivided = commit.most < Infinity && exceeds(sourcesAmong(await commit.after()), commit.most);
  const few = commit.dependence && (await resolveFew(commit, commit.dependence, isDivided));
  if (few) return few;
  if (isDivided) return 'too many';
  const packer = createEdgePacker();
  const { files, modules } = await resolveAll(commit, packer);
  function* unpacked(): Generator<ResolvedFile> {
    for (const { packed, dependence } of files) yield { ...packer.unpack(packed), dependence };
  }
  const shared = new Set(files.flatMap(({ dependence }) => dependence.shared));
  return { files: unpacked(), count: files.length, shared, modules, whole: true };
}

/** A function of its own: what stands around a closure lives as long as it does, and the links between answers are many. */
async function resolveAll(
  commit: Commit,
  packer: EdgePacker,
): Promise<{ files: { packed: PackedEdges; dependence: Dependence }[]; modules: GraphNode[] }> {
  const isLarge = commit.fresh.length + commit.unchanged.length >= MANY_FILES;
  if (isLarge) await releaseMemory();
  const { kept, modules, dependenceOf } = await resolveFacts(commit, packer, isLarge ? collectGarbage : undefined);
  // The facts and all that was made of them.
  if (isLarge) await releaseMemory();
  return { files: kept.map((packed, at) => ({ packed, dependence: dependenceOf(at) })), modules };
}

/** Ends before the memory is released, so that nothing of it holds the facts. */
async function resolveFacts(
  { graph, repoId, manifests, fresh, unchanged, onTurn }: Commit,
  packer: EdgePacker,
  between: () => void = () => undefined,
) {
  const files = await collectFacts(graph, repoId, fresh, unchanged, onTurn);
  return takeTurns(
    resolveEdges({ repoId, files, manifests, between }, (edges) => packer.pack(edges)),
    onTurn,
  );
}

async function resolveFew(
  { graph, repoId, manifests, before, fresh, earlier, ...commit }: Commit,
  dependence: ReadonlyMap<string, Dependence>,
  isDivided: boolean,
): Promise<ResolvedCommit | undefined> {
  const after = await commit.after();
  const known = new Map<string, FileOutline & { dependence: Dependence }>();
  for (const state of sourcesAmong(before)) {
    const own = dependence.get(state.path);
    if (own === undefined) return undefined;
    known.set(state.path, { ...outlineOf(state), dependence: own });
  }
  const written = new Map(fresh.map((bytes) => unpackFacts(bytes)).map((facts) => [facts.path, facts]));
  const moved = movedFiles(earlier, written.values());
  const found = await resolveChange({
    repoId,
    manifests,
    ...(isDivided ? { most: commit.most } : {}),
    work: (steps) => takeTurns(steps, commit.onTurn),
    files: sourcesAmong(after).map(outlineOf),
    before: known,
    changed: new Set([...written.keys()].filter((path) => !moved.has(path))),
    async readFacts(paths) {
      const facts: FileFacts[] = paths.flatMap((path) => written.get(path) ?? []);
      const stored = paths.filter((path) => !written.has(path));
      for await (const one of readFacts(graph, repoId, stored)) facts.push(one);
      return facts;
    },
  });
  if (found === undefined) return undefined;
  const resolved = new Set(found.files.map(({ path }) => path));
  const kept = new Map([...moved].filter(([path]) => !resolved.has(path)));
  // Edges may have been lost with a node that somebody else owned; whoever is not resolved now would never be asked again.
  const isWhole = sourcesAmong(after).every(
    ({ path, edgesHash }) => edgesHash !== null || resolved.has(path) || kept.has(path),
  );
  const others = isWhole ? await readMoved(graph, repoId, kept, before, dependence) : undefined;
  if (others === undefined) return undefined;
  const all = [...found.files, ...others];
  const shared = new Set(found.files.flatMap((file) => file.dependence.shared));
  for (const { path } of sourcesAmong(after)) {
    if (!resolved.has(path)) for (const keys of dependence.get(path)?.shared ?? []) shared.add(keys);
  }
  return { files: all, count: all.length, shared, modules: found.modules, whole: false };
}

function exceeds(files: readonly FileState[], most: number): boolean {
  return files.reduce((sum, { lines }) => sum + weightOf(lines), 0) > most;
}

export function sourcesAmong(states: ReadonlyMap<string, FileState>): FileState[] {
  return [...states.values()].filter(({ skipped }) => skipped === null);
}

function outlineOf({ path, language, lines, module }: FileState): FileOutline {
  return { path, language, lines, module: module ?? undefined };
}
