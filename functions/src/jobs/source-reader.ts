/** What the sync needs to know about files: which are source code, and what they say. */
import type { FileFacts } from '../model/facts.ts';
import type { TreeEntry } from '../ports.ts';

export interface SourceReader {
  /** Files being extracted at a time. */
  concurrency: number;
  /** By path and kind alone; undefined when the file has to be looked into. */
  reasonToSkip(entry: TreeEntry): string | undefined;
  /** Files that say how names map to files: go.mod, tsconfig.json, … */
  isManifest(entry: TreeEntry): boolean;
  /** Decodes and extracts. `skipped`: why not, for what the file holds (binary, minified, too long, no language of ours). */
  extract(path: string, bytes: Uint8Array): Promise<{ facts: FileFacts; text: string } | { skipped: string }>;
}
