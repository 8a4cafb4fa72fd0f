/**
 * Syntax trees and their matches, read from the parser's memory. The library's own nodes have a slow constructor (a field
 * named `0`, which V8 defines by a call of its runtime), and there is one for each capture and each look at a child; its
 * memory is read through a function that asks for the type of each word by name. Reading it here saves a tenth of what
 * extracting 1,782 files costs. Nodes are not made once per tree and kept: that took more of the garbage collector than
 * it saved.
 *
 *     pattern  count  (capture  id  start  row  column  alias)*     matches, in 32-bit words
 *
 * The layout is that of the pinned version (its lib/src: marshal.ts, query.ts).
 */
import type { Language, Parser, Query, Range } from 'web-tree-sitter';
import { addressOf, buffer, parserModule, type Binding, type OfNodeName } from './parser-memory.ts';

export interface Capture {
  name: string;
  node: Node;
}

export interface Match {
  patternIndex: number;
  captures: Capture[];
}

interface Position {
  row: number;
  column: number;
}

type Predicate = (captures: Capture[]) => boolean;

/** By pattern: `#eq?`, `#match?` and their like, which the library has compiled to functions of captures. */
function predicatesOf(query: Query): Predicate[][] {
  const predicates: unknown = Reflect.get(query, 'textPredicates');
  if (!Array.isArray(predicates)) throw new Error('web-tree-sitter has another layout: no textPredicates');
  return predicates as Predicate[][];
}

const WORDS_OF_NODE = 5;
const NO_LIMIT = 0xff_ff_ff_ff;
/** No range of rows, columns or offsets to start or stay in. */
const EVERYWHERE = Array.from({ length: 12 }, () => 0);

export interface ParseBounds {
  progressCallback?: () => boolean;
  includedRanges?: Range[];
}

/** The tree of a text, or of its parts when there are `includedRanges`; null when the callback stopped the parser. */
export function parseTree(
  parser: Parser,
  text: string,
  { progressCallback, includedRanges }: ParseBounds,
): Tree | null {
  const end = includedRanges?.at(-1)?.endIndex;
  // Handing out no more than is asked for saves copying the file's text once per part.
  const read = end === undefined ? text : (index: number): string => text.slice(index, end);
  const tree = parser.parse(read, null, {
    ...(progressCallback === undefined ? {} : { progressCallback }),
    ...(includedRanges === undefined ? {} : { includedRanges }),
  });
  if (tree === null) {
    parser.reset();
    return null;
  }
  return new Tree(tree, text);
}

/** Must be deleted; its nodes know nothing afterwards but what they were asked before. */
export class Tree {
  readonly address: number;
  readonly text: string;
  readonly language: Language;
  readonly binding: Binding;
  private readonly handle: { delete: () => void };

  constructor(handle: { delete: () => void; language: Language }, text: string) {
    this.handle = handle;
    this.language = handle.language;
    this.address = addressOf(handle);
    this.text = text;
    this.binding = parserModule();
  }

  delete(): void {
    this.handle.delete();
  }

  get rootNode(): Node {
    this.binding._ts_tree_root_node_wasm(this.address);
    const root = this.nodeAt(buffer);
    if (root === null) throw new Error('A tree has a root');
    return root;
  }

  /** The node whose first word has this index in the parser's memory; null for that of no node. */
  nodeAt(word: number): Node | null {
    const memory = this.binding.HEAP32;
    const id = memory[word] ?? 0;
    if (id === 0) return null;
    // Taken apart by pattern, `{ [word]: id }`, the offsets become names of properties, which optimised code cannot read.
    const start = memory[word + 1] ?? 0;
    const row = memory[word + 2] ?? 0;
    const column = memory[word + 3] ?? 0;
    return new Node(this, id, start, row, column, memory[word + 4] ?? 0);
  }

  /** All matches in the order of the query's cursor; fewer when the callback stops it. */
  matches(query: Query, progressCallback: () => boolean): Match[] {
    const { binding, address } = this;
    const predicates = predicatesOf(query);
    const names = query.captureNames;
    this.rootNode.toBuffer();
    binding.currentQueryProgressCallback = progressCallback;
    binding._ts_query_matches_wasm(addressOf(query), address, ...EVERYWHERE, NO_LIMIT, NO_LIMIT);
    binding.currentQueryProgressCallback = null;
    const memory = binding.HEAP32;
    const count = memory[buffer] ?? 0;
    const start = memory[buffer + 1] ?? 0;
    const matches: Match[] = [];
    let word = start >> 2;
    for (let i = 0; i < count; i += 1) {
      const patternIndex = memory[word] ?? 0;
      const length = memory[word + 1] ?? 0;
      word += 2;
      const captures: Capture[] = [];
      for (let c = 0; c < length; c += 1) {
        const node = this.nodeAt(word + 1);
        if (node !== null) captures.push({ name: names[memory[word] ?? 0] ?? '', node });
        word += 1 + WORDS_OF_NODE;
      }
      if (predicates[patternIndex]?.every((holds) => holds(captures)) === true)
        matches.push({ patternIndex, captures });
    }
    binding._free(start);
    return matches;
  }
}

