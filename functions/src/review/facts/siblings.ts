/**
 * Copies of changed code that were not changed with it: functions that are like one before the change, that still hold
 * what was taken out of it, and do not hold what was put in. Looked for by the rarest words of the function, so it costs
 * some look-ups whatever the repository's size.
 */
import { codeTokens } from '../../graph/code-tokens.ts';
import type { SiblingFact } from '../../model/change-facts.ts';
import type { GraphReader, SymbolRecord } from '../../ports.ts';
import type { BaseCode } from './base-code.ts';
import { likenessOf, runsOf, runsOfTokens, type Runs } from './likeness.ts';
import type { SymbolChange } from './symbol-changes.ts';

/** Tokens of the shortest function that is worth a look. */
const LEAST_TOKENS = 40;
const LEAST_LIKENESS = 0.55;
const MOST_FUNCTIONS = 40;
/** Words of one function that are looked for, and how many of them have to lead somewhere. */
const MOST_WORDS = 8;
const ENOUGH_WORDS = 4;
/** A word on more lines is everybody's. */
const MOST_LINES = 60;
const MOST_FILES = 12;
const MOST_COMPARED = 16;
const MOST_IN_FILE = 2_000;
const LAST_LINE = 1_000_000;

export interface FoundSiblings {
  /** The most alike first. */
  siblings: SiblingFact[];
  cut: boolean;
}

export async function siblingsOf(base: BaseCode, changes: readonly SymbolChange[]): Promise<FoundSiblings> {
  const own = new Set(changes.flatMap(({ before }) => before?.id ?? []));
  const edited = changes.filter(
    ({ how, before, textBefore }) => how === 'modified' && before?.label === 'Function' && textBefore.length < 20_000,
  );
  const worth = edited
    .map((change) => ({ change, tokens: codeTokens(change.textBefore).tokens }))
    .filter(({ tokens }) => tokens.length >= LEAST_TOKENS);
  const siblings: SiblingFact[] = [];
  const places = placesIn(base.reader);
  const runsIn = once(runsOf);
  // All at once, so that what each asks of the graph next is one question with what the others do.
  const looked = worth.slice(0, MOST_FUNCTIONS);
  for (const copies of await Promise.all(looked.map((one) => copiesOf(base, places, { ...one, own, runsIn })))) siblings.push(...copies); // prettier-ignore
  siblings.sort((a, b) => b.similarity - a.similarity || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line_start - b.line_start)); // prettier-ignore
  return { siblings, cut: worth.length > MOST_FUNCTIONS };
}

/** What the graph is asked for one function after the other, each question once: changed functions use the same words. */
interface Places {
  linesWith(word: string): ReturnType<GraphReader['wordLines']>;
  functionsIn(path: string): Promise<readonly SymbolRecord[]>;
}

function placesIn(reader: GraphReader): Places {
  return {
    linesWith: once((word) => reader.wordLines(word, MOST_LINES)),
    functionsIn: once((path) => functionsOf(reader, path)),
  };
}

function once<Answer>(ask: (about: string) => Answer): (about: string) => Answer {
  const answers = new Map<string, Answer>();
  return (about) => {
    const answer = answers.get(about) ?? ask(about);
    answers.set(about, answer);
    return answer;
  };
}

async function functionsOf(reader: GraphReader, path: string): Promise<readonly SymbolRecord[]> {
  const [file] = await reader.filesAt(path);
  if (file === undefined) return [];
  const { items } = await reader.inFile(file.id, { from: 1, to: LAST_LINE }, { limit: MOST_IN_FILE });
  return items.filter(({ label }) => label === 'Function');
}

interface Looked {
  change: SymbolChange;
  tokens: readonly string[];
  /** Symbols that are changed themselves. */
  own: ReadonlySet<string>;
  runsIn(source: string): Runs;
}

async function copiesOf(
  base: BaseCode,
  places: Places,
  { change, tokens, own, runsIn }: Looked,
): Promise<SiblingFact[]> {
  const edit = editOf(change);
  const runs = runsOfTokens(tokens);
  const near = await functionsWith(places, wordsOf(tokens));
  const candidates = near.filter((one) => !own.has(one.id) && !overlaps(one, change)).slice(0, MOST_COMPARED);
  const texts = new Map(
    (await base.reader.texts(candidates.map(({ id }) => id))).map(({ id, source }) => [id, source]),
  );
  const found: SiblingFact[] = [];
  for (const { id, path, line, endLine } of candidates) {
    const source = texts.get(id) ?? '';
    const likeness = likenessOf(runs, runsIn(source));
    if (likeness < LEAST_LIKENESS || !isUnchangedCopy(source, edit)) continue;
    const [start] = await base.linesNow(path, [line]);
    if (start === undefined) continue;
    const similarity = Math.round(likeness * 100) / 100;
    const of = change.node.qualified_name;
    found.push({ of, path, line_start: start, line_end: start + endLine - line, similarity });
  }
  return found;
}

