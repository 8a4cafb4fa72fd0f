/**
 * Declared types as values: `x: Box<Dog>` is an instance of Box whose T is Dog. A type parameter stands for the
 * receiver's type argument, for the argument of the call that fixes it, or else for its bound.
 */
import type { TypeRef } from '../../model/facts.ts';
import type { TypeContext } from '../program/call-site.ts';
import type { Flow } from './flow.ts';
import { argumentFor } from '../program/arguments.ts';
import { definitionOf, fileOfScope, isClassScope } from '../program/program.ts';
import type { TypeAt, TypeMeaning } from '../types/types.ts';
import type { Abstract } from './values.ts';

const MAX_DEPTH = 6;

export function addTyped(flow: Flow): void {
  const { classes, constraints, values, resolver } = flow;
  const { program } = resolver;

  flow.says = (at) => {
    if (at === undefined) return false;
    if (fileOfScope(program, at.scope).rules.selfTypes.has(at.type.name))
      return classes.classOf(at.scope) !== undefined;
    const { functionPointers } = fileOfScope(program, at.scope).rules;
    const meanings = classes.types
      .meanings(at)
      .filter((meaning) => !functionPointers || (meaning.is !== 'function' && !isTable(meaning)));
    return meanings.some((meaning) => {
      if (meaning.is === 'member') return flow.says(meaning.of);
      // A member of that type is the function, a variable any of its type.
      if (meaning.is === 'value') return !meaning.runs || isClassScope(program, at.scope);
      return meaning.is !== 'parameter' || meaning.bounds.some(flow.says);
    });
  };

  /** An array of pointers to functions, which are what it is given. */
  const isTable = (meaning: TypeMeaning): boolean => {
    const [element] = meaning.is === 'external' && meaning.name === '[]' ? meaning.args : [];
    return element !== undefined && classes.types.meanings(element).some(({ is }) => is === 'function');
  };

  flow.typed = (to, at, context) => addType(to, at, context, 0);

  const addType = (to: number, at: TypeAt, context: TypeContext | undefined, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    if (fileOfScope(program, at.scope).rules.selfTypes.has(at.type.name)) {
      const cls = classes.classOf(at.scope);
      const receiver = context?.receiver === undefined ? undefined : values.get(context.receiver);
      if (receiver?.is === 'instance') flow.add(to, receiver);
      else if (receiver?.is === 'class') flow.add(to, { is: 'instance', def: receiver.def, args: [] });
      else if (cls !== undefined) flow.add(to, { is: 'instance', def: cls, args: [] });
      return;
    }
    for (const meaning of classes.types.meanings(at)) addMeaning(to, meaning, context, depth);
  };

  const addMeaning = (to: number, meaning: TypeMeaning, context: TypeContext | undefined, depth: number): void => {
    switch (meaning.is) {
      case 'class':
        flow.add(to, { is: 'instance', def: meaning.def, args: meaning.args.map((arg) => substitute(arg, context)) });
        return;
      case 'external':
        flow.add(to, { is: 'external', name: meaning.name, args: meaning.args.map((arg) => substitute(arg, context)) });
        return;
      case 'function':
        flow.add(to, {
          is: 'callable',
          params: meaning.params.map((param) => substitute(param, context)),
          result: meaning.result && substitute(meaning.result, context),
        });
        return;
      case 'record':
        flow.add(to, { is: 'record', of: meaning.of });
        return;
      case 'member': {
        const { name } = meaning;
        const of = constraints.node();
        addType(of, substitute(meaning.of, context), context, depth + 1);
        constraints.watch(of, (id) =>
          constraints.flow(name === undefined ? flow.element(id, undefined) : flow.member(id, name), to),
        );
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
        addParameter(to, meaning, context, depth);
    }
  };

  const addParameter = (
    to: number,
    meaning: TypeMeaning & { is: 'parameter' },
    context: TypeContext | undefined,
    depth: number,
  ): void => {
    const given = receiverArgument(meaning.def, meaning.name, context?.receiver);
    if (given !== undefined) {
      addType(to, given, undefined, depth + 1);
      return;
    }
    if (context?.call !== undefined && fixedByCall(to, meaning, context)) return;
    for (const bound of meaning.bounds) addType(to, bound, context, depth + 1);
  };

  /** `T first<T>(T x)`: the argument for x says what T is; so do those for `T[] xs` and for a function that gives T. */
  const fixedByCall = (to: number, meaning: TypeMeaning & { is: 'parameter' }, context: TypeContext): boolean => {
    const { call } = context;
    if (call === undefined || call.fn !== meaning.def) return false;
    const position = (definitionOf(program, call.fn).typeParameters ?? []).findIndex(
      (one) => one.name === meaning.name,
    );
    const written = call.typeArgs?.[position];
    if (written !== undefined) {
      flow.typed(to, { type: written, scope: call.scope });
      return true;
    }
    const parameters = definitionOf(program, call.fn).parameters ?? [];
    for (let index = 0; index < parameters.length; index++) {
      const type = parameters[index]?.type;
      const isList = type?.name === '[]' && type.args?.[0]?.name === meaning.name;
      const part = type?.name === '->' ? -1 : (type?.args ?? []).findIndex((arg) => arg.name === meaning.name);
      const gives = type?.name === '->' && type.args?.at(-1)?.name === meaning.name;
      if (type?.name !== meaning.name && part < 0 && !gives) continue;
      // `fun <T : Shape> T.tap(): T`: the object it is called on says what T is.
      if (parameters[index]?.self === true && context.receiver !== undefined && type?.name === meaning.name) {
        constraints.add(to, context.receiver);
        return true;
      }
      const argument = argumentFor(parameters, index, call.args ?? [], call.shift);
      if (argument === undefined) continue;
      const given = flow.expression(call.scope, argument.value);
      if (isList) constraints.watch(given, (id) => constraints.flow(flow.element(id, undefined), to));
      else if (part >= 0) constraints.watch(given, (id) => addArgument(to, id, part, parameters[index], call.fn));
      else if (gives) constraints.watch(given, (id) => flow.result(id, { args: [], scope: call.scope }, to));
      else constraints.flow(given, to);
      return true;
    }
    return false;
  };

  /** `T make<T>(Class<T> type)` called with `Dog.class`, which is a `class` of Dog: what its type argument says. */
  const addArgument = (
    to: number,
    id: number,
    part: number,
    parameter: { type?: TypeRef } | undefined,
    scope: number,
  ): void => {
    const value = values.get(id);
    const type = parameter?.type;
    if (type === undefined) return;
    if (value.is === 'external' && value.args.length === type.args?.length) {
      const given = value.args[part];
      if (given !== undefined) flow.typed(to, given);
    }
    const [wanted] = classes.types.meanings({ type, scope });
    if (value.is !== 'instance' || wanted?.is !== 'class') return;
    const given = argumentsSeenFrom(value.def, value.args, wanted.def, 0)?.[part];
    if (given !== undefined) flow.typed(to, given);
  };

  const substitute = (at: TypeAt, context: TypeContext | undefined): TypeAt => {
    if (context?.receiver === undefined || (at.type.args?.length ?? 0) > 0) return at;
    const meaning = classes.types.meanings(at)[0];
    if (meaning?.is !== 'parameter') return at;
    return receiverArgument(meaning.def, meaning.name, context.receiver) ?? at;
  };

  const receiverArgument = (cls: number, name: string, receiver: number | undefined): TypeAt | undefined => {
    if (receiver === undefined) return undefined;
    const value = values.get(receiver);
    if (value.is !== 'instance') return undefined;
    const index = (definitionOf(program, cls).typeParameters ?? []).findIndex((parameter) => parameter.name === name);
    return index < 0 ? undefined : argumentsSeenFrom(value.def, value.args, cls, 0)?.[index];
  };

  /** Type arguments of a supertype as an instance of a subclass has them: `class Kennel extends Box<Dog>`. */
  const argumentsSeenFrom = (from: number, args: TypeAt[], cls: number, depth: number): TypeAt[] | undefined => {
    if (from === cls) return args;
    if (depth > 20) return undefined;
    const parameters = definitionOf(program, from).typeParameters ?? [];
    for (const base of classes.supertypes(from)) {
      const filled = base.args.map((arg) => args[parameters.findIndex((p) => p.name === arg.type.name)] ?? arg);
      const found = argumentsSeenFrom(base.def, filled, cls, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** Adds what a field's type means to a node; false when it says nothing, or only what a receiver's type arguments do. */
export function addDeclared(flow: Flow, node: number, at: TypeAt | undefined, receiver: number): boolean {
  if (at === undefined) return false;
  const says = flow.says(at);
  const isParameter = !says && flow.classes.types.meanings(at).some((meaning) => meaning.is === 'parameter');
  if (says || isParameter) flow.typed(node, at, { receiver });
  return says;
}

function isFunction(value: Abstract): boolean {
  return value.is === 'function' || value.is === 'bound' || value.is === 'overloads';
}
