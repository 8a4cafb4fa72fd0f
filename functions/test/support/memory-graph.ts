/** Source texts as a resolved graph in memory, extracted as `indexTexts` has them extracted for the database. */
import { loadRegistry } from '../../src/extract/compile/registry.ts';
import { createInlineExtractor } from '../../src/extract/pool/inline-extractor.ts';
import type { MemoryGraph } from '../../src/graph/reader/memory-graph.ts';
import { packFacts, unpackFacts } from '../../src/graph/facts-codec.ts';
import type { FileFacts } from '../../src/model/facts.ts';
import type { ManifestFile } from '../../src/model/manifests.ts';
import { readTexts, textEntriesOf } from '../../src/jobs/sync/text-files.ts';
import { nodesOf } from '../../src/resolve/program/nodes.ts';
import { resolveGraph } from '../../src/resolve/resolve.ts';
import { plainSources, snapshotOf } from './plain-sources.ts';

const registry = loadRegistry();
const extractor = createInlineExtractor(registry);
const sources = plainSources();

export async function memoryGraphOf(repoId: string, texts: Record<string, string>): Promise<MemoryGraph> {
  const snapshot = snapshotOf(texts);
  const files: FileFacts[] = [];
  const manifests: ManifestFile[] = [];
  for (const entry of snapshot.entries) {
    const text = texts[entry.path] ?? '';
    if (sources.isManifest(entry)) manifests.push({ path: entry.path, text });
    const language = registry.languageOf(entry.path, text);
    if (language === undefined || !registry.mayBeSource(entry.path)) continue;
    files.push(unpackFacts(packFacts(await extractor.extract({ path: entry.path, language, text }))));
  }
  return {
    indexed: { repoId, commit: snapshot.commit, branch: 'main', indexedAt: null },
    nodes: files.flatMap((facts) => nodesOf(repoId, facts)),
    graph: resolveGraph({ repoId, files, manifests }),
    textOf: (path) => texts[path],
    textWords: () => readTexts(snapshot, textEntriesOf(snapshot.entries, sources.reasonToSkip), undefined),
  };
}
