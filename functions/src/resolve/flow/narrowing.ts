/**
 * What a condition adds to what a variable is, in the places where it holds.
 *
 *     if (x instanceof Dog) { x }        x is a Dog
 *     if (x instanceof Dog) return; x    x is all that it was before, but no Dog
 *     if (isDog(x)) { x }                the same where isDog tells what it asks: `(x: Pet): x is Dog`, `-> TypeGuard[Dog]`
 */
import type { BindingFact, Value } from '../../model/facts.ts';
import { receiverShift } from '../program/arguments.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { ScopeId } from '../program/program.ts';
import { isFunctionLike } from '../program/qualified-names.ts';
import type { TypeAt } from '../types/contract.ts';
import { guardTypes } from '../types/types.ts';
import type { Flow } from './contract.ts';
import type { AbstractValue } from './values.ts';

/** Adds what a variable is where a condition speaks of it. */
export function addNarrowed(flow: Flow, node: number, fact: BindingFact, scope: ScopeId): void {
  const { constraints } = flow;
  const asked = fact.through === 'test' ? askedType(flow, scope, fact.value) : undefined;
  const type = fact.type === undefined ? asked : { type: fact.type, scope };
  const isSaid = type !== undefined && flow.says(type);
  const holds = isSaid && fact.negated !== true;
  if (holds) flow.typed(node, type);
  // Objects of the repository may be of a type from outside.
  if (holds && !isOutside(flow, type)) return;
  const before = flow.expression(scope, fact.target, fact.asked);
  if (!isSaid) constraints.flow(before, node);
  else {
    constraints.watch(before, (id) => {
      const value = flow.values.get(id);
      if (holds ? mayBeOutside(flow, value) : !isOf(flow, value, type)) constraints.add(node, id);
    });
  }
}

function isOutside({ classes }: Flow, type: TypeAt): boolean {
  return classes.types.meanings(type).every((meaning) => meaning.is === 'external');
}

function mayBeOutside({ classes }: Flow, value: AbstractValue): boolean {
  return value.is !== 'instance' || classes.hasOutsideBase(value.def);
}

/** Whether a value is surely of a type. */
function isOf({ classes }: Flow, value: AbstractValue, type: TypeAt): boolean {
  return classes.types.meanings(type).some((meaning) => {
    if (meaning.is === 'class') return value.is === 'instance' && classes.order(value.def).includes(meaning.def);
    return meaning.is === 'external' && value.is === 'external' && value.name === meaning.name;
  });
}

/** The type that a function tells of its first argument, which must be the variable. */
function askedType(flow: Flow, scope: ScopeId, call: Value | undefined): TypeAt | undefined {
  if (call?.is !== 'call') return undefined;
  for (const symbol of flow.classes.types.symbolsOf(scope, call.callee)) {
    const type = symbol.to === 'def' ? toldType(flow, symbol.def) : undefined;
    if (type !== undefined) return type;
  }
  return undefined;
}

/** The type that calls of what is declared tell: `pet is Dog`, `TypeGuard[Dog]`. */
function toldType(flow: Flow, def: number): TypeAt | undefined {
  const definition = definitionOf(flow.program, def);
  const { parameters = [], returns, type, value } = definition;
  if (isFunctionLike(definition)) {
    const first = parameters[receiverShift(definition)]?.name;
    return returns === undefined ? undefined : toldBy(flow, { type: returns, scope: def }, first);
  }
  const written = type ?? (value?.is === 'cast' ? value.type : undefined);
  const scope = flow.program.outer[def] ?? def;
  if (written !== undefined) return toldByFunctionType(flow, { type: written, scope });
  return value?.is === 'call' ? toldByMade(flow, scope, value) : undefined;
}

/** `first`: name of the first parameter, where it is known: `k is Key` of another one says nothing of this variable. */
function toldBy({ program }: Flow, { type: said, scope }: TypeAt, first: string | undefined): TypeAt | undefined {
  const type = said.args?.at(-1);
  const last = said.name.slice(said.name.lastIndexOf('.') + 1);
  if (type === undefined || !guardTypes.of(fileOfScope(program, scope).rules).guardTypes.has(last)) return undefined;
  const named = said.args?.length === 2 ? said.args[0]?.name : undefined;
  return named === undefined || first === undefined || named === first ? { type, scope } : undefined;
}

/** `const isDog: (pet: Pet) => pet is Dog`, `… as (pet: Pet) => pet is Dog`. */
function toldByFunctionType(flow: Flow, at: TypeAt): TypeAt | undefined {
  for (const meaning of flow.classes.types.meanings(at)) {
    if (meaning.is === 'function' && meaning.result !== undefined) return toldBy(flow, meaning.result, undefined);
  }
  return undefined;
}

/** `const isDog = tells(Dog)`, where `tells<T>(type: new () => T): (x: unknown) => x is T`. */
function toldByMade(flow: Flow, scope: ScopeId, { callee, args = [] }: Value & { is: 'call' }): TypeAt | undefined {
  const { types } = flow.classes;
  for (const symbol of types.symbolsOf(scope, callee)) {
    if (symbol.to !== 'def') continue;
    const { parameters = [], returns, typeParameters = [] } = definitionOf(flow.program, symbol.def);
    const told = returns === undefined ? undefined : toldByFunctionType(flow, { type: returns, scope: symbol.def });
    if (told === undefined || !typeParameters.some(({ name }) => name === told.type.name)) {
      if (told !== undefined) return told;
      continue;
    }
    const at = parameters.findIndex(({ type }) => type?.args?.some(({ name }) => name === told.type.name));
    const given = args[at]?.value;
    if (given?.is === 'name') return { type: { name: given.name }, scope };
  }
  return undefined;
}
