/**
 * What a reviewer has to see besides the diff: the changed symbols in full, who calls them, what they call, the classes
 * and methods above and below, the tests that reach them, and code that a new function may repeat. Each piece says why
 * it is there and what it costs; the best ones fill the budget, the others are counted.
 *
 *     { kind: 'caller', title: 'src/checkout.py:40-52 pay', reason: 'calls Cart.total, whose signature changes',
 *       text: 'def pay(cart):\n …', tokens: 61, score: 95, … }
 *
 * The graph is usually of the target branch, at another commit than head: symbols are found in it by name, not by line,
 * and code in files that the pull request changes is shown as it is at head.
 */
import type { Scope } from '../../graph/access.ts';
import type { GraphPort } from '../../ports.ts';
import type { DiagramCall } from './call-diagram.ts';
import type { ReviewedFile } from '../diff/changed-files.ts';
import { changedSymbols, type FileSymbols, type SymbolsOf } from './changed-symbols.ts';
import { contextCandidates } from './context-candidates.ts';
import { fillContext, type ContextItem } from './fill-context.ts';
import type { TreeTexts } from './named-in-texts.ts';

export interface ContextRequest {
  graph: GraphPort;
  /** Of the one repository. */
  scope: Scope;
  files: readonly ReviewedFile[];
  symbolsOf: SymbolsOf;
  /** Commit that the graph holds; null when it was made from files on disk. */
  indexedCommit: string | null;
  headCommit: string;
  /** Tokens. */
  budget: number;
  /** The files at head: what else than source code names what changed, and what is alike, is looked for too. */
  tree?: TreeTexts | undefined;
}

export interface ContextPack {
  /** Best first. */
  items: ContextItem[];
  left_out: { count: number; tokens: number };
  /** What the reader of the items has to know about all of them. */
  remarks: string[];
  tokens: number;
  /** Calls from and to changed symbols, in the order of those. */
  calls: DiagramCall[];
  changed_symbols: { path: string; symbol: string; how: string; in_graph: boolean }[];
}

/** More symbols than this are not asked about; files come riskiest first, so it is the tail that is left out. */
const MAX_SYMBOLS = 200;
/** Failures: `graph_unavailable`. */
export async function gatherContext(request: ContextRequest): Promise<ContextPack> {
  const files: FileSymbols[] = [];
  for (const file of request.files) files.push(await changedSymbols(file, request.symbolsOf));
  const all = files.flatMap(({ changed }) => changed);
  const changed = all.slice(0, MAX_SYMBOLS);
  const { candidates, found, calls } = await contextCandidates({ ...request, files, changed });
  const { items, left_out, tokens } = fillContext(candidates, files, request.budget);
  return {
    items,
    left_out,
    tokens,
    calls,
    remarks: remarksOf(request, all.length - changed.length),
    changed_symbols: changed.map((symbol) => ({
      path: symbol.node.path,
      symbol: symbol.node.qualified_name,
      how: symbol.how,
      in_graph: found.has(symbol),
    })),
  };
}

function remarksOf({ indexedCommit, headCommit }: ContextRequest, unasked: number): string[] {
  const remarks: string[] = [];
  if (indexedCommit !== headCommit) {
    const commit = indexedCommit === null ? 'an unknown commit' : `commit ${indexedCommit.slice(0, 12)}`;
    remarks.push(
      `The graph is of ${commit}: calls that this pull request adds or removes are not in it yet. Changed files are shown as they are at head.`,
    );
  }
  if (unasked > 0) remarks.push(`${unasked} more changed symbols were not looked up in the graph.`);
  return remarks;
}
