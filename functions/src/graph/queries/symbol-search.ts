/**
 * Symbols for a search, each with the best reason it was found for: its name, the start of its name, parts of its name,
 * its docstring, its text. Names come from the name indexes and the full-text index; docstrings and texts are only asked
 * about while there is room left, since nothing of theirs ranks above a name.
 *
 *   'unlock biometrics'  → unlockWithBiometrics   by the words it is made of
 *   'unlockWith'         → unlockWithBiometrics   by its start
 *   'iometric'           → unlockWithBiometrics   by its letters, when nothing else is found
 *
 * Only letters and digits reach the query parser: what else is in the text separates words, as it does in names.
 */
import type { GraphPort, GraphRow } from '../../ports.ts';
import { byNameIn, fullTextFilters, scopeParams, within, type Scope } from '../access.ts';
import { identifierWords } from '../name-tokens.ts';
import { numberAt, textAt } from '../row-values.ts';
import { rowsByFuzzyName } from './fuzzy-names.ts';

/** How a symbol was found, best first; lines of files come after all of them. */
export const REASONS = ['name', 'name_any_case', 'prefix', 'part', 'docstring', 'body'] as const;
export type Reason = (typeof REASONS)[number];

export interface FoundSymbol {
  key: string;
  repo_id: string;
  type: string;
  name: string;
  path: string;
  line_number: number;
  reason: Reason;
  /** The index's own measure, between symbols of one reason. */
  weight: number;
  /** A program wrote it: such symbols come after the others that were found for the same reason. */
  generated: boolean;
}

export const SYMBOL_COLUMNS = `n.key AS key, n.repo_id AS repo_id, n.type AS type, n.name AS name, n.path AS path,
  n.line_number AS line_number, n.qualified_name AS qualified_name, coalesce(n.generated, false) AS generated`;

/** Candidates from the full-text index; put in order here and cut. */
const CANDIDATES = 300;
const MOST_WORDS = 12;
/** Of one name, in one label. */
const NAMESAKES = 101;

const LABELS = ['Class', 'Function', 'Module', 'Variable'] as const;

/** By name: exactly, in another case or spelling, by its start, by the words in it. Best first, not cut. */
export async function symbolsByName(graph: GraphPort, scope: Scope, text: string): Promise<FoundSymbol[]> {
  const words = wordsOf(text);
  const [exact, near] = await Promise.all([
    exactly(graph, scope, text),
    words.length === 0 ? [] : fullText(graph, scope, words.map(nameClause).join(' ')),
  ]);
  return ordered([...exact, ...near].map((row) => byName(row, text, words)));
}

/** By the letters of the name, wherever they stand: the middle of a word, or a text that is no word. */
export async function symbolsByLetters(graph: GraphPort, scope: Scope, text: string): Promise<FoundSymbol[]> {
  const contained = await containing(graph, scope, text.trim().toLowerCase());
  return ordered(contained.map((row) => symbolOf(row, 'part')));
}

/** By docstring: all words of the text are in it, in any order. */
export async function symbolsByDocstring(graph: GraphPort, scope: Scope, text: string): Promise<FoundSymbol[]> {
  const words = plainWords(text);
  if (words.length === 0) return [];
  const rows = await fullText(graph, scope, words.map((word) => `+docstring:(${word}^2 ${word}*)`).join(' '));
  return ordered(rows.map((row) => symbolOf(row, 'docstring')));
}

/** By their own text: all words are in it. Of a text without blanks, the lines it stands in tell more exactly. */
export async function symbolsByBody(graph: GraphPort, scope: Scope, text: string): Promise<FoundSymbol[]> {
  const words = plainWords(text);
  if (words.length < 2 || !/\s/.test(text.trim())) return [];
  const rows = await fullText(graph, scope, words.map((word) => `+source_code:(${word}^2 ${word}*)`).join(' '));
  return ordered(rows.map((row) => symbolOf(row, 'body')));
}

/** By any of the words, in name or docstring: for a sentence no symbol has all words of. */
export async function symbolsByAnyWord(graph: GraphPort, scope: Scope, text: string): Promise<FoundSymbol[]> {
  const words = plainWords(text).filter((word) => word.length > 2);
  if (words.length < 2) return [];
  const some = words.map((word) => `name_tokens:${word}^3 docstring:${word}`).join(' ');
  const rows = await fullText(graph, scope, `+(${some})`);
  return ordered(rows.map((row) => symbolOf(row, 'body')));
}

