/** The reads of the Neo4j adapter that speak of commits indexed before (graph/kept/past-files.ts). */
import { fileIdOf, keyOf } from '../../model/ids.ts';
import type { ChangedFile, ChangedFiles, DeclaredSymbol, GraphRow, PastCommit } from '../../ports.ts';
import { scopeParams, within } from '../access.ts';
import { pastCommitsOf } from '../kept/past-files.ts';
import { numberAt, textAt } from '../row-values.ts';
import { unpackSymbols } from '../kept/symbol-table.ts';
import type { Source } from './neo4j-rows.ts';

/** What is kept of a repository may be more; then the answer says so. */
const MOST_FILES = 5_000;

/** Newest first. */
export async function indexedCommits({ graph, scope }: Source): Promise<PastCommit[]> {
  const [row] = await graph.read(
    `MATCH (n:Symbol {key: $key}) WHERE n:Repository AND ${within(scope, 'n')} RETURN n.past AS past`,
    { ...scopeParams(scope), key: keyOf(scope.repoId ?? '') },
  );
  return pastCommitsOf(row?.['past']).reverse();
}

/** What a file held: nothing, a table, or what is not known. */
type Held = readonly DeclaredSymbol[] | null | undefined;

interface Kept {
  /** Number of the run that wrote over it; Infinity for what is there now. */
  until: number;
  /** Number of the run that made the file. */
  born: number;
  held: Held;
}

function keptOf(row: GraphRow, until: number): Kept {
  const symbols = row['symbols'];
  const known = row['known'] === true;
  const held = symbols instanceof Uint8Array ? unpackSymbols(symbols) : known ? [] : undefined;
  return { until, born: Number(row['born'] ?? 0), held };
}

export async function changedFiles(source: Source, from: PastCommit, to: PastCommit): Promise<ChangedFiles> {
  const { graph, scope } = source;
  const least = Math.min(from.fence, to.fence);
  const params = { ...scopeParams(scope), least, limit: MOST_FILES + 1 };
  const [past, born] = await Promise.all([
    graph.read(
      `MATCH (p:PastFile) WHERE ${within(scope, 'p')} AND p.fence > $least
       RETURN p.path AS path, p.fence AS fence, p.born AS born, p.symbols AS symbols, p.known AS known
       ORDER BY path, fence LIMIT $limit`,
      params,
    ),
    graph.read(
      `MATCH (s:FileState) WHERE ${within(scope, 's')} AND s.born > $least RETURN s.path AS path ORDER BY path LIMIT $limit`,
      params,
    ),
  ]);
  const more = past.length > MOST_FILES || born.length > MOST_FILES;
  const paths = [...new Set([...past, ...born].map((row) => textAt(row, 'path')))].sort();
  const kept = new Map<string, Kept[]>(paths.map((path) => [path, []]));
  for (const row of past) kept.get(textAt(row, 'path'))?.push(keptOf(row, numberAt(row, 'fence')));
  for (const row of await statesNow(source, paths)) kept.get(textAt(row, 'path'))?.push(keptOf(row, Infinity));
  const files = paths.map((path): ChangedFile => {
    const [before, after] = [from, to].map(({ fence }) => heldAt(kept.get(path) ?? [], fence));
    return { path, before: before ?? null, after: after ?? null, known: before !== undefined && after !== undefined };
  });
  return { files, more };
}

async function statesNow({ graph, scope }: Source, paths: readonly string[]): Promise<GraphRow[]> {
  return graph.read(
    `UNWIND $keys AS key MATCH (s:FileState {key: key}) WHERE ${within(scope, 's')}
     RETURN s.path AS path, s.born AS born, s.symbols AS symbols,
       s.symbols IS NOT NULL OR s.skipped IS NOT NULL AS known`,
    { ...scopeParams(scope), keys: paths.map((path) => keyOf(fileIdOf(scope.repoId ?? '', path))) },
  );
}

/** `kept` in the order of their runs. */
function heldAt(kept: readonly Kept[], fence: number): Held {
  const found = kept.find(({ until }) => until > fence);
  return found === undefined || found.born > fence ? null : found.held;
}
