/**
 * Lambdas with an object of their own: the function they are given to says so, or the type of its parameter.
 *
 *     dog.apply { bark() }                    bark is dog's            { "apply": { "object": "receiver", "gives": "object" } }
 *     dog.let { it.bark() }                   it is dog                { "let": { "object": "argument", "gives": "result" } }
 *     fun build(block: Builder.() -> Unit)    build { row() }: row is a Builder's
 *
 * In such a lambda a bare name is a member of the object before it is one of the class around.
 */
import type { Argument } from '../../../model/facts.ts';
import { definitionKey, definitionOf, fileOfScope, isFunctionScope } from '../../program/program.ts';
import type { Program, ScopeId } from '../../program/program.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import { tableOf } from '../../rules/rule-types.ts';
import { scopeFunction } from '../../rules/rules-format.ts';
import type { ScopeFunction } from '../../rules/rules-format.ts';
import { NOTHING } from '../../tracking/trace.ts';
import type { Flow, Idiom } from '../contract.ts';
import type { AbstractValue } from '../values.ts';

const keys = ruleSet({
  scopeFunctions: tableOf(scopeFunction).describe(
    'Functions that run a lambda for their first argument: `with(dog) { bark() }`; as `scopeMembers`.',
  ),
});

/** Functions that run a lambda for their first argument (Kotlin): `with(dog) { bark() }`. */
export const scopeFunctions: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).scopeFunctions.size > 0,

  enterExternal(flow, name, { args, scope }) {
    const how = keys.of(fileOfScope(flow.program, scope).rules).scopeFunctions.get(name);
    const first = args?.[0]?.value;
    if (how === undefined || first === undefined) return;
    flow.constraints.watch(flow.expression(scope, first), (object) =>
      enterScopeFunction(flow, how, object, args, scope),
    );
  },

  resultOfExternal(flow, name, call, to) {
    const how = keys.of(fileOfScope(flow.program, call.scope).rules).scopeFunctions.get(name);
    const first = call.args?.[0]?.value;
    if (how === undefined || first === undefined) return false;
    flow.constraints.watch(flow.expression(call.scope, first), (object) =>
      addResultOfScopeFunction(flow, how, object, call, to),
    );
    return true;
  },
};

const MAX_LAMBDAS = 8;

/** Lambdas that have an object: their nodes, and nodes of members of the objects around a scope. */
export interface LambdaObjects {
  objects: Map<number, number>;
  /** By scope and name. */
  members: Map<string, number>;
}

export function createLambdaObjects(): LambdaObjects {
  return { objects: new Map(), members: new Map() };
}

function objectKey({ program }: Flow, lambda: number): string {
  return definitionKey(program, 'o', lambda);
}

/** The same for a statement that says what the object is. */
export function objectGiven(flow: Flow, lambda: number): number {
  flow.program.trace.ways?.say(objectKey(flow, lambda));
  return flow.objectOf(lambda);
}

export function objectNode(flow: Flow, { objects }: LambdaObjects, lambda: number): number {
  let node = objects.get(lambda);
  if (node === undefined) {
    objects.set(lambda, (node = flow.constraints.node()));
    flow.needWays(node, lambda, objectKey(flow, lambda));
  }
  return node;
}

/** Node of the members of a name that the objects of the lambdas around a scope have; undefined where there are none. */
export function objectMemberNode(
  flow: Flow,
  { members }: LambdaObjects,
  scope: ScopeId,
  name: string,
): number | undefined {
  const { constraints, program } = flow;
  if (!fileOfScope(program, scope).rules.lambdaObjects) return undefined;
  const key = `${scope} ${name}`;
  const known = members.get(key);
  if (known !== undefined) return known;
  const lambdas = lambdasAround(program, scope);
  if (lambdas.length === 0 || isLocal(flow, scope, name)) return undefined;
  return flow.node(members, key, NOTHING, (node) => {
    for (const lambda of lambdas) {
      constraints.watch(flow.objectOf(lambda), (object) => constraints.flow(flow.member(object, name), node));
    }
  });
}

