/** The words of a folder's files, made when they are first asked for. */
import { createWordTable, type WordTable } from '../locate/word-table.ts';
import { shownName } from '../node-row.ts';
import type { Indexed } from './memory-graph.ts';

const tables = new WeakMap<Indexed, WordTable>();

export function wordsIn(graph: Indexed): WordTable {
  const known = tables.get(graph);
  if (known !== undefined) return known;
  const { source } = graph;
  const table = source.words ?? createWordTable();
  const stamps = new Map(source.graph.files.map(({ path }) => [path, source.stampOf?.(path) ?? '']));
  for (const path of table.outdated(stamps)) {
    const names = (graph.byPath.get(path) ?? []).map(({ name }) => shownName(name));
    table.add({ path, text: source.textOf(path) ?? '', names }, stamps.get(path) ?? '');
  }
  tables.set(graph, table);
  return table;
}
