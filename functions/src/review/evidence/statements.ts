/**
 * What the graph's answers say, one statement at a time: which symbol does what to which, on which lines. A finding can
 * rest on such a statement; on what a model makes of an answer it cannot.
 *
 *     find_callers total_of   → [{ symbol_id: '… shop/cart.py#Cart.total', relation: 'calls', path: 'shop/cart.py', lines: [9],
 *                                  to: { symbol_id: '… shop/price.py#total_of', path: 'shop/price.py', line: 1 } }]
 */
import { z } from 'zod';
import { callPath } from '../../graph/queries/call-path.ts';
import { callersToDepth } from '../../graph/queries/callers-to-depth.ts';
import { changeImpact } from '../../graph/queries/change-impact.ts';
import { classHierarchy } from '../../graph/queries/class-hierarchy.ts';
import { complexityTop } from '../../graph/queries/complexity-top.ts';
import { complexityOf } from '../../graph/queries/complexity.ts';
import { deadCode } from '../../graph/queries/dead-code.ts';
import type { Question } from '../../graph/queries/declare.ts';
import { fileView } from '../../graph/queries/file-view.ts';
import { findCallers } from '../../graph/queries/find-callers.ts';
import { findClasses } from '../../graph/queries/find-classes.ts';
import { findFunctions } from '../../graph/queries/find-functions.ts';
import { findImports } from '../../graph/queries/find-imports.ts';
import { findVariables } from '../../graph/queries/find-variables.ts';
import { methodUsages } from '../../graph/queries/method-usages.ts';
import { reachingTests } from '../../graph/queries/reaching-tests.ts';
import { search } from '../../graph/queries/search.ts';
import { symbolNeighbours } from '../../graph/queries/symbol-neighbours.ts';
import { fileIdOf } from '../../model/ids.ts';
import type { Relation } from '../../model/evidence.ts';

export interface Declared {
  symbol_id: string;
  path: string;
  line: number;
}

export interface Statement {
  symbol_id: string;
  relation: Relation;
  path: string;
  /** Of the path: of the calls, the import, else of the declaration. */
  lines: readonly number[];
  /** What it is said of; null where that is the symbol itself. */
  to: Declared | null;
}

/** Of the answer of a question of this name; none for questions that speak of no symbols. */
export function statementsIn(question: string, answer: unknown): Statement[] {
  return READINGS.get(question)?.(answer) ?? [];
}

function reading<Output extends z.ZodType>(
  { name, output }: Question<z.ZodType, Output>,
  said: (answer: z.output<Output>) => Statement[],
): [string, (answer: unknown) => Statement[]] {
  return [
    name,
    (answer) => {
      const read = output.safeParse(answer);
      return read.success ? said(read.data) : [];
    },
  ];
}

const READINGS = new Map([
  reading(findCallers, callersSaid),
  reading(changeImpact, (answer) => [...callersSaid(answer), ...usagesSaid(answer.usages)]),
  reading(methodUsages, usagesSaid),
  reading(classHierarchy, hierarchySaid),
  reading(symbolNeighbours, ({ symbol, nodes, edges }) => edgesSaid([symbol, ...nodes], edges)),
  reading(callPath, ({ nodes, edges }) => edgesSaid(nodes, edges)),
  reading(callersToDepth, ({ symbol, results }) => reachesSaid(results, [symbol])),
  reading(reachingTests, ({ definitions, results }) => reachesSaid(results, definitions)),
  reading(fileView, fileSaid),
  reading(findImports, ({ results }) => results.map(importSaid)),
  reading(deadCode, ({ results }) => results.filter(({ tier }) => tier === 'never_called').map(notCalled)),
  reading(findFunctions, ({ results }) => results.map(declares)),
  reading(findClasses, ({ results }) => results.map(declares)),
  reading(findVariables, ({ results }) => results.map(declares)),
  reading(complexityOf, ({ matches }) => matches.map(declares)),
  reading(complexityTop, ({ results }) => results.map(declares)),
  reading(search, ({ results }) =>
    results.filter(({ type }) => type !== 'line' && type !== 'file' && type !== 'module').map(declares),
  ),
]);

interface Node {
  symbol_id: string;
  path: string;
  line_number: number;
}

