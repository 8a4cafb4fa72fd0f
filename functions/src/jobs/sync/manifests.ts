/** The manifests of a commit as resolution reads them: kept texts where the blob is the same, else read. */
import { createHash } from 'node:crypto';
import { readStoredManifests, storeManifests } from '../../graph/stored-manifests.ts';
import { MAX_FILE_BYTES } from '../../extract/eligibility.ts';
import type { Fence } from '../../graph/fence.ts';
import type { ManifestFile } from '../../model/manifests.ts';
import type { Snapshot, TreeEntry } from '../../ports.ts';

/** Characters of all that are read. A text counts as often as it stands in the tree, since resolution parses each. */
const MOST_TEXT = 64 * 1024 * 1024;

/** `entries`: the commit's manifests. What was not kept yet is kept from now on; those beyond the limits are left out. */
export async function readManifests(fence: Fence, snapshot: Snapshot, entries: TreeEntry[]): Promise<ManifestFile[]> {
  const stored = await readStoredManifests(fence.graph, fence.repoId);
  const texts = new Map<string, string>();
  const files: ManifestFile[] = [];
  let length = 0;
  for (const { path, oid } of entries) {
    if (length > MOST_TEXT) break;
    const text = texts.get(oid) ?? stored.get(oid) ?? Buffer.from(await snapshot.read(oid)).toString('utf8');
    // A delta does not tell the size, so it is known only now.
    if (text.length > MAX_FILE_BYTES) continue;
    length += text.length;
    texts.set(oid, text);
    files.push({ path, text });
  }
  const same = texts.size === stored.size && [...texts.keys()].every((oid) => stored.has(oid));
  if (!same) await storeManifests(fence, texts);
  return files;
}

/** Of the files outside the graph that resolution depends on. */
export function manifestsHashOf(entries: readonly TreeEntry[]): string {
  const lines = entries.map(({ path, oid }) => JSON.stringify([path, oid])).sort();
  return createHash('sha256').update(lines.join('\n')).digest('base64url').slice(0, 22);
}
