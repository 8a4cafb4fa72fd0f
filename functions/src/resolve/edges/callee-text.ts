/**
 * What a call calls, as text for people: the names that are written, with the rest left out.
 *
 *     self.pool.get(key).close()     self.pool.get(…).close
 *     handlers[kind](event)          handlers[…]
 */
import type { Value } from '../../model/facts.ts';

const LONGEST = 120;
/** A chain of calls can be as long as a file. */
const DEEPEST = 12;

export function calleeText(callee: Value): string {
  const text = textOf(callee, DEEPEST);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function textOf(value: Value, depth: number): string {
  if (depth === 0) return '…';
  const of = (inner: Value) => textOf(inner, depth - 1);
  switch (value.is) {
    case 'name':
      return value.name;
    case 'member':
      return `${of(value.of)}.${value.name}`;
    case 'call':
      return `${of(value.callee)}(…)`;
    case 'new':
      return `new ${value.type.name}(…)`;
    case 'index':
      return `${of(value.of)}[${value.by ?? value.key ?? '…'}]`;
    case 'self':
      return 'self';
    case 'super':
      return 'super';
    case 'type':
      return value.type.name;
    case 'cast':
      return value.of === undefined ? value.type.name : of(value.of);
    default:
      return '…';
  }
}
