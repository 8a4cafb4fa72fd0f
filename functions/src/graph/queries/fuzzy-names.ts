/**
 * Lookup by something like a name: typos, other case, parts of it, parts run together. `bookMeet` finds
 * `create_meeting_booking`, `meetroom` finds `MeetingRoom`.
 *
 * The identifier is cut into words as names are when they are written; the full-text index gives candidates (a word is
 * the start of one, or within an edit or two of one), which are then put in an order of their own: how well the words
 * cover the name counts for more than how rare they are. Only letters and digits ever reach the query parser, so there is
 * nothing to escape; a name without any (`+`, `[]`) is looked for as it stands.
 */
import type { GraphPort, GraphRow } from '../../ports.ts';
import { byNameIn, fullTextFilters, scopeParams, within, type Scope } from '../access.ts';
import { identifierWords } from '../name-tokens.ts';
import { numberAt, textAt } from '../row-values.ts';
import type { NamedLabel } from './exact-names.ts';

const FUZZY_LIMIT = 50;
const CANDIDATES = 300;
const MAX_WORDS = 12;

/** Longer words are compared as they are: the index builds an automaton for what is near, and refuses big ones. */
const LONGEST_NEAR = 60;

/** Shortest piece, and longest whole, of words that were typed without anything between them. */
const SHORTEST_PIECE = 3;
const LONGEST_JOIN = 24;
const LONGEST_OF_THREE = 18;
/** Whoever typed more words than this has put something between them. */
const MOST_JOINED = 2;
/** Of more words than this one edit is allowed in each: what is near is looked for once a word, and two cost much more. */
const MOST_FAR = 3;

/** The best matches first, at most FUZZY_LIMIT; `columns` speak of `n` and must hold repo_id, name, path, line_number. */
export async function rowsByFuzzyName(
  graph: GraphPort,
  scope: Scope,
  labels: readonly NamedLabel[],
  name: string,
  columns: string,
): Promise<GraphRow[]> {
  const words = identifierWords(name).slice(0, MAX_WORDS);
  if (words.length === 0) {
    const found = await Promise.all(labels.map((label) => byText(graph, scope, label, name, columns)));
    return ranked(found.flat(), name, words).slice(0, FUZZY_LIMIT);
  }
  for (const clauses of attemptsOf(words)) {
    const types = labels.map((label) => label.toLowerCase()).join(' ');
    const found = await Promise.all(
      fullTextFilters(scope).map((filter) =>
        graph.read(
          `CALL db.index.fulltext.queryNodes('code', $query, {limit: $candidates}) YIELD node AS n, score
           WHERE ${within(scope, 'n')}
           RETURN score, coalesce(n.generated, false) AS is_generated, ${columns}`,
          {
            ...scopeParams(scope),
            query: `${filter} +type:(${types}) +(${clauses})`,
            candidates: CANDIDATES,
          },
        ),
      ),
    );
    if (found.some((rows) => rows.length > 0)) return ranked(found.flat(), name, words).slice(0, FUZZY_LIMIT);
  }
  return [];
}

async function byText(
  graph: GraphPort,
  scope: Scope,
  label: NamedLabel,
  name: string,
  columns: string,
): Promise<GraphRow[]> {
  if (name.trim() === '') return [];
  return graph.read(
    `MATCH (n:${label}) ${byNameIn(scope, 'n', label)}WHERE n.name_lower CONTAINS $text AND ${within(scope, 'n')}
     RETURN 1.0 AS score, coalesce(n.generated, false) AS is_generated, ${columns}
     ORDER BY size(n.name), n.repo_id, n.path, n.line_number LIMIT $candidates`,
    { ...scopeParams(scope), text: name.trim().toLowerCase(), candidates: CANDIDATES },
  );
}

/**
 * What is tried, until something is found: names whose words begin with these, be they typed together or apart; names
 * that are an edit or two away; names with the letters in the middle of a word, or in three words typed as one. What
 * costs the index more, since it compares every word it has, comes later.
 */
