/** Sources for sync tests: every file in a language of ours, extracted in this thread, with no limits on files. */
import { createInlineExtractor } from '../../src/extract/pool/inline-extractor.ts';
import { loadRegistry } from '../../src/extract/compile/registry.ts';
import { extractedFile } from '../../src/jobs/sync/extracted-file.ts';
import type { SourceReader } from '../../src/jobs/sync/source-reader.ts';
import type { Snapshot, TreeEntry } from '../../src/ports.ts';
import { createHash } from 'node:crypto';

export function plainSources(): SourceReader {
  const registry = loadRegistry();
  const extractor = createInlineExtractor(registry);
  return {
    concurrency: 1,
    reasonToSkip: (entry) => (registry.mayBeSource(entry.path) ? undefined : 'unsupported language'),
    rest: async () => undefined,
    isManifest: (entry) => /(^|\/)(go\.mod|tsconfig\.json|package\.json)$/.test(entry.path),
    expect: () => undefined,
    async extract(path, bytes, repoId) {
      const text = Buffer.from(bytes).toString('utf8');
      const language = registry.languageOf(path, text);
      if (language === undefined) return { skipped: 'unsupported language' };
      if (text.includes('\0')) return { skipped: 'binary' };
      return { ...extractedFile(await extractor.extract({ path, language, text }), repoId), text };
    },
  };
}

/** A tree of texts as a snapshot. The commit follows from the content. */
export function snapshotOf(files: Record<string, string>, branch: string | null = 'main'): Snapshot {
  const blobs = new Map<string, Uint8Array>();
  const entries: TreeEntry[] = Object.entries(files)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => {
      const bytes = Buffer.from(text);
      const oid = createHash('sha1').update(bytes).digest('hex');
      blobs.set(oid, bytes);
      return { path, oid, kind: 'file', size: bytes.length };
    });
  return {
    commit: createHash('sha1').update(JSON.stringify(entries)).digest('hex'),
    branch,
    entries,
    async read(oid) {
      const bytes = blobs.get(oid);
      if (!bytes) throw new Error(`No blob ${oid}`);
      return bytes;
    },
    async close() {
      blobs.clear();
    },
  };
}
