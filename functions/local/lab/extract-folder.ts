/**
 * A folder or git directory → the facts of its source files, for the commands that need no services. Worker threads
 * extract, a few files at a time; what is skipped is listed with the reason. The order of files is that of the folder.
 */
import { openLocal } from '../../src/adapters/git/git-local.ts';
import { decode } from '../../src/extract/eligibility.ts';
import { unpackFacts } from '../../src/graph/facts-codec.ts';
import { openSources } from '../../src/jobs/sync/sources.ts';
import type { FileFacts, Problem } from '../../src/model/facts.ts';
import type { ManifestFile } from '../../src/model/manifests.ts';
import type { Snapshot } from '../../src/ports.ts';

export interface ExtractedFolder {
  files: FileFacts[];
  manifests: ManifestFile[];
  problems: Problem[];
  skipped: { path: string; reason: string }[];
}

export async function extractFolder(folder: string): Promise<ExtractedFolder> {
  const snapshot = await openLocal(folder);
  try {
    return await extractSnapshot(snapshot);
  } finally {
    await snapshot.close();
  }
}

async function extractSnapshot(snapshot: Snapshot): Promise<ExtractedFolder> {
  const sources = await openSources(snapshot);
  const out: ExtractedFolder = { files: [], manifests: [], problems: [], skipped: [] };
  const found: (FileFacts | string | undefined)[] = [];
  let next = 0;
  sources.expect(snapshot.entries.filter((entry) => sources.reasonToSkip(entry) === undefined).length);
  const work = async (): Promise<void> => {
    for (let i = next++; i < snapshot.entries.length; i = next++) {
      const entry = snapshot.entries[i];
      if (entry === undefined) return;
      const isManifest = sources.isManifest(entry);
      const reason = sources.reasonToSkip(entry);
      if (isManifest) out.manifests.push({ path: entry.path, text: decode(await snapshot.read(entry.oid)) ?? '' });
      if (reason !== undefined) {
        found[i] = isManifest ? undefined : reason;
        continue;
      }
      const extracted = await sources.extract(entry.path, await snapshot.read(entry.oid), '');
      found[i] = 'skipped' in extracted ? extracted.skipped : unpackFacts(extracted.facts);
    }
  };
  try {
    await Promise.all(Array.from({ length: sources.concurrency + 1 }, work));
  } finally {
    await sources.close();
  }
  found.forEach((one, i) => {
    const path = snapshot.entries[i]?.path ?? '';
    if (typeof one === 'string') out.skipped.push({ path, reason: one });
    else if (one !== undefined) out.files.push(one);
  });
  out.problems = out.files.flatMap((facts) => facts.problems);
  return out;
}
