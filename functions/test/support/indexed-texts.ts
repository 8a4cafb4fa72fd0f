/** Source texts as a repository of the real graph, by the sync that an ingestion runs. */
import { accessOf } from '../../src/graph/access.ts';
import { awaitFullText } from '../../src/graph/schema.ts';
import { syncRepository } from '../../src/jobs/sync/sync.ts';
import type { GraphPort } from '../../src/ports.ts';
import { plainSources, snapshotOf } from './plain-sources.ts';

const sources = plainSources();

export async function indexTexts(
  graph: GraphPort,
  repoId: string,
  files: Record<string, string>,
  { isPrivate = false }: { isPrivate?: boolean } = {},
): Promise<void> {
  await syncRepository({
    ports: { graph, clock: { now: () => new Date() } },
    repoId,
    snapshot: snapshotOf(files),
    access: accessOf(repoId, isPrivate),
    branch: 'main',
    sources,
  });
  await awaitFullText(graph);
}
