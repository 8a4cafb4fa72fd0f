/**
 * What functions return, apart from what a single call has to do with it.
 *
 *     def pick(a): return a      the parameter a, which is the argument of whatever call
 *     def chain(self): return self      the object that it is called on
 */
import type { Value } from '../../model/facts.ts';
import { definitionOf, fileOfScope, ownSelf } from '../program/program.ts';
import { vertexOf } from '../tracking/trace.ts';
import type { Flow } from './contract.ts';

export interface Returned {
  /** Node of the values of the function itself. */
  node: number;
  /** Parameters that it hands back, by position. */
  own: number[];
  /** Whether it returns the object that it is called on. */
  self: boolean;
}

/** What a function returns; `known` remembers it. What asks depends on it. */
export function returnedBy(flow: Flow, known: Map<number, Returned>, fn: number): Returned {
  const { trace } = flow.program;
  const before = known.get(fn);
  if (before !== undefined) {
    trace.dependOn(vertexOf(before.node));
    return before;
  }
  const returned: Returned = { node: 0, own: [], self: false };
  const table = {
    set(_: undefined, node: number): void {
      returned.node = node;
      known.set(fn, returned);
      trace.dependOn(vertexOf(node));
    },
  };
  flow.node(table, undefined, fileOfScope(flow.program, fn).index, () => addReturned(flow, returned, fn));
  return returned;
}

function addReturned(flow: Flow, returned: Returned, fn: number): void {
  const { constraints, program } = flow;
  for (const value of definitionOf(program, fn).returned ?? []) {
    const own = ownParameter(flow, fn, value);
    const isOwn = own !== undefined && definitionOf(program, fn).parameters?.[own]?.self === true;
    if (isOwn || (value.is === 'self' && ownSelf(program, fn) === undefined)) returned.self = true;
    else if (own !== undefined) returned.own.push(own);
    else constraints.flow(flow.expression(fn, value), returned.node);
  }
  if (returned.self) constraints.flow(flow.expression(fn, { is: 'self' }), returned.node);
}

function ownParameter({ resolver }: Flow, fn: number, value: Value): number | undefined {
  if (value.is !== 'name') return undefined;
  const places = resolver.lookup(fn, value.name)?.places ?? [];
  const [only] = places;
  if (places.length !== 1 || only?.at !== 'entry' || only.entry.kind !== 'param' || only.entry.fn !== fn)
    return undefined;
  return only.entry.index;
}
