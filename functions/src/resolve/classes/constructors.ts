/**
 * Which functions run when an instance is built.
 *
 *     class A { A(int x) {} }     new A(1) runs A.A     (a constructor has its class's name, or `__init__`, `initialize`)
 */
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { Classes } from './contract.ts';
import { classLibraries, isMadeClass } from './table-classes.ts';

/** The class's own constructors, or inherited ones where that is the rule. */
export function constructorsOf(classes: Classes, cls: number): number[] {
  const { program } = classes;
  const { rules } = fileOfScope(program, cls);
  if (classLibraries.of(rules).classLibraries !== undefined && !isMadeClass(classes, cls)) return [];
  for (const at of rules.inheritedConstructors ? classes.order(cls) : [cls]) {
    const names = rules.constructors.map((name) => (name === '$class' ? definitionOf(program, at).name : name));
    const found = names.flatMap((name) => classes.own(at, name)?.defs ?? []);
    if (found.length > 0) return rules.overloads ? found : found.slice(-1);
  }
  return [];
}

/** Those of the classes that a class extends. */
export function superConstructorsOf(classes: Classes, cls: number): number[] {
  return classes
    .supertypes(cls)
    .flatMap((base) => (base.how === 'implements' ? [] : constructorsOf(classes, base.def)));
}