function attemptsOf(words: string[]): string[] {
  const joined = words.join('');
  const begun = `(${words.map((word) => `+name_tokens:(${word}^4 ${word}*^2)`).join(' ')})^4`;
  if (joined.length > LONGEST_NEAR) return [begun];
  const pieces = (longest: number, count: number) =>
    joined.length > longest || words.length > MOST_JOINED ? [] : piecesOf(joined, count);
  const together = pieces(LONGEST_JOIN, 2);
  const most = words.length > MOST_FAR ? 1 : 2;
  const near = `(${words.map((word) => `+(${nearTo(word, most)})`).join(' ')})^4 ${nearTo(joined, 2)}`;
  const inside = [`name_tokens:*${joined}*`, ...pieces(LONGEST_OF_THREE, 3)];
  return [[begun, `name_tokens:${joined}*`, ...together].join(' '), near, inside.join(' ')];
}

/**
 * Clauses for each way to cut the letters into so many pieces, each the start of a word of the name, as one text (or
 * none, when there are too few letters): `meetroom` → … `(+name_tokens:meet* +name_tokens:room*)` …
 */
function piecesOf(joined: string, pieces: number): string[] {
  const cuts = cutsOf(Array.from(joined), pieces).map(
    (parts) => `(${parts.map((part) => `+name_tokens:${part}*`).join(' ')})`,
  );
  return cuts.length === 0 ? [] : [cuts.join(' ')];
}

function cutsOf(letters: string[], pieces: number): string[][] {
  if (pieces === 1) return letters.length < SHORTEST_PIECE ? [] : [[letters.join('')]];
  const cuts: string[][] = [];
  for (let at = SHORTEST_PIECE; at <= letters.length - SHORTEST_PIECE * (pieces - 1); at++) {
    const first = letters.slice(0, at).join('');
    for (const rest of cutsOf(letters.slice(at), pieces - 1)) cuts.push([first, ...rest]);
  }
  return cuts;
}

function nearTo(word: string, most: 1 | 2): string {
  const allowed = Math.min(most, edits(word));
  return allowed === 0 ? `name_tokens:${word}*` : `name_tokens:${word}*^2 name_tokens:${word}~${allowed}`;
}

/** Lucene allows two; short words would be near to everything. */
function edits(word: string): number {
  if (word.length < 4 || word.length > LONGEST_NEAR) return 0;
  return word.length < 8 ? 1 : 2;
}

function ranked(rows: GraphRow[], name: string, words: string[]): GraphRow[] {
  const joined = words.join('');
  const rated = rows.map((row) => ({
    row,
    quality: qualityOf(textAt(row, 'name'), name, words, joined),
    score: numberAt(row, 'score'),
  }));
  const place = (row: GraphRow) => [textAt(row, 'repo_id'), textAt(row, 'path')].join(' ');
  return rated
    .sort(
      (a, b) =>
        b.quality - a.quality ||
        Number(a.row['is_generated'] === true) - Number(b.row['is_generated'] === true) ||
        b.score - a.score ||
        compare(place(a.row), place(b.row)) ||
        numberAt(a.row, 'line_number') - numberAt(b.row, 'line_number'),
    )
    .map(({ row }) => row);
}

/**
 * 6 as spelled, 5 in other case or separators, from 4 when it starts with it and from 3 when it contains it, more the
 * less is left, from 2 when words of the name begin with pieces of it, in order, up to 2 for the share of words met.
 */
function qualityOf(candidate: string, name: string, words: string[], joined: string): number {
  if (candidate === name) return 6;
  const own = identifierWords(candidate);
  const ownJoined = own.join('');
  if (joined === '') return 3;
  if (ownJoined === joined) return 5;
  if (ownJoined.startsWith(joined)) return 4 + joined.length / ownJoined.length;
  if (ownJoined.includes(joined)) return 3 + joined.length / ownJoined.length;
  const pieces = piecesMet(joined, own);
  if (pieces > 0) return 2 + pieces / (own.length + 1);
  const met = words.filter((word) => own.some((part) => part.startsWith(word))).length;
  return met / words.length + met / Math.max(own.length, words.length);
}

/** How many of the words, in order, have beginnings that make up the letters: 2 for `meetroom` and meeting, room. */
function piecesMet(letters: string, words: string[]): number {
  if (letters.length > LONGEST_JOIN) return 0;
  // By the number of letters made up so far, the most words it took.
  const made = new Map([[0, 0]]);
  for (const word of words) {
    for (const [at, pieces] of [...made]) {
      for (let length = 1; length <= word.length && letters.startsWith(word.slice(0, length), at); length++) {
        made.set(at + length, Math.max(made.get(at + length) ?? 0, pieces + 1));
      }
    }
  }
  return made.get(letters.length) ?? 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
