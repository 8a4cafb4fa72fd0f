/**
 * What arguments are by their text and the types that are written, before any value is known. It is enough to leave out
 * many an overload, whose result would else be taken for that of the call.
 *
 *     static A make(Cat c)   static B make(Dog d)   static B make(int n)      make(new Dog()).run() is B's
 */
import type { Argument, Definition, Value } from '../../../model/facts.ts';
import { constructorsOf } from '../../classes/constructors.ts';
import { firstArgumentFor, receiverShift, typeOfEach } from '../../program/arguments.ts';
import { definitionOf, fileOfScope } from '../../program/program.ts';
import type { Entry, ScopeId } from '../../program/program.ts';
import { isFunctionLike } from '../../program/qualified-names.ts';
import type { TypeAt, TypeMeaning } from '../../types/contract.ts';
import type { Flow } from '../contract.ts';
import type { WrittenArguments, WrittenType } from '../../types/judgements.ts';

const TEXT = /^(string|str|char|character|charsequence|string_view|std\.string)$/i;
const NUMBER = /^(int|integer|long|short|byte|float|double|number|uint|u?int\d+(_t)?|[iuf]\d+|size_t|decimal|bignum)$/i;
const TRUTH = /^(bool|boolean)$/i;

/** Text, number or truth, where a type's name says so. */
export function kindOf(name: string): string | undefined {
  if (TEXT.test(name)) return 'text';
  if (NUMBER.test(name)) return 'number';
  return TRUTH.test(name) ? 'truth' : undefined;
}

export function writtenArguments(args: Argument[], scope: ScopeId): WrittenArguments {
  return { args, scope, types: new Map() };
}

/** 0 where an argument is of another type than its parameter takes, 2 where all are of the very types, and no others are meant; else 1. */
export function fitOf(flow: Flow, fn: number, given: WrittenArguments, shift: number): 0 | 1 | 2 {
  const { args } = given;
  const { parameters = [] } = definitionOf(flow.program, fn);
  const { rules } = fileOfScope(flow.program, fn);
  let isExact = args.length === parameters.length - shift;
  for (const [index, parameter] of parameters.entries()) {
    const type = typeOfEach(parameter, rules);
    const argument = firstArgumentFor(parameters, index, args, shift);
    const written = type === undefined || argument === undefined ? undefined : typeOfArgument(flow, given, argument);
    const wanted = type === undefined || written === undefined ? [] : flow.classes.types.meanings({ type, scope: fn });
    if (index >= shift)
      isExact &&= parameter.variadic === undefined && written !== undefined && isVery(wanted, written);
    if (written !== undefined && wanted.length > 0 && !wanted.some((meaning) => takes(flow, meaning, written)))
      return 0;
  }
  return isExact ? 2 : 1;
}

function isVery([wanted, ...others]: TypeMeaning[], written: WrittenType): boolean {
  if (others.length > 0) return false;
  if (wanted?.is === 'external') return written.is === 'external' && written.name === wanted.name;
  return wanted?.is === 'class' && written.is === 'class' && written.def === wanted.def;
}

/** How a lambda differs from what is wanted: by the number of its parameters, and by whether it gives anything. */
export function likenessOfLambda(lambda: Definition, wanted: TypeMeaning, isEmpty: (at: TypeAt) => boolean): number {
  if (wanted.is === 'external') return kindOf(wanted.name) === undefined ? -0.5 : -1;
  if (wanted.is !== 'function') return 0;
  const { parameters = [] } = lambda;
  const fits = parameters.length === wanted.params.length;
  // A lambda may leave its only parameter unwritten, and one that has none may be said to have that (`it`, `$0`).
  if (!fits && (parameters.length > 1 || wanted.params.length > 1)) return -1;
  const gives = givesValue(lambda);
  const isWanted = wanted.result !== undefined && !isEmpty(wanted.result);
  return (fits ? 2 : 1) + (gives === undefined ? 0 : gives === isWanted ? 0.5 : -0.5);
}

/** Whether a lambda gives a value; undefined where all that it gives is a call, which may give none: `x => x.Run()`. */
function givesValue({ returned = [] }: Definition): boolean | undefined {
  if (returned.length === 0) return false;
  return returned.length > 1 || returned.some(({ is }) => is !== 'call' && is !== 'unknown') ? true : undefined;
}

/** The same with all types known: who asks `fitOf` of them asks no more of the file that the call stands in. */
export function allWritten(flow: Flow, args: Argument[], scope: ScopeId): WrittenArguments {
  return { args, scope, types: new Map(args.map((argument) => [argument, writtenType(flow, scope, argument.value)])) };
}

/** All that `fitOf` knows of a type that is written. */
export function shapeOfWritten(written: WrittenType | undefined): string {
  switch (written?.is) {
    case 'class':
      return `c${written.def}`;
    case 'external':
      return `e${written.name}`;
    case 'function':
      return `f${written.params.length}`;
    case 'lambda':
      return `l${written.definition.parameters?.length ?? 0}${givesValue(written.definition) ?? ''}`;
    default:
      return written === undefined ? '' : 'o';
  }
}

function typeOfArgument(flow: Flow, { scope, types }: WrittenArguments, argument: Argument): WrittenType | undefined {
  if (types.has(argument)) return types.get(argument);
  const written = writtenType(flow, scope, argument.value);
  types.set(argument, written);
  return written;
}

