/**
 * The one way a repository gets into the graph: make the graph equal to a commit's tree, from whatever it holds.
 *
 *   plan     compare the tree with the stored file states                     (nothing read)
 *   files    read, extract and write what changed; remove what vanished       (files stream through)
 *   resolve  facts, the stored ones of unchanged files included → edges       (of what the change can reach; where that is
 *            all, the last nodes are still being written meanwhile)
 *   edges    replace the edges of the files whose edges differ
 *   finish   commit, counts and stats on the Repository node
 *
 * Every transaction leaves the graph in a state from which the next sync ends at the same place: files whose edges are
 * not known to be right have no edges hash, and the Repository node says `complete` only after the last step. So a sync
 * that died is continued by simply syncing again, and syncing twice changes nothing.
 */
import type { Fence } from '../../graph/fence.ts';
import { readUnsettledStates, type FileState } from '../../graph/file-states.ts';
import { removeFiles } from '../../graph/remove-files.ts';
import { finishRepository, readRepository, type IndexedRepository } from '../../graph/repository.ts';
import type { PartFile } from '../../graph/parts/stored-parts.ts';
import { awaitFullText, ensureSchema } from '../../graph/schema.ts';
import type { FileFacts } from '../../model/facts.ts';
import type { Dependence } from '../../model/graph.ts';
import type { ManifestFile } from '../../model/manifests.ts';
import type { TreeEntry } from '../../ports.ts';
import { codeVersions, fileVersion, type CodeVersions } from './code-versions.ts';
import { createFilesReader, keepBlocks, type Kept, type KnownFiles } from './known-files.ts';
import { readEarlierFacts } from './moved-files.ts';
import { resolveCommit, sourcesAmong, type ResolvedCommit } from './resolve-commit.ts';
import { readChangedFiles, type ReadFiles } from './files.ts';
import { manifestsHashOf, readManifests } from './manifests.ts';
import type { SyncOptions } from './options.ts';
import { planSync, type SyncPlan } from './plan.ts';
import { createStopwatch } from './stopwatch.ts';
import { takeRepository } from './take-repository.ts';
import { alreadyDone, outcomeOf, reusedFiles, sameAsBefore } from './outcome.ts';
import type { SyncStats } from './stats.ts';
import { renewTextWords } from './text-files.ts';
import { writeResolved } from './write-resolved.ts';

export interface SyncResult {
  commit: string;
  /** False when the graph was already equal to the commit and nothing was written. */
  changed: boolean;
  stats: SyncStats;
}

/** All files have their nodes, and are too many for their edges to be made at once. */
export interface Unresolved {
  commit: string;
  /** Number of the run, under which parts of the repository go on (jobs/ingest/parts/). */
  fence: number;
  files: PartFile[];
  manifests: ManifestFile[];
  /** Of the code that makes edges. */
  versions: string;
  reused: number;
}

/** `conflict` when another run has taken the repository over; `graph_unavailable` when Neo4j is down. */
export async function syncRepository(options: SyncOptions): Promise<SyncResult> {
  const result = await syncUpTo(options, Infinity);
  if ('stats' in result) return result;
  throw new Error('There is no number of files that is too many');
}

/** The same where all files may be too many to be resolved at once: `most` of them, as parts count them. */
export async function syncUpTo(options: SyncOptions, most: number): Promise<SyncResult | Unresolved> {
  const { snapshot, signal } = options;
  const { graph } = options.ports;
  const versions = options.versions ?? codeVersions();
  const watch = createStopwatch();
  options.onProgress?.({ phase: 'plan', done: 0, total: snapshot.entries.length });
  await ensureSchema(graph);
  const before = await readRepository(graph, options.repoId);
  const repeated = options.clearExisting === true ? undefined : alreadyDone(before, options, versions);
  if (repeated)
    return { commit: snapshot.commit, changed: false, stats: { ...repeated, phase_ms: watch.phases('plan') } };

  const fence = await takeRepository(options, before);
  const work = await planWork(options, fence, before, versions);
  const { plan, states } = work;
  watch.mark('plan');

  await removeFiles(fence, plan.vanished);
  await renewTextWords(fence, snapshot, (entry) => options.sources.reasonToSkip(entry));
  const versionOf = (language: string): string => fileVersion(versions, language);
  const files = await readChangedFiles({ ...options, fence, versionOf, states, changed: plan.changed });
  signal?.throwIfAborted();
  watch.mark('files');

  let outcome = sameAsBefore(work, before);
  let kept: Kept = { ...work, after: states, settled: new Map(), changed: [] };
  if (outcome === undefined) {
    const { after, manifests, resolved } = await resolveWork(options, fence, work, files, most);
    signal?.throwIfAborted();
    if (resolved === 'too many') {
      const reused = options.reused ?? reusedFiles(plan, after);
      const { commit } = snapshot;
      const found = sourcesAmong(after).map(partFileOf);
      return { commit, fence: fence.number, files: found, manifests, versions: versions.edges, reused };
    }
    watch.mark('resolve');
    const written = await writeResolved(fence, { ...options, resolved, before: states, after });
    await awaitFullText(graph);
    watch.mark('edges');
    outcome = outcomeOf(options, plan, after, written);
    const { settled } = written;
    kept = { ...work, after, settled, changed: resolved.whole ? undefined : differing(plan) };
  }
  const blocks = await keepBlocks(fence, kept);
  const stats = { ...outcome.stats, phase_ms: watch.phases('finish') };
  await finishRepository(fence, {
    blocks,
    branch: options.branch,
    commit: snapshot.commit,
    versions: versions.edges,
    manifestsHash: work.manifestsHash,
    stats,
    counts: outcome.counts,
    indexedAt: options.ports.clock.now().toISOString(),
  });
  return { commit: snapshot.commit, changed: true, stats };
}

