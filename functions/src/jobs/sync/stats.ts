/**
 * The figures of a sync, as interface.md names them and then some. They describe the whole commit, however little of it
 * had to be done anew, and are kept on the Repository node, so that a sync with nothing to do can repeat them.
 */
import { z } from 'zod';
import { SKIP_REASONS } from '../../extract/eligibility.ts';
import type { FileState } from '../../graph/file-states.ts';
import type { GraphCounts } from '../../graph/repository.ts';
import type { EdgeFigures } from '../../graph/edge-figures.ts';
import { PROBLEM_KINDS, type Problem } from '../../model/facts.ts';
import { EDGE_TYPES, NODE_LABELS, type CallCounts } from '../../model/graph.ts';
import { gapsOf, gapsSchema, shownPath, type FileGaps } from './gaps.ts';
import type { SkippedFile } from './plan.ts';

const count = z.number().int().nonnegative();

export const syncStatsSchema = z.object({
  files_processed: count,
  files_skipped: count,
  classes_found: count,
  functions_found: count,
  variables_found: count,
  modules_found: count,
  imports_found: count,
  total_lines: count,
  /** The first 1,000, by path and line. */
  errors: z.array(
    z.object({
      path: z.string(),
      line: z.number().int().nullable(),
      message: z.string(),
      kind: z.enum(PROBLEM_KINDS).optional(),
    }),
  ),
  errors_total: count,
  embedding_status: z.enum(['completed', 'skipped', 'failed']),
  nodes_embedded: count,
  embedding_error: z.string().nullable(),
  /** Files whose facts were kept from an earlier sync. */
  files_reused: count,
  /** Files whose first lines say that a program wrote them. Absent in jobs from before it was counted. */
  files_generated: count.optional(),
  skipped_reasons: z.record(z.string(), count),
  /** The first 100; those in a language that is not supported come last. */
  skipped_files: z.array(z.object({ path: z.string(), reason: z.string() })),
  /** By language. */
  languages: z.record(z.string(), z.object({ files: count, lines: count })),
  calls: z.record(
    z.string(),
    z.object({ sites: count, resolved: count, external: count, ambiguous: count, unresolved: count }),
  ),
  /** What of the files is not known. Absent in jobs from before it was counted. */
  gaps: gapsSchema.optional(),
  relationships: z.record(z.string(), count),
  /** Edges that resolution gave to a node that does not exist; more than 0 is a fault of ours. */
  edges_dropped: count,
  /** Wall time in milliseconds. */
  phase_ms: z.record(z.string(), count),
});

export type SyncStats = z.infer<typeof syncStatsSchema>;

const MAX_ERRORS = 1_000;
const MAX_SKIPPED = 100;

export interface SyncFindings {
  states: Map<string, FileState>;
  /** Of the files that were resolved; the others' stand in their states. */
  settled: ReadonlyMap<string, { figures: EdgeFigures }>;
  modules: number;
  skipped: SkippedFile[];
  reused: number;
  edgesDropped: number;
}

/** Distinct nodes and edges of the repository. */
export function graphCounts(found: Pick<SyncFindings, 'states' | 'settled' | 'modules'>): GraphCounts {
  const nodes = zeros(NODE_LABELS);
  const relationships = zeros(EDGE_TYPES);
  nodes.Repository = 1;
  nodes.Module = found.modules;
  for (const state of found.states.values()) {
    for (const label of NODE_LABELS) nodes[label] += state.counts[label] ?? 0;
  }
  for (const { relationships: own } of figuresOf(found))
    for (const type of EDGE_TYPES) relationships[type] += own[type];
  return { nodes, relationships };
}

export function syncStats(found: SyncFindings, counts: GraphCounts): Omit<SyncStats, 'phase_ms'> {
  const resolved = filesOf(found);
  const files = resolved.map(({ state }) => state);
  const gaps = resolved.map(fileGaps);
  const errors = gaps.flatMap(({ problems }) => problems).sort(byPlace);
  const languages: SyncStats['languages'] = {};
  for (const { language, lines } of files) {
    const sum = (languages[language] ??= { files: 0, lines: 0 });
    sum.files += 1;
    sum.lines += lines;
  }
  return {
    files_processed: counts.nodes.File,
    classes_found: counts.nodes.Class,
    functions_found: counts.nodes.Function,
    variables_found: counts.nodes.Variable,
    modules_found: counts.nodes.Module,
    imports_found: counts.relationships.IMPORTS,
    total_lines: files.reduce((sum, { lines }) => sum + lines, 0),
    errors: errors.slice(0, MAX_ERRORS),
    errors_total: errors.length,
    embedding_status: 'skipped',
    nodes_embedded: 0,
    embedding_error: null,
    files_reused: found.reused,
    files_generated: files.filter(({ counts: own }) => own.generated === true).length,
    ...skippedStats(found.skipped),
    languages: sorted(languages),
    calls: callCounts(found),
    gaps: gapsOf(gaps),
    relationships: counts.relationships,
    edges_dropped: found.edgesDropped,
  };
}

/** The part of the stats that can change although no file of the graph did. */
export function skippedStats(
  skipped: SkippedFile[],
): Pick<SyncStats, 'files_skipped' | 'skipped_reasons' | 'skipped_files'> {
  const reasons: Record<string, number> = {};
  for (const { reason } of skipped) reasons[reason] = (reasons[reason] ?? 0) + 1;
  return {
    files_skipped: skipped.length,
    skipped_reasons: sorted(reasons),
    skipped_files: [...skipped].sort(bySignificance).slice(0, MAX_SKIPPED).map(shown),
  };
}

/** Each file that is in the graph with its figures: as it was resolved now, or when it was last. */
function filesOf(found: Pick<SyncFindings, 'states' | 'settled'>): { state: FileState; figures: EdgeFigures | null }[] {
  const states = [...found.states.values()].filter(({ skipped }) => skipped === null);
  return states.map((state) => ({ state, figures: found.settled.get(state.path)?.figures ?? state.figures }));
}

function figuresOf(found: Pick<SyncFindings, 'states' | 'settled'>): (EdgeFigures & { language: string })[] {
  return filesOf(found).flatMap(({ state: { language }, figures }) =>
    figures === null ? [] : [{ ...figures, language }],
  );
}

function fileGaps({ state: { path, language, problems }, figures }: ReturnType<typeof filesOf>[number]): FileGaps {
  return { path, language, calls: figures?.calls, problems: [...problems, ...(figures?.problems ?? [])] };
}

function callCounts(found: SyncFindings): Record<string, CallCounts> {
  const all: Record<string, CallCounts> = {};
  for (const { language, calls } of figuresOf(found)) {
    const sum = (all[language] ??= { sites: 0, resolved: 0, external: 0, ambiguous: 0, unresolved: 0 });
    sum.sites += calls.sites;
    sum.resolved += calls.resolved;
    sum.external += calls.external;
    sum.ambiguous += calls.ambiguous;
    sum.unresolved += calls.unresolved;
  }
  return sorted(all);
}

function zeros<T extends string>(names: readonly T[]): Record<T, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<T, number>;
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => compare(a, b)));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function byPlace(a: Problem, b: Problem): number {
  return compare(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || compare(a.message, b.message);
}

function bySignificance(a: SkippedFile, b: SkippedFile): number {
  return (
    Number(a.reason === SKIP_REASONS.language) - Number(b.reason === SKIP_REASONS.language) || compare(a.path, b.path)
  );
}

function shown({ path, reason }: SkippedFile): SkippedFile {
  return { path: shownPath(path), reason };
}
