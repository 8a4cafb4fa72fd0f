/**
 * Candidates for the context of a review, each symbol once with all the reasons for which it was found, and how much it
 * is worth.
 *
 *     { kind: 'caller', score: 95, reasons: ['calls load, whose signature changes'], text: 'def run(): …', node }
 */
import type { KeyedSymbol, Neighbour } from '../../graph/queries/neighbours.ts';
import type { GraphNode } from '../../model/graph.ts';
import { isTestPath } from '../diff/changed-files.ts';
import type { ChangedSymbol, FileSymbols } from './changed-symbols.ts';

export const CONTEXT_KINDS = [
  'changed',
  'caller',
  'test',
  'override',
  'hierarchy',
  'copy',
  'callee',
  'named',
  'around',
  'similar',
  'rest',
] as const;
export type ContextKind = (typeof CONTEXT_KINDS)[number];

export interface Candidate {
  kind: ContextKind;
  score: number;
  reasons: string[];
  text: string;
  /** All of it, where `text` is a part; shown where there is room. */
  whole: string;
  node: Pick<KeyedSymbol, 'path' | 'qualified_name' | 'line_number' | 'end_line'>;
}

const SCORES: Record<ContextKind, number> = {
  changed: 100,
  caller: 80,
  override: 75,
  hierarchy: 60,
  test: 55,
  copy: 65,
  callee: 50,
  named: 45,
  around: 40,
  similar: 30,
  rest: 10,
};
/** A caller of what is gone or takes other arguments is where the change breaks something. */
const BROKEN = 15;
const MAX_REASONS = 3;

export class CandidatePool {
  private readonly changed: readonly ChangedSymbol[];
  private readonly candidates = new Map<string, Candidate>();
  /** Nodes and texts at head, by key. */
  private readonly head: FileSymbols['head'];
  private readonly gone: Set<string>;
  /** Changed symbols by their keys: those of a renamed file have other ones at the base. */
  private readonly own: Map<string | null, ChangedSymbol>;
  private readonly riskiest: number;

  constructor({ files, changed }: { files: readonly FileSymbols[]; changed: readonly ChangedSymbol[] }) {
    this.changed = changed;
    this.head = new Map(files.flatMap((file) => [...file.head]));
    this.gone = new Set(files.flatMap((file) => [...file.gone]));
    this.own = new Map(changed.flatMap((one) => [one.baseKey, one.headKey].map((key) => [key, one] as const)));
    this.riskiest = Math.max(1, ...changed.map(({ file }) => file.risk));
  }

  addChanged(symbol: ChangedSymbol): void {
    const { node, how, signatureChanged, text } = symbol;
    // All of what is new or gone stands in the diff.
    if (how !== 'modified') return;
    const what = signatureChanged ? 'its signature changes' : 'changed';
    this.keep(keyOf(symbol), {
      kind: 'changed',
      score: SCORES.changed * this.weight(symbol),
      reasons: [`${what} by this pull request`],
      text: excerpt(text, node.line_number, changedLines(symbol), AROUND_CHANGES),
      whole: text,
      node,
    });
  }

  /** `worth`: a factor of the score. */
  add(found: Omit<Neighbour, 'of'>, kind: ContextKind, symbol: ChangedSymbol, reason: string, worth = 1): void {
    const self = this.own.get(found.key);
    if (self !== undefined) {
      const known = this.candidates.get(keyOf(self));
      if (known !== undefined && self !== symbol && known.reasons.length < MAX_REASONS) known.reasons.push(reason);
      return;
    }
    if (this.gone.has(found.key) || this.changed.some(({ node }) => isWithin(found, node))) return;
    const kept = kind === 'caller' && isTestPath(found.path) ? 'test' : kind;
    const score = SCORES[kept] + (kind === 'caller' ? brokenBy(symbol) : 0);
    this.keep(found.key, {
      kind: kept,
      score: score * this.weight(symbol) * (0.5 + found.confidence / 2) * worth,
      reasons: [reason],
      ...this.shown(found),
    });
  }

