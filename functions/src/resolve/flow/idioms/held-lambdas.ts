/**
 * Lambdas that a variable or field holds: they have the members of their declared type, and methods of the name come first.
 *
 *     Shape unit = () -> 1.0;      unit.area() calls what Shape declares
 *     Runnable close = () -> …;    close() calls the method of that name beside it (Java, Kotlin)
 */
import type { Definition } from '../../../model/facts.ts';
import type { Flow } from '../contract.ts';
import { definitionOf } from '../../program/program.ts';

/** Lets a member of the type that a lambda is declared to have reach a node. */
export function addDeclaredMember(flow: Flow, node: number, fn: number, name: string): void {
  const { constraints, resolver } = flow;
  const { type, variant } = definitionOf(resolver.program, fn);
  if (variant !== 'lambda' || type === undefined) return;
  const declared = constraints.node();
  flow.typed(declared, { type, scope: resolver.program.outer[fn] ?? fn });
  constraints.watch(declared, (object) => constraints.flow(flow.member(object, name), node));
}

/** Of the functions of one name in a type those that a call means, unless an idiom says otherwise: methods before lambdas. */
export function calledByName<T extends { def: Definition }>(functions: T[]): T[] {
  const methods = functions.filter(({ def }) => def.variant !== 'lambda');
  return methods.length > 0 ? methods : functions;
}
