/** What a sync is asked for, and by which names it tells how far it is. */
import type { ClockPort, GraphPort, Snapshot } from '../../ports.ts';
import type { CodeVersions } from './code-versions.ts';
import type { FilesReader } from './known-files.ts';
import type { SourceReader } from './source-reader.ts';

export type SyncPhase = 'plan' | 'files' | 'resolve' | 'edges' | 'finish';

export interface SyncOptions {
  ports: { graph: GraphPort; clock: ClockPort };
  /** `owner/name` */
  repoId: string;
  snapshot: Snapshot;
  /** Access token of the repository's nodes, from `accessOf`. */
  access: string;
  branch: string | null;
  /** Delete everything the graph holds of the repository first. */
  clearExisting?: boolean;
  /** `done` of `total` files. */
  onProgress?: (progress: { phase: SyncPhase; done: number; total: number }) => void;
  /** Rejects when somebody else has ended the job that the sync is for. */
  requireJob?: () => Promise<void>;
  /** Ends the sync between two transactions. */
  signal?: AbortSignal;
  sources: SourceReader;
  /** Those of the running code unless given. */
  versions?: CodeVersions;
  /** Of the repository, by whoever has asked it already. */
  filesReader?: FilesReader;
  /** Files that the graph held before shards wrote others of this commit. */
  reused?: number | undefined;
}
