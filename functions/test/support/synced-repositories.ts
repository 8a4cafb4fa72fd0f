/** Repositories of a suite's own in the real graph, made from texts, which go when its tests are done. */
import assert from 'node:assert/strict';
import { dumpGraph } from '../../local/lab/dump-graph.ts';
import { PUBLIC_ACCESS } from '../../src/graph/access.ts';
import { deleteRepository } from '../../src/graph/repository.ts';
import type { SyncOptions } from '../../src/jobs/sync/options.ts';
import { syncRepository, type SyncResult } from '../../src/jobs/sync/sync.ts';
import type { GraphPort } from '../../src/ports.ts';
import type { FileTexts } from './edited-repository.ts';
import { assertBlocksAreRows } from './file-blocks.ts';
import { testRepoId } from './neo4j.ts';
import { plainSources, snapshotOf } from './plain-sources.ts';

export const clock = { now: () => new Date('2026-01-02T03:04:05Z') };

export interface SyncedRepositories {
  newRepo: (name?: string) => string;
  sync: (repoId: string, files: FileTexts, options?: Partial<SyncOptions>) => Promise<SyncResult>;
  /** A first sync of the same texts gives the same graph, and blocks say what rows do. */
  assertClean: (repoId: string, files: FileTexts) => Promise<void>;
}

/** To be called in a suite; `graphOf` is asked when a test runs. */
export function syncedRepositories(graphOf: () => GraphPort): SyncedRepositories {
  const sources = plainSources();
  const used: string[] = [];

  after(async () => {
    for (const repoId of used) await deleteRepository(graphOf(), repoId);
  });

  const newRepo = (name?: string): string => {
    const repoId = testRepoId(name);
    used.push(repoId);
    return repoId;
  };

  const sync = (repoId: string, files: FileTexts, options: Partial<SyncOptions> = {}): Promise<SyncResult> =>
    syncRepository({
      ports: { graph: graphOf(), clock },
      repoId,
      snapshot: snapshotOf(files),
      access: PUBLIC_ACCESS,
      branch: 'main',
      sources,
      ...options,
    });

  const assertClean = async (repoId: string, files: FileTexts): Promise<void> => {
    const clean = newRepo();
    const { stats } = await sync(clean, files);
    assert.equal(stats.edges_dropped, 0);
    await assertBlocksAreRows(graphOf(), repoId);
    assert.deepEqual(await dumpGraph(graphOf(), repoId), await dumpGraph(graphOf(), clean));
  };

  return { newRepo, sync, assertClean };
}
