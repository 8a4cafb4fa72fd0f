/**
 * Variables of a part of a function: those of a comprehension, and those of a block in a block. They are no others of that
 * name around them. Their names carry which of the file's variables of the name is meant, so that nothing else is.
 *
 *     x = A(); ys = [x.m() for x in bs]; x.m()            →     x@1.m() for x@1 in bs; x.m()
 *     const x = new A(); if (q) { const x = b; x.m(); }   →     if (q) { const x@1 = b; x@1.m(); }
 */
import type { Node } from 'web-tree-sitter';
import type { Draft, Found } from './gathered.ts';
import type { Tables } from '../compile/tables.ts';

interface Span {
  start: number;
  end: number;
  /** What is looped over is outside. */
  outside: Node | undefined;
}

export type OwnName = (name: string, at: number) => string;

export interface Declarations {
  bindings: Found[];
  drafts: Iterable<Draft>;
  text: string;
  /** Whether a node is a function: its body is no block of its own. */
  isFunction(nodeId: number): boolean;
}

/** How names are to be read; undefined when there are no such variables. */
export function ownVariables(declarations: Declarations, tables: Tables): OwnName | undefined {
  const spans = new Map<string, Span[]>();
  const add = (name: string, span: Span): void => {
    const known = spans.get(name);
    if (known === undefined) spans.set(name, [span]);
    else if (!known.some((one) => one.start === span.start && one.end === span.end)) known.push(span);
  };
  addExpressions(declarations, tables, add);
  if (tables.blocks !== undefined) addBlocks(declarations, tables, tables.blocks, add);
  if (spans.size === 0) return undefined;
  for (const list of spans.values()) list.sort((a, b) => a.start - b.start || b.end - a.end);
  return (name, at) => {
    const list = spans.get(name);
    if (list === undefined) return name;
    const inner = list.findLastIndex((span) => isIn(span, at));
    return inner < 0 ? name : `${name}@${inner + 1}`;
  };
}

function isIn({ end, outside, start }: Span, at: number): boolean {
  if (at < start || at >= end) return false;
  return outside === undefined || at < outside.startIndex || at >= outside.endIndex;
}

type AddSpan = (name: string, span: Span) => void;

/** Comprehensions. */
function addExpressions({ bindings }: Declarations, tables: Tables, add: AddSpan): void {
  for (const { parts, settings } of bindings) {
    if (parts.within === undefined || parts.target === undefined || settings['through'] === undefined) continue;
    const span = { start: parts.within.startIndex, end: parts.within.endIndex, outside: parts.value };
    for (const name of namesIn(parts.target, tables)) add(name, span);
  }
}

/** Variables and functions that a block declares which is no function's own, where the name stands outside of it, too. */
function addBlocks(
  { bindings, drafts, isFunction, text }: Declarations,
  tables: Tables,
  blocks: NonNullable<Tables['blocks']>,
  add: AddSpan,
): void {
  const addName = (name: string, block: Node | undefined, outside?: Node): void => {
    if (block === undefined) return;
    const span = { start: block.startIndex, end: block.endIndex, outside };
    if (standsOutside(text, name, span)) add(name, span);
  };
  for (const { kind, node, parts } of drafts) {
    if (parts.name === undefined || parts.owner !== undefined || kind === 'class' || kind === 'field') continue;
    if (tables.values.get(parts.name.type) === undefined) continue;
    addName(parts.name.text, blockAround(node, blocks, isFunction));
  }
  for (const { node, parts, settings } of bindings) {
    if (settings['block'] === undefined || parts.target === undefined) continue;
    for (const name of namesIn(parts.target, tables)) addName(name, node, parts.value);
  }
}

/** The block that a declaration belongs to; undefined for a function's own, and for what belongs to the whole function. */
function blockAround(
  node: Node,
  { hoisted, scopes }: NonNullable<Tables['blocks']>,
  isFunction: (nodeId: number) => boolean,
): Node | undefined {
  for (let at: Node | null = node.parent; at !== null; at = at.parent) {
    if (hoisted.has(at.type) || isFunction(at.id)) return undefined;
    if (!scopes.has(at.type)) continue;
    return at.parent !== null && isFunction(at.parent.id) ? undefined : at;
  }
  return undefined;
}

/** Whether a text has the word outside of a span, but as a member. */
function standsOutside(text: string, word: string, { end, start }: Span): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    if (at >= start && at < end) {
      at = end - word.length;
      continue;
    }
    if (!/[\w$.]/.test(text[at - 1] ?? ' ') && !/[\w$]/.test(text[at + word.length] ?? ' ')) return true;
  }
  return false;
}

/** Names that a target gives values to: `a`, `b` of `(a, *b)`. */
function namesIn(target: Node, tables: Tables): string[] {
  if (tables.targets.has(target.type)) return target.namedChildren.flatMap((child) => namesIn(child, tables));
  return tables.values.get(target.type)?.some((form) => form.is === 'name') === true ? [target.text] : [];
}
