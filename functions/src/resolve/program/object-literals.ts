/**
 * Which object literals hold a function, so that code in it knows what `this` is.
 *
 *     module.exports = { open() { this.check(); }, check() {} }
 *     return { next: function () { return this.peek(); }, peek() {} }
 *
 * One literal may stand in several facts (what is assigned and what is exported): each of them holds the function.
 */
import type { Value } from '../../model/facts.ts';
import { append } from './append.ts';
import type { ScopeId, SourceFile } from './program.ts';
import { fileScope, scopeOf } from './program.ts';

export interface Literal {
  value: Value & { is: 'collection' };
  scope: ScopeId;
}

const MAX_DEPTH = 50;

/** By index of the function's definition. */
export function literalsByFunction(file: SourceFile): Map<number, Literal[]> {
  const out = new Map<number, Literal[]>();
  const { bindings, calls, definitions, exports } = file.facts;
  for (const { value, scope } of bindings) if (value !== undefined) gather(out, value, scopeOf(file, scope));
  for (const { value } of exports) gather(out, value, fileScope(file));
  for (const { args, scope } of calls) for (const { value } of args ?? []) gather(out, value, scopeOf(file, scope));
  definitions.forEach(({ value, parent, returned }, index) => {
    if (value !== undefined) gather(out, value, scopeOf(file, parent));
    for (const given of returned ?? []) gather(out, given, file.base + index);
  });
  return out;
}

function gather(out: Map<number, Literal[]>, value: Value, scope: ScopeId, depth = 0): void {
  if (depth > MAX_DEPTH) return;
  if (value.is === 'either') for (const option of value.options) gather(out, option, scope, depth + 1);
  if (value.is === 'cast' && value.of !== undefined) gather(out, value.of, scope, depth + 1);
  if (value.is !== 'collection') return;
  for (const item of value.items) {
    if (item.is !== 'function') gather(out, item, scope, depth + 1);
    else if (value.of === 'map') {
      append(out, item.definition, { value, scope });
    }
  }
}
