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
import { together } from '../reader/together.ts';
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

/** One question for pieces: where they are to be looked for, and which are known already. */
interface PiecesAsk {
  query: string;
  literal: string;
  portion: number;
  seen: string[];
  any_case: boolean;
  /** Lines are found by the server, and their texts alone sent: a piece is up to 24 KB. */
  by_line: boolean;
}

/** Where lines are looked for; what is asked in the same turn is one question. */
export interface Pieces {
  scope: Scope;
  ask(this: void, about: PiecesAsk): Promise<GraphRow[]>;
}

export function piecesIn(graph: GraphPort, scope: Scope): Pieces {
  return { scope, ask: together((asks) => readPieces(graph, scope, asks)) };
}

async function readPieces(graph: GraphPort, scope: Scope, asks: readonly PiecesAsk[]): Promise<GraphRow[][]> {
  const rows = await graph.read(
    `UNWIND range(0, size($asks) - 1) AS at
     CALL (at) {
       WITH $asks[at] AS ask
       CALL db.index.fulltext.queryNodes('chunk_grams', ask.query, {limit: ask.portion}) YIELD node AS n
       WITH n, ask WHERE NOT n.key IN ask.seen
       WITH n, ask, CASE WHEN n.goes_on IS NULL THEN n.text ELSE n.text + n.goes_on END AS text
       WITH n, ask, text, ${within(scope, 'n')}
         AND CASE WHEN ask.any_case THEN toLower(text) ELSE text END CONTAINS ask.literal AS holds
       WITH n, ask, text, holds, CASE WHEN holds AND ask.by_line THEN split(text, '\n') ELSE [] END AS lines
       RETURN n, CASE WHEN holds AND NOT ask.by_line THEN text END AS text,
              [i IN range(0, size(lines) - 1) WHERE lines[i] CONTAINS ask.literal | i] AS hits,
              [line IN lines WHERE line CONTAINS ask.literal] AS lines
     }
     RETURN at, n.key AS key, n.repo_id AS repo_id, n.path AS path, n.file_key AS file_key,
            n.start_line AS start_line, n.symbol_lines AS symbol_lines, n.goes_on IS NOT NULL AS goes_on,
            text, hits, lines`,
    { ...scopeParams(scope), asks: [...asks] },
  );
  const byAsk = Map.groupBy(rows, (row) => numberAt(row, 'at'));
  return asks.map((_, at) => byAsk.get(at) ?? []);
}

/** At most `limit` lines with the literal; `accepts` may turn a line down. An empty literal is nowhere. */
export function linesWith(
  graph: GraphPort,
  scope: Scope,
  literal: string,
  limit: number,
  accepts: (line: ContentLine) => boolean = () => true,
): Promise<FoundLines> {
  return linesAmong(piecesIn(graph, scope), literal, limit, accepts);
}

/** The same for whoever looks for several literals. */
export async function linesAmong(
  pieces: Pieces,
  literal: string,
  limit: number,
  accepts: (line: ContentLine) => boolean,
): Promise<FoundLines> {
  const lines: ContentLine[] = [];
  let more = false;
  for await (const portion of portionsAmong(pieces, literal)) {
    lines.push(...portion.lines.filter(accepts));
    more = portion.more;
    if (lines.length > limit) break;
  }
  lines.sort(byPlace);
  return { lines: lines.slice(0, limit), more: more || lines.length > limit };
}

/** The same a portion at a time, for whoever knows best when it is enough; `more` says that the portion was full. */
export function linePortions(graph: GraphPort, scope: Scope, literal: string): AsyncGenerator<FoundLines> {
  return portionsAmong(piecesIn(graph, scope), literal);
}

async function* portionsAmong(pieces: Pieces, literal: string): AsyncGenerator<FoundLines> {
  let any = false;
  for await (const portion of portionsInCase(pieces, literal, 'same')) {
    any ||= portion.lines.length > 0;
    yield portion;
  }
  if (!any && literal.toLowerCase() !== literal.toUpperCase()) yield* portionsInCase(pieces, literal, 'any');
}

async function* portionsInCase(
  { scope, ask }: Pieces,
  literal: string,
  letterCase: LetterCase,
): AsyncGenerator<FoundLines> {
  const clause = gramClause(literal, letterCase);
  if (clause === undefined) return;
  const sought = { literal: inCase(literal, letterCase), any_case: letterCase === 'any' };
  const by_line = letterCase === 'same' && !literal.includes('\n');
  for (const filter of fullTextFilters(scope)) {
    const seen: string[] = [];
    const once = notTwice();
    for (const portion of PORTIONS) {
      const pieces = await ask({ ...sought, by_line, query: `${filter} ${clause}`, portion, seen: [...seen] });
      seen.push(...pieces.map((piece) => textAt(piece, 'key')));
      const more = seen.length >= portion;
      const linesIn = (piece: GraphRow) => (by_line ? linesTold(piece) : linesOf(piece, literal, letterCase));
      yield { lines: pieces.flatMap((piece) => once(piece, linesIn(piece))), more };
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

const hitsSchema = z.array(z.int());
const textsSchema = z.array(z.string());

/** Each line that the server found a hit in. */
function linesTold(piece: GraphRow): ContentLine[] {
  const hits = hitsSchema.parse(piece['hits']);
  if (hits.length === 0) return [];
  const texts = textsSchema.parse(piece['lines']);
  const place = placeOf(piece);
  const inSymbols = stretchesOf(piece);
  const firstLine = numberAt(piece, 'start_line');
  return hits.map((hit, at) => {
    const line = firstLine + hit;
    return { ...place, line, text: (texts[at] ?? '').replace(/\r$/, ''), inSymbol: holdsLine(inSymbols, line) };
  });
}

function placeOf(piece: GraphRow): Pick<ContentLine, 'repo_id' | 'path' | 'file_key'> {
  return {
    repo_id: textAt(piece, 'repo_id'),
    path: textAt(piece, 'path'),
    file_key: textAt(piece, 'file_key'),
  };
}

/** Each line that a hit starts in, once. */
function linesOf(piece: GraphRow, literal: string, letterCase: LetterCase): ContentLine[] {
  const text = textOrNullAt(piece, 'text');
  if (text === null) return [];
  const searched = inCase(text, letterCase);
  const sought = inCase(literal, letterCase);
  const place = placeOf(piece);
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
