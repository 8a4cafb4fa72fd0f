/** Brings the graph to a snapshot and prints nothing, for commands that ask the graph afterwards. */
import { PUBLIC_ACCESS } from '../../src/graph/access.ts';
import { openSources } from '../../src/jobs/sync/sources.ts';
import { syncRepository } from '../../src/jobs/sync/sync.ts';
import type { GraphPort, Snapshot } from '../../src/ports.ts';

/** Keeps what the graph holds of the repository and has not changed. */
export async function indexSnapshot(snapshot: Snapshot, repoId: string, graph: GraphPort): Promise<void> {
  const sources = await openSources(snapshot);
  try {
    await syncRepository({
      ports: { graph, clock: { now: () => new Date() } },
      repoId,
      snapshot,
      access: PUBLIC_ACCESS,
      branch: snapshot.branch,
      clearExisting: false,
      sources,
    });
  } finally {
    await sources.close();
  }
}