function writtenType(flow: Flow, scope: ScopeId, value: Value): WrittenType | undefined {
  switch (value.is) {
    case 'new':
      return onlyMeaning(flow, { type: value.type, scope });
    case 'literal':
      return { is: 'external', name: value.type, args: [] };
    case 'function':
      return lambdaOf(flow, fileOfScope(flow.program, scope).base + value.definition);
    case 'name':
      return typeOfName(flow, scope, value.name);
    default:
      return undefined;
  }
}

/** A variable that is declared once: with a type, with what it is built of, or as a lambda. */
function typeOfName(flow: Flow, scope: ScopeId, name: string): WrittenType | undefined {
  const places = flow.resolver.lookup(scope, name)?.places ?? [];
  const [place] = places;
  if (place?.at !== 'entry' || places.length > 1) return undefined;
  const { entry } = place;
  if (entry.kind === 'def' && definitionOf(flow.program, entry.def).variant === 'lambda')
    return lambdaOf(flow, entry.def);
  const at = declaredAs(flow, entry, place.scope);
  const meaning = at?.type === undefined ? undefined : onlyMeaning(flow, { type: at.type, scope: at.scope });
  if (meaning !== undefined || at?.value === undefined || at.value.is === 'name') return meaning;
  return writtenType(flow, at.scope, at.value);
}

function lambdaOf({ program }: Flow, def: number): WrittenType {
  return { is: 'lambda', definition: definitionOf(program, def) };
}

interface Declared {
  type?: TypeAt['type'] | undefined;
  value?: Value | undefined;
  scope: ScopeId;
}

function declaredAs({ program }: Flow, entry: Entry, scope: ScopeId): Declared | undefined {
  if (entry.kind === 'param')
    return { type: definitionOf(program, entry.fn).parameters?.[entry.index]?.type, scope: entry.fn };
  if (entry.kind === 'bind') {
    const { key, through, type, value } = entry.fact;
    return key === undefined && through === undefined ? { type, value, scope: entry.scope } : undefined;
  }
  if (entry.kind !== 'def') return undefined;
  const def = definitionOf(program, entry.def);
  return isFunctionLike(def)
    ? undefined
    : { type: def.type, value: def.value, scope: program.outer[entry.def] ?? scope };
}

function onlyMeaning(flow: Flow, at: TypeAt): TypeMeaning | undefined {
  const meanings = flow.classes.types.meanings(at);
  return meanings.length === 1 ? meanings[0] : undefined;
}

function takes(flow: Flow, wanted: TypeMeaning, written: WrittenType): boolean {
  // A type from elsewhere may be an interface that a lambda implements.
  if (written.is === 'lambda') return likenessOfLambda(written.definition, wanted, () => false) >= -0.5;
  if (written.is === 'class') return takesInstance(flow, wanted, written.def);
  if (written.is === 'function') return takesFunction(wanted, written);
  // A character is a number in some languages.
  const kind = written.is !== 'external' || /^char/i.test(written.name) ? undefined : kindOf(written.name);
  if (kind === undefined) return true;
  // A number may be a pointer to nothing (C++).
  if (wanted.is === 'function') return kind === 'number';
  if (wanted.is === 'class') return !isOwnKind(flow, wanted.def);
  const other = wanted.is === 'external' ? kindOf(wanted.name) : undefined;
  return other === undefined || other === kind;
}

function takesFunction(wanted: TypeMeaning, { params }: TypeMeaning & { is: 'function' }): boolean {
  if (wanted.is === 'function') return wanted.params.length === params.length;
  return wanted.is !== 'external' || kindOf(wanted.name) === undefined;
}

/** A class that has no supertype from elsewhere is no `List`. */
export function isOnlyOurs({ classes, program }: Pick<Flow, 'classes' | 'program'>, cls: number): boolean {
  return definitionOf(program, cls).kind === 'class' && !classes.hasOutsideBase(cls);
}

function takesInstance({ classes, program }: Flow, wanted: TypeMeaning, cls: number): boolean {
  if (definitionOf(program, cls).kind !== 'class') return true;
  if (wanted.is === 'external') return kindOf(wanted.name) === undefined && !isOnlyOurs({ classes, program }, cls);
  if (wanted.is !== 'class' || classes.order(cls).includes(wanted.def) || classes.hasOutsideBase(cls)) return true;
  const { kind } = definitionOf(program, wanted.def);
  return kind !== 'interface' && (kind !== 'class' || isMadeOfOne({ classes, program }, wanted.def));
}

/** A class that no text or number is, unlike one that conforms to a literal's protocol (Swift), or is made of it unasked. */
function isOwnKind({ classes, program }: Flow, cls: number): boolean {
  const { kind } = definitionOf(program, cls);
  return kind === 'class' && !classes.hasOutsideBase(cls) && !isMadeOfOne({ classes, program }, cls);
}

/** C++ makes a `Slice` of a `Text` that a constructor takes, without being asked. */
function isMadeOfOne({ classes, program }: Pick<Flow, 'classes' | 'program'>, cls: number): boolean {
  return constructorsOf(classes, cls).some((fn) => {
    const definition = definitionOf(program, fn);
    return (definition.parameters ?? []).length - receiverShift(definition) === 1;
  });
}
