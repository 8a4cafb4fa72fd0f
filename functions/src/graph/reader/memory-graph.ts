/**
 * A resolved graph in memory, with what its reader looks things up by: nodes by id, name and path, edges by their ends.
 */
import type { EdgeType, FileEdges, GraphEdge, GraphNode } from '../../model/graph.ts';
import { fileIdOf } from '../../model/ids.ts';
import type { EdgeChoice, EdgeRecord, FileRecord, IndexedCommit, SymbolRecord, SymbolText } from '../../ports.ts';
import { complexityOf } from '../kept/file-complexity.ts';
import type { TextWords } from '../kept/text-words.ts';
import type { WordTable } from '../locate/word-table.ts';
import { shownDocstring, shownName, shownSource } from '../node-row.ts';

export interface MemoryGraph {
  indexed: IndexedCommit;
  /** Own source files that are not among them. */
  leftOut?: readonly string[];
  /** Words of its texts that are no source, read when they are asked for; without it nothing is known of them. */
  textWords?: () => Promise<TextWords>;
  /** Of all files: nodesOf (resolve/program/nodes.ts). */
  nodes: readonly GraphNode[];
  graph: { files: readonly FileEdges[]; modules: readonly GraphNode[] };
  /** The text of a file; undefined for one that is not among them. Read when it is asked for. */
  textOf(path: string): string | undefined;
  /** Words of an earlier state of the folder, of which those of unchanged files are kept. */
  words?: WordTable;
  /** Changes whenever the file's text does; needed where `words` are given. */
  stampOf?(path: string): string;
}

export interface Indexed {
  source: MemoryGraph;
  nodes: Map<string, GraphNode>;
  out: Map<string, GraphEdge[]>;
  in: Map<string, GraphEdge[]>;
  byName: Map<string, GraphNode[]>;
  /** Functions, classes and variables of a file. */
  byPath: Map<string, GraphNode[]>;
  filesByPath: Map<string, FileEdges[]>;
}

export function indexOf(source: MemoryGraph): Indexed {
  const all = [...source.nodes, ...source.graph.modules];
  const graph: Indexed = {
    source,
    nodes: new Map(all.map((node) => [node.id, node])),
    out: new Map(),
    in: new Map(),
    byName: new Map(),
    byPath: new Map(),
    filesByPath: new Map(),
  };
  for (const node of source.nodes) {
    if (isSymbol(node)) add(graph.byName, shownName(node.name).toLowerCase(), node);
    if (isSymbol(node)) add(graph.byPath, node.path, node);
  }
  for (const file of source.graph.files) {
    add(graph.filesByPath, file.path, file);
    for (const edge of file.edges) {
      // As in the database, where an edge without both its ends is not written.
      if (!graph.nodes.has(edge.from) || !graph.nodes.has(edge.to)) continue;
      add(graph.out, edge.from, edge);
      add(graph.in, edge.to, edge);
    }
  }
  return graph;
}

function add<T>(to: Map<string, T[]>, key: string, item: T): void {
  const list = to.get(key);
  if (list) list.push(item);
  else to.set(key, [item]);
}

function isSymbol({ label }: GraphNode): boolean {
  return label === 'Function' || label === 'Class' || label === 'Variable';
}

export function functionsOf({ nodes }: MemoryGraph): GraphNode[] {
  return nodes.filter(({ label }) => label === 'Function');
}

export function lies(path: string, under: string): boolean {
  return under === '' || path.startsWith(`${under}/`);
}

export function known(graph: Indexed, ids: readonly string[]): GraphNode[] {
  return ids.flatMap((id) => graph.nodes.get(id) ?? []);
}

export function countOf(edges: Map<string, GraphEdge[]>, id: string, type: EdgeType): number {
  return (edges.get(id) ?? []).filter((edge) => edge.type === type).length;
}

export function symbolRecordOf({ source, out, in: into }: Indexed, node: GraphNode): SymbolRecord {
  if (node.label === 'Repository') throw new Error('A repository is no symbol');
  return {
    id: node.id,
    repoId: source.indexed.repoId,
    label: node.label,
    kind: node.kind,
    name: shownName(node.name),
    qualifiedName: node.qualified_name,
    path: node.path,
    line: node.line_number,
    endLine: node.end_line,
    language: node.language,
    signature: node.signature ?? null,
    complexity: node.complexity ?? null,
    className: node.class_name ?? null,
    modifiers: node.modifiers ?? [],
    visibility: node.visibility ?? null,
    hiddenMembers: node.hidden_members ?? [],
    decorators: node.decorators ?? [],
    callers: countOf(into, node.id, 'CALLS'),
    callees: countOf(out, node.id, 'CALLS'),
  };
}

export function symbolTextOf({ source }: Indexed, node: GraphNode): SymbolText {
  const text = node.range === null ? undefined : source.textOf(node.path);
  return {
    id: node.id,
    source: node.range === null || text === undefined ? '' : shownSource(text, node.range),
    docstring: node.docstring === null ? null : shownDocstring(node.docstring),
  };
}

export function symbolsOf(graph: Indexed, fileId: string): GraphNode[] {
  const file = graph.nodes.get(fileId);
  return file?.label === 'File' ? (graph.byPath.get(file.path) ?? []) : [];
}

export function fileRecordOf({ source, nodes, byPath }: Indexed, { path, language, calls }: FileEdges): FileRecord {
  const id = fileIdOf(source.indexed.repoId, path);
  const symbols = byPath.get(path) ?? [];
  const count = (label: GraphNode['label']) => symbols.filter((node) => node.label === label).length;
  return {
    id,
    repoId: source.indexed.repoId,
    path,
    language,
    lines: nodes.get(id)?.end_line ?? 0,
    functions: count('Function'),
    classes: count('Class'),
    variables: count('Variable'),
    generated: nodes.get(id)?.generated ?? false,
    complexity: complexityOf(symbols),
    calls,
  };
}

export function edgesOf(graph: Indexed, id: string, { types, direction }: EdgeChoice): GraphEdge[] {
  return (graph[direction].get(id) ?? []).filter(({ type }) => types.includes(type));
}

export function edgeRecordOf(edge: GraphEdge): EdgeRecord {
  return {
    type: edge.type,
    from: edge.from,
    to: edge.to,
    evidence: edge.evidence ?? null,
    confidence: edge.confidence ?? null,
    lines: edge.sites?.map(({ line }) => line) ?? (edge.line === undefined ? [] : [edge.line]),
    how: edge.how ?? null,
    importedName: edge.imported_name ?? null,
    alias: edge.alias ?? null,
    moduleName: edge.module_name ?? null,
  };
}
