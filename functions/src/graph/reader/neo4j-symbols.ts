/** The reads of the Neo4j adapter that hand out symbols: by id, by name, by file, by rank. */
import type { GraphParams, LineRange, Listed, Slice, SymbolRecord, SymbolText } from '../../ports.ts';
import { keyOf } from '../../model/ids.ts';
import { TEST_PATH } from '../../model/test-paths.ts';
import { scopeParams, within, type Scope } from '../access.ts';
import { nameAttempts } from '../queries/exact-names.ts';
import { numberAt, textAt, textOrNullAt } from '../row-values.ts';
import { listedRows, SYMBOL, symbolRecordOf, type Source } from './neo4j-rows.ts';

/** Repositories are nodes too, but no symbols. */
const BY_KEY = 'UNWIND range(0, size($keys) - 1) AS at MATCH (n:Symbol {key: $keys[at]})';

export async function symbolsById({ graph, scope }: Source, ids: readonly string[]): Promise<SymbolRecord[]> {
  if (ids.length === 0) return [];
  const rows = await graph.read(
    `${BY_KEY} WHERE ${within(scope, 'n')} AND NOT n:Repository RETURN at, ${SYMBOL} ORDER BY at`,
    { ...scopeParams(scope), keys: ids.map(keyOf) },
  );
  return rows.map(symbolRecordOf);
}

export async function textsById({ graph, scope }: Source, ids: readonly string[]): Promise<SymbolText[]> {
  if (ids.length === 0) return [];
  const rows = await graph.read(
    `${BY_KEY} WHERE ${within(scope, 'n')} AND NOT n:Repository
     RETURN at, n.id AS id, coalesce(n.source_code, '') AS source, n.docstring AS docstring ORDER BY at`,
    { ...scopeParams(scope), keys: ids.map(keyOf) },
  );
  return rows.map((row) => ({
    id: textAt(row, 'id'),
    source: textAt(row, 'source'),
    docstring: textOrNullAt(row, 'docstring'),
  }));
}

const BY_PLACE = 'repo_id, path, line_number, id';

/** One slice over the three labels: each is a seek in an index of its own. */
export async function symbolsNamed(
  { graph, scope }: Source,
  name: string,
  slice: Slice,
): Promise<Listed<SymbolRecord>> {
  for (const { where, params } of nameAttempts(scope, name)) {
    const each = (label: string) => `MATCH (n:${label}) WHERE ${where} RETURN n`;
    const match = `CALL () { ${['Function', 'Class', 'Variable'].map(each).join(' UNION ')} }`;
    const found = await listedRows(graph, { match, columns: SYMBOL, order: BY_PLACE, params }, slice, symbolRecordOf);
    if (found.total > 0) return found;
  }
  return { items: [], total: 0 };
}

export function symbolsInFile(
  { graph, scope }: Source,
  fileId: string,
  { from, to }: LineRange,
  slice: Slice,
): Promise<Listed<SymbolRecord>> {
  const match = `MATCH (n:Symbol {file_key: $file_key})
    WHERE (n:Function OR n:Class OR n:Variable) AND n.line_number <= $to AND n.end_line >= $from AND ${within(scope, 'n')}`;
  const params: GraphParams = { ...scopeParams(scope), file_key: keyOf(fileId), from, to };
  return listedRows(
    graph,
    { match, columns: SYMBOL, order: 'line_number, end_line DESC, id', params },
    slice,
    symbolRecordOf,
  );
}

/** Functions of a folder as `n`, read off an index that holds all that is asked of them here. */
const functionsUnder = (
  scope: Scope,
): string => `MATCH (n:Function) USING INDEX n:Function(repo_id, path, access, complexity)
  WHERE ${within(scope, 'n')} AND n.path STARTS WITH $folder AND n.complexity >= 0`;

const RANKED = { complexity: 'n.complexity', callers: 'COUNT { (n)<-[:CALLS]-() }' } as const;

/**
 * First the figure of the last one of the slice, which no node is read for; then the functions that reach it, of which only
 * the slice is read whole.
 */
export async function symbolsRanked(
  { graph, scope }: Source,
  under: string,
  by: keyof typeof RANKED,
  { skip = 0, limit }: Slice,
): Promise<Listed<SymbolRecord>> {
  const match = functionsUnder(scope);
  const params = { ...scopeParams(scope), ...underParams(under) };
  const order = `${RANKED[by]} DESC, n.path, n.line_number, n.id`;
  const [rows, counted] = await Promise.all([
    graph.read(
      `${match} WITH ${RANKED[by]} AS figure ORDER BY figure DESC LIMIT $last WITH min(figure) AS least
       ${match} AND ${RANKED[by]} >= least
       WITH n ORDER BY ${order} SKIP $skip LIMIT $limit RETURN ${SYMBOL} ORDER BY ${order}`,
      { ...params, skip, limit, last: skip + limit },
    ),
    graph.read(`${match} RETURN count(*) AS total`, params),
  ]);
  return { items: rows.map(symbolRecordOf), total: counted[0] === undefined ? 0 : numberAt(counted[0], 'total') };
}

export function unusedFunctions({ graph, scope }: Source, under: string, slice: Slice): Promise<Listed<SymbolRecord>> {
  return listedRows(
    graph,
    {
      match: `MATCH (n:Function) WHERE ${within(scope, 'n')} AND n.complexity >= 0 AND ${UNDER} AND NOT n.path =~ $tests
        AND NOT EXISTS { (n)<-[:CALLS]-(c:Symbol) WHERE c <> n AND NOT c.path =~ $tests }`,
      columns: SYMBOL,
      order: 'path, line_number, id',
      params: { ...scopeParams(scope), ...underParams(under), tests: TEST_PATH },
    },
    slice,
    symbolRecordOf,
  );
}

/** The condition that `n` lies in a folder; its values are `underParams`. */
const UNDER = "($folder = '' OR n.path STARTS WITH $folder)";

export function underParams(under: string): GraphParams {
  return { folder: under === '' ? '' : `${under}/` };
}

export async function complexitiesUnder({ graph, scope }: Source, under: string, slice: Slice) {
  return listedRows(
    graph,
    {
      match: `${functionsUnder(scope)}
        WITH n.path AS path, sum(n.complexity) AS sum, max(n.complexity) AS most`,
      columns: 'path, sum, most',
      order: 'path',
      params: { ...scopeParams(scope), ...underParams(under) },
    },
    slice,
    (row) => ({ path: textAt(row, 'path'), sum: numberAt(row, 'sum'), most: numberAt(row, 'most') }),
  );
}
