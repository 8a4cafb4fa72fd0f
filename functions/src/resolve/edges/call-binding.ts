/**
 * One call → what it runs, once the flow of values is solved. Declines when it does not know: a call is resolved,
 * external (known to lead out of the repository), ambiguous (too many candidates to name one) or unresolved.
 *
 *     dog.bark()     dog holds an instance of Dog → Dog.bark, evidence 'receiver'
 *     m.get('a')     m is a Map from elsewhere → external, never a namesake of this repository
 *     Dog()          the class, and the constructor that runs
 */
import type { CallFact, Value } from '../../model/facts.ts';
import type { Evidence } from '../../model/graph.ts';
import { chooseTargets } from './choose-targets.ts';
import { companionsOf } from '../classes/companions.ts';
import { constructorsOf } from '../classes/constructors.ts';
import type { Flow } from '../flow/contract.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { ScopeId } from '../program/program.ts';
import { isFunctionLike } from '../program/qualified-names.ts';
import type { AbstractValue } from '../flow/values.ts';
import { eachOverload } from '../flow/values.ts';

export interface Target {
  def: number;
  evidence: Evidence;
  confidence: number;
}

export interface BoundCall {
  outcome: 'resolved' | 'external' | 'ambiguous' | 'unresolved';
  targets: Target[];
}

const CONFIDENCE: Record<Evidence, number> = {
  local: 1,
  import: 0.98,
  receiver: 0.95,
  inherited: 0.9,
  unique_name: 0.4,
};
/** What is known to run nothing of the repository. */
const FROM_OUTSIDE = new Set<AbstractValue['is']>(['external', 'containerMember', 'callable', 'giving', 'scoped']);
/** More different functions than this at one call say that the flow was followed too far. */
const MAX_TARGETS = 5;
/** Those of a table that the call takes one of, which the flow was not followed far for: `table[op](x)`. */
const MAX_IN_TABLE = 24;

export function bindCall(flow: Flow, fact: CallFact, scope: ScopeId): BoundCall {
  const { constraints, values } = flow;
  const node = flow.callee(scope, fact.callee, fact.at);
  const found = new Map<number, Evidence>();
  const { classless, family } = fileOfScope(flow.resolver.program, scope).rules;
  const hooks = flow.hooks(scope);
  let external = false;
  let conversion = false;
  let open = false;
  for (const id of preferred(flow, scope, fact) ?? [
    ...constraints.values(node),
    ...ranByCall(flow, fact, scope, node),
  ]) {
    const value = values.get(id);
    external ||= FROM_OUTSIDE.has(value.is);
    conversion ||= value.is === 'class';
    open ||= value.is === 'callable';
    for (const [def, evidence] of eachOverload(value).flatMap((one) => targetsOf(flow, one, fact, scope))) {
      // A type from outside may have the name of one that another language extends.
      if (fileOfScope(flow.resolver.program, def).rules.family !== family) continue;
      const { kind, variant } = definitionOf(flow.resolver.program, def);
      if (classless && kind === 'method') continue;
      if (fact.variant !== undefined && variant !== fact.variant) continue;
      if (hooks.isExcluded.some((isExcluded) => isExcluded(flow, fact, def))) continue;
      const known = found.get(def);
      if (known === undefined || CONFIDENCE[evidence] > CONFIDENCE[known]) found.set(def, evidence);
    }
    if (value.is === 'module' && value.symbol.to !== 'def') external = external || value.symbol.to === 'external';
  }
  // `options.match ?? ownMatch`: some function of the caller's, or ours.
  if (constraints.isWide(node) || (open && found.size > 0)) return { outcome: 'ambiguous', targets: [] };
  const meant = chooseTargets(flow, found, fact, scope);
  if (meant === undefined) return { outcome: 'ambiguous', targets: [] };
  const functions = [...meant.keys()].filter((def) => isFunctionLike(definitionOf(flow.resolver.program, def)));
  const most = takesOneOfMany(fact.callee) ? MAX_IN_TABLE : MAX_TARGETS;
  if (functions.length > most) return { outcome: 'ambiguous', targets: [] };
  if (meant.size === 0) {
    return { outcome: conversion ? 'resolved' : external ? 'external' : 'unresolved', targets: [] };
  }
  const share = functions.length > MAX_TARGETS ? 0.5 : functions.length > 1 ? 0.8 : 1;
  return {
    outcome: 'resolved',
    targets: [...meant].map(([def, evidence]) => ({ def, evidence, confidence: CONFIDENCE[evidence] * share })),
  };
}

