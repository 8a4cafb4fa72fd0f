/** What the sync needs to know about files: which are source code, and what they say. */
import type { TreeEntry } from '../../ports.ts';
import type { ExtractedFile } from './extracted-file.ts';

export interface SourceReader {
  /** Files being extracted at a time. */
  concurrency: number;
  /** Says how many files will be extracted, before the first one. */
  expect(files: number): void;
  /** By path and kind alone; undefined when the file has to be looked into. */
  reasonToSkip(entry: TreeEntry): string | undefined;
  /** Files that say how names map to files: go.mod, tsconfig.json, … */
  isManifest(entry: TreeEntry): boolean;
  /** Decodes and extracts. `skipped`: why not, for what the file holds (binary, minified, too long, no language of ours). */
  extract(
    path: string,
    bytes: Uint8Array,
    repoId: string,
  ): Promise<(ExtractedFile & { text: string }) | { skipped: string }>;
  /** Gives back what extraction holds, a parser for each language and thread, until something is extracted again. */
  rest(): Promise<void>;
}
