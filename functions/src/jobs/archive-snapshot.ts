/**
 * A commit too large to clone, as a snapshot: its tree from the platform's API, its source files from the platform's
 * archive, which is read once, as it comes. Only what may be source code is kept, compressed; an archive is mostly other
 * things. What the archive leaves out or rewrites (`export-ignore`, `export-subst`, line ends by attribute) does not have
 * the tree's id and is fetched alone.
 */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { createEligibility } from '../extract/eligibility.ts';
import { baseNameOf, loadRegistry } from '../extract/registry.ts';
import { AppError } from '../model/errors.ts';
import type { ScmPort, Snapshot, TreeEntry } from '../ports.ts';

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
  const { scm, token, owner, name, branch, signal } = source;
  const commit = await scm.branchHead(token, owner, name, branch);
  const entries = await scm.tree(token, owner, name, commit);
  if (entries === undefined) throw tooLarge('the platform does not list all of its files');
  const eligibility = createEligibility(loadRegistry());
  const mayBeRead = (entry: TreeEntry) =>
    eligibility.reasonToSkip(entry) === undefined ||
    eligibility.isManifest(entry) ||
    (entry.kind === 'file' && baseNameOf(entry.path) === '.gitattributes');
  const wanted = new Map(entries.filter(mayBeRead).map((entry) => [entry.path, entry]));

  const kept = new Map<string, Uint8Array>();
  let bytes = 0;
  let done = 0;
  const files = scm.archive(token, owner, name, commit, { wanted: ({ path }) => wanted.has(path), signal });
  for await (const file of files) {
    done += 1;
    source.onProgress(done, wanted.size);
    const oid = wanted.get(file.path)?.oid;
    if (oid === undefined || kept.has(oid) || oidOf(file.bytes) !== oid) continue;
    const packed = deflateRawSync(file.bytes, { level: 1 });
    bytes += packed.length;
    if (bytes > source.maxBytes) throw tooLarge('its source files exceed the limit (MAX_CLONE_MB)');
    kept.set(oid, packed);
  }

  return {
    commit,
    branch,
    entries,
    async read(oid) {
      const packed = kept.get(oid);
      return packed === undefined ? scm.blob(token, owner, name, oid) : inflateRawSync(packed);
    },
    async close() {
      kept.clear();
    },
  };
}

function tooLarge(why: string): AppError {
  return new AppError('too_large', `The repository is too large: ${why}`);
}

/** Git's id of a file. */
function oidOf(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
