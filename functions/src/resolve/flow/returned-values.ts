/**
 * What functions return, apart from what a single call has to do with it.
 *
 *     def pick(a): return a      the parameter a, which is the argument of whatever call
 *     def chain(self): return self      the object that it is called on
 *     def bind(b): return pick(b)       the parameter b too, since pick hands it back
 */
import type { Value } from '../../model/facts.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { Entry } from '../program/program.ts';
import { isFunctionLike } from '../program/qualified-names.ts';
import { vertexOf } from '../tracking/trace.ts';
import type { Flow } from './contract.ts';
import { ownForm } from './own-values.ts';
import type { OwnForm } from './own-values.ts';

export interface Returned {
  /** Node of the values of the function itself. */
  node: number;
  /** Parameters that it hands back, by position. */
  own: number[];
  /** Node of the positions of those that go through other functions first; in place of values it has numbers of parameters. */
  passed: number | undefined;
  /** Values whose part in this is known: `x = pick(x)` says of itself what x is. */
  added: Set<Value>;
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
  const returned: Returned = { node: 0, own: [], passed: undefined, added: new Set(), forms: [] };
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
  const options = (definitionOf(flow.program, fn).returned ?? []).flatMap((value) => optionsOf(flow, fn, value));
  // What is asked again while this is under way has to be told all of the parameters.
  for (const option of options) if (option.own !== undefined) returned.own.push(option.own);
  if (options.some(({ value }) => value.is === 'call' && handsOver(flow, fn, value)))
    returned.passed = flow.constraints.node();
  for (const { own, value } of options) if (own === undefined) addReturnedValue(flow, returned, fn, value);
}

function addReturnedValue(flow: Flow, returned: Returned, fn: number, value: Value): void {
  if (returned.added.has(value)) return;
  returned.added.add(value);
  const form = ownForm(flow, fn, value);
  if (form !== undefined) {
    if (!returned.forms.includes(form)) returned.forms.push(form);
  } else if (returned.passed !== undefined && value.is === 'call' && handsOver(flow, fn, value)) {
    const { args, callee, typeArgs } = value;
    const hand = (given: Value): void => addHanded(flow, returned, fn, given);
    const call = { args, typeArgs, callee, scope: fn, hand };
    flow.constraints.watchFor(flow.callee(fn, callee, undefined), flow.rules.result, returned.node, call);
  } else flow.constraints.flow(flow.expression(fn, value), returned.node);
}

/** Adds what a function gives that hands back an argument: of the parameters around only which they are. */
function addHanded(flow: Flow, returned: Returned, fn: number, given: Value): void {
  for (const { own, value } of optionsOf(flow, fn, given)) {
    if (own !== undefined && returned.passed !== undefined) flow.constraints.add(returned.passed, own);
    else addReturnedValue(flow, returned, fn, value);
  }
}

/** Whether a parameter of the function is among a call's arguments. */
function handsOver(flow: Flow, fn: number, { args = [] }: Value & { is: 'call' }, depth = 0): boolean {
  return args.some(({ value }) => optionsOf(flow, fn, value, depth + 1).some((one) => hands(flow, fn, one, depth + 1)));
}

function hands(flow: Flow, fn: number, { own, value }: Option, depth: number): boolean {
  return own !== undefined || (value.is === 'call' && depth <= MAX_DEPTH && handsOver(flow, fn, value, depth));
}

/** What a value may be, with the position of the parameter of the function that it is. */
interface Option {
  value: Value;
  own?: number;
}

/** Variables and calls that are followed through each other. */
const MAX_DEPTH = 4;

