/**
 * The end of a sync whose edges were made in parts (jobs/ingest/parts/): lists, modules, counts and stats as one task leaves
 * them, and nothing of what the parts told each other.
 */
import { readStoredDepends, writeSharedRests } from '../../graph/dependence.ts';
import { fenceOf } from '../../graph/fence.ts';
import { readFileStates } from '../../graph/file-states.ts';
import { updateFileBlocks } from '../../graph/kept/file-blocks.ts';
import { droppedEdges } from '../../graph/parts/steps.ts';
import { forgetParts, readBegun, readLists } from '../../graph/parts/stored-parts.ts';
import { finishRepository, readRepository } from '../../graph/repository.ts';
import { awaitFullText } from '../../graph/schema.ts';
import { countModules, removeModules, unusedModules } from '../../graph/write-modules.ts';
import { codeVersions, fileVersion } from './code-versions.ts';
import { manifestsHashOf } from './manifests.ts';
import type { SyncOptions } from './options.ts';
import { alreadyDone, outcomeOf } from './outcome.ts';
import { planSync } from './plan.ts';
import { createStopwatch } from './stopwatch.ts';
import type { SyncResult } from './sync.ts';

/** `number`: of the parts' run. undefined where what they made cannot stand, since other code goes on: sync anew. */
export async function finishParts(options: SyncOptions, number: number): Promise<SyncResult | undefined> {
  const { snapshot, repoId, access, branch, sources } = options;
  const { graph, clock } = options.ports;
  const versions = options.versions ?? codeVersions();
  const watch = createStopwatch();
  options.onProgress?.({ phase: 'finish', done: 0, total: 1 });
  const fence = fenceOf(graph, repoId, access, number);
  const repeated = alreadyDone(await readRepository(graph, repoId), options, versions);
  if (repeated !== undefined) {
    // A worker that died behind the last transaction may have left some of it.
    await forgetParts(fence);
    return { commit: snapshot.commit, changed: false, stats: { ...repeated, phase_ms: watch.phases('finish') } };
  }
  const begun = await readBegun(graph, repoId);
  const states = await readFileStates(graph, repoId);
  const versionOf = (language: string): string => fileVersion(versions, language);
  const plan = planSync(snapshot.entries, states, versionOf, (entry) => sources.reasonToSkip(entry));
  const isWhole = [...states.values()].every(({ edgesHash, skipped }) => edgesHash !== null || skipped !== null);
  const stands = isWhole && plan.changed.length + plan.vanished.length === 0;
  if (begun?.versions !== versions.edges || !stands) return undefined;

  await writeSharedRests(fence, (await readLists(graph, repoId)).values());
  await removeModules(fence, await unusedModules(fence));
  const dropped = await droppedEdges(graph, repoId);
  await awaitFullText(graph);
  const modules = await countModules(fence);
  const found = { edgesDropped: dropped, modules, settled: new Map() };
  const outcome = outcomeOf(options, plan, states, found);
  const stats = { ...outcome.stats, phase_ms: watch.phases('finish') };
  const blocks = await updateFileBlocks(fence, {
    paths: states.keys(),
    files: states.size,
    before: undefined,
    touched: undefined,
    async recordsOf(paths) {
      const depends = await readStoredDepends(graph, repoId, paths);
      return paths.flatMap((path) => {
        const state = states.get(path);
        return state === undefined ? [] : [{ state, depends: depends.get(path) }];
      });
    },
  });
  await finishRepository(fence, {
    blocks,
    branch,
    commit: snapshot.commit,
    versions: versions.edges,
    manifestsHash: manifestsHashOf(snapshot.entries.filter((entry) => sources.isManifest(entry))),
    stats,
    counts: outcome.counts,
    indexedAt: clock.now().toISOString(),
  });
  await forgetParts(fence);
  return { commit: snapshot.commit, changed: true, stats };
}
