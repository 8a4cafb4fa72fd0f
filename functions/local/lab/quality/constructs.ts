/**
 * Finds the constructs of `differences/*.json` in a file: its text is parsed as extraction parses it, macro arguments
 * included, and asked the rules' queries; rules on text are matched against it.
 *
 *     [{ rule: 0, at: 120, line: 7, name: 'x' }]      rule 0 has a construct at offset 120
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Query, type Node } from 'web-tree-sitter';
import { blanked } from '../../../src/extract/gather/blanks.ts';
import { otherReading } from '../../../src/extract/extract-file.ts';
import { grammarOf, type LoadedGrammar } from '../../../src/extract/compile/grammars.ts';
import { readIslands } from '../../../src/extract/gather/islands.ts';
import { loadRegistry } from '../../../src/extract/compile/registry.ts';
import type { PatternShape } from '../../../src/extract/compile/vocabulary.ts';

export interface ConstructRule {
  languages: string[];
  nodes?: string | undefined;
  text?: string | undefined;
  /** Types of nodes, `a|b`, that the construct must or must not stand in. */
  inside?: string | undefined;
  outside?: string | undefined;
}

export interface Construct {
  rule: number;
  at: number;
  /** 1-based. */
  line: number;
  /** Text of the node. */
  name: string;
}

export interface FileConstructs {
  text: string;
  constructs: Construct[];
  lines: string[];
  /** Offsets at which lines begin. */
  starts: number[];
  /** Ranges `[start, end)` that the grammar could not read, in offsets. */
  errors: { start: number; end: number }[];
  /** Ranges of comments and strings. */
  literals: { start: number; end: number }[];
}

const NEVER = { expired: (): boolean => false };
const LITERAL = /comment|string|heredoc|char_literal|raw_text/;

/** `rules` must be the same list at every call of one finder. */
export function constructFinder(language: string, rules: ConstructRule[]) {
  const definition = loadRegistry().get(language);
  const compiled = new Map<LoadedGrammar, { query: Query | undefined; ruleOf: (number | undefined)[] }>();
  const chosen = rules.flatMap((rule, index) => (rule.languages.includes(language) ? [{ ...rule, index }] : []));

  const compile = (grammar: LoadedGrammar): { query: Query | undefined; ruleOf: (number | undefined)[] } => {
    let known = compiled.get(grammar);
    if (known === undefined) {
      const ruleOf: (number | undefined)[] = [];
      const parts: string[] = [];
      const language = grammar.parser.language;
      if (language === null) throw new Error(`No grammar for ${grammar.definition.name}`);
      for (const { nodes, index } of chosen) {
        if (nodes === undefined) continue;
        parts.push(nodes);
        const patterns = new Query(language, nodes).patternCount();
        for (let i = 0; i < patterns; i += 1) ruleOf.push(index);
      }
      parts.push(...islandPatterns(grammar));
      known = { query: parts.length === 0 ? undefined : new Query(language, parts.join('\n')), ruleOf };
      compiled.set(grammar, known);
    }
    return known;
  };

  return async (folder: string, path: string): Promise<FileConstructs> => {
    const text = readFileSync(join(folder, path), 'utf8').replace(/^\uFEFF/, '');
    const out: FileConstructs = {
      text,
      constructs: [],
      lines: text.split('\n'),
      starts: [0],
      errors: [],
      literals: [],
    };
    for (const line of out.lines) out.starts.push((out.starts.at(-1) ?? 0) + line.length + 1);
    if (definition === undefined) return out;
    const grammar = await grammarOf(definition, path);
    const { query, ruleOf } = compile(grammar);
    let parsed = blanked(text, grammar.blanks, path);
    let tree = grammar.parser.parse(parsed);
    if (tree === null) return out;
    const better = otherReading(
      grammar,
      { text: parsed, tree, matches: grammar.query.matches(tree.rootNode) },
      () => false,
    );
    if (better !== undefined) {
      tree.delete();
      ({ text: parsed, tree } = better);
    }
    survey(tree.rootNode, out);
    if (query !== undefined) {
      const shapes = ruleOf.map((): PatternShape => ({ settings: {} }));
      for (let i = ruleOf.length; i < query.patternCount(); i += 1) shapes.push({ settings: {}, island: true });
      const matches = query.matches(tree.rootNode);
      const islands = readIslands({ ...grammar, query, shapes }, parsed, matches, NEVER);
      const seen = new Set<string>();
      for (const { patternIndex, captures } of [...matches, ...islands.matches]) {
        const rule = ruleOf[patternIndex];
        if (rule === undefined) continue;
        for (const { name, node } of captures) {
          const key = `${rule} ${node.startIndex} ${node.endIndex}`;
          if ((name !== 'counted' && name !== 'name') || seen.has(key)) continue;
          seen.add(key);
          const { inside, outside } = rules[rule] ?? {};
          if (inside !== undefined && !standsIn(node, inside)) continue;
          if (outside !== undefined && standsIn(node, outside)) continue;
          out.constructs.push({ rule, at: node.startIndex, line: node.startPosition.row + 1, name: node.text });
        }
      }
      for (const island of islands.trees) island.delete();
    }
    tree.delete();
    for (const { text: pattern, index } of chosen) {
      if (pattern === undefined || pattern.includes('NAME')) continue;
      for (const match of text.matchAll(new RegExp(pattern, 'gmu'))) {
        if (out.literals.some(({ start, end }) => start <= match.index && match.index < end)) continue;
        out.constructs.push({ rule: index, at: match.index, line: 0, name: match[0] });
      }
    }
    return out;
  };
}

/** The patterns of the language's own query that say what is parsed on its own. */
function islandPatterns({ definition, parser }: LoadedGrammar): string[] {
  const [grammar] = definition.source.grammars;
  if (grammar === undefined || parser.language === null) return [];
  // Patterns are told by bytes, which in ASCII are characters.
  const text = (definition.queries.get(grammar.file) ?? '').replace(/[^\x00-\x7f]/g, ' ');
  const query = new Query(parser.language, text);
  const found: string[] = [];
  for (let i = 0; i < query.patternCount(); i += 1) {
    const pattern = text.slice(query.startIndexForPattern(i), query.endIndexForPattern(i));
    if (pattern.includes('@island')) found.push(pattern.replace(/;.*$/gm, ''));
  }
  return found;
}

/** `types`: `a|b`. */
function standsIn(node: Node, types: string): boolean {
  const wanted = new Set(types.split('|'));
  for (let around = node.parent; around !== null; around = around.parent) if (wanted.has(around.type)) return true;
  return false;
}

function survey(root: Node, out: FileConstructs): void {
  const cursor = root.walk();
  for (;;) {
    const { nodeType, startIndex, endIndex } = cursor;
    const isLiteral = cursor.nodeIsNamed && LITERAL.test(nodeType);
    if (isLiteral) out.literals.push({ start: startIndex, end: endIndex });
    if (nodeType === 'ERROR' || cursor.nodeIsMissing) out.errors.push({ start: startIndex, end: endIndex });
    if (!isLiteral && cursor.gotoFirstChild()) continue;
    while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return;
  }
}
