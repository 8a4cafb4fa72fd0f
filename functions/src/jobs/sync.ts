/**
 * The one way a repository gets into the graph: make the graph equal to a commit's tree, from whatever it holds.
 *
 *   plan     compare the tree with the stored file states                     (nothing read)
 *   files    read, extract and write what changed; remove what vanished       (files stream through)
 *   resolve  facts, the stored ones of unchanged files included → edges       (of what the change can reach)
 *   edges    replace the edges of the files whose edges differ
 *   finish   commit, counts and stats on the Repository node
 *
 * Every transaction leaves the graph in a state from which the next sync ends at the same place: files whose edges are
 * not known to be right have no edges hash, and the Repository node says `complete` only after the last step. So a sync
 * that died is continued by simply syncing again, and syncing twice changes nothing.
 */
import { createHash } from 'node:crypto';
import { takeFence, type Fence } from '../graph/fence.ts';
import { readDependence } from '../graph/dependence.ts';
import { readFileStates, readUnsettledStates, type FileState } from '../graph/file-states.ts';
import { removeFiles } from '../graph/remove-files.ts';
import {
  clearRepository,
  finishRepository,
  readRepository,
  removeEmptyRepository,
  rewriteAccess,
  type IndexedRepository,
} from '../graph/repository.ts';
import { awaitFullText, ensureSchema } from '../graph/schema.ts';
import type { ClockPort, GraphPort, Snapshot, TreeEntry } from '../ports.ts';
import { codeVersions, fileVersion, type CodeVersions } from './code-versions.ts';
import { readEarlierFacts } from './moved-files.ts';
import { resolveCommit } from './resolve-commit.ts';
import type { SourceReader } from './source-reader.ts';
import { writeChangedFiles } from './sync-files.ts';
import { readManifests } from './sync-manifests.ts';
import { planSync, type SkippedFile, type SyncPlan } from './sync-plan.ts';
import {
  graphCounts,
  skippedStats,
  syncStats,
  syncStatsSchema,
  type SyncFindings,
  type SyncStats,
} from './sync-stats.ts';
import { writeResolved } from './write-resolved.ts';

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
  /** Rejects when the job that the sync is for has been ended by others. */
  requireJob?: () => Promise<void>;
  /** Ends the sync between two transactions. */
  signal?: AbortSignal;
  sources: SourceReader;
  /** Of the code that runs, unless told otherwise. */
  versions?: CodeVersions;
  /** Files that were in the graph before others wrote files of this commit for this run. */
  reused?: number | undefined;
}

export interface SyncResult {
  commit: string;
  /** False when the graph was already equal to the commit and nothing was written. */
  changed: boolean;
  stats: SyncStats;
}

/** `conflict` when another run has taken the repository over; `graph_unavailable` when Neo4j is down. */
export async function syncRepository(options: SyncOptions): Promise<SyncResult> {
  const { ports, repoId, snapshot } = options;
  const { graph } = ports;
  const versions = options.versions ?? codeVersions();
  const versionOf = (language: string): string => fileVersion(versions, language);
  const watch = createStopwatch();
  const report = options.onProgress ?? (() => undefined);

  report({ phase: 'plan', done: 0, total: snapshot.entries.length });
  await ensureSchema(graph);
  const before = await readRepository(graph, repoId);
  const repeated = options.clearExisting === true ? undefined : alreadyDone(before, options, versions);
  if (repeated)
    return { commit: snapshot.commit, changed: false, stats: { ...repeated, phase_ms: watch.phases('plan') } };

  const fence = await takeRepository(options, before);
  const states = await readFileStates(graph, repoId);
  const plan = planSync(snapshot.entries, states, versionOf, (entry) => options.sources.reasonToSkip(entry));
  const manifests = snapshot.entries.filter((entry) => options.sources.isManifest(entry));
  const manifestsHash = hashOf(manifests);
  const stands = canBuildUpon(before, states, manifestsHash, versions);
  // Read before any of it is removed with its file.
  const dependence = stands ? await readDependence(graph, repoId) : undefined;
  const known = plan.changed.map(({ path }) => path).filter((path) => states.has(path));
  const said = await readEarlierFacts(graph, repoId, stands ? known : []);
  watch.mark('plan');

  await removeFiles(fence, plan.vanished);
  const fresh = await writeChangedFiles({ ...options, fence, versionOf, states, changed: plan.changed });
  options.signal?.throwIfAborted();
  watch.mark('files');

  const same = plan.changed.length + plan.vanished.length === 0 && stands;
  const earlier = same ? parsedStats(before) : undefined;
  if (earlier && before?.counts) {
    const stats = { ...allReused(earlier), ...skippedStats(skippedFiles(plan, states)) };
    const done = {
      branch: options.branch,
      commit: snapshot.commit,
      versions: versions.edges,
      manifestsHash,
      stats,
      counts: before.counts,
    };
    await finishRepository(fence, { ...done, indexedAt: ports.clock.now().toISOString() });
    return { commit: snapshot.commit, changed: true, stats: { ...stats, phase_ms: watch.phases('finish') } };
  }

  // Resolution keeps this thread busy: nobody would notice that the others have been idle for long enough to be ended.
  await options.sources.rest();
  report({ phase: 'resolve', done: 0, total: plan.changed.length + plan.unchanged.length });
  // Nobody else writes: what is settled is as it was.
  const after = new Map([...states, ...(await readUnsettledStates(graph, repoId))]);
  for (const path of plan.vanished) after.delete(path);
  const resolved = await resolveCommit({
    graph,
    repoId,
    manifests: await readManifests(fence, snapshot, manifests),
    before: states,
    after,
    fresh,
    unchanged: plan.unchanged,
    dependence,
    earlier: said,
  });
  options.signal?.throwIfAborted();
  watch.mark('resolve');

  const { edgesDropped, modules, figures } = await writeResolved(fence, {
    resolved,
    before: states,
    after,
    ...options,
  });
  await awaitFullText(graph);
  watch.mark('edges');

  const skipped = skippedFiles(plan, after);
  const found: SyncFindings = {
    states: after,
    figures,
    modules,
    skipped,
    reused: options.reused ?? reusedFiles(plan, after),
    edgesDropped,
  };
  const counts = graphCounts(found);
  const stats: SyncStats = { ...syncStats(found, counts), phase_ms: watch.phases('finish') };
  await finishRepository(fence, {
    branch: options.branch,
    commit: snapshot.commit,
    versions: versions.edges,
    manifestsHash,
    stats,
    counts,
    indexedAt: ports.clock.now().toISOString(),
  });
  return { commit: snapshot.commit, changed: true, stats };
}

