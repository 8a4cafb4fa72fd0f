/**
 * Types that function literals get from the declarations around them. Their own parameters then need none.
 *
 *     const h: Handler = (c) => c.text()            Handler is (c: Context) => Response, so c is a Context
 *     function cors(): Handler { return (c) => … }  the same through a declared result
 *     const api: Api = { load(id) { … } }           through the member of the declared type
 *     on((c) => …)                                  through the parameter's type
 *     app.get('/', (c) => …)                        where app.get is an interface that can be called, by its signatures
 */
import type { Argument, Value } from '../../model/facts.ts';
import { argumentFor } from '../program/arguments.ts';
import type { CallContext, TypeContext } from '../program/call-site.ts';
import type { Flow } from './contract.ts';
import { objectGiven } from './idioms/scope-functions.ts';
import { expectMethod } from './idioms/functional-interfaces.ts';
import { definitionOf, fileOfScope, scopeOf } from '../program/program.ts';
import type { ScopeId } from '../program/program.ts';
import { isFunctionLike } from '../program/qualified-names.ts';
import { memberType } from '../types/types.ts';
import type { TypeAt, TypeMeaning } from '../types/contract.ts';

const MAX_DEPTH = 5;

/** Lets a declared type reach the function literals in a value that it is declared for. */
function expectType(flow: Flow, scope: ScopeId, value: Value, at: TypeAt, context?: TypeContext, depth = 0): void {
  if (depth > MAX_DEPTH) return;
  const implicit = implicitOf(value);
  if (implicit !== undefined) {
    const node = flow.implicit(scope, implicit);
    flow.program.trace.ways?.say(implicitKey(flow, scope, implicit));
    for (const meaning of flow.classes.types.meanings(at)) {
      if (meaning.is === 'class') flow.add(node, { is: 'class', def: meaning.def });
    }
  } else if (value.is === 'function') {
    expectFunction(flow, fileOfScope(flow.program, scope).base + value.definition, at, context);
  } else if (value.is === 'either') {
    for (const option of value.options) expectType(flow, scope, option, at, context, depth + 1);
  } else if (value.is === 'collection') {
    value.items.forEach((item, index) => {
      if (!holdsFunction(item)) return;
      for (const inner of itemTypes(flow, at, value.of === 'map' ? value.keys?.[index] : undefined)) {
        expectType(flow, scope, item, inner, context, depth + 1);
      }
    });
  }
}

/** Lets the parameters of what a call runs say the types of its arguments; `self` is the object it is called on. */
export function expectArguments(flow: Flow, call: CallContext, self: number | undefined): void {
  const { args = [], fn, scope, shift } = call;
  const parameters = definitionOf(flow.program, fn).parameters ?? [];
  parameters.forEach(({ type, variadic }, index) => {
    if (type === undefined) return;
    const at = { type, scope: fn };
    const argument = argumentFor(parameters, index, args, shift);
    if (argument !== undefined) expectType(flow, scope, argument.value, at, { receiver: self, call });
    if (variadic === 'rest') expectRest(flow, at, args.slice(index - shift), scope, { receiver: self, call });
  });
}

/** The same where only types of parameters are known, of one or several signatures: the first that fits counts. */
export function expectPositions(
  flow: Flow,
  signatures: TypeAt[][],
  args: Argument[] = [],
  scope: ScopeId,
  context: TypeContext,
): void {
  if (!holdFunction(args)) return;
  const types = signatures.find((one) => signatures.length === 1 || fits(flow, one, args)) ?? [];
  types.forEach((at, index) => {
    const argument = args[index];
    if (argument !== undefined) expectType(flow, scope, argument.value, at, context);
    if (index === types.length - 1) expectRest(flow, at, args.slice(index), scope, context);
  });
}

/** Whether a signature has a function type for each function among the arguments, and takes all arguments. */
function fits(flow: Flow, types: TypeAt[], args: Argument[]): boolean {
  const last = types.length - 1;
  return args.every(({ value }, index) => {
    const at = types[Math.min(index, last)];
    if (at === undefined) return false;
    const rest = index >= last ? elementTypes(flow, at, index - last) : [];
    const taken = index <= last ? [at, ...rest] : rest;
    const isFunctionTaken = taken.some((one) => takesFunction(flow, one));
    return value.is === 'function' ? isFunctionTaken : taken.length > 0 && !(value.is === 'literal' && isFunctionTaken);
  });
}

