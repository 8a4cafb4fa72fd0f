/**
 * How the arguments of calls reach the parameters of what they run.
 *
 *     def run(cb): cb()            run(f) lets f reach cb, and run calls f
 *     on((c) => c.send())          on's parameter has the type (c: Context) => void, so c is a Context
 *
 * A parameter with a declared type takes nothing from its callers.
 */
import type { Argument, CallFact } from '../../model/facts.ts';
import { constructorsOf, superConstructorsOf } from '../classes/constructors.ts';
import { append } from '../program/append.ts';
import { argumentFor, receiverShift } from '../program/arguments.ts';
import type { CallContext } from '../program/call-site.ts';
import { definitionKey, definitionOf, fileOfScope } from '../program/program.ts';
import type { ScopeId } from '../program/program.ts';
import type { Vertex } from '../tracking/trace.ts';
import type { TypeAt, TypeMeaning } from '../types/contract.ts';
import type { Flow, OutsideCall } from './contract.ts';
import { expectArguments, expectPositions, holdFunction } from './expected-types.ts';
import { enterContainer } from './idioms/container-calls.ts';
import { enterScopeMember } from './idioms/scope-functions.ts';
import { scopeOfCall } from './decorators.ts';
import { calledWithClass, withItself } from './called-classes.ts';
import { mayRun } from './expressions/judged-overloads.ts';
import { askOverloads } from './overloads.ts';
import type { CandidatesOfCalls } from './overloads.ts';
import { eachOverload } from './values.ts';
import type { AbstractValue } from './values.ts';

export interface Calls {
  /** Nodes of parameters, by function and position. */
  parameters: Map<number, number>;
  /** Those that take what callers give. */
  taking: Set<number>;
  /** Calls of each function so far, and the vertex of what all of them depend on. */
  callers: Map<number, CallContext[]>;
  callersVertices: Vertex[];
  /** The key that each function's callers stand under: many calls reach a function. */
  callersKeys: string[];
  /** What a call may run, as far as it is known. */
  candidates: CandidatesOfCalls;
}

export function createCalls(): Calls {
  return {
    ...{ parameters: new Map(), taking: new Set(), callers: new Map(), candidates: new Map() },
    ...{ callersVertices: [], callersKeys: [] },
  };
}

/** Parameters of one function that have a node each; those behind share the last one. */
const MAX_PARAMETERS = 256;

function parameterKey(fn: number, index: number): number {
  return fn * MAX_PARAMETERS + Math.min(index, MAX_PARAMETERS - 1);
}

function shiftOf({ program }: Flow, fn: number): number {
  return receiverShift(definitionOf(program, fn));
}

export function parameterNode(flow: Flow, calls: Calls, fn: number, index: number): number {
  const key = parameterKey(fn, index);
  const known = calls.parameters.get(key);
  if (known !== undefined) return known;
  return flow.node(calls.parameters, key, fileOfScope(flow.program, fn).index, (node) =>
    addParameter(flow, calls, node, fn, index),
  );
}

function addParameter(flow: Flow, calls: Calls, node: number, fn: number, index: number): void {
  const { constraints, program } = flow;
  const parameter = definitionOf(program, fn).parameters?.[index];
  if (parameter === undefined) return;
  const declared = parameter.type === undefined ? undefined : { type: parameter.type, scope: fn };
  if (declared !== undefined && flow.says(declared)) {
    if (!isFunctionType(flow, declared) || parameter.variadic !== undefined) {
      flow.typed(node, parameter.variadic === 'rest' ? arrayOf(declared) : declared);
      return;
    }
    addTakenFunction(flow, node, declared);
  }
  if (parameter.default !== undefined)
    constraints.flow(flow.expression(program.outer[fn] ?? -1, parameter.default), node);
  if (index === 0 && shiftOf(flow, fn) === 1) {
    constraints.flow(flow.expression(fn, { is: 'self' }), node);
    return;
  }
  addGiven(flow, calls, node, fn, index);
}

/** Adds what a framework gives to a parameter, and what calls do. */
function addGiven(flow: Flow, calls: Calls, node: number, fn: number, index: number): void {
  const { trace } = flow.program;
  calls.taking.add(node);
  flow.needWays(node, fn, callersKey(flow, fn));
  for (const add of flow.hooks(fn).parameterGiven) add(flow, node, fn, index);
  trace.dependOn(callersVertex(flow, calls, fn));
  for (const call of calls.callers.get(fn) ?? []) flowArgument(flow, node, index, call);
}

