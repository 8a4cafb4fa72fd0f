/**
 * Languages in which a member's name alone runs it (Scala): `dog.name` is a call where name is a method without
 * parameters, and a value is what that gives. What is called with arguments is the member itself.
 */
import type { Definition } from '../../../model/facts.ts';
import type { Flow } from '../contract.ts';
import { definitionOf, fileOfScope } from '../../program/program.ts';
import type { ScopeId } from '../../program/program.ts';
import { eachOverload } from '../values.ts';

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
  const { facts, rules } = fileOfScope(flow.program, scope);
  if (!rules.lambdaObjects) return name;
  return facts.imports.find((fact) => fact.alias === name)?.name ?? name;
}
