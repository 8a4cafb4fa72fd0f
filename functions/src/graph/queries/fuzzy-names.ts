/**
 * Lookup by something like a name: typos, other case, parts of it. `bookMeet` finds `create_meeting_booking`.
 *
 * The identifier is cut into words as names are when they are written; the full-text index gives candidates (a word is
 * the start of one, or within an edit or two of one), which are then put in an order of their own: how well the words
 * cover the name counts for more than how rare they are. Only letters and digits ever reach the query parser, so there is
 * nothing to escape; a name without any (`+`, `[]`) is looked for as it stands.
 */
import type { GraphPort, GraphRow } from '../../ports.ts';
import { fullTextFilters, scopeParams, within, type Scope } from '../access.ts';
import { identifierWords } from '../name-tokens.ts';
import { numberAt, textAt } from '../row-values.ts';
import type { NamedLabel } from './exact-names.ts';

export const FUZZY_LIMIT = 50;
const CANDIDATES = 300;
const MAX_WORDS = 12;

/** The best matches first, at most FUZZY_LIMIT; `columns` speak of `n` and must hold repo_id, name, path, line_number. */
export async function rowsByFuzzyName(
  graph: GraphPort,
  scope: Scope,
  label: NamedLabel,
  name: string,
  columns: string,
): Promise<GraphRow[]> {
  const words = identifierWords(name).slice(0, MAX_WORDS);
  const found = words.length === 0 ? await byText(graph, scope, label, name, columns) : [];
  for (const filter of words.length === 0 ? [] : fullTextFilters(scope)) {
    found.push(
      ...(await graph.read(
        `CALL db.index.fulltext.queryNodes('code', $query, {limit: $candidates}) YIELD node AS n, score
         WHERE n:${label} AND ${within(scope, 'n')}
         RETURN score, ${columns}`,
        { ...scopeParams(scope), query: luceneQuery(words, label, filter), candidates: CANDIDATES },
      )),
    );
  }
  return ranked(found, name, words).slice(0, FUZZY_LIMIT);
}

function byText(graph: GraphPort, scope: Scope, label: NamedLabel, name: string, columns: string): Promise<GraphRow[]> {
  return graph.read(
    `MATCH (n:${label}) WHERE n.name_lower CONTAINS $text AND ${within(scope, 'n')}
     RETURN 1.0 AS score, ${columns} ORDER BY size(n.name), n.repo_id, n.path, n.line_number LIMIT $candidates`,
    { ...scopeParams(scope), text: name.trim().toLowerCase(), candidates: CANDIDATES },
  );
}

/** Every word has to be met, or all of them joined: `getusrbyid` is one word, and so near to `get user by id` joined. */
function luceneQuery(words: string[], label: NamedLabel, filter: string): string {
  const joined = words.join('');
  const each = words.map((word) => `+(${near(word)})`).join(' ');
  const whole = `name_tokens:*${joined}* name_tokens:${joined}~${edits(joined)} name:${joined}~${edits(joined)}`;
  return `${filter} +type:${label.toLowerCase()} +((${each})^2 ${whole})`;
}

function near(word: string): string {
  const clauses = [`name_tokens:${word}^4`, `name_tokens:${word}*^2`];
  if (edits(word) > 0) clauses.push(`name_tokens:${word}~${edits(word)}`);
  return clauses.join(' ');
}

/** Lucene allows two; short words would be near to everything. */
function edits(word: string): number {
  return word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
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
        b.score - a.score ||
        compare(place(a.row), place(b.row)) ||
        numberAt(a.row, 'line_number') - numberAt(b.row, 'line_number'),
    )
    .map(({ row }) => row);
}

/** 6 as spelled, 5 in other case or separators, 4 starts with it, 3 contains it, up to 2 for the share of words met. */
function qualityOf(candidate: string, name: string, words: string[], joined: string): number {
  if (candidate === name) return 6;
  const own = identifierWords(candidate);
  const ownJoined = own.join('');
  if (joined === '') return 3;
  if (ownJoined === joined) return 5;
  if (ownJoined.startsWith(joined)) return 4;
  if (ownJoined.includes(joined)) return 3;
  const met = words.filter((word) => own.some((part) => part.startsWith(word))).length;
  return met / words.length + met / Math.max(own.length, words.length);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
