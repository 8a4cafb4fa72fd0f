/**
 * Code within tokens: what the grammar leaves unparsed because only a preprocessor or macro expander knows its syntax,
 * though nearly all of it reads as ordinary code. A pattern captures it as `@island`; it is parsed on its own, at its own
 * offsets, and its matches join those of the file.
 *
 *     println!("{}", dog.bark());        rust: (macro_invocation (token_tree) @island)   finds the call of bark
 *     #define TWICE(x) (twice(x))        c:    value: (preproc_arg) @island              finds the call of twice
 *
 * Where the text is no code after all, error recovery still gives its calls; syntax errors are not reported.
 */
import type { Node, QueryMatch, Tree } from 'web-tree-sitter';
import type { LoadedGrammar } from '../compile/grammars.ts';

const MAX_ISLANDS = 2_000;
const MAX_NESTING = 4;

interface Expiry {
  expired: () => boolean;
}

/** Half of all islands hold names and strings only, `("{}", name)`, and need no parse; `{ pub use task::spawn; }` does. */
function mayTell(node: Node): boolean {
  const inner = node.text.slice(1, -1).replace(/"(?:[^"\\]|\\.){0,500}"/gs, '');
  return /[({;]|&&|\|\|/.test(inner);
}

/** `(#set! only calls)` on an island keeps definitions and bindings out: C's macro bodies declare names that are parameters. */
function islandsIn(matches: QueryMatch[], grammar: LoadedGrammar): { node: Node; callsOnly: boolean }[] {
  return matches.flatMap((match) => {
    const shape = grammar.shapes[match.patternIndex];
    if (shape?.island !== true) return [];
    const callsOnly = shape.settings['only'] === 'calls';
    return match.captures.flatMap(({ name, node }) =>
      name === 'island' && mayTell(node) ? [{ node, callsOnly }] : [],
    );
  });
}

export interface Islands {
  matches: QueryMatch[];
  /** Freed by the caller when the matches have been read. */
  trees: Tree[];
}

/** Matches within the islands of `matches`, islands within islands included; fewer when the budget ends. */
export function readIslands(grammar: LoadedGrammar, text: string, matches: QueryMatch[], budget: Expiry): Islands {
  const found: Islands = { matches: [], trees: [] };
  let level = islandsIn(matches, grammar);
  for (let depth = 0; depth < MAX_NESTING && level.length > 0; depth += 1) {
    const next: typeof level = [];
    for (const { node, callsOnly } of level) {
      if (found.trees.length >= MAX_ISLANDS || budget.expired()) return found;
      const range = {
        startIndex: node.startIndex,
        endIndex: node.endIndex,
        startPosition: node.startPosition,
        endPosition: node.endPosition,
      };
      // Handing out no more than the island saves copying the file's text once per island.
      const read = (index: number): string => text.slice(index, node.endIndex);
      const tree = grammar.parser.parse(read, null, { includedRanges: [range], progressCallback: budget.expired });
      if (tree === null) {
        grammar.parser.reset();
        return found;
      }
      found.trees.push(tree);
      const inside = grammar.query.matches(tree.rootNode, { progressCallback: budget.expired });
      for (const match of inside) {
        if (!callsOnly || grammar.shapes[match.patternIndex]?.callOrBranch === true) found.matches.push(match);
      }
      for (const island of islandsIn(inside, grammar))
        next.push({ ...island, callsOnly: callsOnly || island.callsOnly });
    }
    level = next;
  }
  return found;
}