/** Classes of the objects that code has, known after solving. */
export function objectsAround(flow: Flow, scope: ScopeId): number[] {
  const { classes, constraints, program, values } = flow;
  const own = classes.classOf(scope);
  const objects = lambdasAround(program, scope).flatMap((lambda) => constraints.values(flow.objectOf(lambda)));
  const around = objects.flatMap((id) => {
    const value = values.get(id);
    return value.is === 'instance' ? [value.def] : [];
  });
  return own === undefined ? around : [...around, own];
}

function lambdasAround(program: Program, scope: ScopeId): number[] {
  const out: number[] = [];
  for (let at: ScopeId | undefined = scope; at !== undefined && at >= 0; at = program.outer[at]) {
    const def = definitionOf(program, at);
    if (isFunctionScope(program, at) && def.anonymous === true) out.push(at);
    else if (!isFunctionScope(program, at)) break;
    if (out.length >= MAX_LAMBDAS) break;
  }
  return out;
}

function isLocal({ program, resolver }: Flow, scope: ScopeId, name: string): boolean {
  const [place] = resolver.lookup(scope, name)?.places ?? [];
  return place?.at === 'entry' && isFunctionScope(program, place.scope);
}

/** A member that runs a lambda for its object is called: `dog.let { … }`. */
export function enterScopeMember(
  flow: Flow,
  { name, of }: AbstractValue & { is: 'scoped' },
  args: Argument[] | undefined,
  scope: ScopeId,
): void {
  const how = fileOfScope(flow.program, scope).rules.scopeMembers.get(name);
  if (how !== undefined) enterScopeFunction(flow, how, of, args, scope);
}

/** Lets the object reach the lambda among a scope function's arguments. */
function enterScopeFunction(
  flow: Flow,
  how: ScopeFunction,
  object: number,
  args: Argument[] | undefined,
  scope: ScopeId,
): void {
  const last = args?.at(-1)?.value;
  if (last === undefined) return;
  const { program } = flow;
  if (last.is === 'function') enterLambda(flow, how, object, fileOfScope(program, scope).base + last.definition);
  else if (last.is === 'name') {
    // `instance_eval(&block)`: the lambda that the function around was given.
    flow.constraints.watch(flow.expression(scope, last), (id) => {
      const value = flow.values.get(id);
      if (value.is === 'function' && definitionOf(program, value.def).anonymous === true) {
        enterLambda(flow, how, object, value.def);
      }
    });
  }
}

function enterLambda(flow: Flow, how: ScopeFunction, object: number, lambda: number): void {
  const parameter = definitionOf(flow.program, lambda).parameters?.[0];
  if (how.object === 'receiver') flow.constraints.add(objectGiven(flow, lambda), object);
  else if (parameter !== undefined && parameter.type === undefined) {
    flow.constraints.add(flow.given(lambda, 0), object);
  }
}

/** Adds what such a member gives. */
export function addResultOfScopeMember(
  flow: Flow,
  { name, of }: AbstractValue & { is: 'scoped' },
  call: { args: Argument[] | undefined; scope: ScopeId },
  to: number,
): void {
  const how = fileOfScope(flow.program, call.scope).rules.scopeMembers.get(name);
  if (how !== undefined) addResultOfScopeFunction(flow, how, of, call, to);
  else flow.constraints.add(to, flow.external(name));
}

/** What a scope function gives: its object, or what the lambda gives. */
function addResultOfScopeFunction(
  flow: Flow,
  how: ScopeFunction,
  object: number,
  call: { args: Argument[] | undefined; scope: ScopeId },
  to: number,
): void {
  const lambda = lambdaOf(flow, call.args, call.scope);
  if (how.gives === 'object') flow.constraints.add(to, object);
  else if (lambda !== undefined) {
    flow.result(flow.values.id({ is: 'function', def: lambda }), { args: [], scope: call.scope }, to);
  }
}

function lambdaOf(flow: Flow, args: Argument[] | undefined, scope: ScopeId): number | undefined {
  const last = args?.at(-1)?.value;
  return last?.is === 'function' ? fileOfScope(flow.program, scope).base + last.definition : undefined;
}
