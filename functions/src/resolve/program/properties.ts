/** Functions that run where a member is read or given a value: `@property`, `get name()`, `@name.setter`. */
import type { Definition } from '../../model/facts.ts';

/** It is read like a field: a property, a getter. */
export function isProperty(def: Definition): boolean {
  if (def.variant === 'getter' || def.variant === 'property') return true;
  return def.modifiers?.some((word) => word === 'property' || word === 'get') === true;
}

/** It runs where the member is given a value. */
export function isSetter({ modifiers, variant }: Definition): boolean {
  return variant === 'setter' || modifiers?.includes('setter') === true;
}
