/**
 * From gathered definition nodes to numbered definitions with parents, before anything inside them is read.
 *
 *     const api = { get() {} }     definitions: variable api (-1), function api.get (parent 0)
 *     const go = () => 1           one function `go`: the anonymous one gives what it knows to the one that names it
 *
 * A variable in a function is no definition (it stays a binding). A variable that is assigned twice is declared once.
 */
import type { Node } from 'web-tree-sitter';
import { FILE_SCOPE, type DefinitionKind } from '../../model/facts.ts';
import { isBetterKind, isClass, isFunction, isVariable } from '../compile/definition-kinds.ts';
import type { Draft, Gathered } from '../gather/gathered.ts';
import { byNesting } from '../gather/scopes.ts';
import { withoutColon } from '../gather/sized-values.ts';
import { addClause, ClauseMerger, type Continuable } from './clauses.ts';

export interface Placed extends Continuable {
  kind: DefinitionKind;
  name: string;
  anonymous: boolean;
  parent: number;
  start: number;
}

export interface Placement {
  placed: Placed[];
  /** Index of the definition that a node became: the definition's own node, and the anonymous one that it names. */
  definitionOf: Map<number, number>;
  /** Local variables: no definitions, but bindings. */
  locals: Draft[];
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
  // What stands inside calls and casts may be a class too, which no pattern can tell.
  const isInside = into.settings['inside'] !== undefined;
  if (isInside || (isBetterKind(anonymous.kind, into.kind) && !isFunction(into.kind))) into.kind = anonymous.kind;
  into.parts = { ...anonymous.parts, ...into.parts };
  into.settings = { ...anonymous.settings, ...into.settings };
  into.bases.push(...anonymous.bases);
  into.parameterNodes.push(...anonymous.parameterNodes);
  into.typeParameterNodes.push(...anonymous.typeParameterNodes);
  into.decorators.push(...anonymous.decorators);
  into.modifiers.push(...anonymous.modifiers);
  into.doc ??= anonymous.doc as Node;
}

/** The definition that names each anonymous function or class, by the anonymous one's node id. */
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

/** A definition begins behind the decorators at its head, and behind the comments beside them. */
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

/**
 * A body that ends by how the next line is indented takes what stands before that line with it: blanks, and the comment of
 * what comes next.
 */
function textEndOf(node: Node, text: string): number {
  const { startIndex, endIndex } = node;
  if (/\S/.test(text[endIndex - 1] ?? 'x')) return endIndex;
  // Asked here and not above: a node makes its children when it is asked for them, and most definitions end with their text.
  const last = node.children.findLast((child) => !child.isExtra && child.endIndex > child.startIndex);
  if (last !== undefined) return textEndOf(last, text);
  return startIndex + text.slice(startIndex, endIndex).trimEnd().length;
}

interface Ranged {
  draft: Draft;
  start: number;
  /** Of its node: what stands in the definition is within. */
  end: number;
  /** Of its own text. */
  textEnd: number;
}

/** Outer ones first; of two with one range the variable, which holds the other as its value. */
function rangesOf(drafts: Iterable<Draft>, text: string): Ranged[] {
  const ranged = [...drafts].map((draft) => ({
    draft,
    start: startOf(draft, text),
    end: draft.node.endIndex,
    textEnd: textEndOf(draft.node, text),
  }));
  const variableFirst = ({ draft }: Ranged): number => (isVariable(draft.kind) ? 0 : 1);
  return ranged.sort((a, b) => byNesting(a, b) || variableFirst(a) - variableFirst(b));
}

/** Where a definition stands. */
interface Surroundings {
  /** The definition right around it. */
  top: Placed | undefined;
  /** The nearest one around it that is more than a value: what the language would call the scope. */
  scope: Placed | undefined;
  parent: number;
  /** It is a definition of the file wherever it stands: what a preprocessor defines is seen by all that follows. */
  isFiles: boolean;
}

/** A prototype in a function tells nothing that its declaration does not; in C++ it is often no function at all. */
function isLocalPrototype({ settings }: Draft, { scope }: Surroundings): boolean {
  return settings['declaration'] === 'prototype' && scope !== undefined && isFunction(scope.kind);
}

function isLocalVariable({ parts }: Draft, name: string, { scope }: Surroundings): boolean {
  return name === '' || (scope !== undefined && isFunction(scope.kind) && parts.owner === undefined);
}

