/**
 * Overloads that a class has from its supertypes beside its own of the same name, which hide none that takes more or
 * fewer arguments.
 *
 *     class A { void m(int x) {} }     class B extends A { void m() {} }      new B().m(1) runs A's
 *
 * One that takes as many arguments as a nearer one is taken for the one that is overridden.
 */
import type { Argument, CallFact, Definition } from '../../model/facts.ts';
import { fitsArity, receiverShift } from '../program/arguments.ts';
import type { Flow } from '../flow/contract.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { Program } from '../program/program.ts';
import { isFunctionLike } from '../program/qualified-names.ts';

const NOT_OVERLOADED = new Set(['constructor', 'getter', 'setter', 'property', 'lambda']);

/** `own`: functions of one class; `above`: those of their name in the classes behind it, in order, each a list. */
export function inheritedOverloads(program: Program, own: number[], above: () => number[][]): number[] {
  if (!own.every((def) => isOverload(definitionOf(program, def)))) return [];
  const known = new Set(own.map((def) => takes(definitionOf(program, def))));
  const out: number[] = [];
  for (const defs of above()) {
    const further = defs.filter((def) => {
      const definition = definitionOf(program, def);
      return !own.includes(def) && isInherited(definition) && !known.has(takes(definition));
    });
    for (const def of further) known.add(takes(definitionOf(program, def)));
    out.push(...further);
  }
  return out;
}

/** Number of arguments it takes at most. */
function takes({ parameters = [] }: Definition): number {
  return parameters.filter((parameter) => parameter.self !== true).length;
}

function isOverload(definition: Definition): boolean {
  return isFunctionLike(definition) && !NOT_OVERLOADED.has(definition.variant ?? '');
}

function isInherited(definition: Definition): boolean {
  return isOverload(definition) && definition.modifiers?.includes('private') !== true;
}

/**
 * Of functions that one call may run, without those that do not take its arguments where another does which stands beside
 * them: in a supertype, as an extension, in the object that shares a class's name.
 */
export function withoutOtherArities<Found>(
  flow: Flow,
  found: Map<number, Found>,
  call: Pick<CallFact, 'args' | 'implicit'>,
): Map<number, Found> {
  const { program } = flow.resolver;
  const { args = [] } = call;
  if (found.size < 2 || (call.implicit === true && call.args === undefined)) return found;
  const overloads = [...found.keys()].filter(
    (def) => isFunctionLike(definitionOf(program, def)) && fileOfScope(program, def).rules.overloads,
  );
  const fitting = overloads.filter((def) => takesArguments(flow, def, args));
  if (fitting.length === 0 || fitting.length === overloads.length) return found;
  const isMeant = (def: number): boolean =>
    !overloads.includes(def) || fitting.includes(def) || !fitting.some((other) => standsBeside(flow, def, other));
  return new Map([...found].filter(([def]) => isMeant(def)));
}

function standsBeside(flow: Flow, a: number, b: number): boolean {
  const { classes, resolver } = flow;
  const { program } = resolver;
  const [one, other] = [classes.classOf(a), classes.classOf(b)];
  if (one === undefined || other === undefined || classes.primary(one) === classes.primary(other)) return false;
  if (definitionOf(program, a).extension === true || definitionOf(program, b).extension === true) return true;
  if (classes.order(one).includes(other) || classes.order(other).includes(one)) return true;
  const [left, right] = [definitionOf(program, one), definitionOf(program, other)];
  return left.name === right.name && (left.variant === 'object') !== (right.variant === 'object');
}

/** What overrides another function takes that one's default values along (Kotlin, Scala). */
export function takesArguments(flow: Flow, def: number, args: Argument[]): boolean {
  const { classes, resolver } = flow;
  const definition = definitionOf(resolver.program, def);
  const fits = (def: Definition): boolean => fitsArity(def.parameters ?? [], args, receiverShift(def));
  if (fits(definition)) return true;
  const cls = definition.modifiers?.includes('override') === true ? classes.classOf(def) : undefined;
  if (cls === undefined) return false;
  const overridden = classes.order(cls).flatMap((above) => classes.own(above, definition.name)?.defs ?? []);
  return overridden.some((above) => {
    const other = definitionOf(resolver.program, above);
    return isOverload(other) && takes(other) === takes(definition) && fits(other);
  });
}
