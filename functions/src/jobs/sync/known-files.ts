/**
 * The files that the graph holds, for whoever compares a commit's tree with them. A whole graph of this code has them in
 * blocks; else each file's row is read.
 */
import { readDependence, storedDepends, type StoredDepends } from '../../graph/dependence.ts';
import type { EdgeFigures } from '../../graph/edge-figures.ts';
import type { Fence } from '../../graph/fence.ts';
import { readFileStates, type FileState } from '../../graph/file-states.ts';
import { readFileBlocks, updateFileBlocks } from '../../graph/kept/file-blocks.ts';
import type { IndexedRepository } from '../../graph/repository.ts';
import type { Dependence } from '../../model/graph.ts';
import type { GraphPort } from '../../ports.ts';
import { codeVersions, type CodeVersions } from './code-versions.ts';

export interface KnownFiles {
  /** By path. */
  states: Map<string, FileState>;
  /** In how many blocks they stand; undefined where they were read from their rows. */
  blocks: number | undefined;
  /** What their edges rest on, as long as nobody writes. */
  readDependence(): Promise<Map<string, Dependence>>;
}

/** `repository`: as it was when nobody else wrote it. */
export type FilesReader = (repository: IndexedRepository | undefined) => Promise<KnownFiles>;

/** Reads the blocks of a run once, however often a job asks. */
export function createFilesReader(
  graph: GraphPort,
  repoId: string,
  versions: CodeVersions = codeVersions(),
): FilesReader {
  let last: { fence: number; known: KnownFiles } | undefined;
  return async (repository) => {
    if (repository?.complete === true && repository.versions === versions.edges && repository.blocks !== undefined) {
      if (last?.fence === repository.fence) return last.known;
      const found = await readFileBlocks(graph, repoId, repository.blocks);
      if (found !== undefined) {
        last = { fence: repository.fence, known: { ...found, blocks: repository.blocks } };
        return last.known;
      }
    }
    return {
      states: await readFileStates(graph, repoId),
      blocks: undefined,
      readDependence: () => readDependence(graph, repoId),
    };
  };
}

/** What was written of a file that was resolved. */
export interface SettledFile {
  edgesHash: string;
  restsHash: string;
  figures: EdgeFigures;
  depends: StoredDepends;
}

export interface Kept {
  known: KnownFiles;
  /** Of all files, once their nodes are there. */
  after: ReadonlyMap<string, FileState>;
  /** What the files that are not settled rest on; undefined where all are. */
  dependence: ReadonlyMap<string, Dependence> | undefined;
  settled: ReadonlyMap<string, SettledFile>;
  /** Other paths that are or were in the graph and are not as they were; undefined where all files may be. */
  changed: Iterable<string> | undefined;
}

/** Writes the blocks of what differs from `known`. How many there are then, for finishRepository. */
export async function keepBlocks(fence: Fence, { after, changed, dependence, known, settled }: Kept): Promise<number> {
  return updateFileBlocks(fence, {
    paths: after.keys(),
    files: after.size,
    before: known.blocks,
    touched: changed && [...changed, ...settled.keys()],
    recordsOf: (paths) =>
      paths.flatMap((path) => {
        const state = after.get(path);
        if (state === undefined) return [];
        const { depends, ...now } = settled.get(path) ?? { depends: undefined };
        const before = dependence?.get(path);
        return { state: { ...state, ...now }, depends: depends ?? (before && storedDepends(before)) };
      }),
  });
}
