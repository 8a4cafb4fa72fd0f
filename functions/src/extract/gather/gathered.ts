/**
 * What one tree says before anything in it is read: definitions, calls, imports and the rest, each with the nodes that
 * its patterns captured. `captures.ts` fills it; every reader of this room takes from it.
 */
import type { Node } from 'web-tree-sitter';
import type { DefinitionKind } from '../../model/facts.ts';
import type { Parts, Settings } from '../compile/vocabulary.ts';

export interface BaseNode {
  node: Node;
  /** `extends`, `implements`, …: the pattern's `how`. */
  how: string;
}

/** A definition as gathered so far. */
export interface Draft {
  node: Node;
  kind: DefinitionKind;
  parts: Parts;
  settings: Settings;
  bases: BaseNode[];
  decorators: Node[];
  parameterNodes: Node[];
  /** Type parameter lists, and clauses that bound their names. */
  typeParameterNodes: Node[];
  modifiers: string[];
  /** A modifier before it that holds for all that follows: `private` on a line of its own in Ruby. */
  section?: Node;
  doc?: Node;
}

/** A call, import, export, binding or signature. */
export interface Found {
  node: Node;
  parts: Parts;
  settings: Settings;
  argumentNodes: Node[];
  /** The last of several nodes captured as `@source`. The source reaches from the first to this one. */
  sourceEnd?: Node;
}

/** A supertype that is given to a type apart from its definition. */
export interface Conformance {
  owner: Node;
  base: BaseNode;
  /** True when every type has it: `impl<T> Shout for T`. */
  ofAny: boolean;
}

export interface Gathered {
  /** By node id. */
  drafts: Map<number, Draft>;
  /** By node id. */
  calls: Map<number, Found>;
  imports: Found[];
  exports: Found[];
  bindings: Found[];
  /** Offsets of decision points by node id. */
  branches: Map<number, number>;
  returns: Node[];
  /** Expressions that are a function and its result in one: `_.name` in Scala. */
  ownReturns: Node[];
  yields: Node[];
  /** Comments that no pattern captures together with a definition. */
  comments: Node[];
  /** Bases that belong to the class around them. */
  bases: BaseNode[];
  conformances: Conformance[];
  /** Types of functions that stand apart from them: `@name` and `@type`. */
  signatures: Found[];
  /** Nothing in a pattern is a call: `Circle r` takes a value apart. */
  patterns: Node[];
  /** Conditions of a preprocessor, which are decided before the program runs. */
  directives: Node[];
  /** Names of the file's module, outermost first. Their parts are joined. */
  modules?: Node[];
  fileDoc?: Node;
}