/** What a value may be: each option of a choice, and what its variables are given. */
function optionsOf(flow: Flow, fn: number, value: Value, depth = 0): Option[] {
  if (value.is === 'either') return value.options.flatMap((option) => optionsOf(flow, fn, option, depth));
  if (value.is !== 'name' || depth > MAX_DEPTH) return [{ value }];
  const own = ownParameter(flow, fn, value.name);
  if (own !== undefined) return [{ value, own }];
  const given = givenValues(flow, fn, value.name);
  if (given === undefined) return [{ value }];
  const options = given.flatMap((one) => (one.own === undefined ? optionsOf(flow, fn, one.value, depth + 1) : [one]));
  // Only a variable that a parameter may reach is followed, since what others hold is known by their names.
  return options.some((option) => hands(flow, fn, option, depth + 1)) ? options : [{ value }];
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

/** Functions that return what others give are followed as far as this. */
const MAX_RETURNED = 3;

/** Functions inside of a function that it returns by their names, and those that functions give which it returns calls of. */
export function ownFunctionsReturned(flow: Flow, fn: number, depth = 0): number[] {
  const { program } = flow;
  if (depth > 0) program.trace.dependOnFile(fileOfScope(program, fn).index);
  const returned = (definitionOf(program, fn).returned ?? []).flatMap(alternatives);
  const names = new Set(returned.flatMap((value) => (value.is === 'name' ? [value.name] : [])));
  const own = [...names].flatMap((name) => ownFunctions(flow, fn, name));
  if (own.length > 0 || depth === MAX_RETURNED) return own;
  const called = returned.flatMap((value) =>
    value.is === 'call' && value.callee.is !== 'call' ? flow.classes.types.symbolsOf(fn, value.callee) : [],
  );
  const functions = called.flatMap((symbol) =>
    symbol.to === 'def' && symbol.def !== fn && isFunctionLike(definitionOf(program, symbol.def)) ? [symbol.def] : [],
  );
  return [...new Set(functions)].flatMap((one) => ownFunctionsReturned(flow, one, depth + 1));
}

function alternatives(value: Value): Value[] {
  return value.is === 'either' ? value.options.flatMap(alternatives) : [value];
}

function ownFunctions({ program, resolver }: Flow, fn: number, name: string): number[] {
  return (resolver.lookup(fn, name)?.places ?? []).flatMap((place) => {
    if (place.at !== 'entry' || place.entry.kind !== 'def' || program.outer[place.entry.def] !== fn) return [];
    return isFunctionLike(definitionOf(program, place.entry.def)) ? [place.entry.def] : [];
  });
}

/** The position of the parameter that a name is, and nothing else. */
function ownParameter(flow: Flow, fn: number, name: string): number | undefined {
  const entries = entriesOf(flow, fn, name);
  const [only] = entries ?? [];
  return entries?.length === 1 && only?.kind === 'param' ? only.index : undefined;
}

/** What a variable of the function is given, as far as each of its values stands alone. */
function givenValues(flow: Flow, fn: number, name: string): Option[] | undefined {
  const options: Option[] = [];
  for (const entry of entriesOf(flow, fn, name) ?? []) {
    if (entry.kind === 'param') options.push({ value: { is: 'name', name }, own: entry.index });
    else if (entry.kind !== 'bind' || entry.scope !== fn) return undefined;
    else {
      const { key, through, type, value } = entry.fact;
      // `/** @var Closure $run */` gives it nothing.
      if (value === undefined && through === undefined) continue;
      if (key !== undefined || through !== undefined || type !== undefined || value === undefined) return undefined;
      if (value.is !== 'name' || value.name !== name) options.push({ value });
    }
  }
  return options;
}

/** What declares a name or gives it a value in a function; undefined where it is something from elsewhere. */
function entriesOf({ resolver }: Flow, fn: number, name: string): Entry[] | undefined {
  const entries: Entry[] = [];
  for (const place of resolver.lookup(fn, name)?.places ?? []) {
    if (place.at !== 'entry' || (place.entry.kind === 'param' && place.entry.fn !== fn)) return undefined;
    // What conditions say of a parameter gives it nothing.
    if (place.entry.kind !== 'bind' || place.entry.fact.until === undefined) entries.push(place.entry);
  }
  return entries;
}
