/**
 * The flow of values as its parts see it: which abstract values (functions, classes, instances, modules) can reach an
 * expression. The parts need each other, and they meet only here: each asks the flow, none imports another that asks back.
 *
 *     b = Dog(); b.bark()      expression(b) is a node that holds an instance of Dog; member(Dog, 'bark') one with its bark
 *
 * A node is a number that stands for a set of values (constraints/). The flow makes nodes on demand, for the callee of
 * each call and whatever that depends on; expressions that no call needs cost nothing.
 */
import type { Argument, CallFact, Definition, Value } from '../../model/facts.ts';
import type { Evidence } from '../../model/graph.ts';
import type { Classes, Member } from '../classes/contract.ts';
import type { NameResolver, Place } from '../names/contract.ts';
import type { CallContext, CallSite, TypeContext } from '../program/call-site.ts';
import type { Program, ScopeId, SourceFile } from '../program/program.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import type { LanguageRules } from '../rules/rules-format.ts';
import type { TypeAt } from '../types/contract.ts';
import type { Constraints } from './constraints/constraints.ts';
import type { Rule } from './constraints/watchers.ts';
import type { Judgements } from '../types/judgements.ts';
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
  /** The same of a value that was read by a name, and so is no method where the language knows those apart from fields. */
  memberOfRead: Rule<string>;
  /** The element of a value, under a key or any, flows into the node. */
  element: Rule<string | undefined>;
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
  /** Which overloads calls may run. */
  readonly judgements: Judgements;
  /** What the idioms of all languages of the program do, for values that are of no language. */
  readonly anyHooks: LanguageHooks;
  /** What the idioms of a scope's language do. */
  hooks(scope: ScopeId): LanguageHooks;

  /**
   * Makes a node. `table` has it before `fill` adds to it, since what fills it may ask for the node again. What `fill` asks
   * is recorded as what the node depends on, with the content of `file` (an index, or NOTHING).
   */
  node<Key>(table: NodeTable<Key>, key: Key, file: number, fill: (node: number) => void): number;

  /** Node of an expression's values. `at` is its offset, where that tells which declaration a name means. */
  expression(scope: ScopeId, value: Value, at?: number): number;
  /** Node of what a call calls. */
  callee(scope: ScopeId, callee: Value, at: number | undefined): number;
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
  /** Node of the values whose members a file's text copies into a collection, each under its own key. */
  copied(collection: number): number;
  /** Node of what assignments put into a member of a class. */
  store(cls: number, name: string): number;
  /** Node of the type that is expected at an offset. */
  implicit(scope: ScopeId, at: number): number;
  parameter(fn: number, index: number): number;
  /** The same for a statement that gives something to it. */
  given(fn: number, index: number): number;
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
  /** A node depends on what statements of the scope's file, and of others, add under a key (tracking/call-demand.ts). */
  needWays(node: number, scope: ScopeId, key: string): void;
  /** A value of a type from outside the repository. */
  external(name: string): number;
  add(node: number, value: AbstractValue): void;
}

/** For nodes that nobody asks for twice. */
export const NO_TABLE: NodeTable<undefined> = { set: () => undefined };

/**
 * Where a construct of some languages has its say (idioms/). Where several have one, they are asked in the order of
 * idioms/index.ts, and the first that answers ends it: with true, or with a value.
 */
export interface Hooks {
  /** Adds what a bare name holds. Such a name has a node for each expression. */
  name(flow: Flow, node: number, scope: ScopeId, value: Value & { is: 'name' }, at: number | undefined): void;
  /** Adds what a member holds that is read. Such a member has a node for each expression. */
  memberRead(flow: Flow, node: number, scope: ScopeId, value: Value & { is: 'member' }, at: number | undefined): void;
  /** Node of what a call calls. */
  callee(flow: Flow, scope: ScopeId, callee: Value, at: number | undefined): number | undefined;
  /** Whether what looks like a call of a value only reads it. */
  isRead(flow: Flow, scope: ScopeId, callee: Value, id: number): boolean;
  /** Adds what `super` holds in a class. */
  superValue(flow: Flow, node: number, scope: ScopeId, cls: number): void;
  /** Node of what entering a value gives: `with`. */
  entered(flow: Flow, from: number, scope: ScopeId): number;

