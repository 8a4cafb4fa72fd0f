/**
 * The types that functions of one name want of each argument of a call: what an argument holds is asked for only where they
 * differ, since that is dear.
 */
import type { Argument, Definition, Parameter, TypeRef } from '../../model/facts.ts';
import { firstArgumentFor } from '../program/arguments.ts';

/** Names of the types that candidates want an argument to be of, with how many types they take; undefined for one that says none. */
export type Wanted = Map<Argument, Set<string | undefined>>;

export function isTelling(wanted: Wanted, argument: Argument): boolean {
  return (wanted.get(argument)?.size ?? 0) > 1;
}

/** `Func<Task>` and `Func<Task<T>>` are not the same want. */
function typeText({ name, args }: TypeRef): string {
  return args === undefined ? name : `${name} ${args.map(typeText).join()}`;
}

const wantedTexts = new WeakMap<Parameter, string>();

/** What a parameter takes, made once: it is asked for at each call. */
function wantedText(parameter: Parameter): string | undefined {
  const { type, variadic } = parameter;
  if (type === undefined) return undefined;
  let text = wantedTexts.get(parameter);
  if (text === undefined) wantedTexts.set(parameter, (text = `${variadic ?? ''} ${typeText(type)}`));
  return text;
}

export function wantOf({ parameters = [] }: Definition, args: Argument[], wanted: Wanted): void {
  const shift = parameters[0]?.self === true ? 1 : 0;
  for (const [index, parameter] of parameters.entries()) {
    const argument = firstArgumentFor(parameters, index, args, shift);
    if (argument === undefined) continue;
    const names = wanted.get(argument);
    const name = wantedText(parameter);
    if (names === undefined) wanted.set(argument, new Set([name]));
    else names.add(name);
  }
}
