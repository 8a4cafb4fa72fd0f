/**
 * The streaming half of a sync: changed blobs are read, extracted by worker threads and written while others are still
 * being read. What is in memory at a time is a few sources and one or two batches of rows. Facts are kept, since
 * resolution needs all of them, but packed: those of 2,900 files are 10 MB so, and 150 MB as objects.
 */
import type { Fence } from '../graph/fence.ts';
import { createUnpacker } from '../graph/facts-codec.ts';
import { readFacts, type FileState } from '../graph/file-states.ts';
import { createFileWriter } from '../graph/write-files.ts';
import type { FileFacts } from '../model/facts.ts';
import type { GraphPort, TreeEntry } from '../ports.ts';
import type { SyncOptions } from './sync.ts';

export interface ChangedFiles extends Pick<SyncOptions, 'snapshot' | 'sources' | 'signal' | 'onProgress' | 'repoId'> {
  fence: Fence;
  /** Of the code, for a file in this language. */
  versionOf: (language: string) => string;
  states: Map<string, FileState>;
  changed: TreeEntry[];
}

/** Packed facts of the changed files that became facts; the others are remembered as skipped. */
export async function writeChangedFiles(work: ChangedFiles): Promise<Uint8Array[]> {
  const { changed, fence, repoId, snapshot, sources, states } = work;
  const kept: Uint8Array[] = [];
  let done = 0;
  const writer = createFileWriter(fence, work.versionOf, (files) => {
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
      kept.push(file.facts);
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
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  await writer.end();
  return kept;
}

/** All facts of the commit, in the order of their paths: those just made, which are taken, and the stored ones of unchanged files. */
export async function collectFacts(
  graph: GraphPort,
  repoId: string,
  fresh: Uint8Array[],
  unchanged: string[],
): Promise<FileFacts[]> {
  const unpack = createUnpacker();
  const facts: FileFacts[] = [];
  for (let packed = fresh.pop(); packed !== undefined; packed = fresh.pop()) facts.push(unpack(packed));
  for await (const stored of readFacts(graph, repoId, unchanged, unpack)) facts.push(stored);
  return facts.sort((a, b) => (a.path < b.path ? -1 : 1));
}