  /** Adds a member of a class or of its instances that comes before any other. */
  firstMember(flow: Flow, node: number, value: AbstractValue & { is: 'class' | 'instance' }, name: string): boolean;
  /** Declaration of a member that an object's class has under another name. */
  renamedMember(flow: Flow, cls: number, name: string): Member | undefined;
  /** Adds a member of objects that their class does not declare. */
  memberOfObject(flow: Flow, node: number, cls: number, name: string): boolean;
  /** Adds a member of a class as an object, whatever it declares. */
  memberOfClass(flow: Flow, node: number, cls: number, name: string): boolean;
  /** Adds a member of a function that nothing declares. */
  memberOfFunction(flow: Flow, node: number, id: number, fn: number, name: string): void;
  /** Adds a member that no class in an object's order declares. */
  undeclaredMember(flow: Flow, node: number, id: number, cls: number, name: string): boolean;
  /** Adds a member of what a container's member gives. */
  memberOfElement(flow: Flow, node: number, of: AbstractValue & { is: 'containerMember' }, name: string): boolean;
  /** Of the functions of one name in a type those that a call may mean; nothing that is assigned is then meant. */
  meantFunctions<One extends { def: Definition }>(functions: One[]): One[];

  /** Whether a variable is a class by use. */
  isClass(flow: Flow, def: number): boolean;
  /** Adds a member that a class by use has though no function was written to it. */
  memberOfUsedClass(flow: Flow, node: number, cls: number, name: string): void;
  /** Node of a function that a call of a class runs, with the class as its first argument. */
  calledWithClass(flow: Flow, cls: number): number | undefined;

  /** Adds an element of a function: `f[int]`. */
  elementOfFunction(flow: Flow, node: number, id: number): void;
  /** Adds an element of an instance. */
  elementOfInstance(flow: Flow, node: number, id: number, cls: number, key: string): void;
  /** A key that is not known finds nothing in a table's literal. */
  hidesUnknownKeys: true;

  /** What a function literal yields reaches the block that a call gives. Elsewhere `yield` makes a generator. */
  enterBlock(flow: Flow, call: CallContext): void;
  /** Lets the arguments of a call of a function from outside reach what that runs. */
  enterExternal(flow: Flow, name: string, call: OutsideCall): void;
  /** Adds what a call of a function from outside gives. */
  resultOfExternal(flow: Flow, name: string, call: CallSite, to: number): boolean;

  /** Adds what a call of a container's member gives. */
  resultOfContainer(flow: Flow, callee: AbstractValue & { is: 'containerMember' }, call: CallSite, to: number): boolean;

  /** Adds what something else than calls gives to a parameter. */
  parameterGiven(flow: Flow, node: number, fn: number, index: number): void;

  /** Rules that a file's text makes from the start. */
  prepare(flow: Flow, file: SourceFile): void;

  /** Asked after solving: whether a call cannot mean a definition. */
  isExcluded(flow: Flow, fact: CallFact, def: number): boolean;
  /** Asked after solving: what a call's edges rest on, where that is more than names and types. */
  evidenceOf(flow: Flow, fact: CallFact, scope: ScopeId): { evidence: Evidence; confidence: number } | undefined;
  /** Values that a call runs of what it gives a function from outside. */
  ranByCall(flow: Flow, fact: CallFact, scope: ScopeId, callee: number): readonly number[];
  /** Asks before solving for what `ranByCall` needs after it. */
  demand(flow: Flow, fact: CallFact, scope: ScopeId): void;
  /** The definition that a call means of whose callee nothing is known. */
  supposedTarget(flow: Flow, fact: CallFact, scope: ScopeId): number | undefined;
  /** Whether a value is not meant where its name is read as a receiver. */
  isUnread(flow: Flow, id: number): boolean;
  /** Functions that a call of a class runs. */
  ranByClass(flow: Flow, cls: number): number[];
  /** Whether a call of a class through that callee builds an instance. */
  isBuild(flow: Flow, scope: ScopeId, callee: Value): boolean;
}

/** A call of a function from outside. */
export interface OutsideCall {
  fact: CallFact;
  args: Argument[] | undefined;
  scope: ScopeId;
  /** A value is called with arguments. */
  enter(callee: AbstractValue, args: Argument[] | undefined): void;
}

/** The hooks of one language's idioms, each in the order of the list. */
export type LanguageHooks = { readonly [Name in keyof Hooks]: readonly Hooks[Name][] };

/** A construct that exists in some languages. It owns the keys of resolution.json that switch it on or fill its tables. */
export interface Idiom extends Partial<Hooks> {
  readonly keys?: RuleSet<unknown>;
  /** Whether a language has it; without this, every language does. */
  isIn?(rules: LanguageRules): boolean;
}
