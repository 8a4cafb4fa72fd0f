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

/** The type that a function's result tells: `pet is Dog`, `TypeGuard[Dog]`. */
function toldType({ program }: Flow, fn: number): TypeAt | undefined {
  const def = definitionOf(program, fn);
  const { parameters = [], returns } = def;
  const type = returns?.args?.at(-1);
  if (returns === undefined || type === undefined || !isFunctionLike(def)) return undefined;
  const last = returns.name.slice(returns.name.lastIndexOf('.') + 1);
  if (!guardTypes.of(fileOfScope(program, fn).rules).guardTypes.has(last)) return undefined;
  // `k is Key` of another parameter than the first says nothing of this variable.
  const named = returns.args?.length === 2 ? returns.args[0]?.name : undefined;
  return named === undefined || named === parameters[receiverShift(def)]?.name ? { type, scope: fn } : undefined;
}