/** By names that are near: typos, and words run together. */
export async function symbolsLike(graph: GraphPort, scope: Scope, text: string): Promise<FoundSymbol[]> {
  const rows = await rowsByFuzzyName(graph, scope, ['Class', 'Function', 'Variable'], text, SYMBOL_COLUMNS);
  // In the order that they have.
  return rows.map((row) => symbolOf(row, 'part'));
}

/** Symbols of several answers, each for its best reason, best first. */
export function merged(...answers: FoundSymbol[][]): FoundSymbol[] {
  return ordered(answers.flat());
}

/** For the endings of a row that was found otherwise. */
export function symbolOf(row: GraphRow, reason: Reason): FoundSymbol {
  return {
    key: textAt(row, 'key'),
    repo_id: textAt(row, 'repo_id'),
    type: textAt(row, 'type'),
    name: textAt(row, 'name'),
    path: textAt(row, 'path'),
    line_number: numberAt(row, 'line_number'),
    reason,
    weight: typeof row['score'] === 'number' ? row['score'] : 0,
    generated: row['generated'] === true,
  };
}

function wordsOf(text: string): string[] {
  return [...new Set(identifierWords(text))].slice(0, MOST_WORDS);
}

/** Words as texts have them: identifiers whole, in lower case. */
function plainWords(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])].slice(0, MOST_WORDS);
}

function nameClause(word: string): string {
  return `+name_tokens:(${word}^4 ${word}*^2)`;
}

async function fullText(graph: GraphPort, scope: Scope, clauses: string): Promise<GraphRow[]> {
  const answers = await Promise.all(
    fullTextFilters(scope).map((filter) =>
      graph.read(
        `CALL db.index.fulltext.queryNodes('code', $query, {limit: $candidates}) YIELD node AS n, score
         WHERE ${within(scope, 'n')}
         RETURN score, ${SYMBOL_COLUMNS}`,
        { ...scopeParams(scope), query: `${filter} ${clauses}`, candidates: CANDIDATES },
      ),
    ),
  );
  return answers.flat();
}

