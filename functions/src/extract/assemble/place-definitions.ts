/**
 * From gathered definition nodes to numbered definitions with parents and scopes, before anything inside them is read.
 *
 *     const api = { get() {} }     definitions: variable api (-1), function api.get (parent 0)
 *     const go = () => 1           one function `go`: the anonymous one gives what it knows to the one that names it
 *
 * Variables of a function are no definitions (they stay bindings), and assigning a variable twice declares it once.
 */
import type { Node } from 'web-tree-sitter';
import { FILE_SCOPE, type DefinitionKind } from '../../model/facts.ts';
import { addClause, ClauseMerger, type Continuable } from '../gather/clauses.ts';
import type { Draft, Gathered } from '../gather/captures.ts';
import { isBetterKind } from '../compile/vocabulary.ts';
import { withoutColon } from '../gather/sized-values.ts';
import { byNesting, scopesOf, type Interval, type ScopeAt } from './scopes.ts';

export interface Placed extends Continuable {
  kind: DefinitionKind;
  name: string;
  anonymous: boolean;
  parent: number;
  start: number;
}

export interface Placement {
  placed: Placed[];
  /** Index of the definition a node became: the definition's own node, and the anonymous one it names. */
  definitionOf: Map<number, number>;
  /** Local variables: no definitions, but bindings. */
  locals: Draft[];
}

const VARIABLES = new Set<DefinitionKind>(['variable', 'constant', 'field']);
const FUNCTIONS = new Set<DefinitionKind>(['function', 'method']);
const CLASSES = new Set<DefinitionKind>(['class', 'interface', 'enum']);

export function isVariable(kind: DefinitionKind): boolean {
  return VARIABLES.has(kind);
}

export function isFunction(kind: DefinitionKind): boolean {
  return FUNCTIONS.has(kind);
}

export function isClass(kind: DefinitionKind): boolean {
  return CLASSES.has(kind);
}

