/**
 * Which argument of a call a parameter takes: by keyword, else by position, as far as nothing is spread before it. A
 * lambda behind the list is the last parameter's (Kotlin). Where labels are a part of a function's name, arguments are in
 * order, each under its label:
 *
 *     func f(for x: Int, in z: Int = 1, then body: () -> Void)      f(for: 1) { … }      the closure may leave its label out
 */
import type { Argument, Definition, Parameter, TypeRef } from '../../model/facts.ts';
import type { LanguageRules } from '../rules/rules-format.ts';

/** 1 when a method taken from a receiver has it as its first parameter, which then stands in no argument. */
export function receiverShift({ parameters }: Definition): number {
  return parameters?.[0]?.self === true ? 1 : 0;
}

/** `shift` is 1 when the first parameter is the receiver and stands in no argument. */
export function argumentFor(
  parameters: Parameter[],
  index: number,
  args: Argument[],
  shift: number,
): Argument | undefined {
  const parameter = parameters[index];
  if (parameter === undefined || parameter.variadic !== undefined || index < shift) return undefined;
  if (parameter.label !== undefined) return args[placed(parameters, args)?.[index] ?? -1];
  const named = args.find((argument) => argument.name === parameter.name);
  if (named !== undefined) return named;
  const last = args.at(-1);
  if (last?.trailing === true && index === parameters.length - 1) return last;
  return argumentAt(args, index - shift);
}

/** The same, and of a parameter that takes any number of arguments the first of them. */
export function firstArgumentFor(
  parameters: Parameter[],
  index: number,
  args: Argument[],
  shift: number,
): Argument | undefined {
  const parameter = parameters[index];
  if (parameter?.variadic !== 'rest' || index < shift) return argumentFor(parameters, index, args, shift);
  if (parameter.label !== undefined) return args[placed(parameters, args)?.[index] ?? -1];
  return argumentAt(args, index - shift);
}

/** What each argument of a parameter is that takes any number of them. */
export function typeOfEach({ type, variadic }: Parameter, rules: LanguageRules): TypeRef | undefined {
  return variadic === 'rest' && rules.restParameters === 'list' ? type?.args?.at(-1) : type;
}

/** The argument at a position among those without a name, as far as nothing is spread before it. */
function argumentAt(args: Argument[], position: number): Argument | undefined {
  let left = position;
  for (const argument of args) {
    if (argument.spread === true) return undefined;
    if (argument.name !== undefined || argument.trailing === true) continue;
    if (left-- === 0) return argument;
  }
  return undefined;
}

/** Whether a call with these arguments can run a function with these parameters. Asked of each overload at each call. */
export function fitsArity(parameters: Parameter[], args: Argument[], shift: number): boolean {
  for (const { label } of parameters) if (label !== undefined) return placed(parameters, args) !== undefined;
  for (const { spread } of args) if (spread === true) return true;
  const most = isOfAnyLength(parameters, shift) ? Infinity : parameters.length - shift;
  return args.length <= most && takesEach(parameters, args, shift);
}

function isOfAnyLength(parameters: Parameter[], shift: number): boolean {
  for (let at = shift; at < parameters.length; at++) if (parameters[at]?.variadic !== undefined) return true;
  return false;
}

/** Whether each argument with a name has its parameter, and each parameter that must have one its argument. */
function takesEach(parameters: Parameter[], args: Argument[], shift: number): boolean {
  const isPlain = args.every(({ name, trailing }) => name === undefined && trailing !== true);
  if (!isPlain && args.some(({ name }) => name !== undefined && !hasParameter(parameters, shift, name))) return false;
  // Arguments without names are those of the first parameters.
  for (let at = isPlain ? shift + args.length : shift; at < parameters.length; at++) {
    const isGiven = !isPlain && argumentFor(parameters, at, args, shift) !== undefined;
    if (!isGiven && parameters[at]?.default === undefined && parameters[at]?.variadic === undefined) return false;
  }
  return true;
}

function hasParameter(parameters: Parameter[], shift: number, name: string): boolean {
  return parameters.some(
    (parameter, at) => at >= shift && (parameter.name === name || parameter.variadic === 'keywords'),
  );
}

/** Whether calls must write labels: they tell functions of one name apart. */
export function hasLabels({ parameters }: Definition): boolean {
  return parameters?.some((parameter) => parameter.label !== undefined) === true;
}

