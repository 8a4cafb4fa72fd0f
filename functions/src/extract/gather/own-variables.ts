/**
 * Variables of an expression: a comprehension's are no others of that name around it, though it is no function. Their
 * names carry where the expression begins, so that nothing else is meant by them.
 *
 *     x = A(); ys = [x.m() for x in bs]; x.m()     →     x@9.m() for x@9 in bs; x.m()
 */
import type { Node } from 'web-tree-sitter';
import type { Found } from './gathered.ts';
import type { Tables } from '../compile/tables.ts';

interface Span {
  start: number;
  end: number;
  /** What is looped over is outside. */
  outside: Node | undefined;
}

export type OwnName = (name: string, at: number) => string;

/** How names are to be read; undefined when there are no such variables. */
export function ownVariables(bindings: Found[], tables: Tables): OwnName | undefined {
  const spans = new Map<string, Span[]>();
  for (const { parts, settings } of bindings) {
    if (parts.within === undefined || parts.target === undefined || settings['through'] === undefined) continue;
    const span = { start: parts.within.startIndex, end: parts.within.endIndex, outside: parts.value };
    for (const name of namesIn(parts.target, tables)) {
      const known = spans.get(name);
      if (known === undefined) spans.set(name, [span]);
      else known.push(span);
    }
  }
  if (spans.size === 0) return undefined;
  return (name, at) => {
    let inner: Span | undefined;
    for (const span of spans.get(name) ?? []) {
      if (at < span.start || at >= span.end || (inner !== undefined && span.start < inner.start)) continue;
      const { outside } = span;
      if (outside === undefined || at < outside.startIndex || at >= outside.endIndex) inner = span;
    }
    return inner === undefined ? name : `${name}@${inner.start}`;
  };
}

/** Names that a target gives values to: `a`, `b` of `(a, *b)`. */
function namesIn(target: Node, tables: Tables): string[] {
  if (tables.targets.has(target.type)) return target.namedChildren.flatMap((child) => namesIn(child, tables));
  return tables.values.get(target.type)?.some((form) => form.is === 'name') === true ? [target.text] : [];
}
