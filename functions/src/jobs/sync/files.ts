/**
 * The streaming half of a sync: changed blobs are read, extracted by worker threads and written while others are still
 * being read. So a few sources and some batches of rows are in memory at a time. Facts are kept, since resolution needs all
 * of them, but packed, which takes a tenth of the memory.
 */
import type { Fence } from '../../graph/fence.ts';
import { createUnpacker } from '../../graph/facts-codec.ts';
import { readFacts, type FileState } from '../../graph/file-states.ts';
import { createFileWriter } from '../../graph/write-files.ts';
import type { FileFacts } from '../../model/facts.ts';
import type { GraphPort, TreeEntry } from '../../ports.ts';
import type { Steps } from '../../resolve/tracking/steps.ts';
import type { SyncOptions } from './options.ts';
import { takeTurns } from '../work/take-turns.ts';

export interface ChangedFiles extends Pick<SyncOptions, 'snapshot' | 'sources' | 'signal' | 'onProgress' | 'repoId'> {
  fence: Fence;
  /** Of the code, for a file in this language. */
  versionOf: (language: string) => string;
  states: Map<string, FileState>;
  changed: TreeEntry[];
}

export interface ReadFiles {
  /** Packed facts of the changed files that became facts; the others are remembered as skipped. */
  fresh: Uint8Array[];
  /** Ends when all of them are in the graph. */
  written: Promise<void>;
  /** Writes no more of them; resolves when nothing is under way. */
  drop(): Promise<void>;
}

/** Resolves when all changed files have been read; the last of them are still on their way into the graph then. */
export async function readChangedFiles(work: ChangedFiles): Promise<ReadFiles> {
  const { changed, fence, repoId, snapshot, sources, states } = work;
  const fresh: Uint8Array[] = [];
  let done = 0;
  const writer = createFileWriter(fence, work.versionOf, (files) => {
    work.signal?.throwIfAborted();
    done += files;
    work.onProgress?.({ phase: 'files', done, total: changed.length });
  });
  let next = 0;
  sources.expect(changed.length);
  const stop = new AbortController();
  const runner = async () => {
    for (;;) {
      work.signal?.throwIfAborted();
      if (stop.signal.aborted) return;
      const entry = changed[next++];
      if (entry === undefined) return;
      const file = await sources.extract(entry.path, await snapshot.read(entry.oid), repoId);
      const common = { path: entry.path, oid: entry.oid, known: states.has(entry.path) };
      if ('skipped' in file) {
        await writer.add({ ...common, language: '', skipped: file.skipped });
        continue;
      }
      fresh.push(file.facts);
      await writer.add({ ...common, ...file });
    }
  };
  // One more than there are workers, so that the next file is there when a worker gets free.
  const runners = Array.from({ length: sources.concurrency + 1 }, () =>
    runner().catch((error: unknown) => {
      stop.abort();
      throw error;
    }),
  );
  const ends = await Promise.allSettled(runners);
  const failed = ends.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') {
    await writer.drop();
    throw failed.reason;
  }
  const written = writer.end();
  // A failure is thrown by whoever awaits it; without this Node would call it unhandled meanwhile.
  written.catch(() => undefined);
  return { fresh, written, drop: () => writer.drop() };
}

/**
 * All facts of the commit, in the order of their paths: those just made, which are taken, and the stored ones of unchanged
 * files. `onTurn`: see take-turns.ts.
 */
export async function collectFacts(
  graph: GraphPort,
  repoId: string,
  fresh: Uint8Array[],
  unchanged: string[],
  onTurn: () => void,
): Promise<FileFacts[]> {
  const unpack = createUnpacker();
  const facts = await takeTurns(unpackAll(fresh, unpack), onTurn);
  for await (const stored of readFacts(graph, repoId, unchanged, unpack)) facts.push(stored);
  return facts.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function* unpackAll(fresh: Uint8Array[], unpack: (bytes: Uint8Array) => FileFacts): Steps<FileFacts[]> {
  const facts: FileFacts[] = [];
  for (let packed = fresh.pop(); packed !== undefined; packed = fresh.pop()) {
    facts.push(unpack(packed));
    yield;
  }
  return facts;
}
