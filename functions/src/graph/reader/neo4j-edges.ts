/** The reads of the Neo4j adapter that hand out edges: next to symbols, among them, step by step, between files. */
import { z } from 'zod';
import type { EdgeType } from '../../model/graph.ts';
import { keyOf } from '../../model/ids.ts';
import type {
  CallSiteRecord,
  EdgeChoice,
  EdgeRecord,
  FileLink,
  GraphRow,
  LineRange,
  Listed,
  Slice,
  Step,
} from '../../ports.ts';
import { scopeParams, within } from '../access.ts';
import { numberAt, textAt } from '../row-values.ts';
import { callSiteRecordOf, EDGE, edgeRecordOf, listedRows, type Source } from './neo4j-rows.ts';
import { underParams } from './neo4j-symbols.ts';

/**
 * A pattern from `a` to its neighbour `n` along `e`. Types are names of the schema, so the text is constant. A repository
 * contains its files, but is no symbol.
 */
function pattern({ types, direction }: EdgeChoice): string {
  const edge = `[e:${types.join('|')}]`;
  return `${direction === 'out' ? `(a)-${edge}->(n:Symbol)` : `(a)<-${edge}-(n:Symbol)`} WHERE NOT n:Repository`;
}

/** Edges never leave a repository, so who may see one end may see the other. */
export async function edgesOf(
  { graph, scope }: Source,
  ids: readonly string[],
  choice: EdgeChoice,
  { skip = 0, limit }: Slice,
): Promise<Map<string, Listed<EdgeRecord>>> {
  if (ids.length === 0) return new Map();
  const rows = await graph.read(
    `UNWIND $keys AS key MATCH (a:Symbol {key: key}) WHERE ${within(scope, 'a')} AND NOT a:Repository
     CALL (a) {
       MATCH ${pattern(choice)}
       WITH e, n ORDER BY coalesce(e.confidence, 1.0) DESC, n.path, n.line_number, n.id, type(e),
         coalesce(e.imported_name, ''), coalesce(e.alias, ''), coalesce(e.line, 0) SKIP $skip LIMIT $limit
       WITH ${EDGE} RETURN collect({type: type, from: from, to: to, evidence: evidence, confidence: confidence, lines: lines,
         how: how, imported_name: imported_name, alias: alias, module_name: module_name}) AS edges
     }
     RETURN a.id AS id, edges, COUNT { ${pattern(choice)} } AS total`,
    { ...scopeParams(scope), keys: ids.map(keyOf), skip, limit },
  );
  const edgesSchema = z.array(z.custom<GraphRow>((value) => typeof value === 'object' && value !== null));
  return new Map(
    rows.map((row) => [
      textAt(row, 'id'),
      { items: edgesSchema.parse(row['edges']).map(edgeRecordOf), total: numberAt(row, 'total') },
    ]),
  );
}

export function edgesAmong(
  { graph, scope }: Source,
  ids: readonly string[],
  types: readonly EdgeType[],
  slice: Slice,
): Promise<Listed<EdgeRecord>> {
  if (ids.length === 0) return Promise.resolve({ items: [], total: 0 });
  return listedRows(
    graph,
    {
      match: `UNWIND $keys AS key MATCH (a:Symbol {key: key})-[e:${types.join('|')}]->(n:Symbol)
        WHERE ${within(scope, 'a')} AND n.key IN $keys`,
      columns: EDGE,
      order: "from, to, type, coalesce(imported_name, ''), coalesce(alias, ''), lines",
      params: { ...scopeParams(scope), keys: [...new Set(ids)].map(keyOf) },
    },
    slice,
    edgeRecordOf,
  );
}

export async function stepsFrom(
  { graph, scope }: Source,
  ids: readonly string[],
  choice: EdgeChoice,
  limit: number,
): Promise<{ steps: Step[]; complete: boolean }> {
  if (ids.length === 0) return { steps: [], complete: true };
  const rows = await graph.read(
    `UNWIND range(0, size($keys) - 1) AS at MATCH (a:Symbol {key: $keys[at]}) WHERE ${within(scope, 'a')}
     MATCH ${pattern(choice)} RETURN at, n.id AS id, coalesce(e.confidence, 1.0) AS confidence LIMIT $limit`,
    { ...scopeParams(scope), keys: ids.map(keyOf), limit: limit + 1 },
  );
  const steps = rows.slice(0, limit).map((row) => ({
    of: ids[numberAt(row, 'at')] ?? '',
    id: textAt(row, 'id'),
    confidence: numberAt(row, 'confidence'),
  }));
  return { steps, complete: rows.length <= limit };
}

export function callSitesIn(
  { graph, scope }: Source,
  fileId: string,
  { from, to }: LineRange,
  slice: Slice,
): Promise<Listed<CallSiteRecord>> {
  return listedRows(
    graph,
    {
      match: `MATCH (a:Symbol {file_key: $file_key})-[e:CALLS]->(n:Symbol) WHERE ${within(scope, 'a')}
        UNWIND e.lines AS line WITH a, e, n, line WHERE line >= $from AND line <= $to`,
      columns: 'line, a.id AS from, n.id AS to, e.evidence AS evidence, e.confidence AS confidence',
      order: 'line, from, to',
      params: { ...scopeParams(scope), file_key: keyOf(fileId), from, to },
    },
    slice,
    callSiteRecordOf,
  );
}

/** Where edges of a type start: functions and files for calls, files for imports. Each is a seek in an index. */
const STARTS = {
  CALLS: (inScope: string) =>
    `CALL () { MATCH (a:Function) WHERE ${inScope} AND a.complexity >= 0 RETURN a
       UNION ALL MATCH (s:FileState) WHERE s.repo_id = $repo_id AND s.skipped IS NULL MATCH (a:Symbol {key: s.key}) WHERE ${inScope} RETURN a }`,
  IMPORTS: (inScope: string) =>
    `MATCH (s:FileState) WHERE s.repo_id = $repo_id AND s.skipped IS NULL MATCH (a:Symbol {key: s.key}) WHERE ${inScope}`,
} as const;

export function linksUnder(
  { graph, scope }: Source,
  under: string,
  type: keyof typeof STARTS,
  slice: Slice,
): Promise<Listed<FileLink>> {
  const folder = (node: string) => `($folder = '' OR ${node}.path STARTS WITH $folder)`;
  return listedRows(
    graph,
    {
      match: `${STARTS[type](`${within(scope, 'a')} AND ${folder('a')}`)}
        MATCH (a)-[e:${type}]->(b:Symbol) WHERE b.path <> '' AND NOT b:Module AND b.path <> a.path AND ${folder('b')}
        WITH a.path AS from, b.path AS to, count(*) AS edges`,
      columns: 'from, to, edges',
      order: 'edges DESC, from, to',
      params: { ...scopeParams(scope), ...underParams(under) },
    },
    slice,
    (row) => ({ from: textAt(row, 'from'), to: textAt(row, 'to'), edges: numberAt(row, 'edges') }),
  );
}
