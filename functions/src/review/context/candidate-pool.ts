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

export type ContextKind = 'changed' | 'caller' | 'test' | 'override' | 'hierarchy' | 'callee' | 'similar';

export interface Candidate {
  kind: ContextKind;
  score: number;
  reasons: string[];
  text: string;
  node: Pick<KeyedSymbol, 'path' | 'qualified_name' | 'line_number' | 'end_line'>;
}

const SCORES: Record<ContextKind, number> = {
  changed: 100,
  caller: 80,
  override: 75,
  hierarchy: 60,
  test: 55,
  callee: 50,
  similar: 30,
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
    const now = this.head.get(found.key);
    this.keep(found.key, {
      kind: kept,
      score: score * this.weight(symbol) * (0.5 + found.confidence / 2) * worth,
      reasons: [reason],
      text: now?.text || excerpt(found.source_code, found.line_number, found.lines, AROUND_CALLS),
      node: now?.node ?? found,
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