/** Position of the argument each labelled parameter takes; undefined when they do not fit. */
function placed(parameters: Parameter[], args: Argument[]): (number | undefined)[] | undefined {
  return placedBy(parameters, args, ({ type }) => type?.name === '->') ?? placedBy(parameters, args, takesClosure);
}

/** `takes`: whether a parameter takes a closure that stands without a label: the first that leaves no other one empty. */
function placedBy(
  parameters: Parameter[],
  args: Argument[],
  takes: (parameter: Parameter) => boolean,
): (number | undefined)[] | undefined {
  const failed = new Set<number>();
  const matches = (argument: Argument, parameter: Parameter): boolean =>
    isClosure(argument) ? takes(parameter) : (argument.name ?? '') === parameter.label;
  const place = (position: number, from: number, inVariadic: boolean): (number | undefined)[] | undefined => {
    const argument = args[position];
    if (argument === undefined) {
      return parameters.slice(from).every(isOptional) ? parameters.map(() => undefined) : undefined;
    }
    if (inVariadic && argument.name === undefined && !isClosure(argument)) return place(position + 1, from, true);
    const key = position * 1024 + from;
    if (failed.has(key)) return undefined;
    for (const [offset, parameter] of parameters.slice(from).entries()) {
      const at = from + offset;
      if (matches(argument, parameter)) {
        const rest = place(position + 1, at + 1, parameter.variadic !== undefined);
        if (rest !== undefined) rest[at] = position;
        if (rest !== undefined || !isClosure(argument)) return rest;
      }
      if (!isOptional(parameter)) break;
    }
    failed.add(key);
    return undefined;
  };
  return place(0, 0, false);
}

/**
 * Of two functions that take these arguments under the same types, whether a call means the first: it has no arguments of any
 * number, or leaves fewer parameters to their defaults. Kotlin's specification, "choosing the most specific candidate"; C#'s,
 * 12.6.4.3; Scala's, 6.26.3; Java's, 15.12.2; Swift ranks the same way.
 *
 *     copy(nullable: Boolean = …)     copy(nullable: Boolean = …, tags: Map = …)      copy(nullable = true) the first
 */
export function isNearer(a: Definition, b: Definition, args: Argument[]): boolean {
  if (args.some(({ spread }) => spread === true)) return false;
  if (a.name !== b.name || a.kind !== b.kind) return false;
  // Of these Swift takes the one that fits where the call stands.
  if (isAsync(a) !== isAsync(b)) return false;
  const [one, other] = [takenBy(a, args), takenBy(b, args)];
  if (one.types.some((type, at) => type === undefined || type !== other.types[at])) return false;
  if (one.isVariadic !== other.isVariadic) return other.isVariadic;
  return one.left < other.left;
}

function isAsync({ modifiers }: Definition): boolean {
  return modifiers?.includes('async') === true;
}

/** For each argument the type that it is taken under; how many parameters take none. */
function takenBy(
  definition: Definition,
  args: Argument[],
): { types: (string | undefined)[]; isVariadic: boolean; left: number } {
  const { parameters = [] } = definition;
  const shift = receiverShift(definition);
  const rest = parameters.find(({ variadic }) => variadic === 'rest');
  const taken = new Map<Argument, Parameter>();
  let left = 0;
  for (const [at, parameter] of parameters.entries()) {
    if (at < shift || parameter.variadic !== undefined) continue;
    const argument = argumentFor(parameters, at, args, shift);
    if (argument === undefined) left += 1;
    else taken.set(argument, parameter);
  }
  const typeOf = (argument: Argument): string | undefined => {
    const type = (taken.get(argument) ?? rest)?.type;
    return type === undefined ? undefined : JSON.stringify(type);
  };
  return { types: args.map(typeOf), isVariadic: rest !== undefined, left };
}

function isOptional(parameter: Parameter): boolean {
  return parameter.default !== undefined || parameter.variadic !== undefined;
}

/** A closure without a label. */
function isClosure({ name, value }: Argument): boolean {
  return name === undefined && value.is === 'function';
}

/** Anything but what is known to be no function; a type of its own may stand for one. */
function takesClosure({ type }: Parameter): boolean {
  return type === undefined || !['[]', '()', 'String', 'Int', 'Bool', 'Double'].includes(type.name);
}
