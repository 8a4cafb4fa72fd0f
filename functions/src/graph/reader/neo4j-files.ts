/** The reads of the Neo4j adapter that hand out files. */
import { keyOf } from '../../model/ids.ts';
import type { FileRecord, IndexedCommit, LineRange, Listed, Slice, SymbolRecord, TextLine } from '../../ports.ts';
import { scopeParams, within } from '../access.ts';
import { linesWith } from '../queries/content-lines.ts';
import { linesOfFile } from '../queries/file-lines.ts';
import { textAt, textOrNullAt } from '../row-values.ts';
import { FILE, fileRecordOf, listedRows, SYMBOL, symbolRecordOf, type Source } from './neo4j-rows.ts';
import { underParams } from './neo4j-symbols.ts';
import { wordPattern } from './word-pattern.ts';

export async function indexedCommit({ graph, scope }: Source): Promise<IndexedCommit | undefined> {
  const repoId = scope.repoId ?? '';
  const [row] = await graph.read(
    `MATCH (n:Symbol {key: $key}) WHERE n:Repository AND ${within(scope, 'n')}
     RETURN coalesce(n.commit, '') AS commit, n.branch AS branch, n.indexed_at AS indexed_at`,
    { ...scopeParams(scope), key: keyOf(repoId) },
  );
  if (row === undefined) return undefined;
  return {
    repoId,
    commit: textAt(row, 'commit'),
    branch: textOrNullAt(row, 'branch'),
    indexedAt: textOrNullAt(row, 'indexed_at'),
  };
}

/** More repositories than this are not told apart by a path. */
const MOST_REPOSITORIES = 21;

export async function filesAtPath({ graph, scope }: Source, path: string): Promise<FileRecord[]> {
  const rows = await graph.read(
    `MATCH (n:File) WHERE n.path = $path AND ${within(scope, 'n')}
     MATCH (s:FileState {key: n.key}) WHERE s.skipped IS NULL
     RETURN ${FILE} ORDER BY repo_id LIMIT $limit`,
    { ...scopeParams(scope), path, limit: MOST_REPOSITORIES },
  );
  return rows.map(fileRecordOf);
}

export function filesUnder({ graph, scope }: Source, under: string, slice: Slice): Promise<Listed<FileRecord>> {
  return listedRows(
    graph,
    {
      match: `MATCH (s:FileState) WHERE ${within(scope, 's')} AND s.skipped IS NULL
        AND ($folder = '' OR s.path STARTS WITH $folder) MATCH (n:Symbol {key: s.key})`,
      columns: FILE,
      order: 'path',
      params: { ...scopeParams(scope), ...underParams(under) },
    },
    slice,
    fileRecordOf,
  );
}

export function entryFilesUnder({ graph, scope }: Source, under: string, slice: Slice): Promise<Listed<SymbolRecord>> {
  return listedRows(
    graph,
    {
      match: `MATCH (s:FileState) WHERE ${within(scope, 's')} AND s.skipped IS NULL
        AND ($folder = '' OR s.path STARTS WITH $folder) MATCH (n:Symbol {key: s.key})
        WHERE COUNT { (n)-[:CALLS]->() } > 0 AND COUNT { (n)<-[:IMPORTS]-() } = 0`,
      columns: SYMBOL,
      order: 'path',
      params: { ...scopeParams(scope), ...underParams(under) },
    },
    slice,
    symbolRecordOf,
  );
}

export async function linesWithWord(
  { graph, scope }: Source,
  word: string,
  limit: number,
): Promise<{ lines: TextLine[]; more: boolean }> {
  const whole = wordPattern(word);
  if (whole === undefined) return { lines: [], more: false };
  const { lines, more } = await linesWith(graph, scope, word, limit, ({ text }) => whole.test(text));
  return { lines: lines.map(({ path, line }) => ({ path, line })), more };
}

/** Nothing of a file that is not there or not the caller's. */
export async function linesIn({ graph, scope }: Source, fileId: string, { from, to }: LineRange): Promise<string[]> {
  const [file] = await graph.read(
    `MATCH (n:Symbol {key: $key}) WHERE n:File AND ${within(scope, 'n')} RETURN n.key AS key, n.end_line AS lines`,
    { ...scopeParams(scope), key: keyOf(fileId) },
  );
  const last = Math.min(to, Number(file?.['lines'] ?? 0));
  return file === undefined || from > last ? [] : linesOfFile(graph, textAt(file, 'key'), Math.max(1, from), last);
}
