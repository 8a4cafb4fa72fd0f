/**
 * What a member that a class declares gives who reads it: methods with the object they are called on, properties what they
 * return, fields their declared type or what is put into them.
 *
 *     class Dog:  name = Name()     def bark(self)     @property def tail(self)
 *     rex.name    an instance of Name        rex.bark    bark, called on rex        rex.tail    what tail returns
 */
import type { Definition } from '../../model/facts.ts';
import type { Member } from '../classes/contract.ts';
import { counts } from '../classes/field-writes.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import { isProperty } from '../program/properties.ts';
import { isClassLike, isFunctionLike } from '../program/qualified-names.ts';
import { bindTo } from './bindings.ts';
import type { Flow } from './contract.ts';
import { calledByName } from './idioms/held-lambdas.ts';
import { addDeclared } from './typed.ts';

/** More overloads than this are one value, lest they fill a set of values. */
const MANY_OVERLOADS = 6;

/** What a member is read on: an object, or the class itself, whose methods then have no object yet. */
export type ReadOn = 'object' | 'class';

interface FunctionMember {
  number: number;
  def: Definition;
}

/** Adds what a declared member gives to a node; `self` is the value it is read on. */
export function addDeclaration(flow: Flow, node: number, member: Member, self: number, on: ReadOn): void {
  const { program } = flow;
  const defs = member.defs.map((def) => ({ number: def, def: definitionOf(program, def) }));
  const { rules } = fileOfScope(program, member.cls);
  const { called, settled } = meantFunctions(flow, member.cls, functionsOf(flow, defs));
  const getter = called.find(({ def }) => isProperty(def));
  if (getter === undefined) addMethods(flow, node, rules.overloads ? called : oneOf(called), self, on);
  else {
    const bound = flow.values.id({ is: 'bound', def: getter.number, self });
    flow.result(bound, { args: [], scope: getter.number }, node);
  }
  for (const { fn, index } of member.parameters) addParameterField(flow, node, fn, index, self);
  for (const { number, def } of defs) if (!isFunctionLike(def)) addField(flow, node, member.cls, number, def, self);
  for (const at of ordered(flow, member.cls, self)) {
    for (const { fact, scope } of flow.classes.own(at, defs[0]?.def.name ?? nameOf(flow, member))?.writes ?? []) {
      if (!settled && !isDeclaredField(flow, member) && counts(flow.classes, member, fact))
        bindTo(flow, node, fact, scope);
    }
  }
}

/** The functions that a call by the name may mean, and whether nothing that is assigned is meant beside them. */
function meantFunctions(
  flow: Flow,
  cls: number,
  functions: FunctionMember[],
): { called: FunctionMember[]; settled: boolean } {
  for (const meant of flow.hooks(cls).meantFunctions) {
    const called = meant(functions);
    if (called.length > 0) return { called, settled: true };
  }
  return { called: calledByName(functions), settled: false };
}

/** The functions among a member's definitions; prototypes only where nothing completes them. */
function functionsOf({ resolver }: Flow, defs: FunctionMember[]): FunctionMember[] {
  const functions = resolver.builtFirst(defs.filter(({ def }) => isFunctionLike(def)));
  const completed = functions.filter(({ def }) => def.declaration !== 'prototype');
  return ownFirst(completed.length > 0 ? completed : functions);
}

/** A type's own function comes before one that implements an interface's of that name: `impl A` before `impl T for A`. */
function ownFirst(functions: FunctionMember[]): FunctionMember[] {
  const own = functions.filter(({ def }) => def.implementing === undefined);
  return own.length > 0 ? own : functions;
}

function addMethods(flow: Flow, node: number, methods: FunctionMember[], self: number, on: ReadOn): void {
  const isTaken = ({ def }: FunctionMember): boolean =>
    on === 'object' || def.modifiers?.some((word) => word === 'class' || word === 'static') === true;
  if (methods.length > MANY_OVERLOADS) {
    for (const taken of [true, false]) {
      const defs = methods.filter((method) => isTaken(method) === taken).map(({ number }) => number);
      if (defs.length > 0) flow.add(node, { is: 'overloads', defs, self, taken });
    }
    return;
  }
  for (const method of methods) {
    const { number } = method;
    flow.add(node, isTaken(method) ? { is: 'bound', def: number, self } : { is: 'function', def: number });
    const last = flow.decorated(number).at(-1);
    if (last !== undefined) flow.constraints.flow(last.result, node);
  }
}

/** Fields are shared by the whole hierarchy of the receiver: what a supertype's method writes, all see. */
function ordered({ classes, values }: Flow, cls: number, self: number): number[] {
  const value = values.get(self);
  return value.is === 'instance' || value.is === 'class' ? classes.order(value.def) : [cls];
}

/** Whether the declaration alone says what the member is, whatever assignments elsewhere make of it. */
export function isSettled(flow: Flow, member: Member): boolean {
  return isDeclaredField(flow, member) || member.defs.some((def) => isFunctionLike(definitionOf(flow.program, def)));
}

function isDeclaredField(flow: Flow, member: Member): boolean {
  return member.defs.some((def) => {
    const { type } = definitionOf(flow.program, def);
    return type !== undefined && flow.says({ type, scope: flow.program.outer[def] ?? -1 });
  });
}

function addField(flow: Flow, node: number, cls: number, number: number, def: Definition, self: number): void {
  const { constraints, program } = flow;
  if (isClassLike(def)) {
    flow.add(node, { is: 'class', def: number });
    return;
  }
  const declared = def.type === undefined ? undefined : { type: def.type, scope: cls };
  if (addDeclared(flow, node, declared, self)) return;
  if (def.value !== undefined) constraints.flow(flow.expression(program.outer[number] ?? cls, def.value), node);
  else if (definitionOf(program, cls).kind === 'enum') flow.add(node, { is: 'instance', def: cls, args: [] });
}

function addParameterField(flow: Flow, node: number, fn: number, index: number, self: number): void {
  const type = definitionOf(flow.program, fn).parameters?.[index]?.type;
  const declared = type === undefined ? undefined : { type, scope: fn };
  if (!addDeclared(flow, node, declared, self)) flow.constraints.flow(flow.parameter(fn, index), node);
}

/** Signatures of one method in an interface are one method; elsewhere the last definition of a name is the one that counts. */
function oneOf(functions: FunctionMember[]): FunctionMember[] {
  const isAnnounced = functions.every(({ def }) => def.declaration === 'abstract');
  return isAnnounced ? functions.slice(0, 1) : functions.slice(-1);
}

function nameOf({ program }: Flow, member: Member): string {
  const [parameter] = member.parameters;
  if (parameter !== undefined) {
    return definitionOf(program, parameter.fn).parameters?.[parameter.index]?.name ?? '';
  }
  const target = member.writes[0]?.fact.target;
  return target?.is === 'member' ? target.name : '';
}
