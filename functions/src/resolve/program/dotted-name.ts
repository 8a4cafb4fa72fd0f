/**
 * Dotted names, as types and imports write them, taken apart.
 *
 *     a.b.C                  three names
 *     require('./a').B       a module and a name in it
 */
import type { Value } from '../../model/facts.ts';

/** An expression that a dotted name can be. */
export type DottedValue = { is: 'name'; name: string } | { is: 'member'; of: DottedValue; name: string };

/** The name of what is called where it is one or two: `map`, `sort.Slice`. */
export function writtenName(callee: Value | undefined): string | undefined {
  if (callee?.is === 'name') return callee.name;
  return callee?.is === 'member' && callee.of.is === 'name' ? `${callee.of.name}.${callee.name}` : undefined;
}

/** The last name of a dotted value, `c` of `a.b.c`; undefined when it has none. */
export function lastName(value: Value): string | undefined {
  if (value.is === 'name' || value.is === 'member') return value.name;
  if (value.is === 'call') return lastName(value.callee);
  if (value.is === 'new' || value.is === 'type') return value.type.name.slice(value.type.name.lastIndexOf('.') + 1);
  return undefined;
}

const MAX_CHAIN = 100;

/** What stands first in a chain of members, elements and calls: `x` of `x.a().b`. undefined where the chain is too long. */
export function rootOf(value: Value | undefined): Value | undefined {
  let at = value;
  for (let n = 0; at !== undefined && n < MAX_CHAIN; n++) {
    if (at.is === 'member' || at.is === 'index') at = at.of;
    else if (at.is === 'call') at = at.callee;
    else return at;
  }
  return undefined;
}

/** Its name, where it is one. */
export function rootName(value: Value | undefined): string | undefined {
  const root = rootOf(value);
  return root?.is === 'name' ? root.name : undefined;
}

/** The same name as an expression: `a.b` is the member b of a. */
export function dottedValue(name: string): DottedValue {
  const [first = '', ...members] = partsOfName(name);
  let value: DottedValue = { is: 'name', name: first };
  for (const member of members) value = { is: 'member', of: value, name: member };
  return value;
}

export function partsOfName(dotted: string): string[] {
  if (!dotted.includes('(')) return dotted.split('.').filter((part) => part !== '');
  return dotted.match(/[^.(]+(?:\([^)]*\))?/g) ?? [];
}
