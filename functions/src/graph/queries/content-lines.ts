/**
 * Lines of the indexed files that hold a literal, as `rg -F` finds them. The index gives the pieces of files that can
 * hold it (line-grams.ts), within the caller's scope; their text is then compared. A portion of pieces at a time, until
 * there are lines enough: a word that is everywhere costs one portion, however large the graph is.
 *
 * Lines in another case are looked for only when there is none in this one, so that what is found is what was typed.
 */
import type { GraphPort, GraphRow } from '../../ports.ts';
import { fullTextFilters, scopeParams, within, type Scope } from '../access.ts';
import { gramClause } from '../line-grams.ts';
import { numberAt, textAt, textOrNullAt } from '../row-values.ts';

export interface ContentLine {
  repo_id: string;
  path: string;
  /** Key of the file's node. */
  file_key: string;
  /** 1-based. */
  line: number;
  /** The whole line, without its end. */
  text: string;
}

export interface FoundLines {
  /** In the order of repository, path and line. */
  lines: ContentLine[];
  /** There are, or (past the last portion) may be, more than were asked for. */
  more: boolean;
}

/**
 * Pieces that are looked through, from portion to portion. Each asks from the beginning and passes over what was seen:
 * pieces do not rank, and the index may put equals in another order for another portion, so none can be skipped.
 */
const PORTIONS = [30, 150, 600, 2_400] as const;

/** At most `limit` lines with the literal; `accepts` may turn a line down. An empty literal is nowhere. */
export async function linesWith(
  graph: GraphPort,
  scope: Scope,
  literal: string,
  limit: number,
  accepts: (line: ContentLine) => boolean = () => true,
): Promise<FoundLines> {
  const lines: ContentLine[] = [];
  let more = false;
  for await (const portion of linePortions(graph, scope, literal)) {
    lines.push(...portion.lines.filter(accepts));
    more = portion.more;
    if (lines.length > limit) break;
  }
  lines.sort(byPlace);
  return { lines: lines.slice(0, limit), more: more || lines.length > limit };
}

/** The same a portion at a time, for whoever knows best when it is enough; `more` says that the portion was full. */
export async function* linePortions(graph: GraphPort, scope: Scope, literal: string): AsyncGenerator<FoundLines> {
  let any = false;
  for await (const portion of portionsInCase(graph, scope, literal, false)) {
    any ||= portion.lines.length > 0;
    yield portion;
  }
  if (!any && literal.toLowerCase() !== literal.toUpperCase()) yield* portionsInCase(graph, scope, literal, true);
}

async function* portionsInCase(
  graph: GraphPort,
  scope: Scope,
  literal: string,
  anyCase: boolean,
): AsyncGenerator<FoundLines> {
  const clause = gramClause(literal, anyCase);
  if (clause === undefined) return;
  for (const filter of fullTextFilters(scope)) {
    const seen: string[] = [];
    for (const portion of PORTIONS) {
      const pieces = await graph.read(
        `CALL db.index.fulltext.queryNodes('chunk_grams', $query, {limit: $portion}) YIELD node AS n
         WITH n WHERE NOT n.key IN $seen
         WITH n, ${within(scope, 'n')} AND ${anyCase ? 'toLower(n.text)' : 'n.text'} CONTAINS $literal AS holds
         RETURN n.key AS key, n.repo_id AS repo_id, n.path AS path, n.file_key AS file_key,
                n.start_line AS start_line, CASE WHEN holds THEN n.text END AS text`,
        {
          ...scopeParams(scope),
          query: `${filter} ${clause}`,
          literal: anyCase ? literal.toLowerCase() : literal,
          portion,
          seen,
        },
      );
      seen.push(...pieces.map((piece) => textAt(piece, 'key')));
      const more = seen.length >= portion;
      yield { lines: pieces.flatMap((piece) => linesOf(piece, literal, anyCase)), more };
      if (!more) break;
    }
  }
}

/** Each line that a hit starts in, once. */
function linesOf(piece: GraphRow, literal: string, anyCase: boolean): ContentLine[] {
  const text = textOrNullAt(piece, 'text');
  if (text === null) return [];
  const searched = anyCase ? text.toLowerCase() : text;
  const sought = anyCase ? literal.toLowerCase() : literal;
  const whole = text.split('\n');
  const place = {
    repo_id: textAt(piece, 'repo_id'),
    path: textAt(piece, 'path'),
    file_key: textAt(piece, 'file_key'),
  };
  const first = numberAt(piece, 'start_line');
  const found: ContentLine[] = [];
  let line = 0;
  let counted = 0;
  for (let at = searched.indexOf(sought); at >= 0;) {
    for (let end = searched.indexOf('\n', counted); end >= 0 && end < at; end = searched.indexOf('\n', counted)) {
      counted = end + 1;
      line++;
    }
    found.push({ ...place, line: first + line, text: (whole[line] ?? '').replace(/\r$/, '') });
    const next = searched.indexOf('\n', at);
    if (next < 0) break;
    at = searched.indexOf(sought, next + 1);
  }
  return found;
}

function byPlace(a: ContentLine, b: ContentLine): number {
  return compare(a.repo_id, b.repo_id) || compare(a.path, b.path) || a.line - b.line;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
