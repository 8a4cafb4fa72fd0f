/**
 * Writes what was resolved of a commit, where the graph says otherwise. When only what a file depends on has changed, its
 * edges stay where they are: one more key in a list that hundreds of files share is no change to their edges.
 */
import { dependenceHash, storedDepends, writeSharedRests } from '../../graph/dependence.ts';
import { edgeFigures } from '../../graph/edge-figures.ts';
import type { Fence } from '../../graph/fence.ts';
import type { FileState } from '../../graph/file-states.ts';
import { edgesHash, writeEdges, writeRests, type EdgesWrite, type RestsWrite } from '../../graph/write-edges.ts';
import { countModules, removeModules, unusedModules, writeModules } from '../../graph/write-modules.ts';
import type { SettledFile } from './known-files.ts';
import type { ResolvedCommit } from './resolve-commit.ts';
import type { SyncOptions } from './options.ts';
import type { SyncFindings } from './stats.ts';

export interface Written extends Pick<SyncFindings, 'edgesDropped'> {
  /** Of the files that were resolved, whether or not the graph said otherwise. */
  settled: Map<string, SettledFile>;
}

export interface ResolvedWrite extends Pick<SyncOptions, 'onProgress' | 'signal'> {
  resolved: ResolvedCommit;
  /** States before anything was written, and those after the files were. */
  before: ReadonlyMap<string, FileState>;
  after: ReadonlyMap<string, FileState>;
}

export async function writeResolved(
  fence: Fence,
  { resolved, ...write }: ResolvedWrite,
): Promise<Written & Pick<SyncFindings, 'modules'>> {
  const orphans = await writeModules(fence, resolved.modules);
  await writeSharedRests(fence, resolved.shared);
  const { before } = write;
  const written = await writeDiffering(fence, { ...write, ...resolved, isFresh: (path) => !before.has(path) });
  await removeModules(fence, resolved.whole ? orphans : await unusedModules(fence));
  return { ...written, modules: resolved.whole ? resolved.modules.length : await countModules(fence) };
}

export interface DifferingWrite
  extends Pick<ResolvedCommit, 'files' | 'count'>, Pick<SyncOptions, 'onProgress' | 'signal'> {
  /** States of these files once their nodes are there. */
  after: ReadonlyMap<string, FileState>;
  /** Whether a file has no edges yet, of any run. */
  isFresh: (path: string) => boolean;
}

/** Edges, and what they rest on, of the files of which the graph says otherwise. Modules and lists are to be there. */
export async function writeDiffering(
  fence: Fence,
  { files, count, after, isFresh, onProgress, signal }: DifferingWrite,
): Promise<Written> {
  const settled = new Map<string, SettledFile>();
  const otherRests: RestsWrite[] = [];
  let done = 0;
  function* differing(): Generator<EdgesWrite> {
    for (const file of files) {
      const { path, dependence } = file;
      const [hash, restsHash, state] = [edgesHash(file), dependenceHash(dependence), after.get(path)];
      const made = { ...file, hash, restsHash, figures: edgeFigures(file), fresh: isFresh(path) };
      settled.set(path, { edgesHash: hash, restsHash, figures: made.figures, depends: storedDepends(dependence) });
      if (state?.edgesHash !== hash) yield made;
      else {
        done += 1;
        if (state.restsHash !== restsHash) otherRests.push({ path, restsHash, dependence });
      }
    }
  }
  const edges = await writeEdges(fence, differing(), (written) => {
    signal?.throwIfAborted();
    done += written;
    onProgress?.({ phase: 'edges', done, total: count });
  });
  await writeRests(fence, otherRests);
  return { edgesDropped: edges.given - edges.created, settled };
}
