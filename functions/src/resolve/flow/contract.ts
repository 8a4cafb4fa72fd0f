/**
 * The flow of values as its parts see it: which abstract values (functions, classes, instances, modules) can reach an
 * expression. The parts need each other, and they meet only here: each asks the flow, none imports another that asks back.
 *
 *     b = Dog(); b.bark()      expression(b) is a node that holds an instance of Dog; member(Dog, 'bark') one with its bark
 *
 * A node is a number that stands for a set of values (constraints.ts). The flow makes nodes on demand, for the callee of
 * each call and whatever that depends on; expressions that no call needs cost nothing.
 */
import type { Argument, CallFact, Value } from '../../model/facts.ts';
import type { Classes } from '../classes/contract.ts';
import type { NameResolver, Place } from '../names/contract.ts';
import type { CallSite, TypeContext } from '../program/call-site.ts';
import type { Program, ScopeId } from '../program/program.ts';
import type { TypeAt } from '../types/types.ts';
import type { Constraints, Rule } from './constraints.ts';
import type { AbstractValue, Values } from './values.ts';

/** Where a part of the flow keeps the nodes that it made, by what they stand for. */
export interface NodeTable<Key> {
  set(key: Key, node: number): unknown;
}

/** One decorator applied: what it is given, and the node of what it gives. */
export interface DecoratorStage {
  fact: CallFact;
  args: Argument[];
  result: number;
}

/** Rules that very many nodes have. Each exists once for a flow, since a closure a node would be most of its memory. */
export interface SharedRules {
  /** The member of a value, by name, flows into the node. */
  member: Rule<string>;
  /** What a call of a value gives flows into the node. */
  result: Rule<CallSite & { callee: Value }>;
  /** A call of a value in a scope hands over its arguments. */
  call: Rule<CallFact>;
}

export interface Flow {
  readonly program: Program;
  readonly resolver: NameResolver;
  readonly classes: Classes;
  readonly values: Values;
  readonly constraints: Constraints;
  readonly rules: SharedRules;

  /**
   * Makes a node. `table` has it before `fill` adds to it, since what fills it may ask for the node again. What `fill` asks
   * is recorded as what the node depends on, with the content of `file` (an index, or NOTHING).
   */
  node<Key>(table: NodeTable<Key>, key: Key, file: number, fill: (node: number) => void): number;

  /** Node of an expression's values. `at` is its offset, where that tells which declaration a name means. */
  expression(scope: ScopeId, value: Value, at?: number): number;
  /** Node of a name or member itself, where its value would be what a call of it gives. */
  raw(scope: ScopeId, value: Value, at?: number): number;
  /** Node of what a bare name stands for. */
  named(scope: ScopeId, name: string, at: number | undefined): number;
  /** Node of what a place stands for. */
  place(place: Place): number;
  /** Node of all places of a name together. */
  together(places: readonly Place[]): number;
  /** Node of a member of a value. */
  member(value: number, name: string): number;
  /** Node of an element of a value; of any element where the key is unknown. */
  element(value: number, key: string | undefined): number;
  /** Node of what a file's text puts into a collection; without a key it may be anywhere in it. */
  put(collection: number, key: string | undefined): number;
  /** Node of what assignments put into a member of a class. */
  store(cls: number, name: string): number;
  /** Node of the type that is expected at an offset. */
  implicit(scope: ScopeId, at: number): number;
  parameter(fn: number, index: number): number;
  /** Node of the object that a lambda has. */
  objectOf(lambda: number): number;
  /** Node of the members of that name that the objects of the lambdas around have; undefined where there are none. */
  ofLambdaObject(scope: ScopeId, name: string): number | undefined;
  /** Classes of the objects that code has: those of the lambdas around, and the class around. Known after solving. */
  objectsAround(scope: ScopeId): number[];

  /** Adds what a declared type means to a node. */
  typed(to: number, at: TypeAt, context?: TypeContext): void;
  /** Whether a declared type says anything. */
  says(at: TypeAt | undefined): boolean;
  /** Adds what calling a value gives to a node. */
  result(callee: number, call: CallSite, to: number): void;
  /** Adds a definition as a value to a node. */
  definition(node: number, def: number): void;
  /** Decorators of a definition as they are applied, innermost first. */
  decorated(def: number): DecoratorStage[];
  /** Lets a call's arguments reach the parameters of what it runs. */
  register(fact: CallFact, scope: ScopeId): void;
  /** A value of a type from outside the repository. */
  external(name: string): number;
  add(node: number, value: AbstractValue): void;
}

/** For nodes that nobody asks for twice. */
export const NO_TABLE: NodeTable<undefined> = { set: () => undefined };
