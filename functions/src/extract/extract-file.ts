/**
 * Text → FileFacts, pure and total: whatever the text, facts come back, and what went wrong stands in `problems`.
 *
 *     parse (budget) → one query (budget) → gather by node → place → describe → calls, bindings, imports, returns
 *
 * Nothing here knows a language: node types and fields come from its tables, patterns from its query.
 */
import type { Tree } from 'web-tree-sitter';
import { emptyFacts, type FileFacts } from '../model/facts.ts';
import { FactsAssembly, type SourceFile } from './assemble-facts.ts';
import type { Blank, LoadedGrammar } from './grammars.ts';
import { Lines } from './scopes.ts';
import { readIslands, type Islands } from './islands.ts';
import { syntaxProblems } from './syntax-problems.ts';

export interface ExtractBudget {
  /** Milliseconds of CPU time for the parse and for the query, each. */
  stepMs: number;
}

export const DEFAULT_BUDGET: ExtractBudget = { stepMs: 2_000 };

/**
 * CPU time of this thread, so that a busy machine cuts no file short that an idle one would not. Asking for it is a
 * system call; the clock is asked first, which can only run ahead of it.
 */
function deadline(ms: number): { expired: () => boolean } {
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

/** The text with what the language blanks written over, character by character; line breaks stay. */
export function blanked(text: string, blanks: Blank[], path = ''): string {
  let result = text;
  for (const { pattern, by, extensions, when, unless } of blanks) {
    if (extensions?.some((extension) => path.endsWith(extension)) === false) continue;
    if (when?.test(text) === false || unless?.test(text) === true) continue;
    result = result.replace(pattern, (match: string, group: string | undefined) =>
      group === undefined ? match : match.replace(group, group.replace(/[^\r\n]/g, by)),
    );
  }
  return result;
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
    const text = blanked(file.text, blanks, file.path);
    tree = parser.parse(text, null, { progressCallback: parsing.expired });
    if (tree === null) {
      parser.reset();
      incomplete(`Not parsed: more than ${budget.stepMs} ms`);
      return facts;
    }
    const querying = deadline(budget.stepMs);
    let cut = false;
    const matches = query.matches(tree.rootNode, {
      progressCallback: () => (cut = querying.expired()),
    });
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
