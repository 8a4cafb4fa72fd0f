/** Graph nodes and edges for tests that need no parser: `def` lines become functions of a file. */
import { packFacts } from '../../src/graph/facts-codec.ts';
import { edgeFigures } from '../../src/graph/edge-figures.ts';
import { takeFence, type Fence } from '../../src/graph/fence.ts';
import { dependenceHash } from '../../src/graph/dependence.ts';
import { edgesHash, writeEdges } from '../../src/graph/write-edges.ts';
import { createFileWriter } from '../../src/graph/write-files.ts';
import type { FileFacts } from '../../src/model/facts.ts';
import type { GraphEdge, GraphNode } from '../../src/model/graph.ts';
import { fileIdOf, symbolIdOf } from '../../src/model/ids.ts';
import type { GraphPort } from '../../src/ports.ts';

export interface PlainSymbol {
  name: string;
  label?: 'Function' | 'Class' | 'Variable';
  qualifiedName?: string;
  line?: number;
  endLine?: number;
  complexity?: number;
  docstring?: string;
}

export interface PlainFile {
  path: string;
  text: string;
  symbols: PlainSymbol[];
  /** [from, to, lines]; a name is a qualified name of this file, `path#name` one of another, '' the file itself. */
  calls?: [from: string, to: string, lines: number[]][];
  oid?: string;
  known?: boolean;
}

export function factsOf(file: PlainFile): FileFacts {
  const lines = file.text.split('\n').length;
  return {
    language: 'python',
    path: file.path,
    lines,
    definitions: [],
    calls: [],
    bindings: [],
    imports: [],
    exports: [],
    problems: [],
  };
}

function nodesOfPlain(repoId: string, file: PlainFile): GraphNode[] {
  const common = { path: file.path, language: 'python', docstring: null };
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  const nodes: GraphNode[] = [
    {
      ...common,
      id: fileIdOf(repoId, file.path),
      label: 'File',
      kind: 'file',
      name,
      qualified_name: file.path,
      line_number: 1,
      end_line: file.text.split('\n').length,
      range: null,
    },
  ];
  for (const symbol of file.symbols) {
    const { label = 'Function', qualifiedName = symbol.name, line = 1, endLine = line } = symbol;
    nodes.push({
      ...common,
      id: symbolIdOf(repoId, file.path, qualifiedName),
      label,
      kind: label.toLowerCase(),
      name: symbol.name,
      qualified_name: qualifiedName,
      line_number: line,
      end_line: endLine,
      docstring: symbol.docstring ?? null,
      range: rangeOfLines(file.text, line, endLine),
      ...(label === 'Function' ? { complexity: symbol.complexity ?? 1 } : {}),
    });
  }
  return nodes;
}

function rangeOfLines(text: string, line: number, endLine: number): [number, number] {
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  return [start, start + lines.slice(line - 1, endLine).join('\n').length];
}

function edgesOf(repoId: string, file: PlainFile): GraphEdge[] {
  const idOf = (name: string) => {
    if (name === '') return fileIdOf(repoId, file.path);
    const at = name.indexOf('#');
    return at < 0 ? symbolIdOf(repoId, file.path, name) : symbolIdOf(repoId, name.slice(0, at), name.slice(at + 1));
  };
  const defines: GraphEdge[] = file.symbols.map((symbol) => ({
    type: 'DEFINES',
    from: fileIdOf(repoId, file.path),
    to: idOf(symbol.qualifiedName ?? symbol.name),
  }));
  const calls = (file.calls ?? []).map(([from, to, lines]): GraphEdge => {
    const sites = lines.map((line) => ({ line }));
    return { type: 'CALLS', from: idOf(from), to: idOf(to), evidence: 'import', confidence: 0.9, sites };
  });
  return [...defines, ...calls];
}

/** Writes the files and then their edges, as a sync does. */
export async function writePlain(graph: GraphPort, repoId: string, access: string, files: PlainFile[]): Promise<Fence> {
  const fence = await takeFence(graph, repoId, access);
  const writer = createFileWriter(fence, () => 'test');
  for (const file of files) {
    const { path, text, oid = 'a'.repeat(40), known = false } = file;
    const { lines } = factsOf(file);
    const facts = packFacts(factsOf(file));
    await writer.add({
      path,
      oid,
      language: 'python',
      known,
      lines,
      module: null,
      problems: [],
      facts,
      text,
      nodes: nodesOfPlain(repoId, file),
    });
  }
  await writer.end();
  await writeEdges(
    fence,
    files.map((file) => {
      const edges = edgesOf(repoId, file);
      const dependence = { inputs: new Uint32Array(), shared: [], provides: new Uint32Array() };
      const calls = { sites: 0, resolved: 0, external: 0, ambiguous: 0, unresolved: 0 };
      return {
        path: file.path,
        language: 'python',
        edges,
        calls,
        dependence,
        hash: edgesHash({ edges, calls }),
        restsHash: dependenceHash(dependence),
        figures: edgeFigures({ edges, calls }),
        fresh: file.known !== true,
      };
    }),
  );
  return fence;
}
