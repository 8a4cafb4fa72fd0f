/**
 * The graph as rows: what resolution gives and the graph room writes. A node's properties depend on its own file alone,
 * edges on all files. Every edge belongs to one file (the one whose text says it), so that a sync can replace a file's
 * edges without looking at others.
 */

import type { Problem } from './facts.ts';
import type { Visibility } from './declarations/visibility.ts';

export const NODE_LABELS = ['Repository', 'File', 'Module', 'Class', 'Function', 'Variable'] as const;
export type NodeLabel = (typeof NODE_LABELS)[number];

export const EDGE_TYPES = ['CONTAINS', 'DEFINES', 'CALLS', 'IMPORTS', 'INHERITS'] as const;
export type EdgeType = (typeof EDGE_TYPES)[number];

/** How a call was bound, strongest first: same file, imported name, receiver's type, inherited member, only one such name. */
export const EVIDENCE = ['local', 'import', 'receiver', 'inherited', 'framework', 'unique_name'] as const;
export type Evidence = (typeof EVIDENCE)[number];

export interface GraphNode {
  /** See model/ids.ts. */
  id: string;
  label: NodeLabel;
  /** The language's word: function, method, constructor, lambda; class, interface, trait, struct, enum, ...; variable, constant, field. */
  kind: string;
  name: string;
  /** Dotted name within the file, `Outer.inner`; the path for a File, the module's name for a Module. */
  qualified_name: string;
  /** Relative to the repository's root; '' for Repository and external Module nodes. */
  path: string;
  line_number: number;
  end_line: number;
  language: string;
  docstring: string | null;
  /** UTF-16 range of the text that becomes `source_code`; null when the node has none of its own. */
  range: [start: number, end: number] | null;
  /** Functions only. */
  complexity?: number;
  /** Functions only: `(self, name: str) -> int` as far as known. */
  signature?: string;
  decorators?: string[];
  modifiers?: string[];
  /** Functions only: from where it can be called, where its language says so. */
  visibility?: Visibility;
  /** Files and classes: `name:line` of what is declared for them alone and has its definition elsewhere (C, C++). */
  hidden_members?: string[];
  /** Name of the class a method belongs to. */
  class_name?: string;
  /** Variables: the initial value as written (cut) and the enclosing function or class. */
  value?: string;
  context?: string;
  /** Modules only. */
  is_external?: boolean;
  /** Of a file that a program wrote, and of what it declares. */
  generated?: true;
}

export interface CallSite {
  line: number;
}

export interface GraphEdge {
  type: EdgeType;
  from: string;
  to: string;
  /** CALLS and INHERITS. */
  evidence?: Evidence;
  /** CALLS and INHERITS: 0..1. */
  confidence?: number;
  /** CALLS: every place in `from` that makes the call, by line. */
  sites?: CallSite[];
  /** INHERITS: extends, implements, mixes_in, embeds. */
  how?: string;
  /** IMPORTS. A second import of the same file under another name is a second edge. */
  imported_name?: string;
  /** The module as the file writes it, `./users`; cut like a name. */
  module_name?: string;
  alias?: string;
  line?: number;
}

/** Where the call sites of a language or file ended: the four parts add up to `sites`. */
export interface CallCounts {
  sites: number;
  resolved: number;
  /** Known to lead out of the repository. */
  external: number;
  /** Several candidates and no evidence for one. */
  ambiguous: number;
  unresolved: number;
}

export const OPEN_REASONS = ['unresolved', 'ambiguous'] as const;

/** A call of which it is not known what it runs. */
export interface OpenCall {
  line: number;
  /** The names that are written: `self.pool.get(…).close`. */
  callee: string;
  /** As CallCounts count it. */
  why: (typeof OPEN_REASONS)[number];
}

/** Of a file; its CallCounts count the others. */
export const MOST_OPEN_CALLS = 500;

export interface FileEdges {
  path: string;
  language: string;
  /** Edges this file's text says, and CONTAINS edges from a Module to this file. */
  edges: GraphEdge[];
  calls: CallCounts;
  /** Calls that were not resolved, by line, MOST_OPEN_CALLS at most; only where there are any. */
  open?: OpenCall[];
  /** What failed in resolution; only where something did. */
  problems?: Problem[];
}

/** A file's edges with their dependence. */
export interface ResolvedFile extends FileEdges {
  dependence: Dependence;
}

/** What a file's edges depend on, and what other files can depend on in it: hashes of keys, ascending, each once. */
export interface Dependence {
  /** What the file depends on beside `shared`. */
  inputs: Uint32Array;
  /** What it depends on with other files, which is long and the same for all of them: they hold the same lists. */
  shared: readonly Uint32Array[];
  /** Keys of tables of all files under which it has entries. */
  provides: Uint32Array;
}

export interface ResolvedGraph {
  files: ResolvedFile[];
  /** Packages of the repository and modules outside it that files import; each once. */
  modules: GraphNode[];
}

/** Numbers in a node's vector; the vector index is made for them. */
export const EMBEDDING_DIMENSIONS = 1536;
