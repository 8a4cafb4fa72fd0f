/**
 * Pieces of code into a number of tokens, in three rounds: first a part of every candidate, the best first; then all of
 * those that were shown in part, changed code before what surrounds it; then the rest of the changed files. What is left
 * of a budget after the first round is most of it.
 */
import { cutToTokens, tokensOf } from '../../model/tokens.ts';
import type { Candidate, ContextKind } from './candidate-pool.ts';
import type { FileSymbols } from './changed-symbols.ts';

export interface ContextItem {
  kind: ContextKind;
  /** `path:first-last name` */
  title: string;
  /** Every reason for which it was found, best first. */
  reason: string;
  text: string;
  /** Of title, reason and text. */
  tokens: number;
  /** Not all of it is shown. */
  cut: boolean;
  score: number;
  path: string;
  line_start: number;
  line_end: number;
  symbol: string;
}

export interface FilledContext {
  items: ContextItem[];
  left_out: { count: number; tokens: number };
  tokens: number;
}

/** Tokens of one item in the first round: the changed code may be long, what surrounds it has to be to the point. */
const FIRST: Record<ContextKind, number> = {
  changed: 1_500,
  caller: 500,
  test: 500,
  override: 500,
  hierarchy: 400,
  copy: 400,
  callee: 400,
  named: 250,
  around: 400,
  similar: 300,
  rest: 0,
};
/** In the second. */
const WHOLE: Record<ContextKind, number> = {
  changed: 6_000,
  caller: 1_500,
  test: 1_200,
  override: 1_500,
  hierarchy: 1_500,
  copy: 1_500,
  callee: 1_500,
  named: 500,
  around: 3_000,
  similar: 800,
  rest: 0,
};
/** Of the rest of one changed file. */
const REST = 3_000;
/** Room for less than this is no room. */
const LEAST_TOKENS = 24;
/** A line of a file's rest between two gaps says nothing. */
const SHORTEST_PART = 3;

export function fillContext(
  candidates: readonly Candidate[],
  files: readonly FileSymbols[],
  budget: number,
): FilledContext {
  const left_out = { count: 0, tokens: 0 };
  const filled: { item: ContextItem; whole: string }[] = [];
  let left = budget;
  for (const candidate of candidates) {
    const item = itemOf(candidate, Math.min(left, FIRST[candidate.kind] + headingOf(candidate)), candidate.text);
    if (item === undefined) {
      left_out.count++;
      left_out.tokens += headingOf(candidate) + tokensOf(candidate.text);
      continue;
    }
    filled.push({ item, whole: candidate.whole });
    left -= item.tokens;
  }
  const byKind = [...filled].sort((a, b) => Number(b.item.kind === 'changed') - Number(a.item.kind === 'changed'));
  for (const each of byKind) {
    const { item, whole } = each;
    const heading = tokensOf(item.title) + tokensOf(item.reason);
    const room = Math.min(left + item.tokens - heading, WHOLE[item.kind]);
    const shown = cutToTokens(whole, Math.max(0, room));
    // A part from the top is no better than the part that was chosen.
    if (shown.cut || shown.tokens + heading <= item.tokens) continue;
    left -= shown.tokens + heading - item.tokens;
    each.item = { ...item, text: shown.text, tokens: shown.tokens + heading, cut: false };
  }
  const items = filled.map(({ item }) => item);
  for (const file of files) {
    const rest = restOf(file, items);
    const item = rest && itemOf(rest, Math.min(left, REST), rest.text);
    if (item === undefined) continue;
    items.push(item);
    left -= item.tokens;
  }
  return { items, left_out, tokens: budget - left };
}

function titleOf({ node }: Candidate): string {
  return `${node.path}:${node.line_number}-${node.end_line} ${node.qualified_name}`.trimEnd();
}

function headingOf(candidate: Candidate): number {
  return tokensOf(titleOf(candidate)) + tokensOf(candidate.reasons.join('; '));
}

/** undefined when there is no room for it. */
function itemOf(candidate: Candidate, most: number, text: string): ContextItem | undefined {
  const { node, reasons, kind, score, whole } = candidate;
  const heading = headingOf(candidate);
  const room = most - heading;
  const shown = room < LEAST_TOKENS ? { text: '', tokens: 0, cut: true } : cutToTokens(text, room);
  if (shown.text === '') return undefined;
  return {
    kind,
    title: titleOf(candidate),
    reason: reasons.join('; '),
    text: shown.text,
    tokens: heading + shown.tokens,
    cut: shown.cut || text !== whole,
    score,
    path: node.path,
    line_start: node.line_number,
    line_end: node.end_line,
    symbol: node.qualified_name,
  };
}

/** The lines of a changed file at head that neither the diff nor an item shows; undefined when there are none. */
function restOf({ file: { diff, hunks } }: FileSymbols, items: readonly ContextItem[]): Candidate | undefined {
  const lines = diff.newText?.split('\n') ?? [];
  // All of a new file is in its diff.
  if (lines.length === 0 || diff.status === 'added') return undefined;
  const shown = new Set(hunks.flatMap(({ lines: each }) => each.flatMap(({ new: at }) => at ?? [])));
  for (const { path, cut, line_start: from, line_end: to } of items)
    if (path === diff.path && !cut) for (let line = from; line <= to; line++) shown.add(line);
  const parts: { from: number; to: number }[] = [];
  for (let line = 1; line <= lines.length; line++) {
    const last = parts.at(-1);
    if (shown.has(line)) continue;
    if (last?.to === line - 1) last.to = line;
    else parts.push({ from: line, to: line });
  }
  const told = parts.filter(({ from, to }) => to - from + 1 >= SHORTEST_PART);
  const [first, last] = [told[0], told.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const text = told.map(({ from, to }) => `… line ${from}\n${lines.slice(from - 1, to).join('\n')}`).join('\n');
  return {
    kind: 'rest',
    score: 0,
    reasons: ['the rest of a changed file'],
    ...{ text, whole: text },
    node: { path: diff.path, qualified_name: '', line_number: first.from, end_line: last.to },
  };
}
