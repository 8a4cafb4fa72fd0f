/** The reads of the Neo4j adapter that hand out files. */
import { z } from 'zod';
import { isLeftOut } from '../../model/declarations/left-out.ts';
import { keyOf } from '../../model/ids.ts';
import type {
  FileComplexity,
  FileRecord,
  IndexedCommit,
  LineRange,
  Listed,
  OpenCalls,
  Slice,
  SymbolRecord,
  TextLine,
} from '../../ports.ts';
import { scopeParams, within } from '../access.ts';
import { parseFigures } from '../edge-figures.ts';
import { parseOpenCalls, unlistedOf } from '../kept/open-calls.ts';
import { unpackTextWords, type TextWords } from '../kept/text-words.ts';
import { linesAmong, type Pieces } from '../queries/content-lines.ts';
import { cutLines } from '../queries/file-lines.ts';
import { numberAt, textAt, textOrNullAt } from '../row-values.ts';
import { FILE, fileRecordOf, listedRows, SYMBOL, symbolRecordOf, type FileRow, type Source } from './neo4j-rows.ts';
import { below, underParams } from './neo4j-symbols.ts';
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

/** Of the figures of the last synchronisation. */
const skippedSchema = z.object({
  skipped_files: z.array(z.object({ path: z.string(), reason: z.string() })).default([]),
});

export async function filesLeftOut({ graph, scope }: Source): Promise<string[]> {
  const [row] = await graph.read(
    `MATCH (n:Symbol {key: $key}) WHERE n:Repository AND ${within(scope, 'n')} AND n.stats IS NOT NULL RETURN n.stats AS stats`,
    { ...scopeParams(scope), key: keyOf(scope.repoId ?? '') },
  );
  if (row === undefined) return [];
  const { skipped_files: files } = skippedSchema.parse(JSON.parse(textAt(row, 'stats')));
  return files.filter(isLeftOut).map(({ path }) => path);
}

/** Undefined where the last synchronisation was before they were kept. */
export async function textWordsStored({ graph, scope }: Source): Promise<TextWords | undefined> {
  const [row] = await graph.read(
    `MATCH (n:Symbol {key: $key}) WHERE n:Repository AND ${within(scope, 'n')} RETURN n.text_words AS words`,
    { ...scopeParams(scope), key: keyOf(scope.repoId ?? '') },
  );
  return row?.['words'] instanceof Uint8Array ? unpackTextWords(row['words']) : undefined;
}

export async function openCallsOf(
  { graph, scope }: Source,
  fileIds: readonly string[],
): Promise<Map<string, OpenCalls>> {
  if (fileIds.length === 0) return new Map();
  const rows = await graph.read(
    `UNWIND $keys AS key MATCH (s:FileState {key: key}) WHERE ${within(scope, 's')} AND s.skipped IS NULL
     RETURN DISTINCT s.path AS path, s.open_calls AS open_calls, s.figures AS figures ORDER BY path`,
    { ...scopeParams(scope), keys: fileIds.map(keyOf) },
  );
  return new Map(
    rows.map((row) => {
      const calls = parseOpenCalls(textOrNullAt(row, 'open_calls'));
      const figures = textOrNullAt(row, 'figures');
      const counts = figures === null ? null : parseFigures(figures).calls;
      return [textAt(row, 'path'), { calls, unlisted: unlistedOf(counts, calls) }];
    }),
  );
}

/** More repositories than this are not told apart by a path. */
const MOST_REPOSITORIES = 21;

/** For each path its files, in the order of their repositories. */
export async function filesAtPaths({ graph, scope }: Source, paths: readonly string[]): Promise<FileRecord[][]> {
  const rows = await graph.read(
    `UNWIND range(0, size($paths) - 1) AS at
     CALL (at) {
       MATCH (n:File) WHERE n.path = $paths[at] AND ${within(scope, 'n')}
       MATCH (s:FileState {key: n.key}) WHERE s.skipped IS NULL
       RETURN s ORDER BY s.repo_id LIMIT $limit
     }
     RETURN at, ${FILE} ORDER BY at, repo_id`,
    { ...scopeParams(scope), paths: [...paths], limit: MOST_REPOSITORIES },
  );
  const files = await withComplexity({ graph, scope }, rows.map(fileRecordOf));
  const found = paths.map((): FileRecord[] => []);
  for (const [at, file] of files.entries()) found[numberAt(rows[at] ?? {}, 'at')]?.push(file);
  return found;
}

