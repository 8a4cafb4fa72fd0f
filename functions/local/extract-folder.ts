/**
 * A folder or git directory → the facts of its source files, for the commands that need no services. Files are read and
 * extracted one after another; what is skipped is listed with the reason.
 */
import { openLocal } from '../src/adapters/git-local.ts';
import { createInlineExtractor } from '../src/extract/inline-extractor.ts';
import { loadRegistry } from '../src/extract/registry.ts';
import type { FileFacts, ManifestFile, Problem } from '../src/model/facts.ts';
import type { Snapshot, TreeEntry } from '../src/ports.ts';

export interface ExtractedFolder {
  files: FileFacts[];
  manifests: ManifestFile[];
  problems: Problem[];
  skipped: { path: string; reason: string }[];
}

const MAX_BYTES = 1024 * 1024;
const HEAD_BYTES = 512;
const MANIFEST =
  /(^|\/)(tsconfig[\w.-]*\.json|jsconfig\.json|package\.json|go\.mod|Cargo\.toml|composer\.json|pyproject\.toml)$/;
const FOREIGN = /(^|\/)(node_modules|vendor|third_party)\//;

export async function extractFolder(folder: string): Promise<ExtractedFolder> {
  const snapshot = await openLocal(folder);
  try {
    return await extractSnapshot(snapshot);
  } finally {
    await snapshot.close();
  }
}

async function extractSnapshot(snapshot: Snapshot): Promise<ExtractedFolder> {
  const registry = loadRegistry();
  const extractor = createInlineExtractor(registry);
  const out: ExtractedFolder = { files: [], manifests: [], problems: [], skipped: [] };
  for (const entry of snapshot.entries) {
    const reason = reasonToSkip(entry);
    if (reason !== undefined) {
      out.skipped.push({ path: entry.path, reason });
      continue;
    }
    const isManifest = MANIFEST.test(entry.path);
    if (!isManifest && registry.languageOf(entry.path) === undefined && /\.\w+$/.test(entry.path)) {
      out.skipped.push({ path: entry.path, reason: 'no supported language' });
      continue;
    }
    const bytes = await snapshot.read(entry.oid);
    const text = new TextDecoder().decode(bytes);
    if (isManifest) out.manifests.push({ path: entry.path, text });
    const language = registry.languageOf(entry.path, text.slice(0, HEAD_BYTES));
    if (language === undefined || text.includes('\0') || bytes.length > MAX_BYTES) {
      if (!isManifest) out.skipped.push({ path: entry.path, reason: skipReason(bytes, text) });
      continue;
    }
    const facts = await extractor.extract({ path: entry.path, language, text });
    out.files.push(facts);
    out.problems.push(...facts.problems);
  }
  await extractor.close();
  return out;
}

function reasonToSkip(entry: TreeEntry): string | undefined {
  if (entry.kind !== 'file') return entry.kind;
  return FOREIGN.test(entry.path) ? 'dependency' : undefined;
}

function skipReason(bytes: Uint8Array, text: string): string {
  if (text.includes('\0')) return 'binary';
  return bytes.length > MAX_BYTES ? 'larger than 1 MiB' : 'no supported language';
}
