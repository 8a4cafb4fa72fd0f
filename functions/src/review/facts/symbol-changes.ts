/**
 * What became of each function, class and variable that a change touches. Those that are gone and those that are new are
 * matched: an overload with other parameters is still the same function, and one that says the same under another name,
 * or in another file, was renamed.
 *
 *     - def old_name(a):        { how: 'renamed', before: old_name, after: new_name }
 *     + def new_name(a):
 */
import type { GraphNode } from '../../model/graph.ts';
import { changedSymbols, type ChangedSymbol, type SymbolsOf } from '../context/changed-symbols.ts';
import type { ReviewedFile } from '../diff/changed-files.ts';
import { likenessOf, runsOf, type Runs } from './likeness.ts';

export interface SymbolChange {
  how: 'added' | 'modified' | 'removed' | 'renamed';
  /** Parameters, result or modifiers are others now. */
  signatureChanged: boolean;
  before: GraphNode | null;
  after: GraphNode | null;
  /** After the change, else before it. */
  node: GraphNode;
  /** Whole lines on either side; '' where it is not there. */
  textBefore: string;
  textAfter: string;
  file: ReviewedFile;
}

export interface SymbolChanges {
  /** In the order of the files and lines. */
  changes: SymbolChange[];
  /** All symbols of the changed files after the change. */
  atHead: GraphNode[];
}

export async function symbolChanges(files: readonly ReviewedFile[], symbolsOf: SymbolsOf): Promise<SymbolChanges> {
  const symbols: SymbolChange[] = [];
  const atHead: GraphNode[] = [];
  for (const file of files) {
    const { changed, head } = await changedSymbols(file, symbolsOf);
    symbols.push(...withOverloads(changed.map(changeOf)));
    for (const { node } of head.values()) atHead.push(node);
  }
  return { changes: withRenames(symbols), atHead };
}

const HOW = { added: 'added', deleted: 'removed', modified: 'modified' } as const;

function changeOf({ before, after, node, how, signatureChanged, file }: ChangedSymbol): SymbolChange {
  const { oldText, newText } = file.diff;
  return {
    how: HOW[how],
    signatureChanged,
    before,
    after,
    node,
    textBefore: before === null ? '' : linesOf(before, oldText),
    textAfter: after === null ? '' : linesOf(after, newText),
    file,
  };
}

function linesOf({ line_number: first, end_line: last }: GraphNode, text: string | null): string {
  return (text ?? '')
    .split('\n')
    .slice(Math.max(0, first - 1), last)
    .join('\n');
}

function joined(now: SymbolChange, was: SymbolChange, how: 'modified' | 'renamed'): SymbolChange {
  const signatureChanged = was.before?.signature !== now.after?.signature;
  return { ...now, how, signatureChanged, before: was.before, textBefore: was.textBefore };
}

/** Overloads are told apart by their parameters: one that has others now is still the same function. */
function withOverloads(symbols: readonly SymbolChange[]): SymbolChange[] {
  return paired(symbols, 'modified', (was, now) => (namesEqual(was, now) ? 1 : 0));
}

function namesEqual({ node: a }: SymbolChange, { node: b }: SymbolChange): boolean {
  return a.qualified_name === b.qualified_name;
}

/** Two that are less alike are not called one. */
const LEAST_LIKENESS = 0.6;
/** Runs of tokens of two that have other names: what is shorter has more often one form than one origin. */
const LEAST_RUNS = 6;
/** A large change is not compared with itself. */
const MOST_COMPARED = 200;

interface Said {
  words: string;
  runs: Runs;
}

/** The surest first: the same words in the same file, then elsewhere, then what is most alike. */
function withRenames(symbols: readonly SymbolChange[]): SymbolChange[] {
  const known = new Map<SymbolChange, Said>();
  const said = (symbol: SymbolChange): Said => {
    const words = known.get(symbol)?.words ?? wordsWithoutName(symbol);
    const made = known.get(symbol) ?? { words, runs: runsOf(words) };
    known.set(symbol, made);
    return made;
  };
  const tellsEnough = (was: SymbolChange, now: SymbolChange) =>
    was.node.name === now.node.name || (was.node.label !== 'Variable' && said(was).runs.size >= LEAST_RUNS);
  const isSame = (was: SymbolChange, now: SymbolChange) => tellsEnough(was, now) && said(was).words === said(now).words;
  const isNear = (was: SymbolChange, now: SymbolChange) => was.file === now.file || was.node.name === now.node.name;
  const likeness = (was: SymbolChange, now: SymbolChange) =>
    isNear(was, now) && tellsEnough(was, now) ? likenessOf(said(was).runs, said(now).runs) : 0;

  const inPlace = paired(symbols, 'renamed', (was, now) => (was.file === now.file && isSame(was, now) ? 1 : 0));
  const moved = paired(inPlace, 'renamed', (was, now) => (isNear(was, now) && isSame(was, now) ? 1 : 0));
  return paired(moved, 'renamed', (was, now) => {
    const found = likeness(was, now);
    return found < LEAST_LIKENESS ? 0 : found;
  });
}

/** Without its name, so that a rename alone changes nothing. */
function wordsWithoutName({ node, textBefore, textAfter }: SymbolChange): string {
  return (textAfter === '' ? textBefore : textAfter).split(node.name).join('\u0001').replace(/\s+/g, ' ').trim();
}

/** Joins what is gone with what is new where `likeness` of the two is more than 0, the most alike first. */
function paired(
  symbols: readonly SymbolChange[],
  how: 'modified' | 'renamed',
  likeness: (was: SymbolChange, now: SymbolChange) => number,
): SymbolChange[] {
  const gone = symbols.filter((symbol) => symbol.how === 'removed').slice(0, MOST_COMPARED);
  const fresh = symbols.filter((symbol) => symbol.how === 'added').slice(0, MOST_COMPARED);
  const pairs = gone.flatMap((was) =>
    fresh
      .filter((now) => now.node.label === was.node.label)
      .map((now) => ({ was, now, likeness: likeness(was, now) }))
      .filter((pair) => pair.likeness > 0),
  );
  pairs.sort((a, b) => b.likeness - a.likeness);
  const taken = new Map<SymbolChange, SymbolChange>();
  const used = new Set<SymbolChange>();
  for (const { was, now } of pairs) {
    if (used.has(was) || taken.has(now)) continue;
    used.add(was);
    taken.set(now, was);
  }
  return symbols.flatMap((symbol) => {
    const was = taken.get(symbol);
    return was !== undefined ? [joined(symbol, was, how)] : used.has(symbol) ? [] : [symbol];
  });
}
