/** The flow of a program: an object whose parts (contract.ts) are functions of other files, each with its own tables. */
import type { CallFact, Value } from '../../model/facts.ts';
import type { Classes } from '../classes/contract.ts';
import type { NameResolver, Place } from '../names/contract.ts';
import type { CallSite, TypeContext } from '../program/call-site.ts';
import { languagesOf } from '../program/languages-of.ts';
import { fileOfScope } from '../program/program.ts';
import type { Program, ScopeId } from '../program/program.ts';
import { vertexOf } from '../tracking/trace.ts';
import type { TypeAt } from '../types/contract.ts';
import type { CallDemand } from '../tracking/call-demand.ts';
import { callersKey, createCalls, parameterNode, registerCall, runCall } from './call-arguments.ts';
import { addCalled, addResult } from './call-results.ts';
import type { Results } from './call-results.ts';
import { Constraints } from './constraints/constraints.ts';
import type { DecoratorStage, Flow, LanguageHooks, NodeTable, SharedRules } from './contract.ts';
import { createDecorators, decoratorStages } from './decorators.ts';
import type { Decorators } from './decorators.ts';
import { addDefinition } from './definition-values.ts';
import { copiedNode, createElements, elementNode, putNode } from './elements.ts';
import { implicitNode } from './expected-types.ts';
import { calleeNode, createExpressions, expressionNode } from './expressions/expression-nodes.ts';
import { createJudgements } from '../types/judgements.ts';
import { hooksOf, hooksOfAny } from './idioms/hooks.ts';
import { createLambdaObjects, objectMemberNode, objectNode, objectsAround } from './idioms/scope-functions.ts';
import { makeNode } from './make-node.ts';
import { createMembers, memberNode } from './members.ts';
import type { Members } from './members.ts';
import { createNamedNodes, namedNode, placeNode, rawNode, togetherNode } from './name-values.ts';
import { storeNode } from './stores.ts';
import type { Stores } from './stores.ts';
import { addType, saysAnything } from './typed.ts';
import { Values } from './values.ts';
import type { AbstractValue } from './values.ts';

/** Values passed per call site at most, on average: far above what real code needs. */
const STEPS_PER_CALL = 400;
const LEAST_STEPS = 200_000;

export function createFlow(resolver: NameResolver, classes: Classes, demand: CallDemand): Flow {
  const flow = new ProgramFlow(resolver, classes, demand);
  for (const file of flow.program.files) for (const prepare of hooksOf(file.rules).prepare) prepare(flow, file);
  return flow;
}

class ProgramFlow implements Flow {
  readonly program: Program;
  readonly resolver: NameResolver;
  readonly classes: Classes;
  readonly values = new Values();
  readonly constraints: Constraints;
  readonly anyHooks: LanguageHooks;
  readonly judgements: Flow['judgements'];
  readonly rules: SharedRules = {
    member: (of, to, name) => this.constraints.flow(this.member(of, name), to),
    memberOfRead: (of, to, name) => {
      if (!this.anyHooks.isUnread.some((isUnread) => isUnread(this, of)))
        this.constraints.flow(this.member(of, name), to);
    },
    element: (of, to, key) => this.constraints.flow(this.element(of, key), to),
    result: (callee, to, call) => addCalled(this, callee, call, to),
    call: (callee, scope, fact) => runCall(this, this.calls, callee, scope, fact, fact.args),
  };

  /** By file. */
  private readonly hooksOfFiles: readonly LanguageHooks[];
  private readonly expressions = createExpressions();
  private readonly names = createNamedNodes();
  private readonly members: Members;
  private readonly elements = createElements();
  private readonly stores: Stores = new Map();
  private readonly implicits = new Map<string, number>();
  private readonly calls = createCalls();
  private readonly results: Results = new Map();
  private readonly decorators: Decorators;
  private readonly lambdas = createLambdaObjects();
  private readonly demand: CallDemand;

