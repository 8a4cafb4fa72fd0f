/**
 * Other texts of a file that has syntax errors, where they say more of it: under other branches of its preprocessor's
 * conditions, or without the lines that break it. Offsets stay those of the file.
 */
import type { QueryMatch, Tree } from 'web-tree-sitter';
import type { LoadedGrammar } from './compile/grammars.ts';
import { isClass, isFunction } from './compile/definition-kinds.ts';
import { brokenLines, losesMore, withoutConflictMarks, withoutLine } from './gather/broken-lines.ts';
import { firstBranches } from './gather/conditions.ts';
import { errorExtent, errorLines } from './gather/syntax-problems.ts';

/**
 * Whether a budget of CPU time of this thread is used up. It is no wall time, so that a busy machine cuts no file short
 * that an idle one would not. CPU time is a system call, so the clock is asked first, which can only run ahead of it.
 */
export type Expired = () => boolean;

/** Characters within syntax errors above which the text is read once more, under another choice of branches. */
const MUCH = 400;

export interface Reading {
  text: string;
  tree: Tree;
  matches: QueryMatch[];
}

/**
 * The text under the first branches of its preprocessor's conditions: of those beside errors, else of all. Undefined where
 * that defines no more than the text as it stands.
 */
export function otherReading(grammar: LoadedGrammar, asItStands: Reading, expired: Expired): Reading | undefined {
  const root = asItStands.tree.rootNode;
  if (grammar.conditions === undefined || !root.hasError) return undefined;
  const errors = errorLines(root);
  const near = readBetter(grammar, asItStands.text, asItStands, (line) => errors.has(line), expired);
  if (errorExtent((near ?? asItStands).tree.rootNode) < MUCH) return near;
  const all = readBetter(grammar, asItStands.text, near ?? asItStands, () => true, expired);
  if (all !== undefined) near?.tree.delete();
  return all ?? near;
}

/**
 * The reading that says most, of the text as it stands and others; the trees of the others are freed. `onErrors` is called
 * with the tree whose errors are the file's.
 */
export function bestReading(
  grammar: LoadedGrammar,
  asItStands: Reading,
  expired: Expired,
  onErrors: (tree: Tree) => void,
): Reading {
  const chosen = otherReading(grammar, asItStands, expired) ?? asItStands;
  if (chosen !== asItStands) asItStands.tree.delete();
  onErrors(chosen.tree);
  const mended = withoutBrokenLines(grammar, chosen, expired) ?? chosen;
  if (mended !== chosen) chosen.tree.delete();
  return mended;
}

/** Broken lines that are written over. */
const MAX_BROKEN = 4;
/** Texts that are read besides the one at hand to find the broken lines, and the characters of them all. */
const MAX_READINGS = 24;
const MAX_READ = 300_000;

/** The text without the few lines that keep the rest from being read. Undefined where that brings nothing. */
function withoutBrokenLines(grammar: LoadedGrammar, asItStands: Reading, expired: Expired): Reading | undefined {
  let left = Math.min(MAX_READINGS, Math.floor(MAX_READ / asItStands.text.length));
  if (left === 0 || !losesMore(asItStands.tree.rootNode)) return undefined;
  let best = asItStands;
  const tryOut = (texts: readonly string[]): boolean => {
    const from = best;
    for (const text of texts) {
      const other =
        left-- > 0 && !expired() ? read(grammar, text, expired, errorExtent(best.tree.rootNode)) : undefined;
      if (other === undefined) continue;
      const isBetter = gain(grammar, best, other) > 0;
      const worse = isBetter ? best : other;
      if (isBetter) best = other;
      if (worse !== asItStands) worse.tree.delete();
    }
    return best !== from;
  };
  const merged = withoutConflictMarks(best.text);
  if (merged !== undefined) tryOut([merged]);
  for (let round = 0; round < MAX_BROKEN && losesMore(best.tree.rootNode); round += 1) {
    const { text, tree } = best;
    if (!tryOut(brokenLines(tree.rootNode).map((line) => withoutLine(text, line)))) break;
  }
  return best === asItStands ? undefined : best;
}

/**
 * What another reading brings: functions and types first; then an end of all errors, for which the one call that a broken
 * line may make of a method's head is given up; then text outside of errors that was not written over.
 */
function gain(grammar: LoadedGrammar, known: Reading, other: Reading): number {
  const more = defined(grammar, other.matches) - defined(grammar, known.matches);
  if (more !== 0) return more;
  const fewer = called(grammar, known.matches) - called(grammar, other.matches);
  if (fewer <= 1 && !other.tree.rootNode.hasError) return 1;
  if (fewer > 0) return 0;
  const lost = ({ text, tree }: Reading): number =>
    errorExtent(tree.rootNode) - text.trimEnd().replace(/\s+/g, '').length;
  return lost(known) - lost(other);
}

function readBetter(
  grammar: LoadedGrammar,
  text: string,
  best: Reading,
  isCut: (line: number) => boolean,
  expired: Expired,
): Reading | undefined {
  const chosen = grammar.conditions && firstBranches(text, grammar.conditions, isCut);
  const other = chosen === undefined ? undefined : read(grammar, chosen, expired);
  if (other === undefined || defined(grammar, other.matches) > defined(grammar, best.matches)) return other;
  other.tree.delete();
  return undefined;
}

/** Undefined where time is up, and where as much as `extent` stands in errors. */
function read({ parser, query }: LoadedGrammar, text: string, expired: Expired, extent?: number): Reading | undefined {
  const tree = parser.parse(text, null, { progressCallback: expired });
  if (tree === null) {
    parser.reset();
    return undefined;
  }
  const { rootNode } = tree;
  if (extent !== undefined && rootNode.hasError && errorExtent(rootNode) >= extent) {
    tree.delete();
    return undefined;
  }
  const matches = query.matches(tree.rootNode, { progressCallback: expired });
  if (!expired()) return { text, tree, matches };
  tree.delete();
  return undefined;
}

/** Number of whole functions and types. Variables do not count: within errors locals look like those of the file. */
function defined({ shapes }: LoadedGrammar, matches: QueryMatch[]): number {
  const nodes = new Set<number>();
  for (const { patternIndex, captures } of matches) {
    const shape = shapes[patternIndex];
    if (shape?.kind === undefined || !(isFunction(shape.kind) || isClass(shape.kind))) continue;
    if (shape.settings['declaration'] !== undefined) continue;
    for (const { name, node } of captures) if (name.startsWith('definition.')) nodes.add(node.id);
  }
  return nodes.size;
}

/** Number of calls as such: `a b c` between broken words may be an operator's. */
function called({ shapes }: LoadedGrammar, matches: QueryMatch[]): number {
  const nodes = new Set<number>();
  for (const { patternIndex, captures } of matches) {
    const shape = shapes[patternIndex];
    if (shape?.callOrBranch !== true || shape.settings['implicit'] !== undefined) continue;
    for (const { name, node } of captures) if (name === 'reference.call') nodes.add(node.id);
  }
  return nodes.size;
}