export async function filesUnder({ graph, scope }: Source, under: string, slice: Slice): Promise<Listed<FileRecord>> {
  const files = await listedRows(
    graph,
    {
      match: `MATCH (s:FileState) WHERE ${within(scope, 's')} AND s.skipped IS NULL${below('s', under)}`,
      columns: FILE,
      order: 'path',
      params: { ...scopeParams(scope), ...underParams(under) },
    },
    slice,
    fileRecordOf,
  );
  return { ...files, items: await withComplexity({ graph, scope }, files.items) };
}

/** Of files that were written before their states said it, the functions are asked. */
async function withComplexity({ graph, scope }: Source, files: readonly FileRow[]): Promise<FileRecord[]> {
  const unknown = files.filter(({ complexity }) => complexity === null);
  const known = new Map<string, FileComplexity>();
  if (unknown.length > 0) {
    const rows = await graph.read(
      `UNWIND $keys AS key MATCH (n:Symbol {file_key: key}) WHERE n:Function AND n.complexity >= 0 AND ${within(scope, 'n')}
       RETURN key, sum(n.complexity) AS sum, max(n.complexity) AS most`,
      { ...scopeParams(scope), keys: unknown.map(({ id }) => keyOf(id)) },
    );
    for (const row of rows) known.set(textAt(row, 'key'), { sum: numberAt(row, 'sum'), most: numberAt(row, 'most') });
  }
  return files.map((file) => ({
    ...file,
    complexity: file.complexity ?? known.get(keyOf(file.id)) ?? { sum: 0, most: 0 },
  }));
}

export function entryFilesUnder({ graph, scope }: Source, under: string, slice: Slice): Promise<Listed<SymbolRecord>> {
  return listedRows(
    graph,
    {
      match: `MATCH (s:FileState) WHERE ${within(scope, 's')} AND s.skipped IS NULL
        ${below('s', under)} MATCH (n:Symbol {key: s.key})
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
  pieces: Pieces,
  word: string,
  limit: number,
): Promise<{ lines: TextLine[]; more: boolean }> {
  const whole = wordPattern(word);
  if (whole === undefined) return { lines: [], more: false };
  const { lines, more } = await linesAmong(pieces, word, limit, ({ text }) => whole.test(text));
  return { lines: lines.map(({ path, line }) => ({ path, line })), more };
}

export interface LinesAsk {
  fileId: string;
  range: LineRange;
}

/** Nothing of a file that is not there or not the caller's. */
export async function linesIn({ graph, scope }: Source, asks: readonly LinesAsk[]): Promise<string[][]> {
  const wanted = asks.map(({ fileId, range: { from, to } }) => ({ key: keyOf(fileId), from: Math.max(1, from), to }));
  // A piece that begins in the middle of a long line begins with that line's number, as do all before it of that line.
  const rows = await graph.read(
    `UNWIND range(0, size($wanted) - 1) AS at
     WITH at, $wanted[at] AS ask
     MATCH (n:Symbol {key: ask.key}) WHERE n:File AND ${within(scope, 'n')}
     CALL (n, ask) {
       MATCH (c:Chunk) WHERE c.file_key = n.key AND c.start_line <= ask.from
       WITH n, ask, max(c.start_line) AS first
       MATCH (c:Chunk) WHERE c.file_key = n.key AND c.start_line >= first AND c.start_line <= ask.to
       RETURN first, c.text AS text, c.seq AS seq
     }
     RETURN at, n.end_line AS lines, first, text ORDER BY at, seq`,
    { ...scopeParams(scope), wanted },
  );
  const byAsk = Map.groupBy(rows, (row) => numberAt(row, 'at'));
  return wanted.map(({ from, to }, at) => {
    const pieces = byAsk.get(at) ?? [];
    const last = Math.min(to, Number(pieces[0]?.['lines'] ?? 0));
    return from > last ? [] : cutLines(pieces, from, last);
  });
}