/** A node of a tree. Offsets count UTF-16 units, as strings do; rows and columns begin with 0. */
export class Node {
  readonly tree: Tree;
  /** The same for all objects that stand for one node, and no other in the tree. */
  readonly id: number;
  readonly startIndex: number;
  private readonly row: number;
  private readonly column: number;
  private readonly alias: number;
  private knownType: string | undefined;
  private knownEnd = -1;
  private allChildren: Node[] | undefined;
  private allNamed: Node[] | undefined;

  constructor(tree: Tree, id: number, startIndex: number, row: number, column: number, alias: number) {
    this.tree = tree;
    this.id = id;
    this.startIndex = startIndex;
    this.row = row;
    this.column = column;
    this.alias = alias;
  }

  toBuffer(): void {
    const memory = this.tree.binding.HEAP32;
    memory[buffer] = this.id;
    memory[buffer + 1] = this.startIndex;
    memory[buffer + 2] = this.row;
    memory[buffer + 3] = this.column;
    memory[buffer + 4] = this.alias;
  }

  private ask(name: OfNodeName): number {
    this.toBuffer();
    return this.tree.binding[name](this.tree.address);
  }

  private one(name: OfNodeName): Node | null {
    this.ask(name);
    return this.tree.nodeAt(buffer);
  }

  private listed(): Node[] {
    const { tree } = this;
    const { HEAP32: memory, _free } = tree.binding;
    const count = memory[buffer] ?? 0;
    const start = memory[buffer + 1] ?? 0;
    const nodes: Node[] = [];
    if (count === 0) return nodes;
    for (let i = 0, word = start >> 2; i < count; i += 1, word += WORDS_OF_NODE) {
      const node = tree.nodeAt(word);
      if (node !== null) nodes.push(node);
    }
    _free(start);
    return nodes;
  }

  get type(): string {
    return (this.knownType ??= this.tree.language.types[this.ask('_ts_node_symbol_wasm')] ?? 'ERROR');
  }

  get endIndex(): number {
    if (this.knownEnd < 0) this.knownEnd = this.ask('_ts_node_end_index_wasm');
    return this.knownEnd;
  }

  get text(): string {
    return this.tree.text.slice(this.startIndex, this.endIndex);
  }

  get startPosition(): Position {
    return { row: this.row, column: this.column };
  }

  get endPosition(): Position {
    this.ask('_ts_node_end_point_wasm');
    const memory = this.tree.binding.HEAP32;
    return { row: memory[buffer] ?? 0, column: memory[buffer + 1] ?? 0 };
  }

  get isNamed(): boolean {
    return this.ask('_ts_node_is_named_wasm') === 1;
  }

  /** A part that the grammar could not read. */
  get isError(): boolean {
    return this.ask('_ts_node_is_error_wasm') === 1;
  }

  /** What the parser put in so that it could go on. */
  get isMissing(): boolean {
    return this.ask('_ts_node_is_missing_wasm') === 1;
  }

  /** Something in it is an error or missing. */
  get hasError(): boolean {
    return this.ask('_ts_node_has_error_wasm') === 1;
  }

  get children(): Node[] {
    if (this.allChildren === undefined) {
      this.ask('_ts_node_children_wasm');
      this.allChildren = this.listed();
    }
    return this.allChildren;
  }

  get namedChildren(): Node[] {
    if (this.allNamed === undefined) {
      this.ask('_ts_node_named_children_wasm');
      this.allNamed = this.listed();
    }
    return this.allNamed;
  }

  get namedChildCount(): number {
    return this.ask('_ts_node_named_child_count_wasm');
  }

  get nextSibling(): Node | null {
    return this.one('_ts_node_next_sibling_wasm');
  }

  get previousSibling(): Node | null {
    return this.one('_ts_node_prev_sibling_wasm');
  }

  get parent(): Node | null {
    return this.one('_ts_node_parent_wasm');
  }

  namedChild(index: number): Node | null {
    this.toBuffer();
    this.tree.binding._ts_node_named_child_wasm(this.tree.address, index);
    return this.tree.nodeAt(buffer);
  }

  childForFieldId(field: number): Node | null {
    this.toBuffer();
    this.tree.binding._ts_node_child_by_field_id_wasm(this.tree.address, field);
    return this.tree.nodeAt(buffer);
  }

  childrenForFieldId(field: number): Node[] {
    this.toBuffer();
    this.tree.binding._ts_node_children_by_field_id_wasm(this.tree.address, field);
    return this.listed();
  }
}
