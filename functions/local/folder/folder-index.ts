/**
 * A folder on this machine as a graph in memory that follows its changes, for the commands that answer questions without
 * services. Only files that git does not ignore are read, and no link is followed (adapters/git/git-folder.ts).
 *
 *     first update()   all files: facts from the cache or extracted, everything resolved
 *     later ones       files whose blob id changed, and the edges that their change can reach (resolve/resolve-change.ts)
 *
 * Reading takes a tenth of a second and resolving up to some seconds, so who cannot wait does one and then the other: what
 * was read is there at once, with the edges that there were before. Resolving takes turns with the questions of others.
 */
import { basename, resolve } from 'node:path';
import { openLocal } from '../../src/adapters/git/git-local.ts';
import { decode } from '../../src/extract/eligibility.ts';
import { unpackFacts } from '../../src/graph/facts-codec.ts';
import { createWordTable } from '../../src/graph/locate/word-table.ts';
import type { MemoryGraph } from '../../src/graph/reader/memory-graph.ts';
import { openSources, type OpenSources } from '../../src/jobs/sync/sources.ts';
import { oneAtATime } from '../../src/api/http/one-at-a-time.ts';
import { takeTurns } from '../../src/jobs/work/take-turns.ts';
import { isLeftOut } from '../../src/model/declarations/left-out.ts';
import type { FileFacts } from '../../src/model/facts.ts';
import type { FileEdges } from '../../src/model/graph.ts';
import type { ManifestFile } from '../../src/model/manifests.ts';
import type { Snapshot } from '../../src/ports.ts';
import { nodesOf } from '../../src/resolve/program/nodes.ts';
import type { FactsCache } from './facts-cache.ts';
import { createFolderTexts, type FolderTexts } from './folder-texts.ts';
import { headOfFolder } from './folder-head.ts';
import {
  changedPaths,
  differs,
  resolveFolder,
  type IndexedFile,
  type ReadFiles,
  type ResolvedFolder,
} from './resolve-folder.ts';

export interface FolderIndex {
  /** Of the last reading, with the edges of the last resolving. */
  graph(): MemoryGraph;
  /** Reads what the folder holds now; whether anything had changed. One at a time. */
  read(): Promise<boolean>;
  /** Brings the edges to what was read; whether they were not. What is read meanwhile begins it anew. */
  settle(): Promise<boolean>;
  /** Of all files that answers are made from. */
  paths(): string[];
  /** Files that changed since the edges were made. */
  unsettled(): number;
  /** Both. */
  update(): Promise<boolean>;
  /** Starts what the next change will need: a thread with the grammar of most files. Half of what a first change costs. */
  warm(): Promise<void>;
}

/** Nothing is read before the first `update`. */
export function createFolderIndex(folder: string, cache?: FactsCache): FolderIndex {
  const root = resolve(folder);
  const repoId = `local/${basename(root)}`;
  const words = createWordTable();
  const texts = createFolderTexts();
  /** What was read last, and what was resolved last. */
  let now: ReadFiles = { files: new Map(), manifests: [], leftOut: [] };
  let settled: ResolvedFolder = { ...now, resolved: new Map(), modules: [] };
  let indexed: MemoryGraph['indexed'] = { repoId, commit: '', branch: null, indexedAt: null };
  let isFirst = true;
  const inTurn = oneAtATime();

  async function readNow(): Promise<boolean> {
    const snapshot = await openLocal(root);
    try {
      const next = await readFiles(snapshot, now, { repoId, cache, texts });
      const head = await headOfFolder(root);
      indexed = { repoId, commit: head, branch: snapshot.branch, indexedAt: new Date().toISOString() };
      const isNew = differs(now, next);
      if (isNew) now = next;
      return isNew;
    } finally {
      await snapshot.close();
    }
  }

  async function settleNow(): Promise<boolean> {
    let isNew = false;
    while (isFirst || settled.files !== now.files) {
      const target = now;
      const onTurn = (): void => {
        if (now !== target) throw new Superseded();
      };
      try {
        settled = await resolveFolder(repoId, settled, target, { isFirst, work: (steps) => takeTurns(steps, onTurn) });
        isFirst = false;
        isNew = true;
      } catch (error) {
        if (!(error instanceof Superseded)) throw error;
      }
    }
    return isNew;
  }

  const read = () => inTurn('read', readNow);
  const settle = () => inTurn('settle', settleNow);
  return {
    graph: () => graphOf(now, settled, { indexed, words, textWords: texts.words }),
    read,
    settle,
    paths: () => [...now.files.keys(), ...texts.paths()],
    unsettled: () => (settled.files === now.files ? 0 : changedPaths(settled, now).length),
    async update() {
      await read();
      return settle();
    },
    warm: () => warmExtraction(now, repoId),
  };
}

