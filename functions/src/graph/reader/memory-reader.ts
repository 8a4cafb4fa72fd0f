/**
 * A resolved graph in memory as a `GraphReader`, for commands that need no services. Its answers are those of Neo4j after
 * an ingestion of the same files (test/graph/reader/contract.test.ts), down to the order of ties.
 */
import type { EdgeType, GraphEdge, GraphNode } from '../../model/graph.ts';
import { isTestPath } from '../../model/test-paths.ts';
import type {
  CallSiteRecord,
  EdgeChoice,
  EdgeRecord,
  FileLink,
  GraphReader,
  LineRange,
  Listed,
  OpenCalls,
  Slice,
  Step,
  TextLine,
} from '../../ports.ts';
import { shownName } from '../node-row.ts';
import { unlistedOf } from '../kept/open-calls.ts';
import { mentionsIn } from '../kept/text-words.ts';
import { namePartsOf } from '../queries/exact-names.ts';
import {
  countOf,
  edgeRecordOf,
  edgesOf,
  fileRecordOf,
  functionsOf,
  indexOf,
  known,
  lies,
  symbolRecordOf,
  symbolsOf,
  symbolTextOf,
  type Indexed,
  type MemoryGraph,
} from './memory-graph.ts';
import { wordsIn } from './memory-words.ts';
import { byTextOf, comparing, compareTexts, type Compare } from './text-order.ts';
import { wordPattern } from './word-pattern.ts';

export function memoryReader(source: MemoryGraph): GraphReader {
  const graph = indexOf(source);
  const records = (nodes: Listed<GraphNode>) => mapped(nodes, (node) => symbolRecordOf(graph, node));
  return {
    repository: () => Promise.resolve(source.indexed),
    leftOut: () => Promise.resolve(source.leftOut ?? []),
    textsNaming: async (names) => mentionsIn(await source.textWords?.(), names),
    symbols: (ids) => Promise.resolve(known(graph, ids).map((node) => symbolRecordOf(graph, node))),
    texts: (ids) => Promise.resolve(known(graph, ids).map((node) => symbolTextOf(graph, node))),
    named: (name, slice) => Promise.resolve(records(symbolsNamed(graph, name, slice))),
    filesAt: (path) => Promise.resolve((graph.filesByPath.get(path) ?? []).map((file) => fileRecordOf(graph, file))),
    files: (under, slice) => {
      const order = byTextOf<{ path: string }>(({ path }) => path);
      const files = sliced(source.graph.files, ({ path }) => lies(path, under), order, slice);
      return Promise.resolve(mapped(files, (file) => fileRecordOf(graph, file)));
    },
    inFile: (fileId, { from, to }, slice) => {
      const stands = (node: GraphNode) => node.line_number <= to && node.end_line >= from;
      return Promise.resolve(records(sliced(symbolsOf(graph, fileId), stands, FROM_THE_TOP, slice)));
    },
    lines: (fileId, range) => Promise.resolve(linesIn(graph, fileId, range)),
    callSites: (fileId, { from, to }, slice) =>
      Promise.resolve(sliced(callSitesOf(graph, fileId), ({ line }) => from <= line && line <= to, BY_LINE, slice)),
    openCalls: (fileIds) => Promise.resolve(openCallsOf(graph, fileIds)),
    edges: (ids, choice, slice) =>
      Promise.resolve(new Map(known(graph, ids).map(({ id }) => [id, edgesAt(graph, id, choice, slice)]))),
    edgesAmong: (ids, types, slice) => Promise.resolve(edgesAmong(graph, ids, types, slice)),
    steps: (ids, choice, limit) => Promise.resolve(stepsFrom(graph, ids, choice, limit)),
    ranked: (under, by, slice) => Promise.resolve(records(functionsRanked(graph, under, by, slice)).items),
    unused: (under, slice) => Promise.resolve(records(unusedFunctions(graph, under, slice))),
    entryFiles: (under, slice) => Promise.resolve(records(entryFilesUnder(graph, under, slice))),
    wordLines: (word, limit) => Promise.resolve(linesWithWord(source, word, limit)),
    wordCounts: (words) => Promise.resolve(wordsIn(graph).count(words)),
    // Vectors are made of what a deployment has indexed.
    nearest: () => Promise.resolve([]),
    // A folder is what it is: nothing of before is kept.
    indexedCommits: () => {
      const { commit, indexedAt } = source.indexed;
      return Promise.resolve(commit === '' ? [] : [{ fence: 0, commit, indexedAt }]);
    },
    changedFiles: () => Promise.resolve({ files: [], more: false }),
    links: (under, type, slice) => Promise.resolve(linksUnder(graph, under, type, slice)),
  };
}

