/**
 * Which of several functions of one name take the number of arguments that a call gives.
 *
 *     class A { void m(int x) {} }     class B extends A { void m() {} }      of both, b.m(1) means A's
 */
import type { Argument, CallFact, Definition } from '../../model/facts.ts';
import { fitsArity, receiverShift } from '../program/arguments.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import { isFunctionLike } from '../program/qualified-names.ts';
import { memberKey } from './class-members.ts';
import { objectBeside } from './companions.ts';
import type { Classes } from './contract.ts';
import { isOverload, parameterCount } from './inherited-overloads.ts';

/**
 * Of functions that one call may run, without those that do not take its arguments where another does which stands beside
 * them: in a supertype, as an extension, in the object that shares a class's name, or by `areBeside`.
 */
export function withoutOtherArities<Found>(
  classes: Classes,
  found: Map<number, Found>,
  call: Pick<CallFact, 'args' | 'implicit'>,
  areBeside: (a: number, b: number) => boolean = () => false,
): Map<number, Found> {
  const { program } = classes;
  const { args = [] } = call;
  if (found.size < 2 || (call.implicit === true && call.args === undefined)) return found;
  const overloads = [...found.keys()].filter(
    (def) => isFunctionLike(definitionOf(program, def)) && fileOfScope(program, def).rules.overloads,
  );
  const fitting = overloads.filter((def) => takesArguments(classes, def, args));
  if (fitting.length === 0 || fitting.length === overloads.length) return found;
  const isMeant = (def: number): boolean =>
    !overloads.includes(def) ||
    fitting.includes(def) ||
    !fitting.some((other) => standsBeside(classes, def, other) || areBeside(def, other));
  return new Map([...found].filter(([def]) => isMeant(def)));
}

/** Whether two functions of one name can be overloads of each other though they stand in different classes. */
export function standsBeside(classes: Classes, a: number, b: number): boolean {
  const { program } = classes;
  const [one, other] = [classes.classOf(a), classes.classOf(b)];
  if (one === undefined || other === undefined || classes.primary(one) === classes.primary(other)) return false;
  if (definitionOf(program, a).extension === true || definitionOf(program, b).extension === true) return true;
  if (classes.order(one).includes(other) || classes.order(other).includes(one)) return true;
  return isCompanion(classes, one, other) || isCompanion(classes, other, one);
}

/** Whether the object beside a class has the other one's members (Scala). */
function isCompanion({ order, program }: Classes, cls: number, other: number): boolean {
  const object = objectBeside(program, cls);
  return object !== undefined && order(object).includes(other);
}

/** A function that overrides another one has that one's default values too (Kotlin, Scala). */
export function takesArguments(classes: Classes, def: number, args: Argument[]): boolean {
  const { program } = classes;
  const definition = definitionOf(program, def);
  const fits = (one: Definition): boolean => fitsArity(one.parameters ?? [], args, receiverShift(one));
  if (fits(definition)) return true;
  const cls = definition.modifiers?.includes('override') === true ? classes.classOf(def) : undefined;
  if (cls === undefined) return false;
  const overridden = classes.order(cls).flatMap((above) => classes.own(above, memberKey(program, def))?.defs ?? []);
  return overridden.some((above) => {
    const other = definitionOf(program, above);
    return isOverload(other) && parameterCount(other) === parameterCount(definition) && fits(other);
  });
}
