/**
 * Edges by evidence and band of confidence, with how many of them were judged and how. `right` is the share of the
 * edges that were judged at all; it takes every edge whose site ran for another target only as wrong, so it is a lower
 * bound: a call of an interface that the tests make with one class has right edges to the others.
 *
 *     evidence  confidence  edges  seen  overridden  other target  not seen  never ran  compiler right  wrong  right
 *     receiver  0.90-0.95     812   630          10            12        31        129             402      3  0.984
 */
import { aligned, groupBy } from '../compare.ts';
import type { JudgedEdge } from './edge-judgements.ts';
import { share, spread } from './witness-report.ts';

const BANDS = [1, 0.95, 0.9, 0.8, 0.7, 0.5, 0];

export interface ConfidenceRow {
  language: string;
  evidence: string;
  /** The lowest confidence of the band. */
  from: number;
  edges: number;
  seen: number;
  overridden: number;
  otherTarget: number;
  notSeen: number;
  neverRan: number;
  compilerRight: number;
  compilerWrong: number;
  /** Judged by either: seen, overridden or pinned is right, else another target or a compiler's no is wrong. */
  right: number;
  wrong: number;
}

export function bandOf(confidence: number): number {
  // 0.8 * 0.9 is 0.7200000000000001.
  return BANDS.find((least) => confidence >= least - 1e-9) ?? 0;
}

export function confidenceRows(judged: readonly JudgedEdge[]): ConfidenceRow[] {
  const groups = groupBy(
    judged,
    ({ language, edge }) => `${language} ${edge.evidence} ${bandOf(edge.confidence ?? 0)}`,
  );
  return [...groups.values()].map(rowOf).sort((a, b) => orderOf(a, b));
}

function orderOf(a: ConfidenceRow, b: ConfidenceRow): number {
  return a.language.localeCompare(b.language) || a.evidence.localeCompare(b.evidence) || b.from - a.from;
}

function rowOf(group: JudgedEdge[]): ConfidenceRow {
  const [first] = group;
  const count = (keep: (one: JudgedEdge) => boolean): number => group.filter(keep).length;
  return {
    language: first?.language ?? '',
    evidence: first?.edge.evidence ?? '',
    from: bandOf(first?.edge.confidence ?? 0),
    edges: group.length,
    seen: count(({ witness }) => witness === 'seen'),
    overridden: count(({ witness }) => witness === 'overridden'),
    otherTarget: count(({ witness }) => witness === 'other target'),
    notSeen: count(({ witness }) => witness === 'not seen'),
    neverRan: count(({ witness }) => witness === 'never ran'),
    compilerRight: count(({ compiler }) => compiler === 'right'),
    compilerWrong: count(({ compiler }) => compiler === 'wrong'),
    right: count(isRight),
    wrong: count(isWrong),
  };
}

export function isRight({ witness, compiler }: JudgedEdge): boolean {
  return witness === 'seen' || witness === 'overridden' || compiler === 'right';
}

export function isWrong(edge: JudgedEdge): boolean {
  return !isRight(edge) && (edge.compiler === 'wrong' || edge.witness === 'other target');
}

/** The table, then up to `shown` edges below .9 that may be wrong. */
export function confidenceText(judged: readonly JudgedEdge[], shown: number): string {
  const head = [
    'language',
    'evidence',
    'confidence',
    'edges',
    'seen',
    'overridden',
    'other target',
    'not seen',
    'never ran',
  ];
  const table = [[...head, 'compiler right', 'wrong', 'judged', 'right']];
  for (const row of confidenceRows(judged)) {
    const counts = [row.edges, row.seen, row.overridden, row.otherTarget, row.notSeen, row.neverRan, row.compilerRight];
    const figures = [...counts, row.compilerWrong, row.right + row.wrong].map(String);
    table.push([row.language, row.evidence, bandText(row.from), ...figures, share(row.right, row.right + row.wrong)]);
  }
  const doubtful = judged.filter((one) => isWrong(one) && (one.edge.confidence ?? 0) < 0.9 - 1e-9);
  const list = spread(doubtful, shown).map(({ edge, shown: text, compiler, witness }) => {
    const by = compiler === 'wrong' ? 'compiler' : witness;
    return `  ${edge.confidence?.toFixed(2)} ${edge.evidence} (${by}) ${text}`;
  });
  const title = `Below .90, perhaps wrong: ${doubtful.length}`;
  return `${[...aligned(table, 3), '', title, ...list].map((line) => line.trimEnd()).join('\n')}\n`;
}

function bandText(from: number): string {
  const above = BANDS[BANDS.indexOf(from) - 1];
  return above === undefined ? '1' : `${from.toFixed(2)}-${above.toFixed(2)}`;
}
