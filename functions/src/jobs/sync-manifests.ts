/** The manifests of a commit as resolution reads them: kept texts where the blob is the same, else read. */
import { readStoredManifests, storeManifests } from '../graph/stored-manifests.ts';
import type { Fence } from '../graph/fence.ts';
import type { ManifestFile } from '../model/facts.ts';
import type { Snapshot, TreeEntry } from '../ports.ts';

/** `entries`: the commit's manifests. What was not kept yet is kept from now on. */
export async function readManifests(fence: Fence, snapshot: Snapshot, entries: TreeEntry[]): Promise<ManifestFile[]> {
  const stored = await readStoredManifests(fence.graph, fence.repoId);
  const texts = new Map<string, string>();
  const files: ManifestFile[] = [];
  for (const { path, oid } of entries) {
    const text = texts.get(oid) ?? stored.get(oid) ?? Buffer.from(await snapshot.read(oid)).toString('utf8');
    texts.set(oid, text);
    files.push({ path, text });
  }
  const same = texts.size === stored.size && [...texts.keys()].every((oid) => stored.has(oid));
  if (!same) await storeManifests(fence, texts);
  return files;
}
