/**
 * Lines that mention an identifier, for symbols without a caller in the graph: called by name through a framework, from
 * a language that resolution could not follow, or not defined in the repository at all.
 *
 * The index finds pieces of files that hold the identifier's letters in a row (its analyzer knows nothing but letters);
 * the lines are then compared in full, so `book` does not find `booking`, nor `_book`.
 */
import type { GraphPort, GraphRow } from '../../ports.ts';
import { fullTextFilters, scopeParams, within, type Scope } from '../access.ts';
import { numberAt, textAt } from '../row-values.ts';

export interface TextReference {
  repo_id: string;
  path: string;
  line: number;
  text: string;
  /** The function around the line; null at the top level of the file. */
  enclosing: string | null;
}

const PIECES = 200;
const LONGEST_LINE = 500;

/** In the order of repository, path and line, at most `limit`; `isDefinition` lines are left out. */
export async function textReferences(
  graph: GraphPort,
  scope: Scope,
  name: string,
  limit: number,
  isDefinition: (repoId: string, path: string, line: number) => boolean,
): Promise<TextReference[]> {
  const words = name.match(/\p{L}+/gu);
  if (!words) return [];
  const pieces: GraphRow[] = [];
  for (const filter of fullTextFilters(scope)) {
    pieces.push(
      ...(await graph.read(
        `CALL db.index.fulltext.queryNodes('chunks', $query, {limit: $limit}) YIELD node AS n
         WHERE ${within(scope, 'n')}
         RETURN n.repo_id AS repo_id, n.path AS path, n.file_key AS file_key, n.start_line AS start_line, n.text AS text`,
        { ...scopeParams(scope), query: `${filter} +text:"${words.join(' ')}"`, limit: PIECES },
      )),
    );
  }
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped(name)}(?![\\p{L}\\p{N}_$])`, 'u');
  const hits = pieces.sort(byPlace).flatMap((piece) => {
    const first = numberAt(piece, 'start_line');
    return textAt(piece, 'text')
      .split('\n')
      .flatMap((line, at) =>
        whole.test(line) ? [{ piece, line: first + at, text: line.trim().slice(0, LONGEST_LINE) }] : [],
      );
  });
  const kept = hits.filter(({ piece, line }) => !isDefinition(textAt(piece, 'repo_id'), textAt(piece, 'path'), line));
  return withEnclosing(graph, kept.slice(0, limit));
}

async function withEnclosing(
  graph: GraphPort,
  hits: { piece: GraphRow; line: number; text: string }[],
): Promise<TextReference[]> {
  const rows = await graph.read(
    `UNWIND $hits AS hit
     OPTIONAL MATCH (f:Symbol {file_key: hit.file_key})
       WHERE f:Function AND f.line_number <= hit.line AND f.end_line >= hit.line
     WITH hit, f ORDER BY f.line_number DESC
     RETURN hit.at AS at, head(collect(f.qualified_name)) AS enclosing`,
    { hits: hits.map(({ piece, line }, at) => ({ at, line, file_key: piece['file_key'] })) },
  );
  const enclosing = new Map(rows.map((row) => [numberAt(row, 'at'), row['enclosing']]));
  return hits.map(({ piece, line, text }, at) => {
    const around = enclosing.get(at);
    return {
      repo_id: textAt(piece, 'repo_id'),
      path: textAt(piece, 'path'),
      line,
      text,
      enclosing: typeof around === 'string' ? around : null,
    };
  });
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function byPlace(a: GraphRow, b: GraphRow): number {
  return (
    compare(textAt(a, 'repo_id'), textAt(b, 'repo_id')) ||
    compare(textAt(a, 'path'), textAt(b, 'path')) ||
    numberAt(a, 'start_line') - numberAt(b, 'start_line')
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
