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
import { textEntriesOf } from '../sync/text-files.ts';
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
  const { chosen: texts } = textEntriesOf(entries, (entry) => eligibility.reasonToSkip(entry));

  const kept = await readArchive(source, commit, { files: entries.filter(mayBeRead), texts });
  const textIds = new Set(texts.map(({ oid }) => oid));
  return {
    commit,
    branch,
    entries,
    async read(oid) {
      return unpacked(kept, oid) ?? scm.blob(token, owner, name, oid);
    },
    lacks: (oid) => textIds.has(oid) && !kept.has(oid),
    async close() {
      kept.clear();
    },
  };
}

/** What an archive is read for. */
export interface ArchiveAsk {
  /** All of them, or the repository is too large. */
  files: readonly TreeEntry[];
  /** Those of them that come, as far as there is room. */
  texts: readonly TreeEntry[];
}

/** Of texts, compressed; no more than half of what files may have. */
const MOST_TEXT_BYTES = 32 * 1024 * 1024;

/**
 * Files of a commit's archive, compressed, by their blob ids. Those that the archive leaves out or rewrites are missing.
 * `too_large` when the files, without the texts, are more than `maxBytes`.
 */
export async function readArchive(
  source: Pick<ArchiveSource, 'token' | 'owner' | 'name' | 'maxBytes' | 'signal' | 'onProgress'> & {
    scm: Pick<ScmPort, 'archive'>;
  },
  commit: string,
  { files: asked, texts }: ArchiveAsk,
): Promise<Map<string, Uint8Array>> {
  const { scm, token, owner, name, signal } = source;
  const kept = new Map<string, Uint8Array>();
  const required = new Set(asked.map(({ oid }) => oid));
  const wanted = new Map([...texts, ...asked].map(({ path, oid }) => [path, oid]));
  const mostTextBytes = Math.min(MOST_TEXT_BYTES, source.maxBytes / 2);
  let bytes = 0;
  let textBytes = 0;
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
      const isText = !required.has(oid);
      if (isText) textBytes += packed.length;
      else bytes += packed.length;
      if (bytes > source.maxBytes) throw repositoryTooLarge('its source files exceed the limit (MAX_CLONE_MB)');
      if (!isText || textBytes <= mostTextBytes) kept.set(oid, packed);
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