/** The name, the end of a qualified name, or the path of a file: seeks in range indexes. */
function exactly(graph: GraphPort, scope: Scope, text: string): Promise<GraphRow[]> {
  const whole = text.trim();
  const parts = whole.split(/::|[.#/]|->/).filter((part) => part !== '');
  const seeks = LABELS.map(
    (label) => `MATCH (n:${label}) ${byNameIn(scope, 'n', label)}WHERE n.name_lower IN $names AND ${within(scope, 'n')}
        AND (n.name_lower = $lower OR n.qualified_name = $qualified OR n.qualified_name ENDS WITH '.' + $qualified)
      RETURN n ORDER BY coalesce(n.generated, false), n.name <> $name, n.repo_id, n.path, n.line_number LIMIT $limit`,
  );
  seeks.push(`MATCH (n:File) WHERE n.path = $name AND ${within(scope, 'n')} RETURN n ORDER BY n.repo_id LIMIT $limit`);
  return graph.read(`CALL () { ${seeks.join(' UNION ALL ')} } RETURN 1000.0 AS score, ${SYMBOL_COLUMNS}`, {
    ...scopeParams(scope),
    name: whole,
    lower: whole.toLowerCase(),
    names: [...new Set([whole.toLowerCase(), (parts.at(-1) ?? whole).toLowerCase()])],
    qualified: parts.join('.'),
    limit: NAMESAKES,
  });
}

async function containing(graph: GraphPort, scope: Scope, lower: string): Promise<GraphRow[]> {
  if (lower === '') return [];
  const seeks = LABELS.map(
    (label) =>
      `MATCH (n:${label}) ${byNameIn(scope, 'n', label)}WHERE n.name_lower CONTAINS $lower AND ${within(scope, 'n')} RETURN n LIMIT $candidates`,
  );
  return graph.read(
    `CALL () { ${seeks.join(' UNION ALL ')} }
     RETURN 1.0 / size(n.name) AS score, ${SYMBOL_COLUMNS}`,
    { ...scopeParams(scope), lower, candidates: CANDIDATES },
  );
}

function byName(row: GraphRow, text: string, words: string[]): FoundSymbol {
  const symbol = symbolOf(row, nameReason(row, text, words));
  // Of names that begin alike, the one with the least behind it.
  if (symbol.reason === 'prefix') return { ...symbol, weight: 1 / symbol.name.length };
  return symbol.reason === 'part' ? { ...symbol, weight: shareOf(symbol, words) } : symbol;
}

function nameReason(row: GraphRow, text: string, words: string[]): Reason {
  const whole = text.trim();
  const name = textAt(row, 'name');
  const qualified = textAt(row, 'qualified_name');
  if (name === whole || qualified === whole || textAt(row, 'path') === whole) return 'name';
  // `Flask.run` and `Flask::run` name the method, not every `run`.
  const parts = whole.split(/::|[.#/]|->/).filter((part) => part !== '');
  if (parts.length > 1 && `.${qualified}`.endsWith(`.${parts.join('.')}`)) return 'name';
  const own = identifierWords(name).join('');
  const joined = words.join('');
  if (joined === '') return 'part';
  if (own === joined || name.toLowerCase() === whole.toLowerCase()) return 'name_any_case';
  // Words typed apart may stand anywhere in a name; letters without a blank are how one begins.
  return !/\s/.test(whole) && own.startsWith(joined) ? 'prefix' : 'part';
}

/** What stands for something else, or only holds it, behind what is defined: a fifth of a name. */
const KIND_SHARE: Record<string, number> = { class: 0.2, function: 0.2 };
/** Words that stand in the name as they were typed: side by side, or at least in this order. */
const TOGETHER = 0.5;
const IN_ORDER = 0.2;
/** A word that is only the beginning of one of the name's. */
const BEGUN = 0.25;

/** How much of a name the words are, and how they stand in it. */
function shareOf({ name, type }: FoundSymbol, words: string[]): number {
  const own = identifierWords(name);
  const places = words.map((word) => own.findIndex((part) => part.startsWith(word)));
  const met = words.reduce((sum, word) => sum + (own.includes(word) ? 1 : BEGUN), 0);
  const run = own.some((_, at) => words.every((word, next) => own[at + next]?.startsWith(word)));
  const inOrder = places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
  return met / Math.max(own.length, words.length) + (run ? TOGETHER : inOrder ? IN_ORDER : 0) + (KIND_SHARE[type] ?? 0);
}

/** Kinds between equals: what is defined before what only stands for it. */
const KIND_ORDER = ['class', 'function', 'module', 'file', 'variable'];

function ordered(found: FoundSymbol[]): FoundSymbol[] {
  const best = new Map<string, FoundSymbol>();
  for (const symbol of found) {
    const known = best.get(symbol.key);
    if (known === undefined || rank(symbol) < rank(known)) best.set(symbol.key, symbol);
  }
  const sorted = [...best.values()].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      Number(a.generated) - Number(b.generated) ||
      b.weight - a.weight ||
      KIND_ORDER.indexOf(a.type) - KIND_ORDER.indexOf(b.type) ||
      compare(a.repo_id, b.repo_id) ||
      compare(a.path, b.path) ||
      a.line_number - b.line_number,
  );
  return otherNamesFirst(sorted);
}

/** Symbols shown for the same letters in another spelling, or of one name for its beginning; more of them come later. */
const NAMESAKES_AHEAD = 3;

/** Ten namesakes tell less than ten names: after the first of a name come the other names found for the same reason. */
function otherNamesFirst(sorted: FoundSymbol[]): FoundSymbol[] {
  const times = new Map<string, number>();
  const byTurn = sorted
    .map((symbol) => {
      const name = `${symbol.reason} ${symbol.name}`;
      const turn = times.get(name) ?? 0;
      times.set(name, turn + 1);
      return { symbol, turn };
    })
    .sort((a, b) => rank(a.symbol) - rank(b.symbol) || a.turn - b.turn);
  const spellings = byTurn.filter(({ symbol }) => symbol.reason === 'name_any_case').slice(NAMESAKES_AHEAD);
  const later = new Set([
    ...spellings.filter(({ turn }) => turn > 0),
    ...byTurn.filter(({ symbol, turn }) => symbol.reason === 'prefix' && turn >= NAMESAKES_AHEAD),
  ]);
  // Weightless, so that they stay behind when answers are merged and put in order again.
  const behind = { reason: 'part', weight: 0 } as const;
  return byTurn
    .map((one) => (later.has(one) ? { turn: one.turn, symbol: { ...one.symbol, ...behind } } : one))
    .sort((a, b) => rank(a.symbol) - rank(b.symbol) || a.turn - b.turn)
    .map(({ symbol }) => symbol);
}

function rank({ reason }: FoundSymbol): number {
  return REASONS.indexOf(reason);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