function takesFunction(flow: Flow, at: TypeAt, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  return flow.classes.types.meanings(at).some((meaning) => {
    if (meaning.is === 'parameter') return meaning.bounds.some((bound) => takesFunction(flow, bound, depth + 1));
    return meaning.is === 'function' || (meaning.is === 'class' && callableType(flow, meaning.def) !== undefined);
  });
}

/** The function type of an interface that can be called, or of a named function type. */
function callableType(flow: Flow, cls: number): TypeAt | undefined {
  const { type } = definitionOf(flow.program, cls);
  return type === undefined ? undefined : { type, scope: cls };
}

/** A parameter that takes the rest of the arguments has the type of a list or tuple: a function there is an element. */
function expectRest(flow: Flow, at: TypeAt, args: Argument[], scope: ScopeId, context: TypeContext | undefined): void {
  args.forEach(({ value }, index) => {
    if (value.is !== 'function') return;
    for (const element of elementTypes(flow, at, index)) expectType(flow, scope, value, element, context);
  });
}

/** Types of a list's elements or of one part of a tuple; a rest parameter may be written with the element's type. */
function elementTypes(flow: Flow, at: TypeAt, index: number): TypeAt[] {
  return flow.classes.types.meanings(at).flatMap((meaning): TypeAt[] => {
    if (meaning.is !== 'external') return [];
    if (meaning.name === '[]') return meaning.args;
    return meaning.name === '()' ? meaning.args.slice(index, index + 1) : [];
  });
}

/** Parameters without a type take theirs from a function type, or from that of an interface that can be called. */
function expectFunction(flow: Flow, fn: number, at: TypeAt, context?: TypeContext, depth = 0): void {
  if (depth > MAX_DEPTH) return;
  const { types } = flow.classes;
  for (const meaning of types.meanings(at)) {
    const callable = meaning.is === 'class' ? callableType(flow, meaning.def) : undefined;
    for (const inner of callable === undefined ? [meaning] : types.meanings(callable)) {
      expectParameters(flow, fn, inner, callable === undefined ? context : undefined);
    }
    if (meaning.is === 'class' && callable === undefined) expectMethod(flow, fn, meaning, context);
    if (meaning.is !== 'parameter') continue;
    for (const bound of meaning.bounds) expectFunction(flow, fn, bound, context, depth + 1);
  }
}

function expectParameters(flow: Flow, fn: number, wanted: TypeMeaning, context: TypeContext | undefined): void {
  if (wanted.is !== 'function') return;
  const [self] = wanted.params;
  const object = self?.type.name === 'this' ? self.type.args?.[0] : undefined;
  if (self !== undefined && object !== undefined)
    flow.typed(objectGiven(flow, fn), { type: object, scope: self.scope }, context);
  const positions = object === undefined ? wanted.params : wanted.params.slice(1);
  positions.forEach((type, index) => {
    const parameter = definitionOf(flow.program, fn).parameters?.[index];
    if (parameter === undefined || parameter.type !== undefined) return;
    flow.typed(flow.given(fn, index), type, context);
  });
}

const holding = new WeakMap<Argument[], boolean>();

/** Whether there are arguments whose types are of account; asked once for each function that a call may run. */
export function holdFunction(args: Argument[] = []): boolean {
  if (args.length === 0) return false;
  let holds = holding.get(args);
  if (holds === undefined) holding.set(args, (holds = args.some(({ value }) => holdsFunction(value))));
  return holds;
}

function holdsFunction(value: Value): boolean {
  if (implicitOf(value) !== undefined) return true;
  return value.is === 'function' || value.is === 'collection' || value.is === 'either';
}

