/** Which argument of a call a parameter takes: by keyword, else by position, as far as nothing is spread before it. */
import type { Argument, Parameter } from '../model/facts.ts';

/** `shift` is 1 when the first parameter is the receiver and stands in no argument. */
export function argumentFor(
  parameters: Parameter[],
  index: number,
  args: Argument[],
  shift: number,
): Argument | undefined {
  const parameter = parameters[index];
  if (parameter === undefined || parameter.variadic !== undefined || index < shift) return undefined;
  const named = args.find((argument) => argument.name === parameter.name);
  if (named !== undefined) return named;
  let position = index - shift;
  for (const argument of args) {
    if (argument.spread === true) return undefined;
    if (argument.name !== undefined) continue;
    if (position-- === 0) return argument;
  }
  return undefined;
}

/** Whether a call with these arguments can run a function with these parameters. */
export function fitsArity(parameters: Parameter[], args: Argument[], shift: number): boolean {
  if (args.some((argument) => argument.spread === true)) return true;
  const open = parameters.slice(shift);
  if (open.some((parameter) => parameter.variadic !== undefined)) return true;
  const required = open.filter((parameter) => parameter.default === undefined).length;
  return args.length >= required && args.length <= open.length;
}
