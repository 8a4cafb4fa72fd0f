/**
 * The parser's WebAssembly module, as far as syntax-tree.ts reads trees from its memory: which functions it has, and where
 * nodes are handed over. What another version of the library has elsewhere is missed when it is loaded.
 *
 *     transfer buffer, 32-bit words     id  start  row  column  alias       one node, in and out
 */

/** The part of the WebAssembly module that is used here: functions take a tree's address and the node in the buffer. */
type OfNode = (tree: number) => number;
type OfNodeAt = (tree: number, index: number) => number;

const OF_NODE = [
  '_ts_node_symbol_wasm',
  '_ts_node_end_index_wasm',
  '_ts_node_end_point_wasm',
  '_ts_node_is_named_wasm',
  '_ts_node_is_error_wasm',
  '_ts_node_is_missing_wasm',
  '_ts_node_has_error_wasm',
  '_ts_node_named_child_count_wasm',
  '_ts_node_children_wasm',
  '_ts_node_named_children_wasm',
  '_ts_node_next_sibling_wasm',
  '_ts_node_prev_sibling_wasm',
  '_ts_node_parent_wasm',
  '_ts_tree_root_node_wasm',
] as const;
const OF_NODE_AT = [
  '_ts_node_child_by_field_id_wasm',
  '_ts_node_children_by_field_id_wasm',
  '_ts_node_named_child_wasm',
] as const;

export type OfNodeName = (typeof OF_NODE)[number];

export type Binding = Record<OfNodeName, OfNode> &
  Record<(typeof OF_NODE_AT)[number], OfNodeAt> & {
    /** Replaced when the memory grows. */
    HEAP32: Int32Array;
    currentQueryProgressCallback: ((state: object) => boolean) | null;
    _ts_init: () => number;
    _free: (address: number) => void;
    _ts_query_matches_wasm: (query: number, tree: number, ...bounds: number[]) => void;
  };

let binding: Binding | undefined;
/** Index of the transfer buffer's first word. */
export let buffer = 0;

const isFunction = (value: unknown): boolean => typeof value === 'function';

/** Takes the module that `Parser.init` filled; throws when it is not the one this file was written for. */
export function readTreesFrom(module: Partial<Record<string, unknown>>): void {
  const functions = [...OF_NODE, ...OF_NODE_AT, '_ts_init', '_free', '_ts_query_matches_wasm'];
  const missing = functions.filter((name) => !isFunction(module[name]));
  if (!(module['HEAP32'] instanceof Int32Array)) missing.push('HEAP32');
  if (missing.length > 0) throw new Error(`web-tree-sitter has another layout: no ${missing.join(', ')}`);
  binding = module as unknown as Binding;
  buffer = binding._ts_init() >> 2;
}

export function parserModule(): Binding {
  if (binding === undefined) throw new Error('initialiseParsing comes first');
  return binding;
}

/** Where the library's object has its own in the parser's memory. */
export function addressOf(handle: object): number {
  const address: unknown = Reflect.get(handle, 0);
  if (typeof address !== 'number') throw new Error('web-tree-sitter has another layout: no address');
  return address;
}
