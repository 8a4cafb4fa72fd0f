/**
 * Declared types as values: `x: Box<Dog>` is an instance of Box whose T is Dog. A type parameter stands for the
 * receiver's type argument, for the argument of the call that fixes it, or else for its bound.
 */
import type { Parameter } from '../../model/facts.ts';
import { argumentFor } from '../program/arguments.ts';
import type { CallContext, TypeContext } from '../program/call-site.ts';
import { definitionOf, fileOfScope, isClassScope } from '../program/program.ts';
import type { TypeAt, TypeMeaning } from '../types/contract.ts';
import type { Flow } from './contract.ts';
import type { AbstractValue } from './values.ts';

const MAX_DEPTH = 6;
/** Supertypes whose type arguments are read. Each is read once, by the first way that leads to it. */
const MAX_SUPERTYPES = 200;

type TypeParameter = TypeMeaning & { is: 'parameter' };

/** Whether a declared type says anything of the values that it is declared for. */
export function saysAnything(flow: Flow, at: TypeAt | undefined, depth = 0): boolean {
  if (at === undefined || depth > MAX_DEPTH) return false;
  const { classes, program } = flow;
  const { functionPointers } = fileOfScope(program, at.scope).rules;
  const meanings = classes.types
    .meanings(at)
    .filter((meaning) => !functionPointers || (meaning.is !== 'function' && !isTable(flow, meaning)));
  return meanings.some((meaning) => {
    if (meaning.is === 'own') return classes.classOf(meaning.at.scope) !== undefined;
    if (meaning.is === 'member') return saysAnything(flow, meaning.of, depth + 1);
    if (meaning.is === 'resultOf') return classes.types.meanings(meaning.of).length > 0;
    // A member of that type is the function, a variable any of its type.
    if (meaning.is === 'value') return !meaning.runs || isClassScope(program, at.scope);
    return meaning.is !== 'parameter' || meaning.bounds.some((bound) => saysAnything(flow, bound, depth + 1));
  });
}

/** An array of pointers to functions, which are what it is given. */
function isTable({ classes }: Flow, meaning: TypeMeaning): boolean {
  const [element] = meaning.is === 'external' && meaning.name === '[]' ? meaning.args : [];
  return element !== undefined && classes.types.meanings(element).some(({ is }) => is === 'function');
}

/** Adds what a type means to a node. */
export function addType(flow: Flow, to: number, at: TypeAt, context: TypeContext | undefined, depth = 0): void {
  if (depth > MAX_DEPTH) return;
  for (const meaning of flow.classes.types.meanings(at)) addMeaning(flow, to, meaning, context, depth);
}

/** `Self`, `this`: the type of the receiver, or else the class around. */
function addSelfType(flow: Flow, to: number, at: TypeAt, context: TypeContext | undefined): void {
  const cls = flow.classes.classOf(at.scope);
  const receiver = context?.receiver === undefined ? undefined : flow.values.get(context.receiver);
  if (receiver?.is === 'instance') flow.add(to, receiver);
  else if (receiver?.is === 'class') flow.add(to, { is: 'instance', def: receiver.def, args: [] });
  else if (cls !== undefined) flow.add(to, { is: 'instance', def: cls, args: [] });
}

function addMeaning(
  flow: Flow,
  to: number,
  meaning: TypeMeaning,
  context: TypeContext | undefined,
  depth: number,
): void {
  const { classes, constraints, values } = flow;
  const fill = (types: TypeAt[]): TypeAt[] => types.map((type) => substitute(flow, type, context));
  switch (meaning.is) {
    case 'class':
      return flow.add(to, { is: 'instance', def: meaning.def, args: fill(meaning.args) });
    case 'external':
      return flow.add(to, { is: 'external', name: meaning.name, args: fill(meaning.args) });
    case 'function': {
      const params = fill(meaning.params);
      return flow.add(to, {
        is: 'callable',
        params,
        result: meaning.result && substitute(flow, meaning.result, context),
      });
    }
    case 'record':
      return flow.add(to, { is: 'record', of: meaning.of });
    case 'own':
      return addSelfType(flow, to, meaning.at, context);
    case 'member': {
      const { name } = meaning;
      const of = constraints.node();
      addType(flow, of, substitute(flow, meaning.of, context), context, depth + 1);
      constraints.watch(of, (id) =>
        constraints.flow(name === undefined ? flow.element(id, undefined) : flow.member(id, name), to),
      );
      return;
    }
    case 'resultOf': {
      const of = constraints.node();
      addType(flow, of, substitute(flow, meaning.of, context), context, depth + 1);
      constraints.watch(of, (id) => flow.result(id, { args: [], scope: meaning.of.scope }, to));
      return;
    }
    case 'value':
      constraints.watch(flow.expression(meaning.scope, meaning.value), (id) => {
        if (meaning.runs || !isFunction(values.get(id))) constraints.add(to, id);
      });
      return;
    case 'classOf':
      for (const inner of classes.types.meanings(meaning.of)) {
        if (inner.is === 'class') flow.add(to, { is: 'class', def: inner.def });
      }
      return;
    case 'parameter':
      addParameter(flow, to, meaning, context, depth);
  }
}

function addParameter(
  flow: Flow,
  to: number,
  parameter: TypeParameter,
  context: TypeContext | undefined,
  depth: number,
): void {
  const given = receiverArgument(flow, parameter.def, parameter.name, context?.receiver);
  if (given !== undefined) addType(flow, to, given, undefined, depth + 1);
  else if (context?.call === undefined || !addFixedByCall(flow, to, parameter, context.call, context.receiver)) {
    for (const bound of parameter.bounds) addType(flow, to, bound, context, depth + 1);
  }
}

