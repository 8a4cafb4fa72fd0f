/**
 * A commit too large to clone, as a snapshot: its tree from the platform's API, its source files from the platform's
 * archive, which is read once, as it comes. Only what may be source code is kept, compressed; an archive is mostly other
 * things. What the archive leaves out or rewrites (`export-ignore`, `export-subst`, line ends by attribute) does not have
 * the tree's id and is fetched alone.
 */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { createEligibility, MAX_FILE_BYTES } from '../../extract/eligibility.ts';
import { baseNameOf } from '../../extract/compile/file-names.ts';
import { loadRegistry } from '../../extract/compile/registry.ts';
import { repositoryTooLarge } from '../../model/errors.ts';
import type { ScmPort, Snapshot, TreeEntry } from '../../ports.ts';

export interface ArchiveSource {
  scm: Pick<ScmPort, 'branchHead' | 'tree' | 'blob' | 'archive'>;
  token: string;
  owner: string;
  name: string;
  branch: string;
  /** Of compressed source text. */
  maxBytes: number;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

/** `too_large` when the source files alone are, or the platform does not list the tree. */
export async function openArchiveSnapshot(source: ArchiveSource): Promise<Snapshot> {
  const { scm, token, owner, name, branch } = source;
  const commit = await scm.branchHead(token, owner, name, branch);
  const entries = await scm.tree(token, owner, name, commit);
  if (entries === undefined) throw repositoryTooLarge('the platform does not list all of its files');
  const eligibility = createEligibility(loadRegistry());
  const mayBeRead = (entry: TreeEntry) =>
    eligibility.reasonToSkip(entry) === undefined ||
    eligibility.isManifest(entry) ||
    (entry.kind === 'file' && baseNameOf(entry.path) === '.gitattributes');
  const wanted = new Map(entries.filter(mayBeRead).map((entry) => [entry.path, entry]));

  const kept = await readArchive(source, commit, new Map([...wanted.values()].map(({ path, oid }) => [path, oid])));
  return {
    commit,
    branch,
    entries,
    async read(oid) {
      return unpacked(kept, oid) ?? scm.blob(token, owner, name, oid);
    },
    async close() {
      kept.clear();
    },
  };
}

/**
 * Files of a commit's archive, compressed, by their blob ids. `wanted`: path → id. Those that the archive leaves out or
 * rewrites are missing. `too_large` when they are more than `maxBytes`.
 */
export async function readArchive(
  source: Pick<ArchiveSource, 'token' | 'owner' | 'name' | 'maxBytes' | 'signal' | 'onProgress'> & {
    scm: Pick<ScmPort, 'archive'>;
  },
  commit: string,
  wanted: ReadonlyMap<string, string>,
): Promise<Map<string, Uint8Array>> {
  const { scm, token, owner, name, signal } = source;
  const kept = new Map<string, Uint8Array>();
  let bytes = 0;
  let done = 0;
  // The size is what the archive says. Larger files would not be read as source.
  const isWanted = ({ path, size }: { path: string; size: number }) => size <= MAX_FILE_BYTES && wanted.has(path);
  const files = scm.archive(token, owner, name, commit, { wanted: isWanted, signal });
  for await (const file of files) {
    done += 1;
    source.onProgress(done, wanted.size);
    const oid = wanted.get(file.path);
    if (oid !== undefined && !kept.has(oid) && oidOf(file.bytes) === oid) {
      const packed = deflateRawSync(file.bytes, { level: 1 });
      bytes += packed.length;
      if (bytes > source.maxBytes) throw repositoryTooLarge('its source files exceed the limit (MAX_CLONE_MB)');
      kept.set(oid, packed);
    }
    // An archive is in the order of paths: what comes after the last wanted file need not be sent.
    if (done === wanted.size) break;
  }
  return kept;
}

export function unpacked(kept: ReadonlyMap<string, Uint8Array>, oid: string): Uint8Array | undefined {
  const packed = kept.get(oid);
  return packed && inflateRawSync(packed);
}

/** Git's id of a file. */
function oidOf(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