function declaredAt({ symbol_id, path, line_number: line }: Node): Declared {
  return { symbol_id, path, line };
}

function declares(node: Node): Statement {
  const { symbol_id, path, line } = declaredAt(node);
  return { symbol_id, relation: 'declares', path, lines: [line], to: null };
}

function notCalled(node: Node): Statement {
  return { ...declares(node), relation: 'not_called' };
}

type CallersAnswer = Pick<
  z.output<typeof findCallers.output>,
  'callers' | 'via_interface' | 'definitions' | 'total' | 'fallback_used'
>;

function callersSaid({ callers, via_interface: via, definitions, total, fallback_used }: CallersAnswer): Statement[] {
  const known = new Map(definitions.map((each) => [placeKey(each), declaredAt(each)]));
  const calls = callers.flatMap((caller): Statement[] => {
    const to = caller.definition === null ? undefined : known.get(placeKey(caller.definition));
    // A line that mentions a name is no edge of the graph.
    if (caller.source !== 'call_graph' || to === undefined) return [];
    return [{ symbol_id: caller.symbol_id, relation: 'calls', path: caller.path, lines: caller.lines, to }];
  });
  const isUncalled = total === 0 && via.length === 0 && !fallback_used;
  return [...calls, ...definitions.map(isUncalled ? notCalled : declares)];
}

function placeKey({ path, line_number: line }: { path: string; line_number: number }): string {
  return `${line} ${path}`;
}

function usagesSaid({ usages }: z.output<typeof methodUsages.output>): Statement[] {
  return usages.flatMap(({ method, callers }) => [
    ...callers.map(({ symbol_id, path, lines }): Statement => {
      return { symbol_id, relation: 'calls', path, lines, to: declaredAt(method) };
    }),
    declares(method),
  ]);
}

function hierarchySaid(answer: z.output<typeof classHierarchy.output>): Statement[] {
  const { symbol_id, path, line_number, ancestors, descendants } = answer;
  if (symbol_id === null || path === null || line_number === null) return [];
  const own = { symbol_id, path, line_number };
  return [
    ...ancestors.map((base): Statement => ({ ...declares(own), relation: 'inherits', to: declaredAt(base) })),
    ...descendants.map((sub): Statement => ({ ...declares(sub), relation: 'inherits', to: declaredAt(own) })),
    ...[...ancestors, ...descendants, own].map(declares),
  ];
}

type Edge = z.output<typeof symbolNeighbours.output>['edges'][number];

function edgesSaid(nodes: readonly Node[], edges: readonly Edge[]): Statement[] {
  const known = new Map(nodes.map((node) => [node.symbol_id, node]));
  const said = edges.flatMap(({ from, to, type, lines }): Statement[] => {
    const [source, target] = [known.get(from), known.get(to)];
    if (source === undefined || target === undefined) return [];
    const at = lines.length > 0 ? lines : [source.line_number];
    return [{ symbol_id: from, relation: type, path: source.path, lines: at, to: declaredAt(target) }];
  });
  return [...said, ...nodes.map(declares)];
}

type Reach = z.output<typeof callersToDepth.output>['results'][number];

function reachesSaid(results: readonly Reach[], reached: readonly Node[]): Statement[] {
  const known = new Map(reached.map((node) => [node.symbol_id, node]));
  const said = results.flatMap((one): Statement[] => {
    const to = known.get(one.chain.at(-1) ?? '') ?? reached[0];
    if (to === undefined) return [];
    return [{ ...declares(one), relation: one.distance === 1 ? 'calls' : 'reaches', to: declaredAt(to) }];
  });
  return [...said, ...reached.map(declares)];
}

function fileSaid({ path, calls, outline }: z.output<typeof fileView.output>): Statement[] {
  const said = calls.map(({ line, from, target }): Statement => {
    return { symbol_id: from, relation: 'calls', path, lines: [line], to: declaredAt(target) };
  });
  return [...said, ...outline.map(declares)];
}

type Import = z.output<typeof findImports.output>['results'][number];

function importSaid({ repo_id: repo, path, line_number: line, resolved_path: to }: Import): Statement {
  const file = to === null ? null : { symbol_id: fileIdOf(repo, to), path: to, line: 1 };
  return { symbol_id: fileIdOf(repo, path), relation: 'imports', path, lines: [line], to: file };
}
