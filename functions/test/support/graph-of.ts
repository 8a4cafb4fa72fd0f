/**
 * Source text → extraction → resolution → edges as strings, for tests that say what a graph must (not) hold:
 *
 *     await graphOf({ 'a.py': 'def t(): 1\ndef m(): t()' })
 *     graph.calls      ['a.py#m -> a.py#t']
 *     graph.all        ['CALLS a.py#m -> a.py#t', 'DEFINES a.py -> a.py#m', …]
 */
import { createInlineExtractor } from '../../src/extract/pool/inline-extractor.ts';
import { loadRegistry } from '../../src/extract/compile/registry.ts';
import { packFacts, unpackFacts } from '../../src/graph/facts-codec.ts';
import type { FileFacts } from '../../src/model/facts.ts';
import type { ManifestFile } from '../../src/model/manifests.ts';
import type { GraphEdge, GraphNode, ResolvedGraph } from '../../src/model/graph.ts';
import { nodesOf } from '../../src/resolve/program/nodes.ts';
import { resolveGraph } from '../../src/resolve/resolve.ts';

const REPO = 'o/r';

export interface TestGraph {
  graph: ResolvedGraph;
  facts: FileFacts[];
  nodes: GraphNode[];
  edges: GraphEdge[];
  /** `from -> to` of each CALLS edge, sorted. */
  calls: string[];
  /** `TYPE from -> to` of each edge, sorted. */
  all: string[];
}

const registry = loadRegistry();
const extractor = createInlineExtractor(registry);
const MANIFEST =
  /(^|\/)(tsconfig.*\.json|jsconfig\.json|package\.json|go\.mod|Cargo\.toml|composer\.json|pyproject\.toml|Package\.swift|[^/]*\.csproj)$/;

export async function graphOf(texts: Record<string, string>): Promise<TestGraph> {
  const facts: FileFacts[] = [];
  const manifests: ManifestFile[] = [];
  for (const [path, text] of Object.entries(texts)) {
    if (MANIFEST.test(path)) {
      manifests.push({ path, text });
      continue;
    }
    const language = registry.languageOf(path, text.slice(0, 500));
    if (language === undefined) throw new Error(`no language for ${path}`);
    // As resolution gets them, where equal expressions are one object.
    facts.push(unpackFacts(packFacts(await extractor.extract({ path, language, text }))));
  }
  return graphOfFacts(facts, manifests);
}

function graphOfFacts(facts: FileFacts[], manifests: ManifestFile[] = []): TestGraph {
  const graph = resolveGraph({ repoId: REPO, files: facts, manifests });
  const edges = graph.files.flatMap((file) => file.edges);
  const text = (edge: GraphEdge): string => `${shortId(edge.from)} -> ${shortId(edge.to)}`;
  return {
    graph,
    facts,
    edges,
    nodes: facts.flatMap((one) => nodesOf(REPO, one)),
    calls: edges
      .filter((edge) => edge.type === 'CALLS')
      .map(text)
      .sort(),
    all: edges.map((edge) => `${edge.type} ${text(edge)}`).sort(),
  };
}

/** Sites of one CALLS edge, by line; [] when there is no such edge. */
export function sitesOf(graph: TestGraph, edge: string): number[] {
  const found = graph.edges.find(
    (one) => one.type === 'CALLS' && `${shortId(one.from)} -> ${shortId(one.to)}` === edge,
  );
  return found?.sites?.map((site) => site.line) ?? [];
}

/** An id without its repository: `a.py#A.m`. */
export function shortId(id: string): string {
  return id.startsWith(`${REPO} `) ? id.slice(REPO.length + 1) : id;
}