  constructor(resolver: NameResolver, classes: Classes, demand: CallDemand) {
    const { program } = resolver;
    const calls = program.files.reduce((sum, { facts }) => sum + facts.calls.length, 0);
    this.program = program;
    this.demand = demand;
    this.hooksOfFiles = program.files.map(({ rules }) => hooksOf(rules));
    this.anyHooks = hooksOfAny(languagesOf(program));
    this.resolver = resolver;
    this.classes = classes;
    this.judgements = createJudgements(program.trace);
    this.constraints = new Constraints(Math.max(LEAST_STEPS, calls * STEPS_PER_CALL), program.trace, [
      this.rules.member,
      this.rules.memberOfRead,
      this.rules.element,
      this.rules.result,
    ]);
    this.members = createMembers(program);
    this.decorators = createDecorators(program);
  }

  node<Key>(table: NodeTable<Key>, key: Key, file: number, fill: (node: number) => void): number {
    return makeNode(this, table, key, file, fill);
  }

  expression(scope: ScopeId, value: Value, at?: number): number {
    return expressionNode(this, this.expressions, scope, value, at);
  }

  hooks(scope: ScopeId): LanguageHooks {
    const hooks = this.hooksOfFiles[fileOfScope(this.program, scope).index];
    if (hooks === undefined) throw new Error(`scope ${scope} is of no file`);
    return hooks;
  }

  callee(scope: ScopeId, callee: Value, at: number | undefined): number {
    return calleeNode(this, scope, callee, at);
  }

  raw(scope: ScopeId, value: Value, at?: number): number {
    return rawNode(this, this.names, scope, value, at);
  }

  named(scope: ScopeId, name: string, at: number | undefined): number {
    return namedNode(this, this.names, scope, name, at);
  }

  place(place: Place): number {
    return placeNode(this, this.names, place);
  }

  together(places: readonly Place[]): number {
    return togetherNode(this, this.names, places);
  }

  member(value: number, name: string): number {
    return memberNode(this, this.members, value, name);
  }

  element(value: number, key: string | undefined): number {
    return elementNode(this, this.elements, value, key);
  }

  put(collection: number, key: string | undefined): number {
    return putNode(this, this.elements, collection, key);
  }

  copied(collection: number): number {
    return copiedNode(this, this.elements, collection);
  }

  store(cls: number, name: string): number {
    return storeNode(this, this.stores, cls, name);
  }

  implicit(scope: ScopeId, at: number): number {
    return implicitNode(this, this.implicits, scope, at);
  }

  parameter(fn: number, index: number): number {
    return parameterNode(this, this.calls, fn, index);
  }

  given(fn: number, index: number): number {
    this.program.trace.ways?.say(callersKey(this, fn));
    return this.parameter(fn, index);
  }

  objectOf(lambda: number): number {
    return objectNode(this, this.lambdas, lambda);
  }

  ofLambdaObject(scope: ScopeId, name: string): number | undefined {
    return objectMemberNode(this, this.lambdas, scope, name);
  }

  objectsAround(scope: ScopeId): number[] {
    return objectsAround(this, scope);
  }

  typed(to: number, at: TypeAt, context?: TypeContext): void {
    addType(this, to, at, context);
  }

  says(at: TypeAt | undefined): boolean {
    return saysAnything(this, at);
  }

  result(callee: number, call: CallSite, to: number): void {
    addResult(this, this.results, callee, call, to);
  }

  definition(node: number, def: number): void {
    addDefinition(this, node, def);
  }

  decorated(def: number): DecoratorStage[] {
    return decoratorStages(this, this.decorators, def);
  }

  register(fact: CallFact, scope: ScopeId): void {
    registerCall(this, this.calls, fact, scope);
  }

  needWays(node: number, scope: ScopeId, key: string): void {
    const { trace } = this.program;
    trace.addDependency(vertexOf(node), trace.entriesInput(key));
    this.demand.need(fileOfScope(this.program, scope).index, key);
  }

  external(name: string): number {
    return this.values.id({ is: 'external', name, args: [] });
  }

  add(node: number, value: AbstractValue): void {
    this.constraints.add(node, this.values.id(value));
  }
}
