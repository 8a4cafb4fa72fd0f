/**
 * Dotted names, as types and imports write them, taken apart.
 *
 *     a.b.C                  three names
 *     require('./a').B       a module and a name in it
 */

/** An expression that a dotted name can be. */
export type DottedValue = { is: 'name'; name: string } | { is: 'member'; of: DottedValue; name: string };

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
