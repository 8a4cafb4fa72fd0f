/**
 * What a call of one abstract value runs, and the evidence for it.
 *
 *     dog.bark()     a bound method: itself, by its receiver
 *     Dog()          a class: the class, its constructors, functions of its companion
 *     dog()          an instance: its member for calls, `__call__`
 */
import type { CallFact, Value } from '../../model/facts.ts';
import type { Evidence } from '../../model/graph.ts';
import { companionsOf } from '../classes/companions.ts';
import { constructorsOf } from '../classes/constructors.ts';
import type { Flow } from '../flow/contract.ts';
import type { AbstractValue } from '../flow/values.ts';
import { fitsArity } from '../program/arguments.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { ScopeId } from '../program/program.ts';

/** Definitions that a call of a value runs, and how each was found. */
export function targetsOf(flow: Flow, value: AbstractValue, fact: CallFact, scope: ScopeId): [number, Evidence][] {
  switch (value.is) {
    case 'function':
      return [[value.def, namedEvidence(flow, value.def, fact, scope)]];
    case 'bound':
      return [[value.def, boundEvidence(flow, value, fact)]];
    case 'class':
      return targetsOfClass(flow, value.def, fact, scope);
    case 'super':
      return targetsOfSuper(flow, value.def, fact, scope);
    case 'instance':
      return targetsOfInstance(flow, value, fact, scope);
    default:
      return [];
  }
}

/** A call of a class builds an instance: the class itself, its constructors, or functions of its companion. */
function targetsOfClass(flow: Flow, cls: number, fact: CallFact, scope: ScopeId): [number, Evidence][] {
  const { classes, program } = flow;
  const here = fileOfScope(program, scope);
  // A conversion, `T(x)`, runs nothing, and neither does a name alone, but for `raise T`.
  if (fact.implicit === true && fact.args === undefined && fact.constructs !== true) return [];
  const [ranByClass] = flow.hooks(cls).ranByClass;
  if (ranByClass !== undefined) return ranByClass(flow, cls).map((def) => [def, 'receiver']);
  // `handler table[] = { … }` makes no function.
  if (definitionOf(program, cls).type?.name === '->') return [];
  if (fact.constructs !== true && !here.rules.callConstructs && !isNewCall(flow, scope, fact)) return [];
  const evidence = namedEvidence(flow, cls, fact, scope);
  return [cls, ...runConstructors(flow, cls, fact), ...companionsOf(classes, cls, fact)].map((def) => [def, evidence]);
}

/** Beside a primary constructor, whose parameters stand at the class, those that the arguments fit as well. */
function runConstructors({ classes, program }: Flow, cls: number, { args }: CallFact): number[] {
  const constructors = constructorsOf(classes, cls);
  const { parameters } = definitionOf(program, cls);
  if (parameters === undefined || args === undefined || !fitsArity(parameters, args, 0)) return constructors;
  return constructors.filter((def) => fitsArity(definitionOf(program, def).parameters ?? [], args, 0));
}

/** `super(1)` runs the constructors of the classes that a class extends. */
function targetsOfSuper(flow: Flow, cls: number, fact: CallFact, scope: ScopeId): [number, Evidence][] {
  const { classes, program } = flow;
  if (fact.callee.is !== 'super' || !fileOfScope(program, scope).rules.superConstructs) return [];
  return classes
    .supertypes(cls)
    .filter((base) => base.how !== 'implements')
    .flatMap((base) =>
      [base.def, ...constructorsOf(classes, base.def)].map((def): [number, Evidence] => [def, 'inherited']),
    );
}

function targetsOfInstance(
  flow: Flow,
  value: AbstractValue & { is: 'instance' },
  fact: CallFact,
  scope: ScopeId,
): [number, Evidence][] {
  const { constraints, program, values } = flow;
  if (fact.callee.is === 'self' && fileOfScope(program, scope).rules.superConstructs) {
    // `this(1)` in a constructor runs another one.
    const others = runConstructors(flow, value.def, fact).filter((def) => def !== scope);
    return others.map((def) => [def, 'receiver']);
  }
  const { callMember } = fileOfScope(program, value.def).rules;
  if (callMember === undefined || fact.constructs === true) return [];
  return constraints
    .values(flow.member(values.id(value), callMember))
    .map((id) => values.get(id))
    .flatMap((member) => (member.is === 'bound' ? [[member.def, 'receiver'] as [number, Evidence]] : []));
}

/** How a definition is found that a call names: as a member of a receiver, in the same file, or by an import. */
function namedEvidence(flow: Flow, def: number, fact: CallFact, scope: ScopeId): Evidence {
  const { program, resolver } = flow;
  const here = fileOfScope(program, scope);
  if (fact.callee.is === 'member' && !reachesModule(flow, scope, fact.callee.of, fact.at)) return 'receiver';
  if (program.fileOf[def] === here) return 'local';
  return resolver.strategyOf(here).supposes?.(here, def) === true ? 'unique_name' : 'import';
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
  if (definitionOf(flow.program, value.def).extension === true) return 'receiver';
  return direct ? 'receiver' : 'inherited';
}
