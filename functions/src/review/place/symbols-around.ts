/**
 * The symbol that each finding stands in, by the id of its node: of the text that was reviewed, so also of a function that
 * the change adds. Lines that the change removes are in a symbol of the base.
 *
 *     { path: 'shop/cart.py', line_start: 12, … }   →   symbol_id: 'ada/shop shop/cart.py#Cart.total'
 */
import type { GraphNode } from '../../model/graph.ts';
import type { FileDiff } from '../diff/diff-trees.ts';
import type { PlacedFinding } from './place-findings.ts';

export interface SymbolTexts {
  diffs: readonly FileDiff[];
  /** Text at head of a file that did not change; undefined when there is none. */
  readHead(path: string): Promise<string | undefined>;
  /** Nodes of a text as the file at that path, the file's own among them; none for a file that the graph does not have. */
  symbolsOf(path: string, text: string): Promise<readonly GraphNode[]>;
}

/** With `symbol_id` on each that is not dropped; null for one in a file that the graph does not have. */
export async function withSymbols(placed: readonly PlacedFinding[], texts: SymbolTexts): Promise<PlacedFinding[]> {
  const named: PlacedFinding[] = [];
  for (const one of placed) named.push(one.label === 'dropped' ? one : { ...one, symbol_id: await symbolOf(one, texts) }); // prettier-ignore
  return named;
}

async function symbolOf(placed: PlacedFinding, { diffs, readHead, symbolsOf }: SymbolTexts): Promise<string | null> {
  const { path, side, line_start: start, line_end: end } = placed;
  // The platform knows a renamed file by its path at head, on both sides.
  const diff = diffs.find((each) => each.path === path) ?? diffs.find((each) => each.oldPath === path);
  const at = side === 'LEFT' ? (diff?.oldPath ?? path) : path;
  const text = diff === undefined ? await readHead(path) : side === 'LEFT' ? diff.oldText : diff.newText;
  if (text == null) return null;
  const nodes = await symbolsOf(at, text);
  return (innermost(nodes, start, end) ?? innermost(nodes, start, start) ?? fileIn(nodes))?.id ?? null;
}

/** The smallest one that holds the lines. */
function innermost(nodes: readonly GraphNode[], start: number, end: number): GraphNode | undefined {
  let best: GraphNode | undefined;
  for (const node of nodes) {
    if (node.label === 'File' || node.label === 'Module') continue;
    if (node.line_number > start || node.end_line < end) continue;
    if (best === undefined || node.end_line - node.line_number < best.end_line - best.line_number) best = node;
  }
  return best;
}

function fileIn(nodes: readonly GraphNode[]): GraphNode | undefined {
  return nodes.find(({ label }) => label === 'File');
}