function graphOf(
  { files, leftOut }: ReadFiles,
  { resolved, modules }: ResolvedFolder,
  rest: Required<Pick<MemoryGraph, 'indexed' | 'words' | 'textWords'>>,
): MemoryGraph {
  return {
    ...rest,
    leftOut,
    nodes: [...files.values()].flatMap(({ nodes }) => nodes),
    graph: { files: [...files.values()].map(({ facts }) => resolved.get(facts.path) ?? withoutEdges(facts)), modules },
    textOf: (path) => files.get(path)?.text,
    stampOf: (path) => files.get(path)?.oid ?? '',
  };
}

/** Extracts the shortest file of the language that most files are in. */
async function warmExtraction({ files }: ReadFiles, repoId: string): Promise<void> {
  const languages = Map.groupBy(files.values(), ({ facts }) => facts.language);
  const [most = []] = [...languages.values()].sort((a, b) => b.length - a.length);
  const [shortest] = most.sort((a, b) => a.text.length - b.text.length);
  if (shortest === undefined) return;
  const nothing: Snapshot = { commit: '', branch: null, entries: [], read: () => Promise.resolve(Buffer.of()), close: () => Promise.resolve() }; // prettier-ignore
  const sources = await openSources(nothing);
  try {
    await sources.extract(shortest.facts.path, Buffer.from(shortest.text), repoId);
  } finally {
    await sources.close();
  }
}

/** What is being resolved is not what the folder holds any more. */
class Superseded extends Error {}

function withoutEdges({ path, language }: FileFacts): FileEdges {
  return { path, language, edges: [], calls: { sites: 0, resolved: 0, external: 0, ambiguous: 0, unresolved: 0 } };
}

/** The graph of a snapshot, such as a commit's, which does not change, and stays open while the graph is asked. */
export async function graphOfSnapshot(snapshot: Snapshot, repoId: string, cache?: FactsCache): Promise<MemoryGraph> {
  const nothing: ResolvedFolder = { files: new Map(), manifests: [], leftOut: [], resolved: new Map(), modules: [] };
  const texts = createFolderTexts();
  const read = await readFiles(snapshot, nothing, { repoId, cache, texts });
  const { files, resolved: edges, modules } = await resolveFolder(repoId, nothing, read, { isFirst: true });
  return {
    leftOut: read.leftOut,
    textWords: texts.words,
    indexed: { repoId, commit: snapshot.commit, branch: snapshot.branch, indexedAt: null },
    nodes: [...files.values()].flatMap(({ nodes }) => nodes),
    graph: { files: [...edges.values()], modules },
    textOf: (path) => files.get(path)?.text,
  };
}

async function readFiles(
  snapshot: Snapshot,
  before: ReadFiles,
  { repoId, cache, texts }: { repoId: string; cache: FactsCache | undefined; texts: FolderTexts },
): Promise<ReadFiles> {
  const sources = await openSources(snapshot);
  texts.follow(snapshot, (entry) => sources.reasonToSkip(entry));
  const manifests: ManifestFile[] = [];
  const found: (IndexedFile | undefined)[] = [];
  const leftOut: string[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < snapshot.entries.length; at = next++) {
      const entry = snapshot.entries[at];
      if (entry === undefined) return;
      const { path, oid } = entry;
      if (sources.isManifest(entry)) manifests.push({ path, text: decode(await snapshot.read(oid)) ?? '' });
      const reason = sources.reasonToSkip(entry);
      const known = before.files.get(path);
      const file =
        reason !== undefined
          ? { skipped: reason }
          : known?.oid === oid
            ? known
            : await readFile({ path, oid, repoId }, () => snapshot.read(oid), sources, cache);
      if (!('skipped' in file)) found[at] = file;
      else if (isLeftOut({ reason: file.skipped })) leftOut.push(path);
    }
  };
  try {
    await Promise.all(Array.from({ length: sources.concurrency + 1 }, work));
  } finally {
    await sources.close();
  }
  manifests.sort((a, b) => (a.path < b.path ? -1 : 1));
  const files = new Map(found.flatMap((file, at) => (file === undefined ? [] : [[snapshot.entries[at]?.path ?? '', file]]))); // prettier-ignore
  return { files, manifests, leftOut: leftOut.sort() };
}

async function readFile(
  { path, oid, repoId }: { path: string; oid: string; repoId: string },
  read: () => Promise<Uint8Array>,
  sources: OpenSources,
  cache: FactsCache | undefined,
): Promise<IndexedFile | { skipped: string }> {
  const known = cache?.read(path, oid);
  if (known !== undefined && 'skipped' in known) return known;
  const bytes = await read();
  if (known !== undefined) return indexedFile(oid, known.facts, decode(bytes) ?? '', repoId);
  const extracted = await sources.extract(path, bytes, repoId);
  cache?.write(path, oid, extracted);
  return 'skipped' in extracted ? extracted : indexedFile(oid, extracted.facts, extracted.text, repoId);
}

function indexedFile(oid: string, packed: Uint8Array, text: string, repoId: string): IndexedFile {
  const facts = unpackFacts(packed);
  return { oid, facts, nodes: nodesOf(repoId, facts), text };
}