/** Whether a declared type is that of functions alone: what callers give is then run by who calls the parameter. */
function isFunctionType({ classes, program }: Flow, at: TypeAt | undefined): boolean {
  if (at === undefined) return false;
  const { functionTraits } = fileOfScope(program, at.scope).rules;
  const isOne = (meaning: TypeMeaning): boolean => {
    if (meaning.is === 'function') return true;
    if (meaning.is === 'class') return definitionOf(program, meaning.def).type?.name === '->';
    if (meaning.is === 'external') return functionTraits.has(meaning.name);
    return meaning.is === 'parameter' && meaning.bounds.some((bound) => classes.types.meanings(bound).some(isOne));
  };
  const meanings = classes.types.meanings(at);
  return meanings.length > 0 && meanings.every(isOne);
}

/** A parameter of a function type: what a call of it gives is known, whatever it is given. */
function addTakenFunction(flow: Flow, node: number, at: TypeAt): void {
  for (const meaning of flow.classes.types.meanings(at)) {
    if (meaning.is === 'function')
      flow.add(node, { is: 'callable', params: meaning.params, result: meaning.result, taken: true });
    else if (meaning.is === 'class') flow.typed(node, at);
  }
}

/** Who calls a function depends on what each of those calls depends on. */
function callersVertex({ program }: Flow, { callersVertices }: Calls, fn: number): Vertex {
  return (callersVertices[fn] ??= program.trace.newVertex());
}

export function callersKey({ program }: Flow, fn: number): string {
  return definitionKey(program, 'a', fn);
}

function flowArgument(flow: Flow, node: number, index: number, { args = [], fn, scope, shift }: CallContext): void {
  const argument = argumentFor(definitionOf(flow.program, fn).parameters ?? [], index, args, shift);
  if (argument !== undefined) flow.constraints.flow(flow.expression(scope, argument.value), node);
}

/** The call reaches the function: its arguments flow into those parameters that something asks about. */
function reach(flow: Flow, calls: Calls, call: CallContext, self?: number): void {
  const { args, fn, scope, shift } = call;
  if (!mayRun(flow, fn, call, shift, self)) return;
  const { trace } = flow.program;
  trace.addDependency(callersVertex(flow, calls, fn), trace.current);
  trace.addTo(fileOfScope(flow.program, fn).index, () => (calls.callersKeys[fn] ??= callersKey(flow, fn)));
  append(calls.callers, fn, call);
  const givesFunction = holdFunction(args);
  if (givesFunction) expectArguments(flow, call, self);
  for (const enter of flow.hooks(fn).enterBlock) enter(flow, call);
  if (givesFunction) expectPositions(flow, signatures(flow, fn), args, scope, { receiver: self, call });
  const parameters = definitionOf(flow.program, fn).parameters ?? [];
  for (let index = shift; index < parameters.length; index++) {
    const node = calls.parameters.get(parameterKey(fn, index));
    if (node !== undefined && calls.taking.has(node)) flowArgument(flow, node, index, call);
  }
}

/** Lets a call's arguments reach the parameters of what it runs. */
export function registerCall(flow: Flow, calls: Calls, fact: CallFact, stands: ScopeId): void {
  const scope = scopeOfCall(flow, fact, stands);
  const decorated = fact.decorates === undefined ? undefined : fileOfScope(flow.program, scope).base + fact.decorates;
  const stage = decorated === undefined ? undefined : flow.decorated(decorated).find((one) => one.fact === fact);
  const callee = flow.callee(scope, fact.callee, fact.at);
  if (stage === undefined) flow.constraints.watchFor(callee, flow.rules.call, scope, fact);
  else flow.constraints.watch(callee, (id) => runCall(flow, calls, id, scope, fact, stage.args));
  for (const demand of flow.hooks(scope).demand) demand(flow, fact, scope);
}

