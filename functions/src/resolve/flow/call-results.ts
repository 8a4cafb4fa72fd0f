/**
 * What calls give: what the function returns or is declared to, an instance of a class, whatever a value that can be
 * called says.
 *
 *     def make() -> Dog            make() is a Dog
 *     def pick(a): return a        pick(f)() calls f: a returned parameter gives this call's own argument
 *     type Handler func() Dog      calling a Handler gives a Dog
 */
import { argumentFor, receiverShift } from '../program/arguments.ts';
import { companionFunctions } from '../classes/companions.ts';
import { gathered, resultOfContainer, wrapped } from './idioms/container-calls.ts';
import { resultType } from './expected-types.ts';
import type { CallContext } from '../program/call-site.ts';
import type { Flow } from './flow.ts';
import { addWithMetatable } from './idioms/metatables.ts';
import { resultOfRun } from './idioms/outside-runs.ts';
import { mayRun } from './overloads.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import { createReturned } from './returned-values.ts';
import { resultOfScopeFunction } from './idioms/scope-functions.ts';
import { calledOnTable, withTable } from './idioms/table-classes.ts';
import type { TypeAt } from '../types/types.ts';
import { eachOverload } from './values.ts';

/** Adds `result` to a flow. */
export function addCallResults(flow: Flow): void {
  const { constraints, values, classes, resolver } = flow;
  const { program } = resolver;
  const returnedBy = createReturned(flow);
  const shiftOf = (fn: number): number => receiverShift(definitionOf(program, fn));

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
        const how = fileOfScope(program, call.scope).rules.scopeMembers.get(callee.name);
        if (how !== undefined) resultOfScopeFunction(flow, how, callee.of, call, to);
        else constraints.add(to, flow.external(callee.name));
        return;
      }
      case 'external': {
        const how = fileOfScope(program, call.scope).rules.scopeFunctions.get(callee.name);
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
    fileOfScope(program, at.scope).rules.selfTypes.has(at.type.name) ||
    classes.types.meanings(at).some((meaning) => meaning.is === 'parameter');
}
