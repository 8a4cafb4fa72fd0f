/** The reads of the Neo4j adapter that hand out symbols: by id, by name, by file, by rank. */
import type { GraphParams, LineRange, Listed, Slice, SymbolRecord, SymbolText } from '../../ports.ts';
import { keyOf } from '../../model/ids.ts';
import { isTestPath, TEST_PATH } from '../../model/test-paths.ts';
import { byNameIn, scopeParams, within, type Scope } from '../access.ts';
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

async function textsById({ graph, scope }: Source, ids: readonly string[]): Promise<SymbolText[]> {
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
    const each = (label: string) => `MATCH (n:${label}) ${byNameIn(scope, 'n', label)}WHERE ${where} RETURN n`;
    const match = `CALL () { ${['Function', 'Class', 'Variable'].map(each).join(' UNION ')} }`;
    const found = await listedRows(graph, { match, columns: SYMBOL, order: BY_PLACE, params }, slice, symbolRecordOf);
    if (found.total > 0) return found;
  }
  return { items: [], total: 0 };
}

export interface InFileAsk {
  fileId: string;
  range: LineRange;
  slice: Slice;
}

/** Asks for slices of one form are one statement, since a limit cannot be of a row. */
export async function symbolsInFiles(source: Source, asks: readonly InFileAsk[]): Promise<Listed<SymbolRecord>[]> {
  const forms = Map.groupBy(asks, ({ slice: { skip = 0, limit } }) => `${skip} ${limit}`);
  const found = new Map<InFileAsk, Listed<SymbolRecord>>();
  for (const same of forms.values()) {
    const listed = await slicesOfFiles(source, same, same[0]?.slice ?? { limit: 0 });
    for (const [at, ask] of same.entries()) found.set(ask, listed[at] ?? { items: [], total: 0 });
  }
  return asks.map((ask) => found.get(ask) ?? { items: [], total: 0 });
}

/** A file's symbols as `n`, of an `ask`. */
const inFile = (scope: Scope): string => `MATCH (n:Symbol {file_key: ask.file_key})
  WHERE (n:Function OR n:Class OR n:Variable) AND n.line_number <= ask.to AND n.end_line >= ask.from AND ${within(scope, 'n')}`;

async function slicesOfFiles(
  { graph, scope }: Source,
  asks: readonly InFileAsk[],
  { skip = 0, limit }: Slice,
): Promise<Listed<SymbolRecord>[]> {
  const wanted = asks.map(({ fileId, range: { from, to } }) => ({ file_key: keyOf(fileId), from, to }));
  const params: GraphParams = { ...scopeParams(scope), wanted };
  const each = 'UNWIND range(0, size($wanted) - 1) AS at WITH at, $wanted[at] AS ask';
  const rows = await graph.read(
    `${each}
     CALL (ask) {
       ${inFile(scope)}
       RETURN n ORDER BY n.line_number, n.end_line DESC, n.id SKIP $skip LIMIT $limit
     }
     RETURN at, ${SYMBOL} ORDER BY at, line_number, end_line DESC, id`,
    { ...params, skip, limit },
  );
  const byAsk = Map.groupBy(rows, (row) => numberAt(row, 'at'));
  const items = wanted.map((_, at) => (byAsk.get(at) ?? []).map(symbolRecordOf));
  const isWhole = (slice: readonly SymbolRecord[]) => slice.length < limit && (slice.length > 0 || skip === 0);
  if (items.every(isWhole)) return items.map((slice) => ({ items: slice, total: skip + slice.length }));
  const counted = await graph.read(
    `${each} CALL (ask) { ${inFile(scope)} RETURN count(*) AS total } RETURN at, total ORDER BY at`,
    params,
  );
  return items.map((slice, at) => ({ items: slice, total: numberAt(counted[at] ?? {}, 'total') }));
}

/** For each list of ids, in its order. */
export async function textsOfEach(source: Source, asks: readonly (readonly string[])[]): Promise<SymbolText[][]> {
  const texts = await textsById(source, [...new Set(asks.flat())]);
  const byId = new Map(texts.map((text) => [text.id, text]));
  return asks.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
}

/** Functions of a folder as `n`, read off an index that holds all that is asked of them here. */
const functionsUnder = (
  scope: Scope,
): string => `MATCH (n:Function) USING INDEX n:Function(repo_id, path, access, complexity)
  WHERE ${within(scope, 'n')} AND n.path STARTS WITH $folder AND n.complexity >= 0`;

