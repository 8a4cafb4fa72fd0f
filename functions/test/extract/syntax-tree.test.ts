/** Our reading of the parser's memory, compared with the library's own over a tree with errors, gaps and wide characters. */
import assert from 'node:assert/strict';
import type { Node as LibraryNode } from 'web-tree-sitter';
import { grammarOf, initialiseParsing, type LoadedGrammar } from '../../src/extract/grammars.ts';
import { readTreesFrom } from '../../src/extract/parser-memory.ts';
import { loadRegistry } from '../../src/extract/registry.ts';
import { parseTree, type Node } from '../../src/extract/syntax-tree.ts';

const TEXT = `import { a as b } from './ä.js'; // 😀 comment
class Dog extends Animal<string> { #name = '😀'; get bark() { return this.#name ?? b(1, , 2); } }
const { x: [y, ...rest], z = 1 } = f\`t\${1}\`;
exports.run = () => d.bark(); other.run = () => 1; new Dog();
if (x { y(
module.exports = { go: () => ({}) };
`;

function described(node: Node | LibraryNode): unknown {
  const near = (other: Node | LibraryNode | null): number | null => other?.id ?? null;
  return {
    id: node.id,
    type: node.type,
    range: [node.startIndex, node.endIndex],
    positions: [node.startPosition, node.endPosition],
    text: node.text,
    is: [node.isNamed, node.isError, node.isMissing, node.hasError],
    children: node.children.map(({ id }) => id),
    named: node.namedChildren.map(({ id }) => id),
    byNumber: [node.namedChildCount, near(node.namedChild(0)), near(node.namedChild(99))],
    around: [near(node.parent), near(node.nextSibling), near(node.previousSibling)],
  };
}

function all<N extends { children: N[] }>(root: N): N[] {
  return [root, ...root.children.flatMap((child) => all(child))];
}

describe('syntax tree', () => {
  let grammar: LoadedGrammar;

  before(async () => {
    await initialiseParsing();
    const definition = loadRegistry().get('typescript');
    assert.ok(definition);
    grammar = await grammarOf(definition, 'a.ts');
  });

  it('reads every node as the library does', () => {
    const ours = parseTree(grammar.parser, TEXT, {});
    const theirs = grammar.parser.parse(TEXT);
    assert.ok(ours !== null && theirs !== null);
    const [mine, library] = [all(ours.rootNode), all(theirs.rootNode)];
    assert.equal(mine.length, library.length);
    assert.ok(mine.some((node) => node.isMissing || node.isError));
    // Ids are places in memory, so that they are told by the order of the nodes that have them.
    const order = (nodes: { id: number }[]): Map<number, number> => new Map(nodes.map(({ id }, at) => [id, at]));
    const numbered = (nodes: (Node | LibraryNode)[]): unknown => {
      const numbers = order(nodes);
      return JSON.parse(
        JSON.stringify(nodes.map(described), (key, value: unknown) =>
          ['id', 'children', 'named', 'byNumber', 'around'].includes(key)
            ? [value].flat().map((id) => numbers.get(id as number) ?? id)
            : value,
        ),
      );
    };
    assert.deepEqual(numbered(mine), numbered(library));
    ours.delete();
    theirs.delete();
  });

  it('reads fields as the library does', () => {
    const ours = parseTree(grammar.parser, TEXT, {});
    const theirs = grammar.parser.parse(TEXT);
    assert.ok(ours !== null && theirs !== null);
    const library = all(theirs.rootNode);
    let found = 0;
    all(ours.rootNode).forEach((node, at) => {
      for (let field = 1; field < ours.language.fieldCount; field += 1) {
        const other = library[at];
        assert.equal(node.childForFieldId(field)?.startIndex, other?.childForFieldId(field)?.startIndex);
        const children = node.childrenForFieldId(field).map(({ type, startIndex }) => `${type} ${startIndex}`);
        const expected = other?.childrenForFieldId(field).map(({ type, startIndex }) => `${type} ${startIndex}`);
        assert.deepEqual(children, expected);
        found += children.length;
      }
    });
    assert.ok(found > 30);
    ours.delete();
    theirs.delete();
  });

  it('finds the matches that the library finds, predicates included', () => {
    const ours = parseTree(grammar.parser, TEXT, {});
    const theirs = grammar.parser.parse(TEXT);
    assert.ok(ours !== null && theirs !== null);
    const plain = (matches: { patternIndex: number; captures: { name: string; node: Node | LibraryNode }[] }[]) =>
      matches.map(({ patternIndex, captures }) => [
        patternIndex,
        ...captures.map(({ name, node }) => `${name} ${node.type} ${node.startIndex}-${node.endIndex}`),
      ]);
    const found = plain(ours.matches(grammar.query, () => false));
    assert.deepEqual(found, plain(grammar.query.matches(theirs.rootNode)));
    assert.ok(found.length > 10, `${found.length} matches`);
    ours.delete();
    theirs.delete();
  });

  it('finds less when it is stopped, and all of it again afterwards', () => {
    const tree = parseTree(grammar.parser, TEXT.repeat(200), {});
    assert.ok(tree !== null);
    const cut = tree.matches(grammar.query, () => true).length;
    const whole = tree.matches(grammar.query, () => false).length;
    assert.ok(cut < whole, `${cut} of ${whole}`);
    tree.delete();
  });

  it('parses parts of a text at their own offsets', () => {
    const at = TEXT.indexOf('module');
    const end = TEXT.indexOf('= {', at);
    const range = {
      startIndex: at,
      endIndex: end,
      startPosition: { row: 5, column: 0 },
      endPosition: { row: 5, column: 15 },
    };
    const tree = parseTree(grammar.parser, TEXT, { includedRanges: [range] });
    assert.ok(tree !== null);
    const names = all(tree.rootNode).filter(({ type }) => type === 'property_identifier');
    assert.deepEqual(
      names.map(({ text, startIndex }) => [text, startIndex]),
      [['exports', TEXT.indexOf('exports', at)]],
    );
    tree.delete();
  });

  it('gives null, and a parser that works, when the parser is stopped', () => {
    assert.equal(parseTree(grammar.parser, TEXT.repeat(500), { progressCallback: () => true }), null);
    const tree = parseTree(grammar.parser, 'a()', {});
    assert.equal(tree?.rootNode.text, 'a()');
    tree?.delete();
  });

  it('refuses a module with another layout', () => {
    assert.throws(() => readTreesFrom({ HEAP32: new Int32Array(1) }), /another layout: no _ts_node_symbol_wasm/);
  });
});
