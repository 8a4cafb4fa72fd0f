/**
 * The order in which a class and its supertypes are searched for a member.
 *
 *     D(B, C), B(A), C(A)      c3: D B C A      depth-first: D B A C      breadth-first: D B C A
 *     class B < A; prepend P; include I, J        mixins: P B J I A
 *
 * Hierarchies in real repositories can be inconsistent or cyclic (half-edited code); then depth-first is used, which
 * always ends.
 */
import type { Linearization } from '../rules/rules-format.ts';

/** A supertype and how it is one, where that counts; `part` is another part of the class itself. */
export interface OrderedBase {
  def: number;
  how: string;
}

const MAX_SUPERTYPES = 5000;

export function linearize(
  cls: number,
  typed: (cls: number) => OrderedBase[],
  how: Linearization,
  orderOf: OrderOf = () => undefined,
): number[] {
  if (how === 'mixins') return mixins(cls, typed, orderOf);
  const bases = (at: number): number[] => typed(at).map((base) => base.def);
  if (how === 'c3') {
    const merged = c3(cls, bases, new Set(), new Map());
    if (merged !== undefined) return merged;
  }
  return how === 'breadth-first' ? breadthFirst(cls, bases) : depthFirst(cls, bases);
}

function depthFirst(cls: number, bases: (cls: number) => number[]): number[] {
  const out: number[] = [];
  const seen = new Set<number>();
  const stack = [cls];
  while (stack.length > 0 && out.length < MAX_SUPERTYPES) {
    const at = stack.pop() as number;
    if (seen.has(at)) continue;
    seen.add(at);
    out.push(at);
    stack.push(...bases(at).reverse());
  }
  return out;
}

/** What a class of many parts has beside them: what is prepended to any, and what is mixed into and above any. */
export interface AroundParts {
  before: number[];
  behind: number[];
}

/**
 * The same for a class that is written in many places, once for all of them. No order of a class is remembered on the way:
 * where its supertypes are being read, it would be that of those which were read so far.
 */
export function aroundParts(
  parts: readonly number[],
  bases: (cls: number) => OrderedBase[],
  orderOf: OrderOf = () => undefined,
): AroundParts {
  const seen = new Set(parts);
  const out: AroundParts = { before: [], behind: [] };
  const each = (isMeant: (how: string) => boolean, to: number[]): void => {
    const visit = visitMixins(to, seen, bases, orderOf);
    for (const part of parts) for (const { def, how } of mixedFirst(bases(part))) if (isMeant(how)) visit(def);
  };
  each((how) => how === 'prepends', out.before);
  each((how) => how === 'mixes_in', out.behind);
  each((how) => how !== 'prepends' && how !== 'mixes_in' && how !== 'part', out.behind);
  return out;
}

/** The order of a class that is asked as a whole; undefined for others. */
export type OrderOf = (cls: number) => readonly number[] | undefined;

/** What is mixed in comes before the superclass, the last first; what is prepended comes before the class itself. */
function mixins(cls: number, bases: (cls: number) => OrderedBase[], orderOf: OrderOf): number[] {
  const out: number[] = [];
  visitMixins(out, new Set(), bases, orderOf)(cls);
  return out;
}

function mixedFirst(bases: OrderedBase[]): OrderedBase[] {
  const isMixed = ({ how }: OrderedBase): boolean => how === 'mixes_in' || how === 'prepends';
  return [...bases.filter(isMixed).reverse(), ...bases.filter((base) => !isMixed(base))];
}

function visitMixins(
  out: number[],
  seen: Set<number>,
  bases: (cls: number) => OrderedBase[],
  orderOf: OrderOf,
): (cls: number) => void {
  const visit = (at: number): void => {
    if (seen.has(at) || seen.size >= MAX_SUPERTYPES) return;
    const whole = orderOf(at);
    if (whole !== undefined) {
      out.push(...whole.filter((one) => !seen.has(one)));
      for (const one of whole) seen.add(one);
      return;
    }
    seen.add(at);
    const all = mixedFirst(bases(at));
    for (const base of all) if (base.how === 'prepends') visit(base.def);
    out.push(at);
    for (const base of all) if (base.how === 'part') visit(base.def);
    for (const base of all) if (base.how !== 'prepends') visit(base.def);
  };
  return visit;
}

/** What is embedded less deep wins (Go). */
function breadthFirst(cls: number, bases: (cls: number) => number[]): number[] {
  const out = [cls];
  const seen = new Set(out);
  for (let i = 0; i < out.length && out.length < MAX_SUPERTYPES; i++) {
    for (const base of bases(out[i] as number)) {
      if (seen.has(base)) continue;
      seen.add(base);
      out.push(base);
    }
  }
  return out;
}

/**
 * C3 superclass linearization; undefined when the hierarchy has none. `known` has the orders of supertypes: where each class
 * of a level extends all of the one above, there are as many ways to the top as products of the levels' sizes.
 */
function c3(
  cls: number,
  bases: (cls: number) => number[],
  above: Set<number>,
  known: Map<number, number[]>,
): number[] | undefined {
  const before = known.get(cls);
  if (before !== undefined) return [...before];
  if (above.has(cls) || above.size > 200) return undefined;
  const direct = bases(cls);
  if (direct.length === 0) return [cls];
  const path = new Set(above).add(cls);
  const lists: number[][] = [];
  for (const base of direct) {
    const list = c3(base, bases, path, known);
    if (list === undefined) return undefined;
    lists.push(list);
  }
  lists.push([...new Set(direct)]);
  const out = [cls];
  for (;;) {
    const open = lists.filter((list) => list.length > 0);
    if (open.length === 0) {
      known.set(cls, out);
      return [...out];
    }
    const head = open
      .map((list) => list[0])
      .find((c) => c !== undefined && !open.some((list) => list.indexOf(c, 1) > 0));
    if (head === undefined) return undefined;
    out.push(head);
    for (const list of open) if (list[0] === head) list.shift();
  }
}