/** The function around a changed one holds all of it. */
function overlaps({ path, line, endLine }: SymbolRecord, { before }: SymbolChange): boolean {
  return before?.path === path && line <= before.end_line && endLine >= before.line_number;
}

/** Lines as they count: without blanks at their ends, and not those of brackets alone. */
interface Edit {
  removed: string[];
  added: string[];
  /** Next to what was only added. */
  around: string[];
}

function editOf({ file, before, after }: SymbolChange): Edit {
  const edit: Edit = { removed: [], added: [], around: [] };
  for (const { lines } of file.hunks) {
    for (const [at, { kind, text, old, new: now }] of lines.entries()) {
      const within = kind === 'added' ? holds(after, now) : holds(before, old);
      if (!within || !counts(text)) continue;
      if (kind === 'removed') edit.removed.push(text.trim());
      else if (kind === 'added') edit.added.push(text.trim());
      else if (lines[at - 1]?.kind === 'added' || lines[at + 1]?.kind === 'added') edit.around.push(text.trim());
    }
  }
  return edit;
}

function holds(node: SymbolChange['before'], line: number | null): boolean {
  return node !== null && line !== null && line >= node.line_number && line <= node.end_line;
}

function counts(text: string): boolean {
  return (text.match(/[\p{L}\p{N}_]+/gu) ?? []).length >= 2;
}

/** It holds what the change took out, or what stands around what it put in, and not what it put in. */
function isUnchangedCopy(source: string, { removed, added, around }: Edit): boolean {
  const lines = new Set(source.split('\n').map((line) => line.trim()));
  const share = (wanted: readonly string[]) => wanted.filter((line) => lines.has(line)).length / wanted.length;
  const moved = new Set(added);
  const taken = removed.filter((line) => !moved.has(line));
  const before = new Set(removed);
  const put = added.filter((line) => !before.has(line));
  if (put.length > 0 && share(put) > 0.5) return false;
  if (taken.length > 0) return share(taken) >= 0.5;
  return around.length > 0 && share(around) === 1;
}

/** The longest words first: the longer, the rarer. */
function wordsOf(tokens: readonly string[]): string[] {
  const words = new Set(tokens.filter((token) => /^[\p{L}_$][\p{L}\p{N}_$]{4,}$/u.test(token)));
  return [...words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, MOST_WORDS);
}

/** Functions that hold some of the words, those with most of them first. */
async function functionsWith(asked: Places, words: readonly string[]): Promise<SymbolRecord[]> {
  const hits = new Map<string, { word: string; line: number }[]>();
  let led = 0;
  for (let at = 0; at < words.length && led < ENOUGH_WORDS;) {
    const next = words.slice(at, at + ENOUGH_WORDS - led);
    at += next.length;
    const found = await Promise.all(next.map(async (word) => ({ word, ...(await asked.linesWith(word)) })));
    for (const { word, lines, more } of found) {
      if (more || lines.length < 2) continue;
      for (const { path, line } of lines) hits.set(path, [...(hits.get(path) ?? []), { word, line }]);
      led += 1;
    }
  }
  const files = [...hits].sort(([, a], [, b]) => distinct(b) - distinct(a)).slice(0, MOST_FILES);
  const found: { symbol: SymbolRecord; words: number }[] = [];
  const functions = await Promise.all(files.map(([path]) => asked.functionsIn(path)));
  for (const [at, [, places]] of files.entries()) {
    for (const symbol of functions[at] ?? []) {
      const inside = places.filter(({ line }) => line >= symbol.line && line <= symbol.endLine);
      if (inside.length > 0) found.push({ symbol, words: distinct(inside) });
    }
  }
  return found.sort((a, b) => b.words - a.words || size(a.symbol) - size(b.symbol)).map(({ symbol }) => symbol);
}

function distinct(places: readonly { word: string }[]): number {
  return new Set(places.map(({ word }) => word)).size;
}

function size({ line, endLine }: SymbolRecord): number {
  return endLine - line;
}
