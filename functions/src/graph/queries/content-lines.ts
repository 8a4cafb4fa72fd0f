/**
 * Lines of the indexed files that hold a literal, as `rg -F` finds them. The index gives the pieces of files that can
 * hold it (line-grams.ts), within the caller's scope; their text is then compared. A portion of pieces at a time, until
 * there are lines enough: a word that is everywhere costs one portion, however large the graph is.
 *
 * Lines in another case are looked for only when there is none in this one, so that what is found is what was typed.
 */
import { z } from 'zod';
import type { GraphPort, GraphRow } from '../../ports.ts';
import { fullTextFilters, scopeParams, within, type Scope } from '../access.ts';
import { gramClause, type LetterCase } from '../line-grams.ts';
import { numberAt, textAt, textOrNullAt } from '../row-values.ts';
import { holdsLine } from '../symbol-lines.ts';

export interface ContentLine {
  repo_id: string;
  path: string;
  /** Key of the file's node. */
  file_key: string;
  /** 1-based. */
  line: number;
  /** The line without its end; of a line that is longer than a piece, what the piece holds. */
  text: string;
  /** It stands in a function, class or variable. */
  inSymbol: boolean;
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
  for await (const portion of portionsInCase(graph, scope, literal, 'same')) {
    any ||= portion.lines.length > 0;
    yield portion;
  }
  if (!any && literal.toLowerCase() !== literal.toUpperCase()) yield* portionsInCase(graph, scope, literal, 'any');
}

async function* portionsInCase(
  graph: GraphPort,
  scope: Scope,
  literal: string,
  letterCase: LetterCase,
): AsyncGenerator<FoundLines> {
  const clause = gramClause(literal, letterCase);
  if (clause === undefined) return;
  for (const filter of fullTextFilters(scope)) {
    const seen: string[] = [];
    const once = notTwice();
    for (const portion of PORTIONS) {
      const pieces = await graph.read(
        `CALL db.index.fulltext.queryNodes('chunk_grams', $query, {limit: $portion}) YIELD node AS n
         WITH n WHERE NOT n.key IN $seen
         WITH n, CASE WHEN n.goes_on IS NULL THEN n.text ELSE n.text + n.goes_on END AS text
         WITH n, text, ${within(scope, 'n')} AND ${letterCase === 'any' ? 'toLower(text)' : 'text'} CONTAINS $literal AS holds
         RETURN n.key AS key, n.repo_id AS repo_id, n.path AS path, n.file_key AS file_key,
                n.start_line AS start_line, n.symbol_lines AS symbol_lines, n.goes_on IS NOT NULL AS goes_on,
                CASE WHEN holds THEN text END AS text`,
        {
          ...scopeParams(scope),
          query: `${filter} ${clause}`,
          literal: inCase(literal, letterCase),
          portion,
          seen,
        },
      );
      seen.push(...pieces.map((piece) => textAt(piece, 'key')));
      const more = seen.length >= portion;
      yield { lines: pieces.flatMap((piece) => once(piece, linesOf(piece, literal, letterCase))), more };
      if (!more) break;
    }
  }
}

/** A line that goes on in the next piece is found in each of its pieces: a filter that lets it through once. */
function notTwice(): (piece: GraphRow, lines: ContentLine[]) => ContentLine[] {
  const known = new Set<string>();
  return (piece, lines) => {
    const first = piece['start_line'];
    const last = piece['goes_on'] === true ? lines.at(-1)?.line : undefined;
    return lines.filter(({ file_key: file, line }) => {
      if (line !== first && line !== last) return true;
      const place = `${file} ${line}`;
      return !known.has(place) && known.add(place);
    });
  };
}

/** As texts are compared. */
function inCase(text: string, letterCase: LetterCase): string {
  return letterCase === 'any' ? text.toLowerCase() : text;
}

/** Each line that a hit starts in, once. */
function linesOf(piece: GraphRow, literal: string, letterCase: LetterCase): ContentLine[] {
  const text = textOrNullAt(piece, 'text');
  if (text === null) return [];
  const searched = inCase(text, letterCase);
  const sought = inCase(literal, letterCase);
  const place = {
    repo_id: textAt(piece, 'repo_id'),
    path: textAt(piece, 'path'),
    file_key: textAt(piece, 'file_key'),
  };
  const inSymbols = stretchesOf(piece);
  // Lower case may be longer (`İ`), and places in it are then not those of the text.
  const lines = searched.length === text.length ? undefined : text.split('\n');
  const firstLine = numberAt(piece, 'start_line');
  let line = firstLine;
  const found: ContentLine[] = [];
  let start = 0;
  for (let at = searched.indexOf(sought); at >= 0;) {
    for (let end = searched.indexOf('\n', start); end >= 0 && end < at; end = searched.indexOf('\n', start)) {
      start = end + 1;
      line++;
    }
    const next = searched.indexOf('\n', at);
    const whole = lines?.[line - firstLine] ?? text.slice(start, next < 0 ? undefined : next);
    found.push({ ...place, line, text: whole.replace(/\r$/, ''), inSymbol: holdsLine(inSymbols, line) });
    if (next < 0) break;
    at = searched.indexOf(sought, next + 1);
  }
  return found;
}

const stretchesSchema = z.array(z.number());

/** Pieces that were written before they had any say nothing: all their lines may be in symbols. */
function stretchesOf(piece: GraphRow): number[] {
  const stretches = stretchesSchema.safeParse(piece['symbol_lines']);
  return stretches.success ? stretches.data : [0, Infinity];
}

function byPlace(a: ContentLine, b: ContentLine): number {
  return compare(a.repo_id, b.repo_id) || compare(a.path, b.path) || a.line - b.line;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
