/**
 * Decorators that are functions: each is applied to what it decorates, the one next to the definition first.
 *
 *     @a
 *     @b
 *     def f(): …        f is a(b(f)): what b gave, a is given
 */
import type { Argument, CallFact, Value } from '../../model/facts.ts';
import { append } from '../program/append.ts';
import type { Flow } from './flow.ts';
import { scopeOf } from '../program/program.ts';
import type { Program, ScopeId } from '../program/program.ts';
import { vertexOf } from '../tracking/trace.ts';

/** One decorator applied: what it is given, and the node of what it gives. */
export interface DecoratorStage {
  fact: CallFact;
  args: Argument[];
  result: number;
}

/** Calls that decorate each definition, outermost first, with the scopes that they stand in. */
export type DecoratorCalls = Map<number, { fact: CallFact; scope: ScopeId }[]>;

/** Gives a flow the stages of decorated definitions; `addDefinition` adds a definition as it is undecorated. */
export function addDecorators(flow: Flow, addDefinition: (node: number, def: number) => void): void {
  const { constraints, resolver } = flow;
  const { trace } = resolver.program;
  const decorated = new Map<number, DecoratorStage[]>();
  flow.decorated = (def) => {
    const decorators = flow.decorators.get(def);
    if (decorators === undefined) return [];
    const known = decorated.get(def);
    if (known !== undefined) return known;
    const stages: DecoratorStage[] = [];
    decorated.set(def, stages);
    let current = constraints.node();
    trace.enter(vertexOf(current));
    addDefinition(current, def);
    for (const { fact, scope } of [...decorators].reverse()) {
      const given: Value = { is: 'unknown' };
      constraints.flow(current, flow.expression(scope, given));
      const call = { args: [{ value: given }], scope };
      const result = constraints.node();
      constraints.watch(flow.expression(scope, fact.callee), (callee) => flow.result(callee, call, result));
      stages.push({ fact, args: call.args, result });
      current = result;
    }
    trace.leave();
    return stages;
  };
}

export function decoratorCalls(program: Program): DecoratorCalls {
  const out: DecoratorCalls = new Map();
  for (const file of program.files) {
    for (const fact of file.facts.calls) {
      if (fact.decorates === undefined) continue;
      const def = file.base + fact.decorates;
      const entry = { fact, scope: scopeOf(file, fact.scope) };
      append(out, def, entry);
    }
  }
  return out;
}