const BY_ID: Compare<GraphNode> = byTextOf((node) => node.id);
const BY_START: Compare<GraphNode> = (a, b) => a.line_number - b.line_number;
const BY_PLACE = comparing<GraphNode>(
  byTextOf((node) => node.path),
  BY_START,
  BY_ID,
);
const FROM_THE_TOP = comparing<GraphNode>(BY_START, (a, b) => b.end_line - a.end_line, BY_ID);
const BY_LINE = comparing<CallSiteRecord>(
  (a, b) => a.line - b.line,
  byTextOf((site) => site.from),
  byTextOf((site) => site.to),
);
const BY_ENDS = comparing<EdgeRecord>(
  byTextOf((edge) => edge.from),
  byTextOf((edge) => edge.to),
  byTextOf((edge) => edge.type),
  byTextOf((edge) => edge.importedName ?? ''),
  byTextOf((edge) => edge.alias ?? ''),
  (a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0),
);

function sliced<T>(
  items: readonly T[],
  isMeant: (item: T) => boolean,
  order: Compare<T>,
  { skip = 0, limit }: Slice,
): Listed<T> {
  const meant = items.filter(isMeant).sort(order);
  return { items: meant.slice(skip, skip + limit), total: meant.length };
}

function mapped<T, U>({ items, total }: Listed<T>, one: (item: T) => U): Listed<U> {
  return { items: items.map(one), total };
}

function symbolsNamed(graph: Indexed, name: string, slice: Slice): Listed<GraphNode> {
  const parts = namePartsOf(name);
  const qualified = parts.join('.');
  const attempts: { word: string; isMeant: (node: GraphNode) => boolean }[] = [
    { word: name, isMeant: (node) => shownName(node.name) === name },
    { word: name, isMeant: () => true },
  ];
  if (parts.length > 1) {
    const ends = ({ qualified_name: whole }: GraphNode) => whole === qualified || whole.endsWith(`.${qualified}`);
    attempts.splice(1, 0, { word: parts.at(-1) ?? name, isMeant: ends });
  }
  for (const { word, isMeant } of attempts) {
    const found = sliced(graph.byName.get(word.toLowerCase()) ?? [], isMeant, BY_PLACE, slice);
    if (found.total > 0) return found;
  }
  return { items: [], total: 0 };
}

function linesIn({ source, nodes }: Indexed, fileId: string, { from, to }: LineRange): string[] {
  const file = nodes.get(fileId);
  if (file?.label !== 'File') return [];
  const lines = (source.textOf(file.path) ?? '').split('\n').slice(Math.max(1, from) - 1, Math.min(to, file.end_line));
  return lines.map((line) => line.replace(/\r$/, ''));
}

function callSitesOf(graph: Indexed, fileId: string): CallSiteRecord[] {
  const file = graph.nodes.get(fileId);
  if (file?.label !== 'File') return [];
  return [file, ...symbolsOf(graph, fileId)].flatMap(({ id: from }) =>
    edgesOf(graph, from, { types: ['CALLS'], direction: 'out' }).flatMap(({ to, evidence, confidence, sites = [] }) =>
      evidence === undefined || confidence === undefined
        ? []
        : sites.map(({ line }) => ({ line, from, to, evidence, confidence })),
    ),
  );
}

function openCallsOf(graph: Indexed, fileIds: readonly string[]): Map<string, OpenCalls> {
  const paths = fileIds.flatMap((id) => {
    const file = graph.nodes.get(id);
    return file?.label === 'File' ? [file.path] : [];
  });
  const files = [...new Set(paths)].sort(compareTexts).flatMap((path) => graph.filesByPath.get(path) ?? []);
  return new Map(files.map(({ path, calls, open = [] }) => [path, { calls: open, unlisted: unlistedOf(calls, open) }]));
}

function edgesAt(graph: Indexed, id: string, choice: EdgeChoice, slice: Slice): Listed<EdgeRecord> {
  const otherEnd = (edge: GraphEdge) => graph.nodes.get(choice.direction === 'out' ? edge.to : edge.from);
  const ordered = edgesOf(graph, id, choice).map((edge) => ({ edge, node: otherEnd(edge) }));
  const order = comparing<(typeof ordered)[number]>(
    (a, b) => (b.edge.confidence ?? 1) - (a.edge.confidence ?? 1),
    (a, b) => (a.node === undefined || b.node === undefined ? 0 : BY_PLACE(a.node, b.node)),
    byTextOf(({ edge }) => edge.type),
    byTextOf(({ edge }) => edge.imported_name ?? ''),
    byTextOf(({ edge }) => edge.alias ?? ''),
    (a, b) => (a.edge.line ?? 0) - (b.edge.line ?? 0),
  );
  return mapped(
    sliced(ordered, () => true, order, slice),
    ({ edge }) => edgeRecordOf(edge),
  );
}

