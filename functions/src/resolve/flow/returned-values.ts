/**
 * What functions return, apart from what a single call has to do with it.
 *
 *     def pick(a): return a      the parameter a, which is the argument of whatever call
 *     def chain(self): return self      the object that it is called on
 */
import type { Value } from '../../model/facts.ts';
import type { Flow } from './flow.ts';
import { definitionOf, fileOfScope, ownSelf } from '../program/program.ts';
import { vertexOf } from '../tracking/trace.ts';

export interface Returned {
  /** Node of the values of the function itself. */
  node: number;
  /** Parameters that it hands back, by position. */
  own: number[];
  /** Whether it returns the object that it is called on. */
  self: boolean;
}

/** Answers are remembered by function. */
export function createReturned(flow: Flow): (fn: number) => Returned {
  const { constraints, resolver } = flow;
  const { program } = resolver;
  const { trace } = program;
  const returned = new Map<number, Returned>();
  return (fn) => {
    const known = returned.get(fn);
    if (known !== undefined) {
      trace.dependOn(vertexOf(known.node));
      return known;
    }
    const result: Returned = { node: constraints.node(), own: [], self: false };
    returned.set(fn, result);
    trace.dependOn(vertexOf(result.node));
    trace.enter(vertexOf(result.node));
    trace.dependOnFile(fileOfScope(program, fn).index);
    for (const value of definitionOf(program, fn).returned ?? []) {
      const own = ownParameter(flow, fn, value);
      const isOwn = own !== undefined && definitionOf(program, fn).parameters?.[own]?.self === true;
      if (isOwn || (value.is === 'self' && ownSelf(program, fn) === undefined)) result.self = true;
      else if (own !== undefined) result.own.push(own);
      else constraints.flow(flow.expression(fn, value), result.node);
    }
    if (result.self) constraints.flow(flow.expression(fn, { is: 'self' }), result.node);
    trace.leave();
    return result;
  };
}

function ownParameter({ resolver }: Flow, fn: number, value: Value): number | undefined {
  if (value.is !== 'name') return undefined;
  const places = resolver.lookup(fn, value.name)?.places ?? [];
  const [only] = places;
  if (places.length !== 1 || only?.at !== 'entry' || only.entry.kind !== 'param' || only.entry.fn !== fn)
    return undefined;
  return only.entry.index;
}
