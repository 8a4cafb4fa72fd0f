/**
 * Which functions building an instance runs.
 *
 *     class A { A(int x) {} }     new A(1) runs A.A     (a constructor has its class's name, or `__init__`, `initialize`)
 */
import type { Flow } from '../flow/contract.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import { isMadeClass } from '../flow/idioms/table-classes.ts';

/** Constructor functions that building an instance runs: the class's own, or an inherited one where that is the rule. */
export function constructorsOf(flow: Flow, cls: number): number[] {
  const { program } = flow.resolver;
  const { rules } = fileOfScope(program, cls);
  if (rules.classLibraries !== undefined && !isMadeClass(flow, cls)) return [];
  for (const at of rules.inheritedConstructors ? flow.classes.order(cls) : [cls]) {
    const names = rules.constructors.map((name) => (name === '$class' ? definitionOf(program, at).name : name));
    const found = names.flatMap((name) => flow.classes.own(at, name)?.defs ?? []);
    if (found.length > 0) return rules.overloads ? found : found.slice(-1);
  }
  return [];
}

/** Those of the classes that a class extends. */
export function superConstructorsOf(flow: Flow, cls: number): number[] {
  return flow.classes
    .supertypes(cls)
    .flatMap((base) => (base.how === 'implements' ? [] : constructorsOf(flow, base.def)));
}
