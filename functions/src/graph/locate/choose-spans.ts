/**
 * Which lines of a file does a request speak of? Its functions and classes, rated by the request's words that stand in
 * them and in their names; where none has any, stretches of lines.
 */
import type { SymbolRecord } from '../../ports.ts';
import type { Weights } from './rank-files.ts';
import type { NamedPlace } from './read-request.ts';
import { wordsOf } from './words.ts';

export interface Span {
  /** Lines, 1-based and inclusive. */
  start: number;
  end: number;
  /** Qualified name; null for lines outside of symbols. */
  symbol: string | null;
  reason: string;
}

export interface SpanSource {
  lines: readonly string[];
  symbols: readonly SymbolRecord[];
  /** Where the request names this file. */
  places: readonly NamedPlace[];
  /** Words as the request has them. */
  written: ReadonlyMap<string, string>;
}

const MOST_SPANS = 5;
/** A longer class is its members. */
const LONGEST_CLASS = 60;
const WINDOW = 40;
const NAME_WEIGHT = 3;
const SATURATION = 1.5;
const LENGTH = 0.5;
const USUAL_LINES = 25;
/** Of the best one's rating. */
const LEAST_SHARE = 0.35;
const SHOWN_WORDS = 4;

/** The best first; they do not overlap. */
export function chooseSpans({ lines, symbols, places, written }: SpanSource, weights: Weights): Span[] {
  const named = places.flatMap(({ line }) => (line === null || line > lines.length ? [] : [spanAround(line, lines, symbols)])); // prettier-ignore
  const rated = symbols
    .filter(isShown)
    .flatMap((symbol) => rate(ownLines(lines, symbol, symbols), symbol, weights) ?? []);
  const candidates = rated.length > 0 ? rated : windows(lines, weights);
  candidates.sort((a, b) => b.rating - a.rating || a.span.start - b.span.start);
  const least = (candidates[0]?.rating ?? 0) * LEAST_SHARE;
  const shown = ({ span, words }: Rated): Span => ({
    ...span,
    reason: `says ${words.map((word) => written.get(word) ?? word).join(', ')}`,
  });
  const chosen: Span[] = [];
  for (const span of [...named, ...candidates.filter(({ rating }) => rating >= least).map(shown)]) {
    if (chosen.length >= MOST_SPANS) break;
    if (chosen.every((one) => span.end < one.start || span.start > one.end)) chosen.push(span);
  }
  return chosen;
}

function isShown({ label, line, endLine }: SymbolRecord): boolean {
  return label === 'Function' || (label === 'Class' && endLine - line < LONGEST_CLASS);
}

interface Rated {
  span: Omit<Span, 'reason'>;
  /** Of the request, those that say most. */
  words: string[];
  rating: number;
}

/** Those of a class without those of its functions, which are rated by themselves. */
function ownLines(
  lines: readonly string[],
  { label, line, endLine }: SymbolRecord,
  symbols: readonly SymbolRecord[],
): string[] {
  const inner =
    label === 'Class'
      ? symbols.filter((one) => one.label === 'Function' && one.line >= line && one.endLine <= endLine)
      : [];
  return lines
    .slice(line - 1, endLine)
    .filter((_, at) => inner.every((one) => line + at < one.line || line + at > one.endLine));
}

function rate(own: readonly string[], symbol: SymbolRecord, weights: Weights): Rated | undefined {
  const { qualifiedName, line, endLine } = symbol;
  const name = new Set(wordsOf(qualifiedName));
  const found = sharesIn(own, name, weights);
  if (found.length === 0) return undefined;
  const span = { start: line, end: endLine, symbol: qualifiedName };
  return { span, words: wordsAmong(found), rating: found.reduce((sum, { share }) => sum + share, 0) };
}

/** Words of the request that stand there, what says most first. */
function sharesIn(lines: readonly string[], name: ReadonlySet<string>, { of }: Weights) {
  const times = new Map<string, number>();
  for (const word of lines.flatMap(wordsOf)) if (of.has(word)) times.set(word, (times.get(word) ?? 0) + 1);
  for (const word of name) if (of.has(word)) times.set(word, (times.get(word) ?? 0) + NAME_WEIGHT);
  const length = 1 - LENGTH + (LENGTH * lines.length) / USUAL_LINES;
  const shares = [...times].map(([word, count]) => {
    const normal = count / length;
    return { word, share: ((of.get(word) ?? 0) * normal * (SATURATION + 1)) / (normal + SATURATION) };
  });
  return shares.sort((a, b) => b.share - a.share || (a.word < b.word ? -1 : 1));
}

function wordsAmong(shares: readonly { word: string }[]): string[] {
  return shares.slice(0, SHOWN_WORDS).map(({ word }) => word);
}

function windows(lines: readonly string[], weights: Weights): Rated[] {
  const rated: Rated[] = [];
  for (let at = 0; at < lines.length; at += WINDOW) {
    const part = lines.slice(at, at + WINDOW);
    const found = sharesIn(part, new Set(), weights);
    if (found.length === 0) continue;
    const span = { start: at + 1, end: at + part.length, symbol: null };
    rated.push({ span, words: wordsAmong(found), rating: found.reduce((sum, { share }) => sum + share, 0) });
  }
  return rated;
}

/** The innermost function or class of a named line, or the lines next to it. */
function spanAround(line: number, lines: readonly string[], symbols: readonly SymbolRecord[]): Span {
  const reason = `the text names line ${line}`;
  const around = symbols.filter(({ label, line: start, endLine }) => label !== 'Variable' && start <= line && endLine >= line); // prettier-ignore
  const inner = around.sort((a, b) => a.endLine - a.line - (b.endLine - b.line))[0];
  if (inner !== undefined && inner.endLine - inner.line < 4 * WINDOW)
    return { start: inner.line, end: inner.endLine, symbol: inner.qualifiedName, reason };
  const start = Math.max(1, line - WINDOW / 4);
  return { start, end: Math.min(lines.length, line + WINDOW / 4), symbol: inner?.qualifiedName ?? null, reason };
}
