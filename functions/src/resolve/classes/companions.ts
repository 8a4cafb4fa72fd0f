/**
 * A class that is called by its name may have an object beside it or in it whose own function is meant:
 *
 *     class Dog private()    object Dog { def apply(name: String): Dog }      Dog("rex") runs apply     (Scala)
 *     class Dog(val n: Int) { companion object { operator fun invoke(s: String) = … } }   Dog("rex")     (Kotlin)
 *
 * Where a constructor is there too, the arguments decide.
 */
import type { CallFact } from '../../model/facts.ts';
import { fitsArity } from '../program/arguments.ts';
import type { Flow } from '../flow/contract.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { Program } from '../program/program.ts';

/** The object inside a class whose members are the class's static ones (Kotlin). */
export function companionIn(program: Program, cls: number): number | undefined {
  return program.children[cls]?.find((child) => definitionOf(program, child).variant === 'companion');
}

/** Functions of the companion of a class, or of the object itself, that a call of its name runs. */
export function companionFunctions(flow: Flow, cls: number): number[] {
  const { program } = flow.resolver;
  const { rules } = fileOfScope(program, cls);
  if (rules.companionCalls === undefined || rules.callMember === undefined) return [];
  const holder = definitionOf(program, cls).variant === 'object' ? cls : companionIn(program, cls);
  const member = holder === undefined ? undefined : flow.classes.find(holder, rules.callMember);
  return member?.defs ?? [];
}

/** The same for one call: where the syntax says that it builds, none is meant. */
export function companionsOf(flow: Flow, cls: number, call: Pick<CallFact, 'constructs'>): number[] {
  return call.constructs === true ? [] : companionFunctions(flow, cls);
}

/** A class and its companion's functions, as far as a call may mean them: what it builds comes first. */
export function companionCandidates(
  flow: Flow,
  classes: number[],
  functions: number[],
  call: Pick<CallFact, 'args'>,
): number[] {
  const { program } = flow.resolver;
  const fits = (def: number): boolean => fitsArity(definitionOf(program, def).parameters ?? [], call.args ?? [], 0);
  const built = classes.filter((cls) => {
    const { variant, modifiers } = definitionOf(program, cls);
    if (variant === 'object') return false;
    const { companionCalls } = fileOfScope(program, cls).rules;
    return (companionCalls === 'beside' || modifiers?.includes('case') === true) && fits(cls);
  });
  const run = functions.filter(fits);
  if (built.length > 0) return [...built, ...run];
  return run.length > 0 ? run : functions;
}