function edgesAmong(
  graph: Indexed,
  ids: readonly string[],
  types: readonly EdgeType[],
  slice: Slice,
): Listed<EdgeRecord> {
  const among = new Set(ids);
  const edges = [...among].flatMap((id) => edgesOf(graph, id, { types, direction: 'out' }));
  return sliced(edges.map(edgeRecordOf), ({ to }) => among.has(to), BY_ENDS, slice);
}

function stepsFrom(
  graph: Indexed,
  ids: readonly string[],
  choice: EdgeChoice,
  limit: number,
): { steps: Step[]; complete: boolean } {
  const steps = ids.flatMap((of) =>
    edgesOf(graph, of, choice).map((edge) => ({
      of,
      id: choice.direction === 'out' ? edge.to : edge.from,
      confidence: edge.confidence ?? 1,
    })),
  );
  return { steps: steps.slice(0, limit), complete: steps.length <= limit };
}

function functionsRanked(graph: Indexed, under: string, by: 'complexity' | 'callers', slice: Slice): Listed<GraphNode> {
  const rank = (node: GraphNode) =>
    by === 'complexity' ? (node.complexity ?? 0) : countOf(graph.in, node.id, 'CALLS');
  const order = comparing<GraphNode>((a, b) => rank(b) - rank(a), BY_PLACE);
  return sliced(functionsOf(graph.source), ({ path }) => lies(path, under), order, slice);
}

function unusedFunctions(graph: Indexed, under: string, slice: Slice): Listed<GraphNode> {
  const used = (node: GraphNode) =>
    edgesOf(graph, node.id, { types: ['CALLS'], direction: 'in' }).some(
      ({ from }) => from !== node.id && !isTestPath(graph.nodes.get(from)?.path ?? ''),
    );
  const functions = functionsOf(graph.source).filter(({ path }) => lies(path, under) && !isTestPath(path));
  return sliced(functions, (node) => !used(node), BY_PLACE, slice);
}

function entryFilesUnder(graph: Indexed, under: string, slice: Slice): Listed<GraphNode> {
  const files = graph.source.nodes.filter(({ label, path }) => label === 'File' && lies(path, under));
  const isEntry = ({ id }: GraphNode) => countOf(graph.out, id, 'CALLS') > 0 && countOf(graph.in, id, 'IMPORTS') === 0;
  return sliced(
    files,
    isEntry,
    byTextOf(({ path }) => path),
    slice,
  );
}

function linesWithWord(source: MemoryGraph, word: string, limit: number): { lines: TextLine[]; more: boolean } {
  const whole = wordPattern(word);
  if (whole === undefined) return { lines: [], more: false };
  const found = source.graph.files.flatMap(({ path }) => {
    const text = source.textOf(path) ?? '';
    if (!text.includes(word)) return [];
    return text.split('\n').flatMap((line, at) => (whole.test(line) ? [{ path, line: at + 1 }] : []));
  });
  const order = comparing<TextLine>(
    byTextOf(({ path }) => path),
    (a, b) => a.line - b.line,
  );
  const { items, total } = sliced(found, () => true, order, { limit });
  return { lines: items, more: total > limit };
}

function linksUnder(graph: Indexed, under: string, type: 'CALLS' | 'IMPORTS', slice: Slice): Listed<FileLink> {
  const links = new Map<string, FileLink>();
  for (const { edges } of graph.source.graph.files) {
    for (const edge of edges) {
      const [a, b] = [graph.nodes.get(edge.from), graph.nodes.get(edge.to)];
      if (edge.type !== type || a === undefined || b === undefined || b.label === 'Module') continue;
      if (a.path === b.path || !lies(a.path, under) || !lies(b.path, under)) continue;
      const link = links.get(`${a.path}\n${b.path}`);
      if (link === undefined) links.set(`${a.path}\n${b.path}`, { from: a.path, to: b.path, edges: 1 });
      else link.edges += 1;
    }
  }
  const order = comparing<FileLink>(
    (a, b) => b.edges - a.edges,
    (a, b) => compareTexts(a.from, b.from),
    (a, b) => compareTexts(a.to, b.to),
  );
  return sliced([...links.values()], () => true, order, slice);
}
