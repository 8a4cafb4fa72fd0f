import type { Witness } from '../../local/lab/quality/witness/run-witness.ts';

/** Calls that a witness saw: `run → Dog.bark direct`, without places. */
export function observedPairs({ graph, observed }: Witness): string[] {
  const nameOf = (id: string): string => {
    const node = graph.nodes.get(id);
    return node === undefined || node.label === 'File' ? (node?.path ?? '') : node.qualified_name;
  };
  return observed.calls.map(({ from, to, way }) => `${nameOf(from)} → ${nameOf(to)} ${way}`).sort();
}
