/**
 * A branch's newest commit as a snapshot whose files are fetched one by one from the platform's API, for updates that
 * change little: no clone, no pack, only the blobs that are new.
 */
import { AppError } from '../../model/errors.ts';
import type { ScmPort, Snapshot } from '../../ports.ts';

/** Requests under way at a time: platforms ask not to be asked for more at once. */
const CONCURRENT = 8;

export interface PlatformSnapshot extends Snapshot {
  /** Starts to fetch these blobs; `read` then waits for what is still missing. */
  fetch(oids: Iterable<string>): void;
}

export interface PlatformSource {
  scm: Pick<ScmPort, 'branchHead' | 'tree' | 'blob'>;
  token: string;
  owner: string;
  name: string;
  branch: string;
  /** Instead of the branch's newest. */
  commit?: string | undefined;
  signal: AbortSignal;
}

/** As openPlatformSnapshot. */
export type OpenTree = (source: PlatformSource) => Promise<PlatformSnapshot | undefined>;

/** For a job, which asks for the tree of one branch more than once: a large one is some 20 MB of a platform's answers. */
export function openTreeOnce(): OpenTree {
  let last: { branch: string; snapshot: PlatformSnapshot | undefined } | undefined;
  return async (source) => {
    if (last?.branch !== source.branch) last = { branch: source.branch, snapshot: await openPlatformSnapshot(source) };
    return last.snapshot;
  };
}

/** undefined when the platform does not list the whole tree. `not_found` when the branch is gone. */
export async function openPlatformSnapshot(source: PlatformSource): Promise<PlatformSnapshot | undefined> {
  const { scm, token, owner, name, branch, signal } = source;
  const commit = source.commit ?? (await scm.branchHead(token, owner, name, branch));
  const entries = await scm.tree(token, owner, name, commit);
  if (entries === undefined) return undefined;

  const blobs = new Map<string, Promise<Uint8Array>>();
  const waiting: (() => void)[] = [];
  let free = CONCURRENT;

  async function fetchBlob(oid: string): Promise<Uint8Array> {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      signal.throwIfAborted();
      return await scm.blob(token, owner, name, oid);
    } catch (error) {
      // The blob was in the branch's tree. A later try finds the branch's next commit.
      const isGone = source.commit === undefined && error instanceof AppError && error.code === 'not_found';
      if (!isGone) throw error;
      throw new AppError('platform_unavailable', 'The branch was replaced while its files were read', { cause: error });
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  }

  function blobOf(oid: string): Promise<Uint8Array> {
    const known = blobs.get(oid);
    if (known !== undefined) return known;
    const blob = fetchBlob(oid);
    // `read` tells whoever waits for the blob. Nobody has to hear of one that is no longer wanted.
    blob.catch(() => undefined);
    blobs.set(oid, blob);
    return blob;
  }

  return {
    commit,
    branch,
    entries,
    read: blobOf,
    fetch(oids) {
      for (const oid of oids) void blobOf(oid);
    },
    async close() {
      for (const resolve of waiting.splice(0)) resolve();
      blobs.clear();
    },
  };
}