/** Offset of the expected type that an expression begins with: `.parse("x").title`. */
function implicitOf(value: Value): number | undefined {
  let at = value;
  for (let n = 0; n < 50; n++) {
    if (at.is === 'implicit') return at.at;
    if (at.is === 'member' || at.is === 'index') at = at.of;
    else if (at.is === 'call') at = at.callee;
    else return undefined;
  }
  return undefined;
}

function implicitKey({ program }: Flow, scope: ScopeId, at: number): string {
  return `i:${fileOfScope(program, scope).facts.path} ${at}`;
}

/** Node of the type that is expected at an offset; `nodes` has those of all files. */
export function implicitNode(flow: Flow, nodes: Map<string, number>, scope: ScopeId, at: number): number {
  const key = `${fileOfScope(flow.program, scope).index} ${at}`;
  let node = nodes.get(key);
  if (node === undefined) {
    nodes.set(key, (node = flow.constraints.node()));
    flow.needWays(node, scope, implicitKey(flow, scope, at));
  }
  return node;
}

/** Types that are declared for one item: for the member of its name, or for any element. */
function itemTypes(flow: Flow, at: TypeAt, key: string | null | undefined, depth = 0): TypeAt[] {
  if (depth > MAX_DEPTH) return [];
  const { classes, resolver } = flow;
  return classes.types.meanings(at).flatMap((meaning): TypeAt[] => {
    if (meaning.is === 'external') return meaning.args.slice(-1);
    if (meaning.is === 'parameter') return meaning.bounds.flatMap((bound) => itemTypes(flow, bound, key, depth + 1));
    if (meaning.is === 'record') {
      const type = memberType(meaning.of, key ?? '');
      return type === undefined ? [] : [type];
    }
    if (meaning.is !== 'class' || key === undefined || key === null) return [];
    const defs = classes.find(meaning.def, key)?.defs ?? [];
    return defs.flatMap((number): TypeAt[] => {
      const def = definitionOf(resolver.program, number);
      if (def.type !== undefined) return [{ type: def.type, scope: number }];
      if (!isFunctionLike(def)) return [];
      const args = (def.parameters ?? []).map((parameter) => parameter.type ?? { name: '' });
      return [{ type: { name: '->', args: [...args, def.returns ?? { name: '' }] }, scope: number }];
    });
  });
}

/** Lets declared types reach function literals: of all declarations with a type. */
export function expectDeclared(flow: Flow): void {
  const { program } = flow;
  program.defs.forEach((def, number) => {
    const scope = program.outer[number] ?? -1;
    const file = fileOfScope(program, number).index;
    if (isFunctionLike(def)) {
      const returned = (def.returned ?? []).filter(holdsFunction);
      if (def.type === undefined && returned.length === 0) return;
      program.trace.forFile(file, () => {
        if (def.type !== undefined) expectFunction(flow, number, { type: def.type, scope });
        const result = returned.length === 0 ? undefined : resultType(flow, number);
        if (result !== undefined) for (const value of returned) expectType(flow, number, value, result);
      });
    } else if (def.type !== undefined && def.value !== undefined && holdsFunction(def.value)) {
      const { type, value } = def;
      program.trace.forFile(file, () => expectType(flow, scope, value, { type, scope }));
    }
  });
}

/** The same for variables in functions. */
export function expectBound(flow: Flow): void {
  const { files, trace } = flow.program;
  for (const file of files) {
    for (const { scope, type, value } of file.facts.bindings) {
      if (type === undefined || value === undefined || !holdsFunction(value)) continue;
      const at = scopeOf(file, scope);
      trace.forFile(file.index, () => expectType(flow, at, value, { type, scope: at }));
    }
  }
}

/** Declared result of a function: its own, or that of the function type its variable is declared with. */
export function resultType(flow: Flow, fn: number): TypeAt | undefined {
  const def = definitionOf(flow.program, fn);
  if (def.returns !== undefined) return { type: def.returns, scope: fn };
  if (def.type === undefined) return undefined;
  const meanings = flow.classes.types.meanings({ type: def.type, scope: flow.program.outer[fn] ?? -1 });
  for (const meaning of meanings) if (meaning.is === 'function') return meaning.result;
  return undefined;
}
