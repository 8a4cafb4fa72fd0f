/**
 * What differs between a commit's tree and the graph, file by file, without reading one. A file is unchanged when the
 * graph's rows were made from the same blob by the same version of the code.
 */
import type { FileState } from '../../graph/file-states.ts';
import { stampOf } from '../../graph/write-files.ts';
import { repositoryTooLarge } from '../../model/errors.ts';
import type { TreeEntry } from '../../ports.ts';

export interface SkippedFile {
  path: string;
  reason: string;
}

export interface SyncPlan {
  /** To be read: new, changed, or made by other code. */
  changed: TreeEntry[];
  /** Paths whose rows, or whose reason to be skipped, stand. */
  unchanged: string[];
  /** In the graph but not (any more) to be in it. */
  vanished: string[];
  /** Skipped for path or kind. */
  skipped: SkippedFile[];
}

/** Source files, and their bytes, that one repository may have: a sync holds the state of each. */
const MOST_FILES = 150_000;
const MOST_BYTES = 4_000_000_000;

/** `too_large` for more source than can be indexed. `reasonToSkip` judges by path and kind; undefined means the file has to be looked into. */
export function planSync(
  entries: TreeEntry[],
  states: Map<string, FileState>,
  versionOf: (language: string) => string,
  reasonToSkip: (entry: TreeEntry) => string | undefined,
): SyncPlan {
  const plan: SyncPlan = { changed: [], unchanged: [], vanished: [], skipped: [] };
  const wanted = new Set<string>();
  let bytes = 0;
  for (const entry of entries) {
    const reason = reasonToSkip(entry);
    if (reason !== undefined) {
      plan.skipped.push({ path: entry.path, reason });
      continue;
    }
    wanted.add(entry.path);
    bytes += entry.size ?? 0;
    if (wanted.size > MOST_FILES) throw repositoryTooLarge(`it has more than ${MOST_FILES} source files`);
    if (bytes > MOST_BYTES) throw repositoryTooLarge(`its source files have more than ${MOST_BYTES / 1e9} GB`);
    const state = states.get(entry.path);
    if (state?.oid === entry.oid && state.stamp === stampOf(entry.oid, versionOf(state.language)))
      plan.unchanged.push(entry.path);
    else plan.changed.push(entry);
  }
  for (const path of states.keys()) if (!wanted.has(path)) plan.vanished.push(path);
  plan.vanished.sort();
  return plan;
}