/** A name as written, as far as the parameters; what is in the quotes of `'a-b'() {}`; a symbol without its colon. */
function nameOf(draft: Draft): string {
  const { name, parameters } = draft.parts;
  const isAround = name !== undefined && parameters !== undefined && parameters.endIndex <= name.endIndex;
  const end = isAround && parameters.startIndex > name.startIndex ? parameters.startIndex - name.startIndex : undefined;
  const written = name?.text.slice(0, end).trimEnd() ?? draft.settings['name'] ?? '';
  const quoted = /^(["'`])(.+)\1$/s.exec(written)?.[2];
  return (quoted ?? withoutColon(written)).replace(/\s+/g, ' ').slice(0, 500);
}

/** Adds what an anonymous function or class says to the definition that names it. */
function absorb(into: Draft, anonymous: Draft): void {
  if (isBetterKind(anonymous.kind, into.kind) && !isFunction(into.kind)) into.kind = anonymous.kind;
  into.parts = { ...anonymous.parts, ...into.parts };
  into.settings = { ...anonymous.settings, ...into.settings };
  into.bases.push(...anonymous.bases);
  into.parameterNodes.push(...anonymous.parameterNodes);
  into.typeParameterNodes.push(...anonymous.typeParameterNodes);
  into.decorators.push(...anonymous.decorators);
  into.modifiers.push(...anonymous.modifiers);
  into.doc ??= anonymous.doc as Node;
}

function mergeAnonymous(drafts: Map<number, Draft>): Map<number, Draft> {
  const owners = new Map<number, Draft>();
  for (const draft of drafts.values()) {
    const node = draft.parts.anonymous;
    if (node === undefined || node.id === draft.node.id || owners.has(node.id)) continue;
    const anonymous = drafts.get(node.id);
    if (anonymous !== undefined) {
      // `b = function c() {}`: the outer name is how others call it.
      absorb(draft, anonymous);
      drafts.delete(node.id);
    }
    owners.set(node.id, draft);
  }
  return owners;
}

const BLANKS_AND_COMMENTS = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;

/** A definition begins after the decorators that stand at its head, and what is remarked beside them. */
function startOf(draft: Draft, text: string): number {
  let start = draft.node.startIndex;
  const decorators = [...draft.decorators].sort((a, b) => a.startIndex - b.startIndex);
  for (const decorator of decorators) {
    if (decorator.startIndex !== start) continue;
    start = decorator.endIndex;
    BLANKS_AND_COMMENTS.lastIndex = start;
    start += BLANKS_AND_COMMENTS.exec(text)?.[0].length ?? 0;
  }
  return start;
}

export function placeDefinitions(gathered: Gathered, text: string): Placement {
  const named = mergeAnonymous(gathered.drafts);
  const ranged = [...gathered.drafts.values()].map((draft) => ({
    draft,
    start: startOf(draft, text),
    end: draft.node.endIndex,
  }));
  ranged.sort((a, b) => byNesting(a, b) || (isVariable(b.draft.kind) ? 1 : 0) - (isVariable(a.draft.kind) ? 1 : 0));

  const placed: Placed[] = [];
  const definitionOf = new Map<number, number>();
  const locals: Draft[] = [];
  const variables = new Map<string, number>();
  const clauses = new ClauseMerger();
  const open: number[] = [];
  for (const { draft, start, end } of ranged) {
    let top = placed[open[open.length - 1] ?? -1];
    while (top !== undefined && top.end < end) {
      open.pop();
      top = placed[open[open.length - 1] ?? -1];
    }
    while (top !== undefined && top.end <= start) {
      open.pop();
      top = placed[open[open.length - 1] ?? -1];
    }
    let parent = open[open.length - 1] ?? FILE_SCOPE;
    // The nearest enclosing definition that is more than a value: what the language would call the scope.
    let scope = top;
    while (scope !== undefined && isVariable(scope.kind)) scope = placed[scope.parent];
    const name = nameOf(draft);
    // A prototype in a function adds nothing to what the whole program declares; in C++ it is often no function at all.
    if (draft.settings['declaration'] === 'prototype' && scope !== undefined && isFunction(scope.kind)) continue;
    let kind = draft.kind;
    // What the preprocessor defines is seen by all of the file that follows, wherever it stands.
    const isFiles = draft.settings['home'] === 'file';
    if (isFiles) parent = FILE_SCOPE;
    if (isVariable(kind)) {
      if (name === '' || (scope !== undefined && isFunction(scope.kind) && draft.parts.owner === undefined)) {
        locals.push(draft);
        continue;
      }
      if (!isFiles && scope !== undefined && scope === top && isClass(scope.kind) && kind === 'variable')
        kind = 'field';
      // `a = b = f()`: b stands inside a's statement, but is no part of it.
      for (let outer = isFiles ? undefined : top; outer !== undefined && isVariable(outer.kind); outer = placed[parent])
        parent = outer.parent;
      const key = `${parent} ${draft.parts.owner?.text ?? ''} ${name}`;
      const known = variables.get(key);
      if (known !== undefined) {
        definitionOf.set(draft.node.id, known);
        locals.push(draft);
        continue;
      }
      variables.set(key, placed.length);
    } else if (kind === 'function' && !isFiles && draft.settings['extension'] === undefined) {
      if ((top !== undefined && isClass(top.kind)) || draft.parts.owner !== undefined) kind = 'method';
    }
    const continued = clauses.continued(draft, name, parent, placed);
    const first = continued === undefined ? undefined : placed[continued];
    if (continued !== undefined && first !== undefined) {
      addClause(first, draft, end);
      definitionOf.set(draft.node.id, continued);
      open.push(continued);
      continue;
    }
    const index = placed.length;
    clauses.place(parent, index);
    placed.push({ draft, kind, name: name || '<anonymous>', anonymous: name === '', parent, start, end });
    definitionOf.set(draft.node.id, index);
    open.push(index);
  }
  for (const [nodeId, draft] of named) {
    const index = definitionOf.get(draft.node.id);
    if (index !== undefined) definitionOf.set(nodeId, index);
  }
  return { placed, definitionOf, locals };
}

export interface Scopes {
  /** Innermost function, class or module around an offset. */
  scopeAt: ScopeAt;
  /** Innermost function around a node, the node itself not counted; FILE_SCOPE if none. */
  functionAround: (node: Node) => number;
  functionAt: ScopeAt;
  classAt: ScopeAt;
}

function rangeOf(node: Node, scope: number): Interval {
  return { start: node.startIndex, end: node.endIndex, scope };
}

/** `heads` are parts of definitions that are evaluated outside of them (decorators, Python's default values). */
export function scopesOfDefinitions(placement: Placement, heads: { node: Node; of: number }[]): Scopes {
  const { placed, definitionOf } = placement;
  const enclosing = (index: number, accept: (kind: DefinitionKind) => boolean): number => {
    let current = placed[index]?.parent ?? FILE_SCOPE;
    for (let outer = placed[current]; outer !== undefined && !accept(outer.kind); outer = placed[current]) {
      current = outer.parent;
    }
    return current;
  };
  const intervals = (accept: (kind: DefinitionKind) => boolean): Interval[] => [
    ...placed.flatMap(({ kind, start, end, draft }, scope) => {
      if (!accept(kind)) return [];
      // `this.close = () => …`: only the function is its scope, the assignment is around it.
      const anonymous = draft.parts.anonymous;
      return [anonymous === undefined ? { start, end, scope } : rangeOf(anonymous, scope)];
    }),
    ...heads.map(({ node, of }) => rangeOf(node, enclosing(of, accept))),
  ];
  const isScope = (kind: DefinitionKind): boolean => !isVariable(kind) && kind !== 'type';
  const functionAt = scopesOf(intervals(isFunction));
  return {
    scopeAt: scopesOf(intervals(isScope)),
    functionAt,
    classAt: scopesOf(intervals(isClass)),
    functionAround(node) {
      const itself = definitionOf.get(node.id);
      const end = node.endIndex;
      let index = functionAt(node.startIndex);
      for (let at = placed[index]; at !== undefined; at = placed[index]) {
        if (index !== itself && at.end >= end) break;
        index = enclosing(index, isFunction);
      }
      return index;
    },
  };
}
