/**
 * The figures of the whole repository, as a sync reports them. Where no file differs, those of the sync before still hold,
 * and every file counts as reused.
 */
import type { FileState } from '../../graph/file-states.ts';
import type { GraphCounts, IndexedRepository } from '../../graph/repository.ts';
import type { CodeVersions } from './code-versions.ts';
import type { SkippedFile, SyncPlan } from './plan.ts';
import type { SyncOptions } from './options.ts';
import { graphCounts, skippedStats, syncStats, syncStatsSchema, type SyncFindings, type SyncStats } from './stats.ts';

export interface Outcome {
  stats: Omit<SyncStats, 'phase_ms'>;
  counts: GraphCounts;
}

/**
 * The stats of the sync that made the graph what is asked for now; undefined where one has to run. A folder that is no git
 * repository has no commit: its files are always compared.
 */
export function alreadyDone(
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
  // The last worker of a divided job may have died after its last write: what its job noted as reused counts.
  return stats && { ...allReused(stats), ...(options.reused === undefined ? {} : { files_reused: options.reused }) };
}

/** The outcome of before, where no file differs and so no edge can; undefined otherwise. */
export function sameAsBefore(
  { plan, states, stands }: { plan: SyncPlan; states: Map<string, FileState>; stands: boolean },
  before: IndexedRepository | undefined,
): Outcome | undefined {
  if (!stands || plan.changed.length + plan.vanished.length > 0 || !before?.counts) return undefined;
  const stats = parsedStats(before);
  return (
    stats && { stats: { ...allReused(stats), ...skippedStats(skippedFiles(plan, states)) }, counts: before.counts }
  );
}

export function outcomeOf(
  { reused }: SyncOptions,
  plan: SyncPlan,
  after: Map<string, FileState>,
  written: Pick<SyncFindings, 'edgesDropped' | 'modules' | 'settled'>,
): Outcome {
  const found: SyncFindings = {
    ...written,
    states: after,
    skipped: skippedFiles(plan, after),
    reused: reused ?? reusedFiles(plan, after),
  };
  const counts = graphCounts(found);
  return { stats: syncStats(found, counts), counts };
}

function skippedFiles(plan: SyncPlan, states: Map<string, FileState>): SkippedFile[] {
  const lookedInto = [...states.values()].flatMap(({ path, skipped }) =>
    skipped === null ? [] : [{ path, reason: skipped }],
  );
  return [...plan.skipped, ...lookedInto];
}

export function reusedFiles(plan: SyncPlan, after: ReadonlyMap<string, FileState>): number {
  return plan.unchanged.filter((path) => after.get(path)?.skipped === null).length;
}

function allReused(stats: SyncStats): SyncStats {
  return { ...stats, files_reused: stats.files_processed };
}

function parsedStats(before: IndexedRepository): SyncStats | undefined {
  return syncStatsSchema.safeParse(before.stats).data;
}
