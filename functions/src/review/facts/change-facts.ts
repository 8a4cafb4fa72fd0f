/**
 * What a change does, from its diff and the graph of its merge base alone: no model is asked. Each fact is about named
 * code and has its confidence; where nothing is certain enough, nothing is said.
 *
 *     { changed: [{ path: 'shop/price.py', qualified_name: 'total_of', how: 'modified', complexity: { before: 2, after: 4 } }],
 *       callers: [{ of: 'total_of', path: 'shop/cart.py', qualified_name: 'Cart.total', line: 9, lines: [9], confidence: 0.95, distance: 1 }],
 *       broken: [{ of: 'total_of', path: 'shop/cart.py', line: 9, reason: 'gives 1 argument, and 2 are needed now' }], … }
 */
import { isTestPath } from '../../model/test-paths.ts';
import type { GraphReader } from '../../ports.ts';
import { changedSymbols, type ChangedSymbol, type SymbolsOf } from '../context/changed-symbols.ts';
import type { ReviewedFile } from '../diff/changed-files.ts';
import type { FileDiff } from '../diff/diff-trees.ts';
import { brokenCalls, type BrokenCall } from './broken-calls.ts';
import { callersOutside, type CallerFact } from './callers-outside.ts';
import { suppressionsIn, type Suppression } from './suppressions.ts';
import { testsReaching, type TestFact } from './tests-reaching.ts';

export interface ChangedFact {
  path: string;
  qualified_name: string;
  label: string;
  how: 'added' | 'modified' | 'removed' | 'renamed';
  signature_changed: boolean;
  complexity: { before: number | null; after: number | null };
}

export interface ApiFact {
  path: string;
  qualified_name: string;
}

export interface ChangeFacts {
  changed: ChangedFact[];
  callers: CallerFact[];
  broken: BrokenCall[];
  tests: TestFact[];
  public_api: { added: ApiFact[]; removed: ApiFact[]; changed: ApiFact[] };
  suppressions: Suppression[];
  /** Names of the lists that were cut. */
  truncated: string[];
}

export interface FactsRequest {
  /** The files to look at, the riskiest first. */
  files: readonly ReviewedFile[];
  diffs: readonly FileDiff[];
  /** Of the merge base. */
  base: GraphReader;
  symbolsOf: SymbolsOf;
}

/** Elements of each list. */
const MOST = 100;

export async function factsOf({ files, diffs, base, symbolsOf }: FactsRequest): Promise<ChangeFacts> {
  const symbols: ChangedSymbol[] = [];
  for (const file of files) symbols.push(...withOverloads((await changedSymbols(file, symbolsOf)).changed));
  const code = symbols.filter(({ node }) => node.label !== 'Variable');
  const renamed = renamesAmong(code);
  const callers = await callersOutside(base, code, diffs);
  const lists = {
    changed: code.filter((symbol) => !renamed.from.has(symbol)).map((symbol) => changedFact(symbol, renamed.to)),
    callers,
    broken: await brokenCalls(base, code, callers, renamed.from),
    tests: await testsReaching(base, symbols, diffs),
    suppressions: suppressionsIn(diffs),
  };
  const truncated = Object.entries(lists).flatMap(([name, list]) => (list.length > MOST ? [name] : []));
  return {
    changed: lists.changed.slice(0, MOST),
    callers: lists.callers.slice(0, MOST),
    broken: lists.broken.slice(0, MOST),
    tests: lists.tests.slice(0, MOST),
    public_api: publicApi(code),
    suppressions: lists.suppressions.slice(0, MOST),
    truncated,
  };
}

/** Overloads are told apart by their parameters: one that has others now is still the same function. */
function withOverloads(symbols: readonly ChangedSymbol[]): ChangedSymbol[] {
  const gone = symbols.filter(({ how }) => how === 'deleted');
  const paired = new Map<ChangedSymbol, ChangedSymbol>();
  for (const now of symbols.filter(({ how }) => how === 'added')) {
    const was = gone.find(
      ({ node }) => node.qualified_name === now.node.qualified_name && node.label === now.node.label,
    );
    if (was === undefined) continue;
    gone.splice(gone.indexOf(was), 1);
    paired.set(now, was);
  }
  const left = new Set(paired.values());
  return symbols
    .filter((symbol) => !left.has(symbol))
    .map((symbol) => {
      const was = paired.get(symbol);
      if (was === undefined) return symbol;
      return { ...symbol, how: 'modified', signatureChanged: true, before: was.before, baseKey: was.baseKey };
    });
}

function changedFact(symbol: ChangedSymbol, renamed: ReadonlySet<ChangedSymbol>): ChangedFact {
  const { node, before, after, how, signatureChanged } = symbol;
  return {
    path: node.path,
    qualified_name: node.qualified_name,
    label: node.label,
    how: renamed.has(symbol) ? 'renamed' : how === 'deleted' ? 'removed' : how,
    signature_changed: signatureChanged,
    complexity: { before: before?.complexity ?? null, after: after?.complexity ?? null },
  };
}

interface Renames {
  /** The removed symbol, with what it is called now. */
  from: Map<ChangedSymbol, string>;
  to: Set<ChangedSymbol>;
}

/** A removed and an added symbol of one file that say the same but for the name. */
function renamesAmong(symbols: readonly ChangedSymbol[]): Renames {
  const renames: Renames = { from: new Map(), to: new Set() };
  for (const gone of symbols.filter(({ how }) => how === 'deleted')) {
    const said = without(gone);
    const now = symbols.find(
      (symbol) =>
        symbol.how === 'added' &&
        symbol.node.path === gone.file.diff.path &&
        symbol.node.label === gone.node.label &&
        !renames.to.has(symbol) &&
        without(symbol) === said,
    );
    if (now === undefined) continue;
    renames.from.set(gone, now.node.qualified_name);
    renames.to.add(now);
  }
  return renames;
}

function without({ node, text }: ChangedSymbol): string {
  return text.split(node.name).join('\0').replace(/\s+/g, ' ');
}

function publicApi(symbols: readonly ChangedSymbol[]): ChangeFacts['public_api'] {
  const of = (choose: (symbol: ChangedSymbol) => boolean): ApiFact[] =>
    symbols
      .filter((symbol) => isPublic(symbol) && choose(symbol))
      .slice(0, MOST)
      .map(({ node }) => ({ path: node.path, qualified_name: node.qualified_name }));
  return {
    added: of(({ how }) => how === 'added'),
    removed: of(({ how }) => how === 'deleted'),
    changed: of(({ signatureChanged }) => signatureChanged),
  };
}

const HIDDEN = /^(?:private|protected|internal|fileprivate|static_c)$/;

/** By convention and modifiers; what stands in a function or a test is nobody's interface. */
function isPublic({ node }: ChangedSymbol): boolean {
  if (isTestPath(node.path) || /(^|\.)(?:_|#|<)/.test(node.qualified_name)) return false;
  if (node.modifiers?.some((modifier) => HIDDEN.test(modifier)) === true) return false;
  return node.label === 'Class' || node.qualified_name.split('.').length <= (node.class_name === undefined ? 1 : 2);
}
