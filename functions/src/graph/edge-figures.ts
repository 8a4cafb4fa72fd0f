/**
 * How many edges a file says and how its calls ended, as a FileState keeps it: a sync that resolves a few files anew adds
 * up the figures of all.
 *
 *     [[sites, resolved, external, ambiguous, unresolved], [edges of each of EDGE_TYPES], [what failed in resolution]?]
 */
import { z } from 'zod';
import { PROBLEM_KINDS, type Problem } from '../model/facts.ts';
import { EDGE_TYPES, type CallCounts, type EdgeType, type FileEdges } from '../model/graph.ts';

export interface EdgeFigures {
  calls: CallCounts;
  relationships: Record<EdgeType, number>;
  /** What failed in resolution. */
  problems: Problem[];
}

const problem = z.object({
  path: z.string(),
  line: z.number().nullable(),
  message: z.string(),
  kind: z.enum(PROBLEM_KINDS).exactOptional(),
});

const stored = z.union([
  z.tuple([z.array(z.number()).length(5), z.array(z.number()).length(EDGE_TYPES.length)]),
  z.tuple([z.array(z.number()).length(5), z.array(z.number()).length(EDGE_TYPES.length), z.array(problem)]),
]);

export function edgeFigures({
  calls,
  edges,
  problems = [],
}: Pick<FileEdges, 'calls' | 'edges' | 'problems'>): EdgeFigures {
  const relationships = Object.fromEntries(EDGE_TYPES.map((type) => [type, 0])) as Record<EdgeType, number>;
  for (const { type } of edges) relationships[type] += 1;
  return { calls, relationships, problems };
}

/** As they are stored. */
export type FiguresRow = z.infer<typeof stored>;

export function figuresRow({ calls, relationships, problems }: EdgeFigures): FiguresRow {
  const { sites, resolved, external, ambiguous, unresolved } = calls;
  const counts = [sites, resolved, external, ambiguous, unresolved];
  const edges = EDGE_TYPES.map((type) => relationships[type]);
  return problems.length > 0 ? [counts, edges, problems] : [counts, edges];
}

export function figuresOfRow([counts, edges, problems = []]: FiguresRow): EdgeFigures {
  const [sites = 0, resolved = 0, external = 0, ambiguous = 0, unresolved = 0] = counts;
  const relationships = Object.fromEntries(EDGE_TYPES.map((type, at) => [type, edges[at] ?? 0]));
  return {
    calls: { sites, resolved, external, ambiguous, unresolved },
    relationships: relationships as Record<EdgeType, number>,
    problems,
  };
}

export function figuresText(figures: EdgeFigures): string {
  return JSON.stringify(figuresRow(figures));
}

export function parseFigures(text: string): EdgeFigures {
  return figuresOfRow(stored.parse(JSON.parse(text)));
}
