/**
 * Which functions, classes and variables a change touches: each changed line belongs to the innermost symbol around it,
 * added lines by the text at head, removed ones by the text at the base. The two are one symbol when they have one name
 * in the file, whatever lines they stand on.
 *
 *     + def total(self, tax):      { how: 'modified', signatureChanged: true, head: Cart.total, base: Cart.total }
 *     - def total(self):
 */
import type { GraphNode } from '../../model/graph.ts';
import { keyOf } from '../../model/ids.ts';
import type { FileDiff } from '../diff/diff-trees.ts';
import type { ReviewedFile } from '../diff/changed-files.ts';

/** The graph nodes of a text at a path (extraction, then nodesOf). */
export type SymbolsOf = (path: string, text: string) => Promise<readonly GraphNode[]>;

export interface ChangedSymbol {
  how: 'added' | 'deleted' | 'modified';
  signatureChanged: boolean;
  /** The node with its text on the side it is shown from: head, or the base for a deleted one. */
  node: GraphNode;
  text: string;
  /** On either side; null where it is not there. */
  before: GraphNode | null;
  after: GraphNode | null;
  /** Key in a graph of the base, of the head. */
  baseKey: string | null;
  headKey: string | null;
  file: ReviewedFile;
}

export interface FileSymbols {
  file: ReviewedFile;
  /** By key at head, with the text there: what a neighbour in a changed file looks like now. */
  head: Map<string, { node: GraphNode; text: string }>;
  /** Keys at the base of what is no longer there at head. */
  gone: Set<string>;
  changed: ChangedSymbol[];
}

export async function changedSymbols(file: ReviewedFile, symbolsOf: SymbolsOf): Promise<FileSymbols> {
  const { diff, hunks } = file;
  const base = await nodesAt(symbolsOf, diff.oldPath, diff.oldText);
  const head = await nodesAt(symbolsOf, diff.status === 'deleted' ? null : diff.path, diff.newText);
  const [baseByName, headByName] = [byName(base), byName(head)];
  const [oldLines, newLines] = [diff.oldText, diff.newText].map((text) => (text ?? '').split('\n'));
  const names = new Set<string>();
  for (const { kind, old, new: now } of hunks.flatMap(({ lines }) => lines)) {
    const around = kind === 'added' ? innermost(head, now) : kind === 'removed' ? innermost(base, old) : undefined;
    if (around !== undefined) names.add(nameInFile(around));
  }
  const changed = [...names].flatMap((name): ChangedSymbol[] => {
    const [before, after] = [baseByName.get(name), headByName.get(name)];
    const node = after ?? before;
    if (node === undefined) return [];
    return [
      {
        how: before === undefined ? 'added' : after === undefined ? 'deleted' : 'modified',
        signatureChanged: before !== undefined && after !== undefined && before.signature !== after.signature,
        node,
        text: textOf(node, after === undefined ? oldLines : newLines),
        before: before ?? null,
        after: after ?? null,
        baseKey: before === undefined ? null : keyOf(before.id),
        headKey: after === undefined ? null : keyOf(after.id),
        file,
      },
    ];
  });
  return {
    file,
    head: new Map(head.map((node) => [keyOf(node.id), { node, text: textOf(node, newLines) }])),
    gone: new Set(base.filter((node) => !headByName.has(nameInFile(node))).map((node) => keyOf(node.id))),
    changed: changed.sort((a, b) => a.node.line_number - b.node.line_number),
  };
}

async function nodesAt(symbolsOf: SymbolsOf, path: string | null, text: FileDiff['newText']): Promise<GraphNode[]> {
  if (path === null || text === null) return [];
  const nodes = await symbolsOf(path, text);
  return nodes.filter(({ label }) => label === 'Function' || label === 'Class' || label === 'Variable');
}

/** What tells symbols of one file apart: the id behind the path, which holds parameters or an ordinal where needed. */
function nameInFile(node: GraphNode): string {
  return node.id.slice(node.id.indexOf('#') + 1);
}

function byName(nodes: readonly GraphNode[]): Map<string, GraphNode> {
  return new Map(nodes.map((node) => [nameInFile(node), node]));
}

function innermost(nodes: readonly GraphNode[], line: number | null): GraphNode | undefined {
  if (line === null) return undefined;
  let best: GraphNode | undefined;
  for (const node of nodes) {
    if (node.line_number > line || node.end_line < line) continue;
    if (best === undefined || node.end_line - node.line_number < best.end_line - best.line_number) best = node;
  }
  return best;
}

/** Whole lines, so that indentation shows. */
function textOf({ line_number: first, end_line: last }: GraphNode, lines: readonly string[] = []): string {
  return lines.slice(Math.max(0, first - 1), last).join('\n');
}