/** A value comes to be what a call calls. */
export function runCall(
  flow: Flow,
  calls: Calls,
  id: number,
  scope: ScopeId,
  fact: CallFact,
  args: Argument[] | undefined,
): void {
  const callees = eachOverload(flow.values.get(id));
  for (const callee of callees) enterCallee(flow, calls, callee, args, scope, fact);
  askOverloads(flow, calls.candidates, callees, fact, scope);
}

function enterCallee(
  flow: Flow,
  calls: Calls,
  callee: AbstractValue,
  args: Argument[] | undefined,
  scope: ScopeId,
  fact: CallFact,
): void {
  switch (callee.is) {
    case 'function':
      return reach(flow, calls, { fn: callee.def, args, typeArgs: fact.typeArgs, scope, shift: 0 });
    case 'bound': {
      const { def, self } = callee;
      return reach(flow, calls, { fn: def, args, typeArgs: fact.typeArgs, scope, shift: shiftOf(flow, def) }, self);
    }
    case 'class':
      return enterClass(flow, calls, callee.def, args, scope, fact);
    case 'super':
      if (fact.callee.is !== 'super') return;
      for (const fn of superConstructorsOf(flow.classes, callee.def)) reach(flow, calls, { fn, args, scope, shift: 0 });
      return;
    case 'containerMember':
      return enterContainer(flow, callee, args, scope, fact);
    case 'instance':
      return enterInstance(flow, calls, callee, args, scope, fact);
    case 'callable':
      return expectPositions(flow, [callee.params], args, scope, {});
    case 'scoped':
      return enterScopeMember(flow, callee, args, scope);
    case 'external':
      return enterExternal(flow, calls, callee.name, args, scope, fact);
    default:
      return;
  }
}

function enterClass(
  flow: Flow,
  calls: Calls,
  cls: number,
  args: Argument[] | undefined,
  scope: ScopeId,
  fact: CallFact,
): void {
  // A primary constructor's parameters stand at the class.
  if (definitionOf(flow.program, cls).parameters !== undefined) {
    reach(flow, calls, { fn: cls, args, scope, shift: 0 });
  }
  for (const fn of constructorsOf(flow.classes, cls)) reach(flow, calls, { fn, args, scope, shift: shiftOf(flow, fn) });
  const called = calledWithClass(flow, cls);
  if (called === undefined) return;
  const given = withItself({ callee: fact.callee, args, scope }).args;
  flow.constraints.watch(called, (id) => enterCallee(flow, calls, flow.values.get(id), given, scope, fact));
}

function enterInstance(
  flow: Flow,
  calls: Calls,
  callee: AbstractValue & { is: 'instance' },
  args: Argument[] | undefined,
  scope: ScopeId,
  fact: CallFact,
): void {
  const { constraints, program, values } = flow;
  const { callMember } = fileOfScope(program, callee.def).rules;
  const self = values.id(callee);
  if (callMember === undefined) {
    expectPositions(flow, signatures(flow, callee.def), args, scope, { receiver: self });
  } else {
    constraints.watch(flow.member(self, callMember), (id) =>
      enterCallee(flow, calls, values.get(id), args, scope, fact),
    );
  }
}

function enterExternal(
  flow: Flow,
  calls: Calls,
  name: string,
  args: Argument[] | undefined,
  scope: ScopeId,
  fact: CallFact,
): void {
  const call: OutsideCall = {
    fact,
    args,
    scope,
    enter: (callee, given) => enterCallee(flow, calls, callee, given, scope, fact),
  };
  for (const enter of flow.hooks(scope).enterExternal) enter(flow, name, call);
}

/**
 * Parameter types of what is declared with a function type, or with a type that can be called:
 *
 *     interface Route { (path: string, handler: Handler): App }
 */
function signatures(flow: Flow, def: number, depth = 0): TypeAt[][] {
  const { type } = definitionOf(flow.program, def);
  const meanings = type === undefined ? [] : flow.classes.types.meanings({ type, scope: def });
  return meanings.flatMap((meaning) => {
    if (meaning.is === 'class' && depth < 2) return signatures(flow, meaning.def, depth + 1);
    return meaning.is === 'function' ? [meaning.params] : [];
  });
}

function arrayOf(at: TypeAt): TypeAt {
  // TypeScript and others write the whole array type for a rest parameter; Python and Kotlin the element's.
  return at.type.name === '[]' ? at : { type: { name: '[]', args: [at.type] }, scope: at.scope };
}
