/**
 * Calls: what they give, and how their arguments reach parameters.
 *
 *     def pick(a): return a        pick(f)() calls f: a returned parameter gives this call's own argument
 *     def run(cb): cb()            run(f) lets f reach cb, and run calls f
 *     on((c) => c.send())          on's parameter has the type (c: Context) => void, so c is a Context
 *
 * A parameter with a declared type takes nothing from its callers.
 */
import type { Argument, CallFact } from '../model/facts.ts';
import { argumentFor } from './arguments.ts';
import { enterBlock } from './blocks.ts';
import { calleeNode } from './bare-calls.ts';
import { companionFunctions } from './companions.ts';
import { constructorsOf, superConstructorsOf } from './constructors.ts';
import { enterContainer, gathered, resultOfContainer, wrapped } from './container-calls.ts';
import { expectArguments, expectPositions, resultType } from './expected-types.ts';
import type { CallContext, Flow } from './flow.ts';
import { enterScopeFunction, resultOfScopeFunction } from './scope-functions.ts';
import { addWithMetatable } from './metatables.ts';
import { calledOnTable, withTable } from './table-classes.ts';
import { createReturned } from './returned-values.ts';
import { resultOfRun, runOf } from './outside-runs.ts';
import { askOverloads, mayRun } from './overloads.ts';
import { definitionKey, definitionOf, fileOfScope } from './program.ts';
import { noteOf } from './trace.ts';
import type { Note } from './trace.ts';
import type { TypeAt } from './types.ts';
import type { Abstract } from './values.ts';
import { eachOverload } from './values.ts';

