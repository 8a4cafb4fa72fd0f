/** The files of a sync as facts: which are source code, and what they say. */
import { createInlineExtractor } from '../extract/inline-extractor.ts';
import { baseNameOf, loadRegistry } from '../extract/registry.ts';
import type { SourceReader } from './source-reader.ts';
import { UNSUPPORTED } from './sync-stats.ts';

const MAX_BYTES = 1024 * 1024;
const MAX_LINES = 20_000;
const HEAD_CHARACTERS = 16_384;
const FOREIGN = /(^|\/)(node_modules|vendor|third_party)\//;
const MANIFESTS =
  /^(tsconfig[\w.-]*\.json|jsconfig\.json|package\.json|go\.mod|Cargo\.toml|composer\.json|pyproject\.toml)$/;

export interface OpenSources extends SourceReader {
  close(): Promise<void>;
}

export async function openSources(): Promise<OpenSources> {
  const registry = loadRegistry();
  const extractor = createInlineExtractor(registry);
  return {
    concurrency: 1,
    reasonToSkip({ kind, path, size = 0 }) {
      if (kind !== 'file') return kind;
      if (FOREIGN.test(path)) return 'dependency';
      if (!registry.mayBeSource(path)) return UNSUPPORTED;
      return size > MAX_BYTES ? 'larger than 1 MiB' : undefined;
    },
    isManifest: ({ kind, path }) => kind === 'file' && !FOREIGN.test(path) && MANIFESTS.test(baseNameOf(path)),
    async extract(path, bytes) {
      if (bytes.length > MAX_BYTES) return { skipped: 'larger than 1 MiB' };
      const text = new TextDecoder().decode(bytes);
      if (text.includes('\0')) return { skipped: 'binary' };
      const language = registry.languageOf(path, text.slice(0, HEAD_CHARACTERS));
      if (language === undefined) return { skipped: UNSUPPORTED };
      if (text.split('\n').length > MAX_LINES) return { skipped: 'more than 20,000 lines' };
      return { facts: await extractor.extract({ path, language, text }), text };
    },
    close: () => extractor.close(),
  };
}