/** `table[op]`, `commands[i].run`: a key is not written out. */
function takesOneOfMany(callee: Value): boolean {
  const of = callee.is === 'member' ? callee.of : callee;
  return of.is === 'index' && of.key === undefined;
}

/** Values that a function from outside runs, which the call calls. */
function ranByCall(flow: Flow, fact: CallFact, scope: ScopeId, callee: number): readonly number[] {
  return flow.hooks(scope).ranByCall.flatMap((ranBy) => ranBy(flow, fact, scope, callee));
}

/** In a lambda with an object the object's members come before those of the class around. */
function preferred(flow: Flow, scope: ScopeId, fact: CallFact): number[] | undefined {
  const node = fact.callee.is === 'name' ? flow.ofLambdaObject(scope, fact.callee.name) : undefined;
  if (node === undefined) return undefined;
  const bound = flow.constraints.values(node).filter((id) => ['bound', 'overloads'].includes(flow.values.get(id).is));
  return bound.length > 0 ? bound : undefined;
}

function targetsOf(flow: Flow, value: AbstractValue, fact: CallFact, scope: ScopeId): [number, Evidence][] {
  const { program } = flow.resolver;
  const here = fileOfScope(program, scope);
  const byName = (def: number): Evidence => {
    if (fact.callee.is === 'member' && !reachesModule(flow, scope, fact.callee.of, fact.at)) return 'receiver';
    if (program.fileOf[def] === here) return 'local';
    return flow.resolver.strategyOf(here).supposes?.(here, def) === true ? 'unique_name' : 'import';
  };
  const [ranByClass] = value.is === 'class' ? flow.hooks(value.def).ranByClass : [];
  switch (value.is) {
    case 'function':
      return [[value.def, byName(value.def)]];
    case 'bound':
      return [[value.def, boundEvidence(flow, value, fact)]];
    case 'class':
      // A conversion, `T(x)`, runs nothing, and neither does a name alone, but for `raise T`.
      if (fact.implicit === true && fact.args === undefined && fact.constructs !== true) return [];
      if (ranByClass !== undefined) return ranByClass(flow, value.def).map((def) => [def, 'receiver']);
      // `handler table[] = { … }` makes no function.
      if (definitionOf(program, value.def).type?.name === '->') return [];
      if (fact.constructs !== true && !here.rules.callConstructs && !isNewCall(flow, scope, fact)) return [];
      return [
        value.def,
        ...constructorsOf(flow.classes, value.def),
        ...companionsOf(flow.classes, value.def, fact),
      ].map((def) => [def, byName(value.def)]);
    case 'super':
      if (fact.callee.is !== 'super' || !here.rules.superConstructs) return [];
      return flow.classes
        .supertypes(value.def)
        .filter((base) => base.how !== 'implements')
        .flatMap((base) =>
          [base.def, ...constructorsOf(flow.classes, base.def)].map((def): [number, Evidence] => [def, 'inherited']),
        );
    case 'instance': {
      // `this(1)` in a constructor runs another one.
      if (fact.callee.is === 'self' && here.rules.superConstructs) {
        return constructorsOf(flow.classes, value.def).map((def) => [def, 'receiver']);
      }
      const { callMember } = fileOfScope(program, value.def).rules;
      if (callMember === undefined || fact.constructs === true) return [];
      const node = flow.member(flow.values.id(value), callMember);
      return flow.constraints
        .values(node)
        .map((id) => flow.values.get(id))
        .flatMap((member) => (member.is === 'bound' ? [[member.def, 'receiver'] as [number, Evidence]] : []));
    }
    default:
      return [];
  }
}

function isNewCall(flow: Flow, scope: ScopeId, { callee }: CallFact): boolean {
  return flow.hooks(scope).isBuild.some((isBuild) => isBuild(flow, scope, callee));
}

/** `at` as the callee is asked with: after solving only what was asked for before has its values. */
function reachesModule(flow: Flow, scope: ScopeId, of: Value, at: number): boolean {
  const node = flow.expression(scope, of, at);
  return flow.constraints.values(node).some((id) => flow.values.get(id).is === 'module');
}

function boundEvidence(flow: Flow, value: AbstractValue & { is: 'bound' }, fact: CallFact): Evidence {
  const self = flow.values.get(value.self);
  const owner = flow.classes.classOf(value.def);
  const direct = (self.is === 'instance' || self.is === 'class') && self.def === owner;
  if (fact.callee.is === 'member' && fact.callee.of.is === 'super') return 'inherited';
  if (definitionOf(flow.resolver.program, value.def).extension === true) return 'receiver';
  return direct ? 'receiver' : 'inherited';
}
