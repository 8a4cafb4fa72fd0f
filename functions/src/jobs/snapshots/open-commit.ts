/**
 * A commit that a plan has named, with those of its files readable that somebody asked for: a few one by one, many from
 * the platform's archive. What divided ingestions read; the commit stays the same while the branch moves on.
 *
 *     60 files or fewer    GET …/git/blobs/{sha} each
 *     more                 GET …/tarball/{commit}, until the last of them has come
 */
import { repositoryTooLarge } from '../../model/errors.ts';
import type { ScmPort, Snapshot } from '../../ports.ts';
import { readArchive, unpacked, type ArchiveAsk } from './archive-snapshot.ts';
import { openPlatformSnapshot, type PlatformSource } from './platform-snapshot.ts';

/** More blobs than this are fetched sooner together. */
export const MOST_BLOBS = 60;

export interface CommitSnapshot extends Snapshot {
  /** Makes these readable; others are fetched when they are read. `maxBytes`: of compressed source. */
  fetch(ask: ArchiveAsk, maxBytes: number, onProgress?: (done: number, total: number) => void): Promise<void>;
}

type CommitSource = Omit<PlatformSource, 'scm'> & { commit: string };

/** `not_found` when the platform no longer has the commit, `too_large` when it does not list all of its files. */
export async function openCommit(
  scm: Pick<ScmPort, 'branchHead' | 'tree' | 'blob' | 'archive'>,
  source: CommitSource,
): Promise<CommitSnapshot> {
  const platform = await openPlatformSnapshot({ scm, ...source });
  if (platform === undefined) {
    throw repositoryTooLarge('the platform does not list all of its files');
  }
  let kept = new Map<string, Uint8Array>();
  let textIds = new Set<string>();
  return {
    ...platform,
    async read(oid) {
      return unpacked(kept, oid) ?? platform.read(oid);
    },
    lacks: (oid) => textIds.has(oid) && !kept.has(oid),
    async fetch(ask, maxBytes, onProgress = () => undefined) {
      const all = [...ask.files, ...ask.texts];
      if (all.length <= MOST_BLOBS) return platform.fetch(new Set(all.map(({ oid }) => oid)));
      textIds = new Set(ask.texts.map(({ oid }) => oid));
      kept = await readArchive({ scm, ...source, maxBytes, onProgress }, source.commit, ask);
    },
    async close() {
      kept.clear();
      await platform.close();
    },
  };
}
