/**
 * Observed calls against the edges of the graph: what was found, what only an edge to an overridden method says, and
 * what is missed, by kind.
 *
 *     python   observed 812   found 640   .788   with bases .901   misses: 38 operator, 21 method, unknown receiver …
 */
import { isTestPath } from '../../../../src/review/diff/changed-files.ts';
import { missKind } from './miss-kinds.ts';
import type { LocatedGraph } from './located-graph.ts';
import { membersNamed } from './member-family.ts';
import type { ObservedCall } from './observed-calls.ts';

export interface Miss {
  kind: string;
  /** `a.py:9 run → Dog.bark (b.py:3)`. */
  shown: string;
}

export interface LanguageRecall {
  language: string;
  observed: number;
  found: number;
  /** Only an edge to a method that the callee overrides or implements, or that overrides it. */
  throughBase: number;
  /** Of calls that are written as calls. */
  written: { observed: number; found: number };
  /** Of calls that neither stand in a test nor reach one. */
  product: { observed: number; found: number };
  misses: Miss[];
}

/** JavaScript and TypeScript call each other, and tests of one are written in the other: one row. */
const TOGETHER: Record<string, string> = { javascript: 'javascript/typescript', typescript: 'javascript/typescript' };

export function compareObserved(graph: LocatedGraph, calls: readonly ObservedCall[]): LanguageRecall[] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of graph.calls) {
    const known = targets.get(from);
    if (known === undefined) targets.set(from, new Set([to]));
    else known.add(to);
  }
  const rows = new Map<string, LanguageRecall>();
  for (const call of calls) {
    const language = TOGETHER[call.language] ?? call.language;
    const row = rows.get(language) ?? emptyRow(language);
    rows.set(language, row);
    judge(graph, row, call, targets.get(call.from) ?? new Set());
  }
  return [...rows.values()].sort((a, b) => (a.language < b.language ? -1 : 1));
}

function emptyRow(language: string): LanguageRecall {
  const none = { observed: 0, found: 0 };
  return { language, observed: 0, found: 0, throughBase: 0, written: { ...none }, product: { ...none }, misses: [] };
}

function judge(graph: LocatedGraph, row: LanguageRecall, call: ObservedCall, targets: ReadonlySet<string>): void {
  const parts = [
    ...(isTestPath(call.path) || isTestPath(graph.nodes.get(call.to)?.path ?? '') ? [] : [row.product]),
    ...(call.way === 'direct' || call.way === 'construct' ? [row.written] : []),
  ];
  const isFound = [call.to, ...call.equal].some((id) => targets.has(id));
  row.observed += 1;
  for (const part of parts) part.observed += 1;
  if (isFound) {
    row.found += 1;
    for (const part of parts) part.found += 1;
    return;
  }
  const throughBase = membersNamed(graph, call.to, 'family').some((id) => targets.has(id));
  if (throughBase) row.throughBase += 1;
  const kind = throughBase ? 'through an interface, a base or a sibling' : missKind(graph, call);
  row.misses.push({ kind, shown: shownCall(graph, call) });
}

export function shownCall(graph: LocatedGraph, { from, to, path, line }: ObservedCall): string {
  const caller = graph.nodes.get(from);
  const callee = graph.nodes.get(to);
  const name = caller === undefined || caller.label === 'File' ? '(file)' : caller.qualified_name;
  return `${path}:${line} ${name} → ${callee?.qualified_name} (${callee?.path}:${callee?.line_number})`;
}