/**
 * Adds what the arguments of a call say that a type parameter is: `T first<T>(T x)` by the argument for x, and so for
 * `T[] xs` and for a function that gives T. False where they say nothing.
 */
function addFixedByCall(
  flow: Flow,
  to: number,
  { def, name }: TypeParameter,
  call: CallContext,
  receiver: number | undefined,
): boolean {
  if (call.fn !== def) return false;
  const { parameters = [], typeParameters = [] } = definitionOf(flow.program, call.fn);
  const written = call.typeArgs?.[typeParameters.findIndex((one) => one.name === name)];
  if (written !== undefined) {
    flow.typed(to, { type: written, scope: call.scope });
    return true;
  }
  for (const [index, parameter] of parameters.entries()) {
    const how = namedBy(parameter, name);
    if (how === undefined) continue;
    // `fun <T : Shape> T.tap(): T`: the object it is called on says what T is.
    if (parameter.self === true && receiver !== undefined && parameter.type?.name === name) {
      flow.constraints.add(to, receiver);
      return true;
    }
    const argument = argumentFor(parameters, index, call.args ?? [], call.shift);
    if (argument === undefined) continue;
    const given = flow.expression(call.scope, argument.value);
    addAsNamed(flow, to, given, how, parameter, call);
    return true;
  }
  return false;
}

/** How a parameter's type names a type parameter: it is it, a list of it, a function that gives it, or has it as an argument. */
type Naming = 'itself' | 'list' | 'result' | { argument: number };

function namedBy({ type }: Parameter, name: string): Naming | undefined {
  if (type === undefined) return undefined;
  const { name: own, args = [] } = type;
  if (own === '->') return args.at(-1)?.name === name ? 'result' : undefined;
  const argument = args.findIndex((arg) => arg.name === name);
  if (argument < 0) return own === name ? 'itself' : undefined;
  return own === '[]' && argument === 0 ? 'list' : { argument };
}

function addAsNamed(
  flow: Flow,
  to: number,
  given: number,
  how: Naming,
  parameter: Parameter,
  { fn, scope }: CallContext,
): void {
  const { constraints } = flow;
  if (how === 'itself') constraints.flow(given, to);
  else if (how === 'list') constraints.watch(given, (id) => constraints.flow(flow.element(id, undefined), to));
  else if (how === 'result') constraints.watch(given, (id) => flow.result(id, { args: [], scope }, to));
  else constraints.watch(given, (id) => addTypeArgument(flow, to, id, how.argument, parameter, fn));
}

/** `T make<T>(Class<T> type)` called with `Dog.class`, which is a `class` of Dog: what its type argument says. */
function addTypeArgument(
  flow: Flow,
  to: number,
  id: number,
  position: number,
  { type }: Parameter,
  scope: number,
): void {
  const value = flow.values.get(id);
  if (type === undefined) return;
  if (value.is === 'external' && value.args.length === type.args?.length) {
    const given = value.args[position];
    if (given !== undefined) flow.typed(to, given);
  }
  const [wanted] = flow.classes.types.meanings({ type, scope });
  if (value.is !== 'instance' || wanted?.is !== 'class') return;
  const given = argumentsSeenFrom(flow, value.def, value.args, wanted.def)?.[position];
  if (given !== undefined) flow.typed(to, given);
}

function substitute(flow: Flow, at: TypeAt, context: TypeContext | undefined): TypeAt {
  if (context?.receiver === undefined || (at.type.args?.length ?? 0) > 0) return at;
  const meaning = flow.classes.types.meanings(at)[0];
  if (meaning?.is !== 'parameter') return at;
  return receiverArgument(flow, meaning.def, meaning.name, context.receiver) ?? at;
}

function receiverArgument(flow: Flow, cls: number, name: string, receiver: number | undefined): TypeAt | undefined {
  if (receiver === undefined) return undefined;
  const value = flow.values.get(receiver);
  if (value.is !== 'instance') return undefined;
  const { typeParameters = [] } = definitionOf(flow.program, cls);
  const index = typeParameters.findIndex((parameter) => parameter.name === name);
  return index < 0 ? undefined : argumentsSeenFrom(flow, value.def, value.args, cls)?.[index];
}

/** Type arguments of a supertype as an instance of a subclass has them: `class Kennel extends Box<Dog>`. */
function argumentsSeenFrom(
  flow: Flow,
  from: number,
  args: TypeAt[],
  cls: number,
  seen = new Set<number>(),
): TypeAt[] | undefined {
  if (from === cls) return args;
  if (seen.size === 0 && !flow.classes.order(from).includes(cls)) return undefined;
  if (seen.has(from) || seen.size > MAX_SUPERTYPES) return undefined;
  seen.add(from);
  const parameters = definitionOf(flow.program, from).typeParameters ?? [];
  for (const base of flow.classes.supertypes(from)) {
    const filled = base.args.map((arg) => args[parameters.findIndex((p) => p.name === arg.type.name)] ?? arg);
    const found = argumentsSeenFrom(flow, base.def, filled, cls, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Adds what a field's type means to a node; false when it says nothing, or only what a receiver's type arguments do. */
export function addDeclared(flow: Flow, node: number, at: TypeAt | undefined, receiver: number): boolean {
  if (at === undefined) return false;
  const says = flow.says(at);
  const isParameter = !says && flow.classes.types.meanings(at).some((meaning) => meaning.is === 'parameter');
  if (says || isParameter) flow.typed(node, at, { receiver });
  return says;
}

function isFunction(value: AbstractValue): boolean {
  return value.is === 'function' || value.is === 'bound' || value.is === 'overloads';
}
