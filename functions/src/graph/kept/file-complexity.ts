/** How complex the functions of a file are: beside its state in the graph, and in what is read of it. */
import type { GraphNode } from '../../model/graph.ts';
import type { FileComplexity } from '../../ports.ts';

/** `nodes`: all of the file. */
export function complexityOf(nodes: readonly GraphNode[]): FileComplexity {
  const figures = nodes.flatMap(({ label, complexity }) => (label === 'Function' ? [complexity ?? 0] : []));
  return {
    sum: figures.reduce((sum, one) => sum + one, 0),
    most: figures.reduce((most, one) => Math.max(most, one), 0),
  };
}
