/**
 * How often an edge of some evidence and confidence is right: what a witness saw, and what a compiler says.
 *
 *     seen            the call happened
 *     overridden      a method that overrides or implements the target was called instead: the edge is right
 *     other target    its site ran and was seen to call something else only: perhaps wrong, perhaps a case not tested
 *     not seen        its site ran, but what was called there is not known
 *     never ran       nothing can be said
 *
 * A compiler judges by lines: where it follows every call of a line, an edge with a site there is right or wrong.
 */
import type { GraphEdge } from '../../../../src/model/graph.ts';
import { groupBy } from '../compare.ts';
import { writtenName, type LocatedGraph } from './located-graph.ts';
import { membersNamed } from './member-family.ts';
import type { ExecutedSite, Observed } from './observed-calls.ts';

export const VERDICTS = ['seen', 'overridden', 'other target', 'not seen', 'never ran'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface CompilerCalls {
  /** `path:line toPath:toLine` */
  pinned: ReadonlySet<string>;
  /** `path:line` */
  judged: ReadonlySet<string>;
}

export interface JudgedEdge {
  edge: GraphEdge;
  language: string;
  witness: Verdict;
  compiler: 'right' | 'wrong' | undefined;
  shown: string;
}

export function judgeEdges(
  graph: LocatedGraph,
  observed: Observed | undefined,
  compiler: CompilerCalls | undefined,
): JudgedEdge[] {
  const executed = groupBy(observed?.sites ?? [], ({ from, line }) => `${from} ${line}`);
  return graph.calls.flatMap((edge) => {
    const from = graph.nodes.get(edge.from);
    const to = graph.nodes.get(edge.to);
    if (from === undefined || to === undefined) return [];
    const witness = observed === undefined ? 'never ran' : witnessVerdict(graph, edge, observed, executed);
    const lines = (edge.sites ?? []).map(({ line }) => line);
    const shown = `${from.path}:${lines.join(',')} ${from.qualified_name} → ${to.qualified_name} (${to.path}:${to.line_number})`;
    return [{ edge, language: from.language, witness, compiler: compilerVerdict(graph, edge, compiler), shown }];
  });
}

function witnessVerdict(
  graph: LocatedGraph,
  edge: GraphEdge,
  { seen }: Observed,
  executed: Map<string, ExecutedSite[]>,
): Verdict {
  if (seen.has(`${edge.from} ${edge.to}`)) return 'seen';
  if (membersNamed(graph, edge.to, 'derived').some((id) => seen.has(`${edge.from} ${id}`))) return 'overridden';
  const ran = (edge.sites ?? []).flatMap(({ line }) => executed.get(`${edge.from} ${line}`) ?? []);
  const meant = meantBy(graph, edge, ran);
  if (meant.length === 0) return ran.length === 0 ? 'never ran' : 'not seen';
  if (meant.some(({ targets }) => targets.has(edge.to))) return 'seen';
  const isKnown = ({ left, targets }: ExecutedSite): boolean => left || targets.size > 0;
  return meant.every(isKnown) ? 'other target' : 'not seen';
}

/** Of the calls that ran on an edge's lines, those that it can stand for: by the callee's name, or the only one there. */
function meantBy(graph: LocatedGraph, edge: GraphEdge, ran: ExecutedSite[]): ExecutedSite[] {
  const to = graph.nodes.get(edge.to);
  const names = new Set([to?.name, to?.kind === 'constructor' ? to.qualified_name.split('.').at(-2) : undefined]);
  const named = ran.filter(({ fact }) => fact !== undefined && names.has(writtenName(fact)));
  if (named.length > 0) return named;
  return ran.filter(({ path, line }) => graph.files.get(path)?.calls.get(line)?.length === 1);
}

function compilerVerdict(
  graph: LocatedGraph,
  { from, to, sites }: GraphEdge,
  compiler: CompilerCalls | undefined,
): 'right' | 'wrong' | undefined {
  const path = graph.nodes.get(from)?.path ?? '';
  const target = graph.nodes.get(to);
  const judged = (sites ?? []).filter(({ line }) => compiler?.judged.has(`${path}:${line}`) === true);
  if (compiler === undefined || target === undefined || judged.length === 0) return undefined;
  const places = [`${target.path}:${target.line_number}`, classPlace(graph, to)];
  const isPinned = judged.some(({ line }) => places.some((place) => compiler.pinned.has(`${path}:${line} ${place}`)));
  return isPinned ? 'right' : 'wrong';
}

/** To build is one call, whether the class or its constructor is named. */
function classPlace(graph: LocatedGraph, to: string): string {
  const node = graph.nodes.get(to);
  if (node?.kind !== 'constructor') return '';
  const outer = node.qualified_name.slice(0, node.qualified_name.lastIndexOf('.'));
  const file = graph.files.get(node.path);
  const index = file?.facts.definitions.findIndex((_, at) => file.qualified[at] === outer) ?? -1;
  return `${node.path}:${file?.facts.definitions[index]?.line}`;
}