const BY_NODE = 'n.path, n.line_number, n.id';

export async function symbolsRanked(
  { graph, scope }: Source,
  under: string,
  by: 'complexity' | 'callers',
  { skip = 0, limit }: Slice,
): Promise<SymbolRecord[]> {
  const cypher = by === 'complexity' ? mostComplex(scope, under) : mostCalled(scope);
  const params = { ...scopeParams(scope), ...underParams(under), skip, limit, last: skip + limit };
  return (await graph.read(cypher, params)).map(symbolRecordOf);
}

/**
 * The first k functions stand in the first k files by their most complex function, then by path: a file behind these has k
 * functions of other files before each of its own. A file that was written before its state said how complex it is has its
 * functions looked through.
 */
function mostComplex(scope: Scope, under: string): string {
  const files = `MATCH (s:FileState) WHERE ${within(scope, 's')} AND s.skipped IS NULL${below('s', under)}`;
  const order = `n.complexity DESC, ${BY_NODE}`;
  return `CALL () {
      ${files} AND s.max_complexity IS NULL RETURN s.key AS file
      UNION ALL
      ${files} AND s.max_complexity IS NOT NULL
      RETURN s.key AS file ORDER BY s.max_complexity DESC, s.path LIMIT $last
    }
    MATCH (n:Symbol {file_key: file}) WHERE n:Function AND n.complexity >= 0 AND ${within(scope, 'n')}
    WITH n ORDER BY ${order} SKIP $skip LIMIT $limit RETURN ${SYMBOL} ORDER BY ${order}`;
}

/**
 * Callers are counted without a look at any node: the index holds the path, so that figure and path decide all places but
 * those within one file, the last one's, whose functions with the same figure are looked at.
 */
function mostCalled(scope: Scope): string {
  const callers = 'COUNT { (n)<-[:CALLS]-() }';
  const order = `${callers} DESC, ${BY_NODE}`;
  return `${functionsUnder(scope)}
    WITH n, n.path AS path, ${callers} AS figure ORDER BY figure DESC, path LIMIT $last
    WITH collect(n) AS found, min(figure) AS least, collect(path) AS paths
    CALL (found, least, paths) {
      UNWIND found AS n RETURN n
      UNION
      MATCH (n:Function) WHERE n.repo_id = $repo_id AND n.path = paths[-1] AND n.complexity >= 0
        AND ${within(scope, 'n')} AND ${callers} = least RETURN n
    }
    WITH n ORDER BY ${order} SKIP $skip LIMIT $limit RETURN ${SYMBOL} ORDER BY ${order}`;
}

const UNUSED = 'NOT EXISTS { (n)<-[:CALLS]-(c:Symbol) WHERE c <> n AND NOT c.path =~ $tests }';

/** How many there are in each file says how many there are, and which files the slice is in. */
export async function unusedFunctions(
  { graph, scope }: Source,
  under: string,
  { skip = 0, limit }: Slice,
): Promise<Listed<SymbolRecord>> {
  const params = { ...scopeParams(scope), ...underParams(under), tests: TEST_PATH };
  const counted = await graph.read(
    `${functionsUnder(scope)} AND ${UNUSED} RETURN n.path AS path, count(*) AS functions ORDER BY path`,
    params,
  );
  const paths: string[] = [];
  let before = 0;
  let total = 0;
  for (const row of counted) {
    const path = textAt(row, 'path');
    if (isTestPath(path)) continue;
    const functions = numberAt(row, 'functions');
    if (total + functions <= skip) before += functions;
    else if (total < skip + limit) paths.push(path);
    total += functions;
  }
  if (paths.length === 0) return { items: [], total };
  const rows = await graph.read(
    `MATCH (n:Function) WHERE ${within(scope, 'n')} AND n.path IN $paths AND n.complexity >= 0 AND ${UNUSED}
     WITH n ORDER BY ${BY_NODE} SKIP $skip LIMIT $limit RETURN ${SYMBOL} ORDER BY ${BY_NODE}`,
    { ...params, paths, skip: skip - before, limit },
  );
  return { items: rows.map(symbolRecordOf), total };
}

export function underParams(under: string): GraphParams {
  return { folder: under === '' ? '' : `${under}/` };
}

/** The condition that a node lies in a folder, none for the root; its values are `underParams`. */
export function below(node: string, under: string): string {
  return under === '' ? '' : ` AND ${node}.path STARTS WITH $folder`;
}
