/**
 * Definitions as values: classes and functions are themselves, variables hold what they are given, and a prototype is what
 * it announces.
 */
import type { Definition } from '../../model/facts.ts';
import { objectBeside } from '../classes/companions.ts';
import { aliased } from './idioms/aliases.ts';
import { repeated } from './idioms/repeated-constants.ts';
import type { Flow } from './contract.ts';
import type { Place } from '../names/contract.ts';
import { definitionOf, isClassScope } from '../program/program.ts';
import type { ScopeId } from '../program/program.ts';
import { isClassLike, isFunctionLike } from '../program/qualified-names.ts';

export function addDefinition(flow: Flow, node: number, number: number): void {
  const { classes, constraints, program } = flow;
  const def = definitionOf(program, number);
  const completed = def.declaration === 'prototype' ? completionsOf(flow, number) : [];
  if (completed.length > 0) for (const place of completed) constraints.flow(flow.place(place), node);
  else if (isFunctionLike(def)) flow.add(node, { is: 'function', def: number });
  else if (def.kind === 'module') flow.add(node, { is: 'module', symbol: { to: 'def', def: number } });
  else if (isClassLike(def)) {
    for (const one of aliased(flow, number)) {
      flow.add(node, { is: 'class', def: classes.primary(one.def) });
      // `type Eq = kernel.Eq` with `val Eq = kernel.Eq`: as a value the name is the object beside the class.
      const object = one.def === number ? undefined : objectBeside(program, one.def);
      if (object !== undefined) flow.add(node, { is: 'class', def: object });
    }
  } else if (isClassByUse(flow, number)) flow.add(node, { is: 'class', def: number });
  else addVariable(flow, node, repeated(flow, number), program.outer[number] ?? -1);
}

/** A variable is what its declared type says, or else what it is given. */
function addVariable(flow: Flow, node: number, { type, value, variant }: Definition, scope: ScopeId): void {
  const declared = type === undefined ? undefined : { type, scope };
  if (variant === 'constructor' && isClassScope(flow.program, scope)) addBuilt(flow, node, scope);
  else if (declared !== undefined && flow.says(declared)) flow.typed(node, declared);
  else if (value !== undefined) flow.constraints.flow(flow.expression(scope, value), node);
  else if (variant === 'enumerator' && isClassScope(flow.program, scope)) addCase(flow, node, scope);
}

/** `use Shape::*; Circle`: a case of an enum is a value of it. */
function addCase(flow: Flow, node: number, cls: number): void {
  if (definitionOf(flow.program, cls).kind === 'enum') flow.add(node, { is: 'instance', def: cls, args: [] });
}

/**
 * `newtype Name = Name String`: the name is an instance as long as it takes nothing, and else what builds one, as a class
 * does. Where a type has more of them they are its cases, `Circle Int | Square Int`, and to write one runs nothing.
 */
function addBuilt(flow: Flow, node: number, cls: number): void {
  const { program } = flow;
  flow.add(node, { is: 'instance', def: cls, args: [] });
  const all = (program.children[cls] ?? []).filter((def) => definitionOf(program, def).variant === 'constructor');
  if (all.length === 1) flow.add(node, { is: 'class', def: cls });
}

/** What a prototype announces, in whatever file it stands. */
function completionsOf({ program, resolver }: Flow, number: number): Place[] {
  const file = program.fileOf[number];
  const refs = file === undefined ? [] : (resolver.strategyOf(file).completions?.(number) ?? []);
  return refs
    .flatMap((ref) => resolver.placesOf(ref))
    .filter((place) => place.at !== 'entry' || place.entry.kind === 'def');
}

/** Whether a variable is a class by use: functions are written to it, say. */
export function isClassByUse(flow: Flow, def: number): boolean {
  return flow.hooks(def).isClass.some((isClass) => isClass(flow, def));
}
