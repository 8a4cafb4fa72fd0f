/**
 * A folder on this machine as a graph in memory that follows its changes, for the commands that answer questions without
 * services. Only files that git does not ignore are read, and no link is followed (adapters/git/git-folder.ts).
 *
 *     first update()   all files: facts from the cache or extracted, everything resolved
 *     later ones       files whose blob id changed, and the edges that their change can reach (resolve/resolve-change.ts)
 */
import { basename, resolve } from 'node:path';
import { openLocal } from '../../src/adapters/git/git-local.ts';
import { decode } from '../../src/extract/eligibility.ts';
import { unpackFacts } from '../../src/graph/facts-codec.ts';
import { createWordTable } from '../../src/graph/locate/word-table.ts';
import type { MemoryGraph } from '../../src/graph/reader/memory-graph.ts';
import { openSources, type OpenSources } from '../../src/jobs/sync/sources.ts';
import type { FileFacts } from '../../src/model/facts.ts';
import type { GraphNode, ResolvedFile } from '../../src/model/graph.ts';
import type { ManifestFile } from '../../src/model/manifests.ts';
import type { Snapshot } from '../../src/ports.ts';
import { nodesOf } from '../../src/resolve/program/nodes.ts';
import type { FileOutline } from '../../src/resolve/resolve-asked.ts';
import { resolveChange } from '../../src/resolve/resolve-change.ts';
import { resolveGraph } from '../../src/resolve/resolve.ts';
import type { FactsCache } from './facts-cache.ts';
import { headOfFolder } from './folder-head.ts';

interface IndexedFile {
  oid: string;
  facts: FileFacts;
  nodes: GraphNode[];
  text: string;
}

export interface FolderIndex {
  /** Of the last update. */
  graph(): MemoryGraph;
  /** Brings the graph to what the folder holds now; whether anything had changed. One at a time. */
  update(): Promise<boolean>;
}

interface State {
  files: Map<string, IndexedFile>;
  manifests: ManifestFile[];
  resolved: Map<string, ResolvedFile>;
  modules: GraphNode[];
}

/** Nothing is read before the first `update`. */
export function createFolderIndex(folder: string, cache?: FactsCache): FolderIndex {
  const root = resolve(folder);
  const repoId = `local/${basename(root)}`;
  const words = createWordTable();
  let state: State = { files: new Map(), manifests: [], resolved: new Map(), modules: [] };
  let indexed: MemoryGraph['indexed'] = { repoId, commit: '', branch: null, indexedAt: null };
  let running: Promise<boolean> = Promise.resolve(false);
  let isFirst = true;

  async function update(): Promise<boolean> {
    const snapshot = await openLocal(root);
    try {
      const next = await readFiles(snapshot, state, repoId, cache);
      const head = await headOfFolder(root);
      indexed = { repoId, commit: head, branch: snapshot.branch, indexedAt: new Date().toISOString() };
      if (!isFirst && !differs(state, next)) return false;
      state = await resolved(repoId, state, next, isFirst);
      isFirst = false;
      return true;
    } finally {
      await snapshot.close();
    }
  }

  return {
    graph: () => ({
      indexed,
      nodes: [...state.files.values()].flatMap(({ nodes }) => nodes),
      graph: { files: [...state.resolved.values()], modules: state.modules },
      textOf: (path) => state.files.get(path)?.text,
      words,
      stampOf: (path) => state.files.get(path)?.oid ?? '',
    }),
    update: () => (running = running.then(update, update)),
  };
}

/** The graph of a snapshot, such as a commit's, which does not change. */
export async function graphOfSnapshot(snapshot: Snapshot, repoId: string, cache?: FactsCache): Promise<MemoryGraph> {
  const nothing: State = { files: new Map(), manifests: [], resolved: new Map(), modules: [] };
  const read = await readFiles(snapshot, nothing, repoId, cache);
  const { files, resolved: edges, modules } = await resolved(repoId, nothing, read, true);
  return {
    indexed: { repoId, commit: snapshot.commit, branch: snapshot.branch, indexedAt: null },
    nodes: [...files.values()].flatMap(({ nodes }) => nodes),
    graph: { files: [...edges.values()], modules },
    textOf: (path) => files.get(path)?.text,
  };
}

type ReadFiles = Pick<State, 'files' | 'manifests'>;