  /** Code in a changed file is shown as it is at head. */
  private shown(found: Omit<Neighbour, 'of'>): Pick<Candidate, 'text' | 'whole' | 'node'> {
    const now = this.head.get(found.key);
    const node = now?.node ?? found;
    if (now !== undefined && now.text !== '') return { text: now.text, whole: now.text, node };
    const { source_code: whole, line_number: first, lines } = found;
    return { text: excerpt(whole, first, lines, AROUND_CALLS), whole, node };
  }

  /** The class in which something changes, or is new: what stands beside it. */
  addAround(symbol: ChangedSymbol): void {
    const outer = symbol.node.qualified_name.split('.').slice(0, -1).join('.');
    const around = [...this.head.values()].find(
      ({ node }) => node.label === 'Class' && node.path === symbol.node.path && node.qualified_name === outer,
    );
    if (around === undefined || symbol.after === null) return;
    const { node, text } = around;
    this.keep(node.id, {
      kind: 'around',
      score: SCORES.around * this.weight(symbol),
      reasons: [`the class around ${symbol.node.name}`],
      text: excerpt(text, node.line_number, [symbol.node.line_number], AROUND_CHANGES),
      whole: text,
      node,
    });
  }

  /** What no symbol is: lines of a file that is no source code. */
  addPlace(place: Candidate['node'], text: string, reason: string, worth: number): void {
    const score = SCORES.named * worth;
    this.keep(`${place.path}:${place.line_number}`, {
      kind: 'named',
      score,
      reasons: [reason],
      text,
      whole: text,
      node: place,
    });
  }

  ranked(): Candidate[] {
    return [...this.candidates.values()].sort(
      (a, b) => b.score - a.score || compare(a.node.path, b.node.path) || a.node.line_number - b.node.line_number,
    );
  }

  private keep(key: string, candidate: Candidate): void {
    const known = this.candidates.get(key);
    if (known === undefined) {
      this.candidates.set(key, candidate);
      return;
    }
    const better = candidate.score > known.score ? candidate : known;
    const reasons = [...new Set([...better.reasons, ...known.reasons, ...candidate.reasons])].slice(0, MAX_REASONS);
    this.candidates.set(key, { ...better, reasons });
  }

  private weight({ file }: ChangedSymbol): number {
    return 0.6 + (0.4 * file.risk) / this.riskiest;
  }
}

function keyOf({ headKey, baseKey, node }: ChangedSymbol): string {
  return headKey ?? baseKey ?? node.id;
}

function brokenBy({ how, signatureChanged }: ChangedSymbol): number {
  return how === 'deleted' || signatureChanged ? BROKEN : 0;
}

/** Lines of a long text that are shown: its head and the surroundings of what it is shown for. */
const WHOLE = 30;
const HEAD = 3;
const AROUND_CALLS = 5;
const AROUND_CHANGES = 8;

function excerpt(source: string, first: number, places: readonly number[], around: number): string {
  const lines = source.split('\n');
  if (lines.length <= WHOLE || places.length === 0) return source;
  const shown = new Set(Array.from({ length: HEAD }, (_, at) => at));
  for (const place of places) for (let at = place - first - around; at <= place - first + around; at++) shown.add(at);
  const out: string[] = [];
  let skipped = 0;
  const note = () => {
    if (skipped > 0) out.push(`… ${skipped} lines`);
    skipped = 0;
  };
  lines.forEach((line, at) => {
    if (!shown.has(at)) {
      skipped++;
      return;
    }
    note();
    out.push(line);
  });
  note();
  return out.join('\n');
}

/** Lines at head that hunks show, within a changed symbol; at the base for a deleted one. */
function changedLines({ how, file }: ChangedSymbol): number[] {
  return file.hunks.flatMap(({ lines }) =>
    lines.flatMap(({ old, new: now }) => (how === 'deleted' ? (old ?? []) : (now ?? []))),
  );
}

/** What is a part of a changed function is shown with it. */
function isWithin(
  found: Pick<Neighbour, 'path' | 'qualified_name'>,
  { label, path, qualified_name: outer }: GraphNode,
): boolean {
  return label === 'Function' && found.path === path && found.qualified_name.startsWith(`${outer}.`);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
