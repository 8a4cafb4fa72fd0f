/**
 * What calls give: what the function returns or is declared to, an instance of a class, whatever a value that can be
 * called says.
 *
 *     def make() -> Dog            make() is a Dog
 *     def pick(a): return a        pick(f)() calls f: a returned parameter gives this call's own argument
 *     type Handler func() Dog      calling a Handler gives a Dog
 */
import type { Value } from '../../model/facts.ts';
import { companionFunctions } from '../classes/companions.ts';
import { argumentFor, fitsArity, receiverShift } from '../program/arguments.ts';
import type { CallContext, CallSite } from '../program/call-site.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { Program } from '../program/program.ts';
import type { TypeAt } from '../types/contract.ts';
import type { Flow } from './contract.ts';
import { resultType } from './expected-types.ts';
import { fitOf, writtenArguments } from './expressions/written-types.ts';
import type { WrittenArguments } from '../types/judgements.ts';
import { calledWithClass, withItself } from './called-classes.ts';
import { addResultOfContainer } from './idioms/container-calls.ts';
import { addResultOfScopeMember } from './idioms/scope-functions.ts';
import { ownResult } from './own-values.ts';
import { mayRun } from './expressions/judged-overloads.ts';
import { addOwnForms, ownFunctionsReturned, returnedBy } from './returned-values.ts';
import type { Returned } from './returned-values.ts';
import { eachOverload } from './values.ts';
import type { AbstractValue } from './values.ts';

/** What functions return, by function. */
export type Results = Map<number, Returned>;

/** What a value gives that a call site calls. */
export function addCalled(flow: Flow, id: number, call: CallSite & { callee: Value }, to: number): void {
  const { isRead } = flow.hooks(call.scope);
  if (isRead.some((reads) => reads(flow, call.scope, call.callee, id))) flow.constraints.add(to, id);
  else flow.result(id, call, to);
}

/** Adds what calling a value gives to a node. */
export function addResult(flow: Flow, results: Results, id: number, call: CallSite, to: number): void {
  const { constraints, program, values } = flow;
  const callee = values.get(id);
  switch (callee.is) {
    case 'function':
      return addReturned(flow, results, undefined, { ...call, fn: callee.def, shift: 0 }, to);
    case 'bound': {
      const shift = receiverShift(definitionOf(program, callee.def));
      return addReturned(flow, results, callee.self, { ...call, fn: callee.def, shift }, to);
    }
    case 'overloads':
      for (const one of eachOverload(callee)) flow.result(values.id(one), call, to);
      return;
    case 'class':
      return addInstance(flow, results, callee.def, call, to);
    case 'super':
      return constraints.add(to, id);
    case 'giving':
      return constraints.add(to, callee.of);
    case 'scoped':
      return addResultOfScopeMember(flow, callee, call, to);
    case 'external':
      return addOfExternal(flow, callee.name, call, to);
    case 'callable':
      if (callee.result !== undefined) flow.typed(to, callee.result);
      return;
    case 'containerMember':
      if (flow.hooks(call.scope).resultOfContainer.some((add) => add(flow, callee, call, to))) return;
      return addResultOfContainer(flow, callee, call, to);
    case 'instance':
      return addOfInstance(flow, callee, id, call, to);
    default:
      return;
  }
}

/** A call of a class gives an instance, or what a companion's function gives that it runs instead. */
function addInstance(flow: Flow, results: Results, cls: number, call: CallSite, to: number): void {
  const called = calledWithClass(flow, cls);
  if (called !== undefined) flow.constraints.watch(called, (fn) => flow.result(fn, withItself(call), to));
  const instead = companionFunctions(flow.classes, cls).filter((fn) => resultType(flow, fn) !== undefined);
  if (definitionOf(flow.program, cls).variant !== 'object' || instead.length === 0) {
    return flow.add(to, { is: 'instance', def: cls, args: [] });
  }
  for (const fn of instead) addReturned(flow, results, undefined, { ...call, fn, shift: 0 }, to);
}

function addOfExternal(flow: Flow, name: string, call: CallSite, to: number): void {
  const { resultOfExternal } = flow.hooks(call.scope);
  const isKnown = resultOfExternal.some((add) => add(flow, name, call, to));
  if (!isKnown) flow.constraints.add(to, flow.external(name));
}

function addOfInstance(
  flow: Flow,
  callee: AbstractValue & { is: 'instance' },
  id: number,
  call: CallSite,
  to: number,
): void {
  const { classes, constraints, program, values } = flow;
  const { callMember } = fileOfScope(program, callee.def).rules;
  if (callMember !== undefined) {
    constraints.watch(flow.member(id, callMember), (member) => {
      if (values.get(member).is !== 'instance') flow.result(member, call, to);
    });
    return;
  }
  // `Shape::Circle(3)`: a case with data is the value of its enum.
  if (definitionOf(program, callee.def).kind === 'enum') constraints.add(to, id);
  // `type Handler func() Dog`: calling a Handler gives a Dog.
  const { type } = definitionOf(program, callee.def);
  for (const meaning of type === undefined ? [] : classes.types.meanings({ type, scope: callee.def })) {
    if (meaning.is === 'function' && meaning.result !== undefined) flow.typed(to, meaning.result, { receiver: id });
  }
}