function isInClass({ isFiles, scope, top }: Surroundings): boolean {
  return !isFiles && scope !== undefined && scope === top && isClass(scope.kind);
}

function kindOfFunction({ parts, settings }: Draft, { isFiles, top }: Surroundings): 'function' | 'method' {
  if (isFiles || settings['extension'] !== undefined) return 'function';
  return (top !== undefined && isClass(top.kind)) || parts.owner !== undefined ? 'method' : 'function';
}

/** Takes definitions in the order of `rangesOf`. */
class Placer implements Placement {
  readonly placed: Placed[] = [];
  readonly definitionOf = new Map<number, number>();
  readonly locals: Draft[] = [];
  /** Index of each variable by its parent, its owner and its name. */
  private readonly variables = new Map<string, number>();
  private readonly clauses = new ClauseMerger();
  /** Indices of the definitions around the current place, outermost first. */
  private readonly open: number[] = [];

  place(ranged: Ranged): void {
    const { draft } = ranged;
    const around = this.surroundings(ranged);
    if (isLocalPrototype(draft, around)) return;
    const name = nameOf(draft);
    if (isVariable(draft.kind)) this.placeVariable(ranged, name, around);
    else {
      const kind = draft.kind === 'function' ? kindOfFunction(draft, around) : draft.kind;
      this.add(ranged, kind, name, around.parent);
    }
  }

  private placeVariable(ranged: Ranged, name: string, around: Surroundings): void {
    const { draft } = ranged;
    if (isLocalVariable(draft, name, around)) {
      this.locals.push(draft);
      return;
    }
    const parent = this.parentOfVariable(around);
    const key = `${parent} ${draft.parts.owner?.text ?? ''} ${name}`;
    const known = this.variables.get(key);
    if (known !== undefined) {
      this.definitionOf.set(draft.node.id, known);
      this.locals.push(draft);
      return;
    }
    this.variables.set(key, this.placed.length);
    this.add(ranged, draft.kind === 'variable' && isInClass(around) ? 'field' : draft.kind, name, parent);
  }

  private add({ draft, start, end, textEnd }: Ranged, kind: DefinitionKind, name: string, parent: number): void {
    const continued = this.clauses.continued(draft, name, parent, this.placed);
    const first = continued === undefined ? undefined : this.placed[continued];
    if (continued !== undefined && first !== undefined) {
      addClause(first, draft, { end, textEnd });
      this.definitionOf.set(draft.node.id, continued);
      this.open.push(continued);
      return;
    }
    const index = this.placed.length;
    this.clauses.place(parent, index);
    const anonymous = name === '';
    this.placed.push({ draft, kind, name: name || '<anonymous>', anonymous, parent, start, end, textEnd });
    this.definitionOf.set(draft.node.id, index);
    this.open.push(index);
  }

  private surroundings({ draft, start, end }: Ranged): Surroundings {
    let top = this.top();
    while (top !== undefined && top.end < end) top = this.close();
    while (top !== undefined && top.end <= start) top = this.close();
    let scope = top;
    while (scope !== undefined && isVariable(scope.kind)) scope = this.placed[scope.parent];
    const isFiles = draft.settings['home'] === 'file';
    const parent = isFiles ? FILE_SCOPE : (this.open[this.open.length - 1] ?? FILE_SCOPE);
    return { top, scope, parent, isFiles };
  }

  private top(): Placed | undefined {
    return this.placed[this.open[this.open.length - 1] ?? -1];
  }

  private close(): Placed | undefined {
    this.open.pop();
    return this.top();
  }

  /** `a = b = f()`: b stands inside a's statement, but is no part of it. */
  private parentOfVariable({ isFiles, parent, top }: Surroundings): number {
    let outside = parent;
    for (let outer = isFiles ? undefined : top; outer !== undefined && isVariable(outer.kind);) {
      outside = outer.parent;
      outer = this.placed[outside];
    }
    return outside;
  }
}

export function placeDefinitions(gathered: Gathered, text: string): Placement {
  const named = mergeAnonymous(gathered.drafts);
  const placer = new Placer();
  for (const ranged of rangesOf(gathered.drafts.values(), text)) placer.place(ranged);
  const { placed, definitionOf, locals } = placer;
  for (const [nodeId, draft] of named) {
    const index = definitionOf.get(draft.node.id);
    if (index !== undefined) definitionOf.set(nodeId, index);
  }
  return { placed, definitionOf, locals };
}