async function readFiles(
  snapshot: Snapshot,
  before: State,
  repoId: string,
  cache: FactsCache | undefined,
): Promise<ReadFiles> {
  const sources = await openSources(snapshot);
  const manifests: ManifestFile[] = [];
  const found: (IndexedFile | undefined)[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < snapshot.entries.length; at = next++) {
      const entry = snapshot.entries[at];
      if (entry === undefined) return;
      const { path, oid } = entry;
      if (sources.isManifest(entry)) manifests.push({ path, text: decode(await snapshot.read(oid)) ?? '' });
      if (sources.reasonToSkip(entry) !== undefined) continue;
      const known = before.files.get(path);
      found[at] =
        known?.oid === oid ? known : await readFile({ path, oid, repoId }, () => snapshot.read(oid), sources, cache);
    }
  };
  try {
    await Promise.all(Array.from({ length: sources.concurrency + 1 }, work));
  } finally {
    await sources.close();
  }
  manifests.sort((a, b) => (a.path < b.path ? -1 : 1));
  const files = new Map(found.flatMap((file, at) => (file === undefined ? [] : [[snapshot.entries[at]?.path ?? '', file]]))); // prettier-ignore
  return { files, manifests };
}

async function readFile(
  { path, oid, repoId }: { path: string; oid: string; repoId: string },
  read: () => Promise<Uint8Array>,
  sources: OpenSources,
  cache: FactsCache | undefined,
): Promise<IndexedFile | undefined> {
  const known = cache?.read(path, oid);
  if (known !== undefined && 'skipped' in known) return undefined;
  const bytes = await read();
  if (known !== undefined) return indexedFile(oid, known.facts, decode(bytes) ?? '', repoId);
  const extracted = await sources.extract(path, bytes, repoId);
  cache?.write(path, oid, extracted);
  return 'skipped' in extracted ? undefined : indexedFile(oid, extracted.facts, extracted.text, repoId);
}

function indexedFile(oid: string, packed: Uint8Array, text: string, repoId: string): IndexedFile {
  const facts = unpackFacts(packed);
  return { oid, facts, nodes: nodesOf(repoId, facts), text };
}

function differs(was: ReadFiles, is: ReadFiles): boolean {
  return (
    was.files.size !== is.files.size ||
    manifestsDiffer(was, is) ||
    [...is.files].some(([path, { oid }]) => was.files.get(path)?.oid !== oid)
  );
}

function manifestsDiffer(was: ReadFiles, is: ReadFiles): boolean {
  return JSON.stringify(was.manifests) !== JSON.stringify(is.manifests);
}

async function resolved(repoId: string, was: State, is: ReadFiles, isFirst: boolean): Promise<State> {
  const few = isFirst || manifestsDiffer(was, is) ? undefined : await resolvedChange(repoId, was, is);
  if (few !== undefined) return { ...is, ...few };
  const facts = [...is.files.values()].map((file) => file.facts);
  const { files, modules } = resolveGraph({ repoId, files: facts, manifests: is.manifests });
  return { ...is, resolved: new Map(files.map((file) => [file.path, file])), modules: [...modules] };
}

/** Undefined when all files have to be resolved. */
async function resolvedChange(
  repoId: string,
  was: State,
  is: ReadFiles,
): Promise<Pick<State, 'resolved' | 'modules'> | undefined> {
  const before = new Map<string, FileOutline & Pick<ResolvedFile, 'dependence'>>();
  for (const [path, { facts }] of was.files) {
    const file = was.resolved.get(path);
    if (file === undefined) return undefined;
    before.set(path, { ...outlineOf(facts), dependence: file.dependence });
  }
  const found = await resolveChange({
    repoId,
    manifests: is.manifests,
    files: [...is.files.values()].map(({ facts }) => outlineOf(facts)),
    before,
    changed: new Set([...is.files].filter(([path, { oid }]) => was.files.get(path)?.oid !== oid).map(([path]) => path)),
    readFacts: (paths) => Promise.resolve(paths.flatMap((path) => is.files.get(path)?.facts ?? [])),
  });
  if (found === undefined) return undefined;
  const again = new Map(found.files.map((file) => [file.path, file]));
  const files = new Map([...is.files.keys()].flatMap((path) => {
    const file = again.get(path) ?? was.resolved.get(path);
    return file === undefined ? [] : [[path, file]];
  })); // prettier-ignore
  return { resolved: files, modules: namedModules([...was.modules, ...found.modules], files.values()) };
}

/** Modules that some edge still ends at, each once. */
function namedModules(modules: readonly GraphNode[], files: Iterable<ResolvedFile>): GraphNode[] {
  const named = new Set<string>();
  for (const { edges } of files) for (const { from, to } of edges) named.add(from).add(to);
  const byId = new Map(modules.filter(({ id }) => named.has(id)).map((node) => [node.id, node]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function outlineOf({ path, language, module }: FileFacts): FileOutline {
  return { path, language, module };
}
