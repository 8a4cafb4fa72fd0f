/**
 * Finds the constructs of `differences/*.json` in a file: its text is parsed as extraction parses it, macro arguments
 * included, and asked the rules' queries; rules on text are matched against it.
 *
 *     [{ rule: 0, at: 120, line: 7, name: 'x' }]      rule 0 has a construct at offset 120
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Query, type Node, type Tree } from 'web-tree-sitter';
import { blanked } from '../../../src/extract/gather/blanks.ts';
import { otherReading } from '../../../src/extract/readings.ts';
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

type NumberedRule = ConstructRule & { index: number };

/** The rules' patterns of nodes as one query; `ruleOf` has the rule of each of its patterns. */
interface CompiledRules {
  query: Query | undefined;
  ruleOf: number[];
}

/** Finds constructs of one language in a file of `folder`. */
export function constructFinder(language: string, rules: ConstructRule[]) {
  const definition = loadRegistry().get(language);
  const chosen = rules.flatMap((rule, index) => (rule.languages.includes(language) ? [{ ...rule, index }] : []));
  const compiled = new Map<LoadedGrammar, CompiledRules>();
  const compile = (grammar: LoadedGrammar): CompiledRules => {
    const known = compiled.get(grammar) ?? compileRules(grammar, chosen);
    compiled.set(grammar, known);
    return known;
  };

  return async (folder: string, path: string): Promise<FileConstructs> => {
    const text = readFileSync(join(folder, path), 'utf8').replace(/^\uFEFF/, '');
    const out = withoutConstructs(text);
    if (definition === undefined) return out;
    const grammar = await grammarOf(definition, path);
    const read = parse(grammar, text, path);
    if (read === undefined) return out;
    survey(read.tree.rootNode, out);
    out.constructs.push(...nodesFound(grammar, compile(grammar), read, chosen));
    read.tree.delete();
    out.constructs.push(...textsFound(chosen, out));
    return out;
  };
}

function withoutConstructs(text: string): FileConstructs {
  const lines = text.split('\n');
  const out: FileConstructs = { text, constructs: [], lines, starts: [0], errors: [], literals: [] };
  for (const line of lines) out.starts.push((out.starts.at(-1) ?? 0) + line.length + 1);
  return out;
}

function compileRules(grammar: LoadedGrammar, chosen: NumberedRule[]): CompiledRules {
  const { language } = grammar.parser;
  if (language === null) throw new Error(`No grammar for ${grammar.definition.name}`);
  const ruleOf: number[] = [];
  const parts: string[] = [];
  for (const { nodes, index } of chosen) {
    if (nodes === undefined) continue;
    parts.push(nodes);
    const patterns = new Query(language, nodes).patternCount();
    for (let i = 0; i < patterns; i += 1) ruleOf.push(index);
  }
  parts.push(...islandPatterns(grammar));
  return { query: parts.length === 0 ? undefined : new Query(language, parts.join('\n')), ruleOf };
}

interface ParsedText {
  text: string;
  tree: Tree;
}

/** As extraction parses it; undefined when the parser gives nothing. The caller deletes the tree. */
function parse(grammar: LoadedGrammar, text: string, path: string): ParsedText | undefined {
  const parsed = blanked(text, grammar.blanks, path);
  const tree = grammar.parser.parse(parsed);
  if (tree === null) return undefined;
  const matches = grammar.query.matches(tree.rootNode);
  const better = otherReading(grammar, { text: parsed, tree, matches }, () => false);
  if (better === undefined) return { text: parsed, tree };
  tree.delete();
  return better;
}

function nodesFound(
  grammar: LoadedGrammar,
  { query, ruleOf }: CompiledRules,
  { text, tree }: ParsedText,
  chosen: NumberedRule[],
): Construct[] {
  if (query === undefined) return [];
  const shapes = ruleOf.map((): PatternShape => ({ settings: {} }));
  for (let i = ruleOf.length; i < query.patternCount(); i += 1) shapes.push({ settings: {}, island: true });
  const matches = query.matches(tree.rootNode);
  const islands = readIslands({ ...grammar, query, shapes }, text, matches, NEVER);
  const seen = new Set<string>();
  const found: Construct[] = [];
  for (const { patternIndex, captures } of [...matches, ...islands.matches]) {
    const rule = chosen.find(({ index }) => index === ruleOf[patternIndex]);
    if (rule === undefined) continue;
    for (const { name, node } of captures) {
      const key = `${rule.index} ${node.startIndex} ${node.endIndex}`;
      if ((name !== 'counted' && name !== 'name') || seen.has(key)) continue;
      seen.add(key);
      if (!mayStandThere(node, rule)) continue;
      found.push({ rule: rule.index, at: node.startIndex, line: node.startPosition.row + 1, name: node.text });
    }
  }
  for (const island of islands.trees) island.delete();
  return found;
}

function mayStandThere(node: Node, { inside, outside }: ConstructRule): boolean {
  if (inside !== undefined && !standsIn(node, inside)) return false;
  return outside === undefined || !standsIn(node, outside);
}

/** Rules on text, outside comments and strings. */
function textsFound(chosen: NumberedRule[], { text, literals }: FileConstructs): Construct[] {
  const found: Construct[] = [];
  for (const { text: pattern, index } of chosen) {
    if (pattern === undefined || pattern.includes('NAME')) continue;
    for (const match of text.matchAll(new RegExp(pattern, 'gmu'))) {
      if (literals.some(({ start, end }) => start <= match.index && match.index < end)) continue;
      found.push({ rule: index, at: match.index, line: 0, name: match[0] });
    }
  }
  return found;
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
