/**
 * What functions return, apart from what a single call has to do with it.
 *
 *     def pick(a): return a      the parameter a, which is the argument of whatever call
 *     def chain(self): return self      the object that it is called on
 */
import type { Value } from '../../model/facts.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import { vertexOf } from '../tracking/trace.ts';
import type { Flow } from './contract.ts';
import { ownForm } from './own-values.ts';
import type { OwnForm } from './own-values.ts';

export interface Returned {
  /** Node of the values of the function itself. */
  node: number;
  /** Parameters that it hands back, by position. */
  own: number[];
  /** What it returns of the object that it is called on: that one, its class, a new one of its class. */
  forms: OwnForm[];
}

/** What a function returns; `known` remembers it. What asks depends on it. */
export function returnedBy(flow: Flow, known: Map<number, Returned>, fn: number): Returned {
  const { trace } = flow.program;
  const before = known.get(fn);
  if (before !== undefined) {
    trace.dependOn(vertexOf(before.node));
    return before;
  }
  const returned: Returned = { node: 0, own: [], forms: [] };
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
  for (const value of definitionOf(flow.program, fn).returned ?? []) {
    for (const option of value.is === 'either' ? value.options : [value]) addReturnedValue(flow, returned, fn, option);
  }
}

function addReturnedValue(flow: Flow, returned: Returned, fn: number, value: Value): void {
  const form = ownForm(flow, fn, value);
  const own = form === undefined ? ownParameter(flow, fn, value) : undefined;
  if (form !== undefined) {
    if (!returned.forms.includes(form)) returned.forms.push(form);
  } else if (own !== undefined) returned.own.push(own);
  else flow.constraints.flow(flow.expression(fn, value), returned.node);
}

/** Adds what a function returns of the object that it is called on; `self` where that is known. */
export function addOwnForms(
  flow: Flow,
  forms: readonly OwnForm[],
  fn: number,
  self: number | undefined,
  to: number,
): void {
  const add = (id: number): void => {
    for (const form of forms) addOwnForm(flow, form, id, to);
  };
  if (forms.length === 0) return;
  if (self !== undefined) add(self);
  else flow.constraints.watch(flow.expression(fn, { is: 'self' }), add);
}

function addOwnForm(flow: Flow, form: OwnForm, id: number, to: number): void {
  const value = flow.values.get(id);
  const isOfClass = value.is === 'class' || value.is === 'instance';
  if (form === 'self' || !isOfClass) flow.constraints.add(to, id);
  else if (form === 'class') flow.add(to, { is: 'class', def: value.def });
  else flow.add(to, { is: 'instance', def: value.def, args: value.is === 'instance' ? value.args : [] });
}

function ownParameter({ resolver }: Flow, fn: number, value: Value): number | undefined {
  if (value.is !== 'name') return undefined;
  // What conditions say of the parameter gives it nothing.
  const places = (resolver.lookup(fn, value.name)?.places ?? []).filter(
    (place) => place.at !== 'entry' || place.entry.kind !== 'bind' || place.entry.fact.until === undefined,
  );
  const [only] = places;
  if (places.length !== 1 || only?.at !== 'entry' || only.entry.kind !== 'param' || only.entry.fn !== fn)
    return undefined;
  return only.entry.index;
}