/** From here on this run is the only one in the repository, whose rows are there to be compared with a tree. */
export async function takeRepository(
  options: Pick<SyncOptions, 'ports' | 'repoId' | 'access' | 'clearExisting' | 'requireJob'>,
  before: IndexedRepository | undefined,
): Promise<Fence> {
  const { access, clearExisting } = options;
  const fence = await takeFence(options.ports.graph, options.repoId, access);
  await requireWanted(options, fence, before === undefined);
  if (clearExisting === true || before?.clearing === true) await clearRepository(fence);
  if (before && before.access !== access) await rewriteAccess(fence);
  return fence;
}

/**
 * Asked only once the fence is taken: a deletion ends the job first and takes a fence of its own then, so a run that
 * comes behind it is told here, and one that is past this point loses its fence to the deletion.
 */
async function requireWanted(
  { requireJob }: Pick<SyncOptions, 'requireJob'>,
  fence: Fence,
  made: boolean,
): Promise<void> {
  try {
    await requireJob?.();
  } catch (error) {
    if (made) await removeEmptyRepository(fence);
    throw error;
  }
}

/** A folder that is no git repository has no commit: its files are always compared. */
function alreadyDone(
  before: IndexedRepository | undefined,
  options: SyncOptions,
  versions: CodeVersions,
): SyncStats | undefined {
  const { snapshot, access, branch } = options;
  const same =
    before?.complete === true &&
    !before.clearing &&
    snapshot.commit !== '' &&
    before.commit === snapshot.commit &&
    before.branch === branch &&
    before.access === access &&
    before.versions === versions.edges;
  const stats = same ? parsedStats(before) : undefined;
  // Of a divided job whose last worker died behind its last write, what it wrote down stands.
  return stats && { ...allReused(stats), ...(options.reused === undefined ? {} : { files_reused: options.reused }) };
}

/** What the graph holds is whole and was made by this code: only what differs from it has to be worked out. */
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

function hashOf(entries: TreeEntry[]): string {
  const lines = entries.map(({ path, oid }) => JSON.stringify([path, oid])).sort();
  return createHash('sha256').update(lines.join('\n')).digest('base64url').slice(0, 22);
}

function skippedFiles(plan: SyncPlan, states: Map<string, FileState>): SkippedFile[] {
  const lookedInto = [...states.values()].flatMap(({ path, skipped }) =>
    skipped === null ? [] : [{ path, reason: skipped }],
  );
  return [...plan.skipped, ...lookedInto];
}

function reusedFiles(plan: SyncPlan, after: Map<string, FileState>): number {
  return plan.unchanged.filter((path) => after.get(path)?.skipped === null).length;
}

function allReused(stats: SyncStats): SyncStats {
  return { ...stats, files_reused: stats.files_processed };
}

function parsedStats(before: IndexedRepository | undefined): SyncStats | undefined {
  return syncStatsSchema.safeParse(before?.stats).data;
}

function createStopwatch() {
  const phases: Record<string, number> = {};
  let last = performance.now();
  const mark = (phase: SyncPhase) => {
    const now = performance.now();
    phases[phase] = Math.round(now - last);
    last = now;
  };
  return {
    mark,
    phases(phase: SyncPhase): Record<string, number> {
      mark(phase);
      return phases;
    },
  };
}
