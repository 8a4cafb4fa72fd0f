/** What a person wants to see of a graph: size, how calls ended per language, the most called and the most complex. */
import type { CallCounts, GraphNode, ResolvedGraph } from '../../../src/model/graph.ts';
import { loadRegistry } from '../../../src/extract/compile/registry.ts';
import { gapsOf, type FileGaps } from '../../../src/jobs/sync/gaps.ts';
import { counted } from '../../../src/review/draft/counted.ts';
import type { ExtractedFolder } from '../../lab/extract-folder.ts';
import { gapRows } from './summary.ts';

export interface SummaryInput {
  nodes: GraphNode[];
  graph: ResolvedGraph;
  extracted: ExtractedFolder;
  seconds: Record<string, number>;
}

const TOP = 10;

export function graphSummary({ nodes, graph, extracted, seconds }: SummaryInput): string {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const edges = graph.files.flatMap((file) => file.edges);
  const lines = extracted.files.reduce((sum, facts) => sum + facts.lines, 0);
  const out = [
    `${counted(extracted.files.length, 'file')}, ${counted(lines, 'line')}, ${extracted.skipped.length} skipped, ${counted(extracted.problems.length, 'problem')}`,
    `nodes  ${tally([...nodes, ...graph.modules].map((node) => node.label))}`,
    `edges  ${tally(edges.map((edge) => edge.type))}`,
  ];
  if (extracted.files.length > 0) {
    out.push('', row(['language', 'files', 'calls', 'resolved', 'external', 'ambiguous', 'unresolved']));
  }
  const languages = loadRegistry();
  for (const [language, { files, calls }] of perLanguage(graph)) {
    const name = languages.get(language)?.head.title ?? language;
    const share = (part: number): string => `${part} (${Math.round((100 * part) / Math.max(1, calls.sites))}%)`;
    const { resolved, external, ambiguous, unresolved } = calls;
    out.push(
      row([name, String(files), String(calls.sites), ...[resolved, external, ambiguous, unresolved].map(share)]),
    );
  }
  const unknown = gapRows(gapsOf(filesWithProblems(graph, extracted)));
  out.push(...unknown.map(([label, text]) => `\n${label}  ${text}`));
  const called = new Map<string, number>();
  for (const edge of edges) {
    if (edge.type === 'CALLS') called.set(edge.to, (called.get(edge.to) ?? 0) + (edge.sites?.length ?? 0));
  }
  const mostCalled = top([...called], ([, n]) => n).map(([id, count]) => place(count, byId.get(id)));
  if (mostCalled.length > 0) out.push('', 'most called', ...mostCalled);
  const functions = nodes.flatMap((node) => (node.complexity === undefined ? [] : [{ node, score: node.complexity }]));
  const mostComplex = top(functions, ({ score }) => score).map(({ node, score }) => place(score, node));
  if (mostComplex.length > 0) out.push('', 'most complex', ...mostComplex);
  const times = Object.entries(seconds).map(([phase, s]) => `${phase} ${s.toFixed(2)} s`);
  return `${[...out, '', times.join(', ')].join('\n')}\n`;
}

function filesWithProblems(graph: ResolvedGraph, extracted: ExtractedFolder): FileGaps[] {
  const problemsOf = Map.groupBy(extracted.problems, ({ path }) => path);
  return graph.files.map(({ path, language, calls, problems = [] }) => ({
    path,
    language,
    calls,
    problems: [...(problemsOf.get(path) ?? []), ...problems],
  }));
}

/** `File 3, Function 12` */
function tally(words: string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts.size === 0 ? 'none' : [...counts].map(([word, n]) => `${word} ${n}`).join(', ');
}

function perLanguage(graph: ResolvedGraph): Map<string, { files: number; calls: CallCounts }> {
  const out = new Map<string, { files: number; calls: CallCounts }>();
  for (const { language, calls } of graph.files) {
    const known = out.get(language) ?? {
      files: 0,
      calls: { sites: 0, resolved: 0, external: 0, ambiguous: 0, unresolved: 0 },
    };
    known.files++;
    for (const key of ['sites', 'resolved', 'external', 'ambiguous', 'unresolved'] as const)
      known.calls[key] += calls[key];
    out.set(language, known);
  }
  return out;
}

function top<T>(items: T[], size: (item: T) => number): T[] {
  return [...items].sort((a, b) => size(b) - size(a)).slice(0, TOP);
}

function row(cells: string[]): string {
  return cells.map((cell, i) => (i === 0 ? cell.padEnd(12) : cell.padStart(14))).join('');
}

function place(number: number, node: GraphNode | undefined): string {
  return `${String(number).padStart(7)}  ${node?.qualified_name ?? '?'}  ${node?.path ?? ''}:${node?.line_number ?? 0}`;
}
