/**
 * Text → FileFacts. It is pure and total: facts come back for every text, and what went wrong is in their `problems`.
 *
 *     parse (budget) → one query (budget) → gather by node → place → describe → calls, bindings, imports, returns
 *
 * Nothing here knows a language. Node types and fields come from its tables, patterns from its query.
 */
import type { Tree } from 'web-tree-sitter';
import { emptyFacts, type FileFacts, type Problem } from '../model/facts.ts';
import { generatedMark } from '../model/generated.ts';
import { FactsAssembly, type SourceFile } from './assemble/assemble-facts.ts';
import { blanked } from './gather/blanks.ts';
import type { LoadedGrammar } from './compile/grammars.ts';
import { Lines } from './gather/scopes.ts';
import { readIslands, type Islands } from './gather/islands.ts';
import { syntaxProblems } from './gather/syntax-problems.ts';
import { bestReading, type Expired } from './readings.ts';

export interface ExtractBudget {
  /** Milliseconds of CPU time for the parse and for the query, each. */
  stepMs: number;
}

export const DEFAULT_BUDGET: ExtractBudget = { stepMs: 2_000 };

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

/** Facts of one file by a loaded grammar. Never throws for what a text contains; a dead WebAssembly heap does throw. */
export function extractFile(grammar: LoadedGrammar, file: SourceFile, budget = DEFAULT_BUDGET): FileFacts {
  const { parser, query, definition, blanks } = grammar;
  const lines = new Lines(file.text);
  const facts = emptyFacts(definition.name, file.path, lines.count);
  const incomplete = (message: string, kind: Problem['kind'] = 'partly_extracted'): void => {
    facts.partial = true;
    facts.problems.push({ path: file.path, line: null, message, kind });
  };
  if (file.text.trim() === '') return facts;
  if (generatedMark(file.text) !== undefined) facts.generated = true;
  let tree: Tree | null = null;
  let islands: Islands | undefined;
  try {
    const parsing = deadline(budget.stepMs);
    let text = blanked(file.text, blanks, file.path);
    tree = parser.parse(text, null, { progressCallback: parsing.expired });
    if (tree === null) {
      parser.reset();
      incomplete(`Not parsed: more than ${budget.stepMs} ms`, 'not_extracted');
      return facts;
    }
    const querying = deadline(budget.stepMs);
    let cut = false;
    let matches = query.matches(tree.rootNode, {
      progressCallback: () => (cut = querying.expired()),
    });
    // Before anything is written over: what is wrong with the text is told as it stands.
    const errors = (of: Tree) => facts.problems.push(...syntaxProblems(of.rootNode, file.path));
    if (cut) errors(tree);
    else ({ text, tree, matches } = bestReading(grammar, { text, tree, matches }, querying.expired, errors));
    if (cut) incomplete(`Only partly extracted: more than ${budget.stepMs} ms`);
    const assembly = new FactsAssembly(grammar, file, { lines, root: tree.rootNode }, facts);
    islands = readIslands(grammar, text, matches, querying);
    assembly.run(islands.matches.length === 0 ? matches : [...matches, ...islands.matches]);
    if (assembly.exhausted) incomplete('Only partly extracted: it says too much');
  } finally {
    for (const island of islands?.trees ?? []) island.delete();
    tree?.delete();
  }
  return facts;
}
