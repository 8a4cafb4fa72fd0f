/**
 * What calls put into containers, and what they give of others' elements.
 *
 *     handlers.append(f); table.update({'a': g}); table.update(b=h)
 *     for item in sorted(items): …
 */
import type { Argument, CallFact } from '../../../model/facts.ts';
import type { CallSite } from '../../program/call-site.ts';
import { fileOfScope } from '../../program/program.ts';
import type { ScopeId } from '../../program/program.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import { tableOf } from '../../rules/rule-types.ts';
import { z } from 'zod';
import type { Flow, Idiom } from '../contract.ts';
import type { AbstractValue } from '../values.ts';
import { addFold, enterFold, isFold } from './folding.ts';
import {
  addEntries,
  dottedName,
  giveElements,
  givenBy,
  isPairMap,
  pairedByFunction,
  pairedByMember,
  valuesOf,
} from './pairs.ts';

const keys = ruleSet({
  valueFunctions: tableOf(z.int()).describe(
    'Functions from outside that give the values of an argument, by its position: `Object.values`.',
  ),
});

type ContainerMember = AbstractValue & { is: 'containerMember' };

export const containerCalls: Idiom = {
  keys,
  resultOfExternal: (flow, name, call, to) =>
    pairedByFunction(flow, name, call, to) || addGathered(flow, name, call, to),
};

/** A member of a container is called: what it is given is put into the container, or takes its elements. */
export function enterContainer(
  flow: Flow,
  callee: ContainerMember,
  args: Argument[] | undefined,
  scope: ScopeId,
  fact: CallFact,
): void {
  const { name, of } = callee;
  if (!isOneOfMany(fact)) putInto(flow, callee, args, scope);
  const { base, rules } = fileOfScope(flow.program, scope);
  if (isFold(rules, name)) enterFold(flow, of, args, scope);
  const first = args?.[0]?.value;
  if (first?.is !== 'function' || !rules.callbackMembers.has(name)) return;
  giveElements(flow, givenBy(flow, name, of, scope), base + first.definition, scope);
}

/** Adds what a call of a container's member gives to a node. */
export function addResultOfContainer(flow: Flow, callee: ContainerMember, call: CallSite, to: number): void {
  const { constraints } = flow;
  const { rules } = fileOfScope(flow.program, call.scope);
  const { name, of } = callee;
  const given = call.args?.[0]?.value;
  if (rules.elementMembers.has(name)) addElementOf(flow, of, to);
  else if (rules.containerMembers.has(name)) addContainer(flow, to, of, name, call.scope);
  else if (rules.mapMembers.has(name) && given !== undefined) {
    constraints.watch(flow.expression(call.scope, given), (by) => flow.add(to, { is: 'mapped', by }));
  } else if (isFold(rules, name)) addFold(flow, of, call, to);
  else if (!pairedByMember(flow, callee, call, to)) constraints.add(to, flow.external(name));
}

/** `dogs.pop()`: one of the elements, of a map one of its values. */
function addElementOf(flow: Flow, of: number, to: number): void {
  const { constraints } = flow;
  const value = flow.values.get(of);
  if (!isPairMap(flow, value)) constraints.flow(flow.element(of, undefined), to);
  if (value.is === 'external' && value.args.length > 1) constraints.flow(flow.element(of, '*'), to);
  else if (isPairMap(flow, value)) constraints.flow(flow.element(valuesOf(flow, of), undefined), to);
}

/** Adds the container that a member gives of the same elements: of a map's values alone, of its pairs, or itself. */
function addContainer(flow: Flow, to: number, of: number, member: string, scope: number): void {
  const { rules } = fileOfScope(flow.program, scope);
  const value = flow.values.get(of);
  const ofValues = rules.mapValueMembers.has(member);
  if (value.is === 'external' && isPairMap(flow, value) && !ofValues) addEntries(flow, to, of);
  else if (value.is === 'collection' && (ofValues || !isPairMap(flow, value))) flow.add(to, { is: 'rearranged', of });
  else flow.constraints.add(to, ofValues ? valuesOf(flow, of) : of);
}

/** A member of a container is called with arguments. */
function putInto(
  flow: Flow,
  { name, of }: AbstractValue & { is: 'containerMember' },
  args: Argument[] | undefined,
  scope: number,
): void {
  const { constraints, values } = flow;
  if (args === undefined || values.get(of).is !== 'collection') return;
  const { addingMembers, mergingMembers } = fileOfScope(flow.program, scope).rules;
  const added = args[addingMembers.get(name) ?? args.length];
  if (added !== undefined) constraints.flow(flow.expression(scope, added.value), flow.put(of, undefined));
  if (!mergingMembers.has(name)) return;
  for (const argument of args) {
    const given = flow.expression(scope, argument.value);
    if (argument.name !== undefined) constraints.flow(given, flow.put(of, argument.name));
    else constraints.watch(given, (id) => merge(flow, id, of));
  }
}

/** `hooks[name].append(f)`, `hooks.get(name).append(f)`: which container is meant depends on what no text says. */
function isOneOfMany({ callee }: CallFact): boolean {
  const of = callee.is === 'member' ? callee.of : callee;
  return of.is === 'call' || (of.is === 'index' && of.key === undefined);
}

function merge(flow: Flow, from: number, into: number): void {
  const { constraints, values } = flow;
  const value = values.get(from);
  const written = value.is === 'collection' ? values.sites[value.site]?.value.keys : undefined;
  if (from === into) return;
  if (written?.every((key) => key !== null) === true) {
    for (const key of written) if (key !== null) constraints.flow(flow.element(from, key), flow.put(into, key));
  } else constraints.flow(flow.element(from, undefined), flow.put(into, undefined));
}

/** Adds a container of the elements of an argument, which a function from outside gives; false when it is none. */
function addGathered(flow: Flow, name: string, call: CallSite, to: number): boolean {
  const { rules } = fileOfScope(flow.program, call.scope);
  const ofValues = keys.of(rules).valueFunctions.get(dottedName(call));
  const at = ofValues ?? rules.containerFunctions.get(name) ?? rules.containerFunctions.get(dottedName(call));
  const argument = at === undefined ? undefined : call.args?.[at];
  if (argument === undefined) return false;
  flow.constraints.watch(flow.expression(call.scope, argument.value), (id) => {
    const { is } = flow.values.get(id);
    if (ofValues !== undefined) flow.constraints.add(to, valuesOf(flow, id));
    else if (is !== 'external') flow.add(to, { is: 'rearranged', of: id });
    else flow.constraints.add(to, id);
  });
  return true;
}
