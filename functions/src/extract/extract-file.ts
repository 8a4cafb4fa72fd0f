/**
 * Text → FileFacts. It is pure and total: facts come back for every text, and what went wrong is in their `problems`.
 *
 *     parse (budget) → one query (budget) → gather by node → place → describe → calls, bindings, imports, returns
 *
 * Nothing here knows a language. Node types and fields come from its tables, patterns from its query.
 */
import type { QueryMatch, Tree } from 'web-tree-sitter';
import { emptyFacts, type FileFacts } from '../model/facts.ts';
import { FactsAssembly, type SourceFile } from './assemble/assemble-facts.ts';
import { blanked } from './gather/blanks.ts';
import type { LoadedGrammar } from './compile/grammars.ts';
import { firstBranches } from './gather/conditions.ts';
import { isClass, isFunction } from './compile/definition-kinds.ts';
import { Lines } from './gather/scopes.ts';
import { readIslands, type Islands } from './gather/islands.ts';
import { errorExtent, errorLines, syntaxProblems } from './gather/syntax-problems.ts';

export interface ExtractBudget {
  /** Milliseconds of CPU time for the parse and for the query, each. */
  stepMs: number;
}

export const DEFAULT_BUDGET: ExtractBudget = { stepMs: 2_000 };

/**
 * Whether a budget of CPU time of this thread is used up. It is no wall time, so that a busy machine cuts no file short
 * that an idle one would not. CPU time is a system call, so the clock is asked first, which can only run ahead of it.
 */
type Expired = () => boolean;

function deadline(ms: number): { expired: Expired } {
  const end = performance.now() + ms;
  const begin = process.threadCpuUsage();
  return {
    expired() {
      if (performance.now() <= end) return false;
      const { user, system } = process.threadCpuUsage(begin);
      return user + system > ms * 1_000;
    },
  };
}

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

function read({ parser, query }: LoadedGrammar, text: string, expired: Expired): Reading | undefined {
  const tree = parser.parse(text, null, { progressCallback: expired });
  if (tree === null) {
    parser.reset();
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

/** Facts of one file by a loaded grammar. Never throws for what a text contains; a dead WebAssembly heap does throw. */
export function extractFile(grammar: LoadedGrammar, file: SourceFile, budget = DEFAULT_BUDGET): FileFacts {
  const { parser, query, definition, blanks } = grammar;
  const lines = new Lines(file.text);
  const facts = emptyFacts(definition.name, file.path, lines.count);
  const incomplete = (message: string): void => {
    facts.partial = true;
    facts.problems.push({ path: file.path, line: null, message });
  };
  if (file.text.trim() === '') return facts;
  let tree: Tree | null = null;
  let islands: Islands | undefined;
  try {
    const parsing = deadline(budget.stepMs);
    let text = blanked(file.text, blanks, file.path);
    tree = parser.parse(text, null, { progressCallback: parsing.expired });
    if (tree === null) {
      parser.reset();
      incomplete(`Not parsed: more than ${budget.stepMs} ms`);
      return facts;
    }
    const querying = deadline(budget.stepMs);
    let cut = false;
    let matches = query.matches(tree.rootNode, {
      progressCallback: () => (cut = querying.expired()),
    });
    const other = cut ? undefined : otherReading(grammar, { text, tree, matches }, querying.expired);
    if (other !== undefined) {
      tree.delete();
      ({ text, tree, matches } = other);
    }
    facts.problems.push(...syntaxProblems(tree.rootNode, file.path));
    if (cut) incomplete(`Only partly extracted: more than ${budget.stepMs} ms`);
    const assembly = new FactsAssembly(grammar, file, lines, facts);
    islands = readIslands(grammar, text, matches, querying);
    assembly.run(islands.matches.length === 0 ? matches : [...matches, ...islands.matches]);
    if (assembly.exhausted) incomplete('Only partly extracted: it says too much');
  } finally {
    for (const island of islands?.trees ?? []) island.delete();
    tree?.delete();
  }
  return facts;
}
