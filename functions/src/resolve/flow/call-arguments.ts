/**
 * How the arguments of calls reach the parameters of what they run.
 *
 *     def run(cb): cb()            run(f) lets f reach cb, and run calls f
 *     on((c) => c.send())          on's parameter has the type (c: Context) => void, so c is a Context
 *
 * A parameter with a declared type takes nothing from its callers.
 */
import type { Argument, CallFact } from '../../model/facts.ts';
import { append } from '../program/append.ts';
import { argumentFor, receiverShift } from '../program/arguments.ts';
import { enterBlock } from './idioms/blocks.ts';
import { calleeNode } from './idioms/bare-calls.ts';
import { constructorsOf, superConstructorsOf } from '../classes/constructors.ts';
import { enterContainer } from './idioms/container-calls.ts';
import { expectArguments, expectPositions } from './expected-types.ts';
import type { CallContext } from '../program/call-site.ts';
import type { Flow } from './flow.ts';
import { enterScopeFunction } from './idioms/scope-functions.ts';
import { calledOnTable, withTable } from './idioms/table-classes.ts';
import { runOf } from './idioms/outside-runs.ts';
import { askOverloads, mayRun, type Candidates } from './overloads.ts';
import { definitionKey, definitionOf, fileOfScope } from '../program/program.ts';
import { vertexOf } from '../tracking/trace.ts';
import type { Vertex } from '../tracking/trace.ts';
import type { TypeAt } from '../types/types.ts';
import type { Abstract } from './values.ts';
import { eachOverload } from './values.ts';

/** Adds `parameter` and `register` to a flow. */
export function addCallArguments(flow: Flow): void {
  const { constraints, values, classes, resolver } = flow;
  const { program } = resolver;
  const { trace } = program;
  const parameters = new Map<number, number>();
  const callers = new Map<number, CallContext[]>();
  /** What a call may run, as far as it is known. */
  const candidates = new Map<CallFact, Candidates>();

  const shiftOf = (fn: number): number => receiverShift(definitionOf(program, fn));

  flow.parameter = (fn, index) => {
    const key = fn * 256 + Math.min(index, 255);
    const known = parameters.get(key);
    if (known !== undefined) return known;
    const node = constraints.node();
    parameters.set(key, node);
    trace.enter(vertexOf(node));
    trace.dependOnFile(fileOfScope(program, fn).index);
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
    trace.dependOn(callersVertex(fn));
    trace.dependOnEntries(definitionKey(program, 'a', fn));
    for (const call of callers.get(fn) ?? []) link(node, fn, index, call);
  };

  /** Who calls a function rests on what each of those calls rests on. */
  const callersVertexs: Vertex[] = [];
  const callersVertex = (fn: number): Vertex => (callersVertexs[fn] ??= trace.newVertex());

  const link = (node: number, fn: number, index: number, call: CallContext): void => {
    const argument = argumentFor(definitionOf(program, fn).parameters ?? [], index, call.args ?? [], call.shift);
    if (argument !== undefined) constraints.flow(flow.expression(call.scope, argument.value), node);
  };

  /** The call reaches the function: its arguments flow into those parameters that something asks about. */
  const reach = (call: CallContext, self?: number): void => {
    if (!mayRun(flow, call.fn, call, call.shift, self)) return;
    trace.addDependency(callersVertex(call.fn), trace.current);
    if (fileOfScope(program, call.fn).index !== trace.file)
      trace.provide(trace.file, definitionKey(program, 'a', call.fn));
    append(callers, call.fn, call);
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
        const how = fileOfScope(program, scope).rules.scopeMembers.get(callee.name);
        if (how !== undefined) enterScopeFunction(flow, how, callee.of, args, scope);
        return;
      }
      case 'external': {
        const how = fileOfScope(program, scope).rules.scopeFunctions.get(callee.name);
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
}

function arrayOf(at: TypeAt): TypeAt {
  // TypeScript and others write the whole array type for a rest parameter; Python and Kotlin the element's.
  return at.type.name === '[]' ? at : { type: { name: '[]', args: [at.type] }, scope: at.scope };
}
