/**
 * Objects beside a class or in it whose function may run where the class is called by its name.
 *
 *     class Dog private()    object Dog { def apply(name: String): Dog }      Dog("rex") runs apply     (Scala)
 *     class Dog(val n: Int) { companion object { operator fun invoke(s: String) = … } }   Dog("rex")     (Kotlin)
 *
 * Where a constructor is there too, the arguments decide.
 */
import type { CallFact } from '../../model/facts.ts';
import { fitsArity } from '../program/arguments.ts';
import { definitionOf, fileOfScope, namesIn } from '../program/program.ts';
import type { Program } from '../program/program.ts';
import type { Classes } from './contract.ts';

/** The object inside a class whose members are the class's static ones (Kotlin). */
export function companionIn(program: Program, cls: number): number | undefined {
  return program.children[cls]?.find((child) => definitionOf(program, child).variant === 'companion');
}

/** The object that has a class's name beside it (Scala). */
export function objectBeside(program: Program, cls: number): number | undefined {
  const { name, variant } = definitionOf(program, cls);
  if (variant === 'object') return undefined;
  for (const entry of namesIn(program, program.outer[cls] ?? -1)?.get(name) ?? [])
    if (entry.kind === 'def' && definitionOf(program, entry.def).variant === 'object') return entry.def;
  return undefined;
}

/** Functions of the companion of a class, or of the object itself, that a call of its name runs. */
export function companionFunctions(classes: Classes, cls: number): number[] {
  const { program } = classes;
  const { rules } = fileOfScope(program, cls);
  if (rules.companionCalls === undefined || rules.callMember === undefined) return [];
  const holder = definitionOf(program, cls).variant === 'object' ? cls : companionIn(program, cls);
  const member = holder === undefined ? undefined : classes.find(holder, rules.callMember);
  return member?.defs ?? [];
}

/** The same for one call: where the syntax says that it builds an instance, none is meant. */
export function companionsOf(classes: Classes, cls: number, call: Pick<CallFact, 'constructs'>): number[] {
  return call.constructs === true ? [] : companionFunctions(classes, cls);
}

/** Of some classes and their companions' functions, those that a call may mean: classes that are built come first. */
export function companionCandidates(
  program: Program,
  classes: number[],
  functions: number[],
  call: Pick<CallFact, 'args'>,
): number[] {
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