/** Adds what a call of a function gives: what its declared type says, or else what it returns. */
function addReturned(flow: Flow, results: Results, self: number | undefined, call: CallContext, to: number): void {
  const { fn } = call;
  if (!mayRun(flow, fn, call, call.shift, self)) return;
  const own = self === undefined ? undefined : ownResult(flow, fn);
  if (own !== undefined) return addOwnForms(flow, [own], fn, self, to);
  const declared = declaredResults(flow, call).filter((at) => flow.says(at) || isParameterType(flow, at));
  for (const at of declared) addDeclaredResult(flow, at, self, call, to);
  if (declared.length > 0) return;
  const def = definitionOf(flow.program, fn);
  if ((def.yielded?.length ?? 0) > 0 && flow.hooks(fn).enterBlock.length === 0) {
    flow.add(to, { is: 'generator', def: fn });
    return;
  }
  const built = def.variant === 'constructor' ? flow.classes.classOf(fn) : undefined;
  if (built !== undefined && def.returned === undefined) flow.add(to, { is: 'instance', def: built, args: [] });
  addReturnedValues(flow, returnedBy(flow, results, fn), self, call, to);
}

/** The declared result of a function; of one that gives this or that, those of the signatures before it that a call fits. */
function declaredResults(flow: Flow, call: CallContext): TypeAt[] {
  const declared = resultType(flow, call.fn);
  if (declared === undefined) return [];
  if (declared.type.name !== '|') return [declared];
  const given = writtenArguments(call.args ?? [], call.scope);
  const fitting = signaturesOf(flow.program, call.fn).filter((one) => fitsSignature(flow, one, given, call.shift));
  const results = fitting.flatMap((signature) => resultType(flow, signature) ?? []);
  return results.length > 0 && results.length === fitting.length ? results : [declared];
}

function fitsSignature(flow: Flow, signature: number, given: WrittenArguments, shift: number): boolean {
  const { parameters = [] } = definitionOf(flow.program, signature);
  return fitsArity(parameters, given.args, shift) && fitOf(flow, signature, given, shift) > 0;
}

/** Overload signatures that are written before what implements them. */
function signaturesOf(program: Program, fn: number): number[] {
  const { name, parent } = definitionOf(program, fn);
  const { base } = fileOfScope(program, fn);
  const signatures: number[] = [];
  for (let at = fn - 1; at >= base; at--) {
    const before = definitionOf(program, at);
    const isSignature = before.declaration === 'overload' || before.modifiers?.includes('overload') === true;
    if (!isSignature || before.name !== name || before.parent !== parent) break;
    signatures.unshift(at);
  }
  return signatures;
}

/**
 * Adds what a declared result type says. Of a function type the function that is given is known beside it, where the text
 * names it.
 *
 *     def twice(n: int) -> Callable[[F], F]:
 *         def wrap(f): …
 *         return wrap                              twice(2)(f) calls wrap
 */
function addDeclaredResult(
  flow: Flow,
  declared: TypeAt,
  self: number | undefined,
  call: CallContext,
  to: number,
): void {
  const context = { receiver: self, call };
  const functions = flow.classes.types.meanings(declared).some(({ is }) => is === 'function')
    ? ownFunctionsReturned(flow, call.fn)
    : [];
  if (functions.length === 0) return flow.typed(to, declared, context);
  for (const def of functions) flow.add(to, { is: 'function', def });
  const said = flow.constraints.node();
  flow.typed(said, declared, context);
  flow.constraints.watch(said, (id) => {
    const value = flow.values.get(id);
    if (value.is === 'callable') flow.add(to, { ...value, taken: true });
    else flow.constraints.add(to, id);
  });
}

function addReturnedValues(
  flow: Flow,
  returned: Returned,
  self: number | undefined,
  call: CallContext,
  to: number,
): void {
  const { constraints } = flow;
  constraints.flow(returned.node, to);
  addOwnForms(flow, returned.forms, call.fn, self, to);
  for (const index of returned.own) addHandedBack(flow, index, call, to);
  if (returned.passed !== undefined)
    constraints.watch(returned.passed, (index) => addHandedBack(flow, index, call, to));
}

/** A parameter that a function hands back is what its call gives for it. */
function addHandedBack(
  flow: Flow,
  index: number,
  { args = [], fn, hand, scope, shift }: CallContext,
  to: number,
): void {
  const argument = argumentFor(definitionOf(flow.program, fn).parameters ?? [], index, args, shift);
  if (argument === undefined) flow.constraints.flow(flow.parameter(fn, index), to);
  else if (hand !== undefined) hand(argument.value);
  else flow.constraints.flow(flow.expression(scope, argument.value), to);
}

function isParameterType({ classes }: Flow, at: TypeAt): boolean {
  return classes.types.meanings(at).some((meaning) => meaning.is === 'parameter' || meaning.is === 'own');
}