/** What is to be done, and what the graph holds before any of it is done. */
interface PlannedWork {
  plan: SyncPlan;
  known: KnownFiles;
  /** Of the files in the graph, by path. */
  states: Map<string, FileState>;
  manifests: TreeEntry[];
  manifestsHash: string;
  /** The graph is whole and was made by this code, so only what differs from it has to be worked out. */
  stands: boolean;
  /** What edges depend on, and what the changed files said before: undefined and empty unless `stands`. */
  dependence: Map<string, Dependence> | undefined;
  earlier: Map<string, FileFacts>;
}

async function planWork(
  { ports: { graph }, repoId, snapshot, sources, ...options }: SyncOptions,
  fence: Fence,
  before: IndexedRepository | undefined,
  versions: CodeVersions,
): Promise<PlannedWork> {
  const readFiles = options.filesReader ?? createFilesReader(graph, repoId, versions);
  // Another run may have come and gone since, or what was there is removed.
  const isAsBefore = options.clearExisting !== true && fence.number - 1 === before?.fence;
  const known = await readFiles(isAsBefore ? before : undefined);
  const { states } = known;
  const versionOf = (language: string): string => fileVersion(versions, language);
  const plan = planSync(snapshot.entries, states, versionOf, (entry) => sources.reasonToSkip(entry));
  const manifests = snapshot.entries.filter((entry) => sources.isManifest(entry));
  const manifestsHash = manifestsHashOf(manifests);
  const stands = canBuildUpon(before, states, manifestsHash, versions);
  // Read before any of it is removed with its file.
  const dependence = stands ? await known.readDependence() : undefined;
  const written = plan.changed.map(({ path }) => path).filter((path) => states.has(path));
  const earlier = await readEarlierFacts(graph, repoId, stands ? written : []);
  return { plan, known, states, manifests, manifestsHash, stands, dependence, earlier };
}

function differing({ changed, vanished }: SyncPlan): string[] {
  return [...changed.map(({ path }) => path), ...vanished];
}

async function resolveWork(
  { ports: { graph }, repoId, snapshot, sources, signal, onProgress }: SyncOptions,
  fence: Fence,
  { plan, states, manifests: entries, dependence, earlier }: PlannedWork,
  { fresh, written, drop }: ReadFiles,
  most: number,
): Promise<{ after: Map<string, FileState>; manifests: ManifestFile[]; resolved: ResolvedCommit | 'too many' }> {
  // Resolution keeps this thread busy, so it could not end the others once they have been idle for long.
  await sources.rest();
  // What the graph holds of the files once they are written. The next phase is reported then, and not before.
  const after = written.then(async () => {
    onProgress?.({ phase: 'resolve', done: 0, total: plan.changed.length + plan.unchanged.length });
    // Nobody else writes, so a file with known edges is as it was before.
    const now = new Map([...states, ...(await readUnsettledStates(graph, repoId))]);
    for (const path of plan.vanished) now.delete(path);
    return now;
  });
  let failure: Error | undefined;
  after.catch((error: Error) => (failure = error));
  try {
    const manifests = await readManifests(fence, snapshot, entries);
    const resolved = await resolveCommit({
      graph,
      repoId,
      most,
      manifests,
      before: states,
      after: () => after,
      fresh,
      unchanged: plan.unchanged,
      dependence,
      earlier,
      onTurn() {
        if (failure !== undefined) throw failure;
        signal?.throwIfAborted();
      },
    });
    return { after: await after, manifests, resolved };
  } catch (error) {
    await drop();
    throw error;
  }
}

function partFileOf({ path, language, module, lines }: FileState): PartFile {
  return { path, language, module: module ?? undefined, lines };
}

function canBuildUpon(
  before: IndexedRepository | undefined,
  states: Map<string, FileState>,
  manifestsHash: string,
  versions: CodeVersions,
): boolean {
  return (
    before?.complete === true &&
    before.versions === versions.edges &&
    before.manifestsHash === manifestsHash &&
    [...states.values()].every((state) => state.edgesHash !== null || state.skipped !== null)
  );
}
