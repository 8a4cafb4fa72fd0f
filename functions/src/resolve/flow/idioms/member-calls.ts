/**
 * Languages in which a member's name alone runs it (Scala): `dog.name` is a call where name is a method without
 * parameters, and a value is what that gives. What is called with arguments is the member itself.
 */
import type { Definition, Value } from '../../../model/facts.ts';
import type { Flow } from '../flow.ts';
import { definitionOf, fileOfScope } from '../../program/program.ts';
import type { ScopeId } from '../../program/program.ts';
import { vertexOf } from '../../tracking/trace.ts';
import { eachOverload } from '../values.ts';

type AddName = (node: number, scope: ScopeId, name: string, at: number | undefined) => void;

export function addRawNames(flow: Flow, addName: AddName): void {
  const { constraints, resolver } = flow;
  const { trace } = resolver.program;
  const known = new Map<Value, Map<string, number>>();
  flow.raw = (scope, value, at) => {
    if (value.is !== 'name' && value.is !== 'member') return flow.expression(scope, value, at);
    let nodes = known.get(value);
    if (nodes === undefined) known.set(value, (nodes = new Map<string, number>()));
    const key = `${scope} ${at ?? ''}`;
    const found = nodes.get(key);
    if (found !== undefined) return found;
    const node = constraints.node();
    nodes.set(key, node);
    trace.enter(vertexOf(node));
    trace.dependOnFile(fileOfScope(resolver.program, scope).index);
    const { name } = value;
    if (value.is === 'name') addName(node, scope, name, at);
    else constraints.watch(flow.expression(scope, value.of, at), (of) => constraints.flow(flow.member(of, name), node));
    trace.leave();
    return node;
  };
}

/** Lets what a name stands for reach a node: a method without parameters is run first. */
export function runsAlone(flow: Flow, node: number, scope: ScopeId, from: number): void {
  const { constraints, values, resolver } = flow;
  constraints.watch(from, (id) => {
    const isRun = eachOverload(values.get(id)).some(
      (found) =>
        (found.is === 'bound' || found.is === 'function') && takesNothing(definitionOf(resolver.program, found.def)),
    );
    if (isRun) flow.result(id, { args: [], scope }, node);
    else constraints.add(node, id);
  });
}

/** A method that its name alone runs; a lambda is a value. */
export function takesNothing(def: Definition): boolean {
  return def.variant !== 'lambda' && (def.parameters?.length ?? 0) === 0;
}

/** The name that a member has where it is declared: an extension may be imported under another one (Kotlin). */
export function memberName(flow: Flow, scope: ScopeId, name: string): string {
  const { facts, rules } = fileOfScope(flow.resolver.program, scope);
  if (!rules.lambdaObjects) return name;
  return facts.imports.find((fact) => fact.alias === name)?.name ?? name;
}
