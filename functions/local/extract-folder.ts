/**
 * A folder or git directory → the facts of its source files, for the commands that need no services: the same
 * eligibility and extraction as a job's. What is skipped is listed with the reason.
 */
import { openLocal } from '../src/adapters/git-local.ts';
import { decode } from '../src/extract/eligibility.ts';
import { openSources, type OpenSources } from '../src/jobs/sources.ts';
import type { FileFacts, ManifestFile, Problem } from '../src/model/facts.ts';
import type { Snapshot, TreeEntry } from '../src/ports.ts';

export interface ExtractedFolder {
  files: FileFacts[];
  manifests: ManifestFile[];
  problems: Problem[];
  skipped: { path: string; reason: string }[];
}

export async function extractFolder(folder: string): Promise<ExtractedFolder> {
  const snapshot = await openLocal(folder);
  try {
    const sources = await openSources(snapshot);
    try {
      return await extractSnapshot(snapshot, sources);
    } finally {
      await sources.close();
    }
  } finally {
    await snapshot.close();
  }
}

async function extractSnapshot(snapshot: Snapshot, sources: OpenSources): Promise<ExtractedFolder> {
  const out: ExtractedFolder = { files: [], manifests: [], problems: [], skipped: [] };
  let next = 0;
  const runner = async (): Promise<void> => {
    for (let entry = snapshot.entries[next++]; entry !== undefined; entry = snapshot.entries[next++]) {
      await extractEntry(snapshot, sources, entry, out);
    }
  };
  await Promise.all(Array.from({ length: sources.concurrency + 1 }, runner));
  for (const list of [out.files, out.manifests, out.skipped]) list.sort((a, b) => (a.path < b.path ? -1 : 1));
  out.problems = out.files.flatMap(({ problems }) => problems);
  return out;
}

async function extractEntry(snapshot: Snapshot, sources: OpenSources, entry: TreeEntry, out: ExtractedFolder) {
  const { path, oid } = entry;
  if (sources.isManifest(entry)) {
    out.manifests.push({ path, text: decode(await snapshot.read(oid)) ?? '' });
    return;
  }
  const reason = sources.reasonToSkip(entry);
  const extracted = reason === undefined ? await sources.extract(path, await snapshot.read(oid)) : { skipped: reason };
  if ('skipped' in extracted) out.skipped.push({ path, reason: extracted.skipped });
  else out.files.push(extracted.facts);
}