export function addCalls(flow: Flow): void {
  const { constraints, values, classes, linker } = flow;
  const { program } = linker;
  const { trace } = program;
  const parameters = new Map<number, number>();
  const callers = new Map<number, CallContext[]>();
  /** What a call may run, as far as it is known. */
  const candidates = new Map<CallFact, number[]>();
  const returnedBy = createReturned(flow);

  flow.external = (name) => values.id({ is: 'external', name, args: [] });
  flow.add = (node, value) => constraints.add(node, values.id(value));

  /** 1 when a method taken from a receiver has it as its first parameter. */
  const shiftOf = (fn: number): number => (definitionOf(program, fn).parameters?.[0]?.self === true ? 1 : 0);

  flow.parameter = (fn, index) => {
    const key = fn * 256 + Math.min(index, 255);
    const known = parameters.get(key);
    if (known !== undefined) return known;
    const node = constraints.node();
    parameters.set(key, node);
    trace.enter(noteOf(node));
    trace.touch(fileOfScope(program, fn).index);
    fillParameter(node, fn, index);
    trace.leave();
    return node;
  };

  const fillParameter = (node: number, fn: number, index: number): void => {
    const parameter = definitionOf(program, fn).parameters?.[index];
    if (parameter === undefined) return;
    const declared = parameter.type === undefined ? undefined : { type: parameter.type, scope: fn };
    if (declared !== undefined && flow.says(declared)) {
      flow.typed(node, parameter.variadic === 'rest' ? arrayOf(declared) : declared);
      return;
    }
    if (parameter.default !== undefined)
      constraints.flow(flow.expression(program.outer[fn] ?? -1, parameter.default), node);
    if (index === 0 && shiftOf(fn) === 1) {
      constraints.flow(flow.expression(fn, { is: 'self' }), node);
      return;
    }
    trace.rests(callersNote(fn));
    trace.ask(definitionKey(program, 'a', fn));
    for (const call of callers.get(fn) ?? []) link(node, fn, index, call);
  };

  /** Who calls a function rests on what each of those calls rests on. */
  const callersNotes: Note[] = [];
  const callersNote = (fn: number): Note => (callersNotes[fn] ??= trace.note());

  const link = (node: number, fn: number, index: number, call: CallContext): void => {
    const argument = argumentFor(definitionOf(program, fn).parameters ?? [], index, call.args ?? [], call.shift);
    if (argument !== undefined) constraints.flow(flow.expression(call.scope, argument.value), node);
  };

  /** The call reaches the function: its arguments flow into those parameters that something asks about. */
  const reach = (call: CallContext, self?: number): void => {
    if (!mayRun(flow, call.fn, call, call.shift, self)) return;
    trace.link(callersNote(call.fn), trace.current);
    if (fileOfScope(program, call.fn).index !== trace.file)
      trace.offer(trace.file, definitionKey(program, 'a', call.fn));
    const known = callers.get(call.fn);
    if (known === undefined) callers.set(call.fn, [call]);
    else known.push(call);
    const list = definitionOf(program, call.fn).parameters ?? [];
    expectArguments(flow, call, self);
    enterBlock(flow, call);
    expectPositions(flow, signatures(call.fn), call.args, call.scope, { receiver: self, call });
    for (let index = call.shift; index < list.length; index++) {
      const parameter = list[index];
      const node = parameters.get(call.fn * 256 + Math.min(index, 255));
      if (parameter === undefined || node === undefined) continue;
      if (parameter.type === undefined || !flow.says({ type: parameter.type, scope: call.fn })) {
        link(node, call.fn, index, call);
      }
    }
  };

  flow.register = (fact, scope) => {
    const decorated = fact.decorates === undefined ? undefined : fileOfScope(program, scope).base + fact.decorates;
    const stage = decorated === undefined ? undefined : flow.decorated(decorated).find((s) => s.fact === fact);
    const callee = calleeNode(flow, scope, fact.callee, fact.at);
    if (stage === undefined) constraints.watchFor(callee, onCall, scope, fact);
    else constraints.watch(callee, (id) => runCall(id, scope, fact, stage.args));
  };

  const onCall = (id: number, scope: number, fact: CallFact): void => runCall(id, scope, fact, fact.args);

  const runCall = (id: number, scope: number, fact: CallFact, args: Argument[] | undefined): void => {
    for (const callee of eachOverload(values.get(id))) {
      onCallee(callee, args, scope, fact);
      askOverloads(flow, candidates, callee, fact, scope);
    }
  };

  /** What a call of a table runs is given the table first. */
  const reachCalled = (cls: number, args: Argument[] | undefined, scope: number, fact: CallFact): void => {
    const called = calledOnTable(flow, cls);
    if (called === undefined) return;
    const given = withTable({ callee: fact.callee, args, scope }).args;
    constraints.watch(called, (id) => onCallee(values.get(id), given, scope, fact));
  };

  const onCallee = (callee: Abstract, args: Argument[] | undefined, scope: number, fact: CallFact): void => {
    switch (callee.is) {
      case 'function':
        reach({ fn: callee.def, args, scope, shift: 0 });
        return;
      case 'bound':
        reach({ fn: callee.def, args, scope, shift: shiftOf(callee.def) }, callee.self);
        return;
      case 'class':
        // A primary constructor's parameters stand at the class.
        if (definitionOf(program, callee.def).parameters !== undefined) {
          reach({ fn: callee.def, args, scope, shift: 0 });
        }
        for (const fn of constructorsOf(flow, callee.def)) reach({ fn, args, scope, shift: shiftOf(fn) });
        reachCalled(callee.def, args, scope, fact);
        return;
      case 'super':
        if (fact.callee.is === 'super')
          superConstructorsOf(flow, callee.def).forEach((fn) => reach({ fn, args, scope, shift: 0 }));
        return;
      case 'containerMember':
        enterContainer(flow, callee, args, scope, fact);
        return;
      case 'instance': {
        const { callMember } = fileOfScope(program, callee.def).rules;
        const self = values.id(callee);
        if (callMember === undefined) {
          expectPositions(flow, signatures(callee.def), args, scope, { receiver: self });
          return;
        }
        constraints.watch(flow.member(self, callMember), (member) => onCallee(values.get(member), args, scope, fact));
        return;
      }
      case 'callable':
        expectPositions(flow, [callee.params], args, scope, {});
        return;
      case 'scoped': {
        const how = fileOfScope(program, scope).rules.scopingMembers.get(callee.name);
        if (how !== undefined) enterScopeFunction(flow, how, callee.of, args, scope);
        return;
      }
      case 'external': {
        const how = fileOfScope(program, scope).rules.scopingFunctions.get(callee.name);
        const first = args?.[0]?.value;
        const run = runOf(flow, fact, scope);
        if (run !== undefined) {
          constraints.watch(flow.expression(scope, run.given), (id) => {
            if (values.get(id).is !== 'external') onCallee(values.get(id), run.args, scope, fact);
          });
        }
        if (how === undefined || first === undefined) return;
        constraints.watch(flow.expression(scope, first), (object) =>
          enterScopeFunction(flow, how, object, args, scope),
        );
        return;
      }
      default:
        return;
    }
  };

  /** Parameter types of what is declared with a function type, or with a type that can be called: `interface Route { (path: string, handler: Handler): App }`. */
  const signatures = (def: number, depth = 0): TypeAt[][] => {
    const { type } = definitionOf(program, def);
    const meanings = type === undefined ? [] : classes.types.meanings({ type, scope: def });
    return meanings.flatMap((meaning) => {
      if (meaning.is === 'class' && depth < 2) return signatures(meaning.def, depth + 1);
      return meaning.is === 'function' ? [meaning.params] : [];
    });
  };

  flow.result = (id, call, to) => {
    const callee = values.get(id);
    switch (callee.is) {
      case 'function':
        return resultOf(callee.def, undefined, { ...call, fn: callee.def, shift: 0 }, to);
      case 'bound':
        return resultOf(callee.def, callee.self, { ...call, fn: callee.def, shift: shiftOf(callee.def) }, to);
      case 'overloads':
        for (const one of eachOverload(callee)) flow.result(values.id(one), call, to);
        return;
      case 'class': {
        const called = calledOnTable(flow, callee.def);
        if (called !== undefined) constraints.watch(called, (fn) => flow.result(fn, withTable(call), to));
        const instead = companionFunctions(flow, callee.def).filter((fn) => resultType(flow, fn) !== undefined);
        if (definitionOf(program, callee.def).variant !== 'object' || instead.length === 0) {
          return flow.add(to, { is: 'instance', def: callee.def, args: [] });
        }
        for (const fn of instead) resultOf(fn, undefined, { ...call, fn, shift: 0 }, to);
        return;
      }
      case 'super':
        return constraints.add(to, id);
      case 'giving':
        return constraints.add(to, callee.of);
      case 'scoped': {
        const how = fileOfScope(program, call.scope).rules.scopingMembers.get(callee.name);
        if (how !== undefined) resultOfScopeFunction(flow, how, callee.of, call, to);
        else constraints.add(to, flow.external(callee.name));
        return;
      }
      case 'external': {
        const how = fileOfScope(program, call.scope).rules.scopingFunctions.get(callee.name);
        const first = call.args?.[0]?.value;
        if (how !== undefined && first !== undefined) {
          constraints.watch(flow.expression(call.scope, first), (object) =>
            resultOfScopeFunction(flow, how, object, call, to),
          );
          return;
        }
        if (gathered(flow, callee.name, call, to) || wrapped(flow, call, to) || resultOfRun(flow, call, to)) return;
        if (!addWithMetatable(flow, callee.name, call, to)) constraints.add(to, flow.external(callee.name));
        return;
      }
      case 'callable':
        return callee.result === undefined ? undefined : flow.typed(to, callee.result);
      case 'containerMember':
        resultOfContainer(flow, callee, call, to);
        return;
      case 'instance': {
        const { callMember } = fileOfScope(program, callee.def).rules;
        if (callMember === undefined) return resultOfNamedType(callee.def, id, to);
        constraints.watch(flow.member(id, callMember), (member) => {
          if (values.get(member).is !== 'instance') flow.result(member, call, to);
        });
        return;
      }
      default:
        return;
    }
  };

  /** `type Handler func() Dog`: calling a Handler gives a Dog. */
  const resultOfNamedType = (cls: number, receiver: number, to: number): void => {
    const { type } = definitionOf(program, cls);
    for (const meaning of type === undefined ? [] : classes.types.meanings({ type, scope: cls })) {
      if (meaning.is === 'function' && meaning.result !== undefined) flow.typed(to, meaning.result, { receiver });
    }
  };

  const resultOf = (fn: number, self: number | undefined, call: CallContext, to: number): void => {
    if (!mayRun(flow, fn, call, call.shift, self)) return;
    const def = definitionOf(program, fn);
    const declared = resultType(flow, fn);
    if (declared !== undefined && (flow.says(declared) || isParameterType(declared))) {
      flow.typed(to, declared, { receiver: self, call });
      return;
    }
    if ((def.yielded?.length ?? 0) > 0 && !fileOfScope(program, fn).rules.yieldsToBlock) {
      flow.add(to, { is: 'generator', def: fn });
      return;
    }
    const built = def.variant === 'constructor' ? classes.classOf(fn) : undefined;
    if (built !== undefined && def.returned === undefined) flow.add(to, { is: 'instance', def: built, args: [] });
    const inner = returnedBy(fn);
    constraints.flow(inner.node, to);
    if (inner.self && self !== undefined) constraints.add(to, self);
    for (const index of inner.own) {
      const argument = argumentFor(def.parameters ?? [], index, call.args ?? [], call.shift);
      if (argument !== undefined) constraints.flow(flow.expression(call.scope, argument.value), to);
      else constraints.flow(flow.parameter(fn, index), to);
    }
  };

  const isParameterType = (at: TypeAt): boolean =>
    fileOfScope(program, at.scope).rules.selfTypes.includes(at.type.name) ||
    classes.types.meanings(at).some((meaning) => meaning.is === 'parameter');
}

function arrayOf(at: TypeAt): TypeAt {
  // TypeScript and others write the whole array type for a rest parameter; Python and Kotlin the element's.
  return at.type.name === '[]' ? at : { type: { name: '[]', args: [at.type] }, scope: at.scope };
}
