/**
 * What calls put into containers, and what they give of others' elements.
 *
 *     handlers.append(f); table.update({'a': g}); table.update(b=h)
 *     for item in sorted(items): …
 *     let shared = Arc::new(Dog::new()); verify(dog).bark();
 */
import type { Argument, CallFact } from '../../../model/facts.ts';
import type { CallSite } from '../../program/call-site.ts';
import type { Flow } from '../contract.ts';
import {
  addEntries,
  dottedName,
  giveElements,
  isPairMap,
  pairedByFunction,
  pairedByMember,
  valuesOf,
} from './pairs.ts';
import { definitionOf, fileOfScope, lastName } from '../../program/program.ts';
import type { AbstractValue } from '../values.ts';

/** A member of a container is called: what it is given is put into the container, or takes its elements. */
export function enterContainer(
  flow: Flow,
  callee: AbstractValue & { is: 'containerMember' },
  args: Argument[] | undefined,
  scope: number,
  fact: CallFact,
): void {
  if (!isOneOfMany(fact)) putInto(flow, callee, args, scope);
  const { base, rules } = fileOfScope(flow.program, scope);
  if (rules.foldingMembers.has(callee.name)) foldInto(flow, callee.of, args, scope);
  const first = args?.[0]?.value;
  if (first?.is !== 'function' || !rules.callbackMembers.has(callee.name)) return;
  const of = rules.valueCallbacks.has(callee.name) ? valuesOf(flow, callee.of) : callee.of;
  giveElements(flow, of, base + first.definition, scope);
}

/** Adds what a call of a container's member gives to a node. */
export function resultOfContainer(
  flow: Flow,
  callee: AbstractValue & { is: 'containerMember' },
  call: CallSite,
  to: number,
): void {
  const { constraints, values, resolver } = flow;
  const { base, rules } = fileOfScope(resolver.program, call.scope);
  const { name, of } = callee;
  const given = call.args?.[0]?.value;
  if (rules.elementMembers.has(name)) {
    const value = values.get(of);
    if (!isPairMap(flow, value)) constraints.flow(flow.element(of, undefined), to);
    if (value.is === 'external' && value.args.length > 1) constraints.flow(flow.element(of, '*'), to);
    else if (isPairMap(flow, value)) constraints.flow(flow.element(valuesOf(flow, of), undefined), to);
  } else if (rules.containerMembers.has(name)) addContainer(flow, to, of, name, call.scope);
  else if (rules.mapMembers.has(name) && given !== undefined) {
    constraints.watch(flow.expression(call.scope, given), (by) => flow.add(to, { is: 'mapped', by }));
  } else if (rules.foldingMembers.has(name)) {
    const { before, by } = foldOf(call.args);
    if (before !== undefined) constraints.flow(flow.expression(call.scope, before.value), to);
    else constraints.flow(flow.element(of, undefined), to);
    const literal = base + (by ?? 0);
    const gives = by === undefined ? [] : (definitionOf(resolver.program, literal).returned ?? []);
    for (const value of gives) constraints.flow(flow.expression(literal, value), to);
  } else if (!pairedByMember(flow, callee, call, to)) constraints.add(to, flow.external(name));
}

/** `reduce((all, dog) => …, [])`: the function, and what it is given first. */
function foldOf(args: Argument[] = []): { by: number | undefined; before: Argument | undefined } {
  const by = args.find(({ value }) => value.is === 'function')?.value;
  return {
    by: by?.is === 'function' ? by.definition : undefined,
    before: args.find(({ value }) => value.is !== 'function'),
  };
}

function foldInto(flow: Flow, of: number, args: Argument[] | undefined, scope: number): void {
  const { constraints, resolver } = flow;
  const { base } = fileOfScope(resolver.program, scope);
  const { before, by } = foldOf(args);
  if (by === undefined) return;
  const literal = base + by;
  const { parameters = [], returned = [] } = definitionOf(resolver.program, literal);
  const element = flow.element(of, undefined);
  if (parameters[1]?.type === undefined) constraints.flow(element, flow.parameter(literal, 1));
  if (parameters[0] === undefined || parameters[0].type !== undefined) return;
  const given = flow.parameter(literal, 0);
  constraints.flow(before === undefined ? element : flow.expression(scope, before.value), given);
  for (const value of returned) constraints.flow(flow.expression(literal, value), given);
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
  const keys = value.is === 'collection' ? values.sites[value.site]?.value.keys : undefined;
  if (from === into) return;
  if (keys?.every((key) => key !== null) === true) {
    for (const key of keys) if (key !== null) constraints.flow(flow.element(from, key), flow.put(into, key));
  } else constraints.flow(flow.element(from, undefined), flow.put(into, undefined));
}

/** A function from outside that gives a container of its argument's elements; false when it is none. */
export function gathered(flow: Flow, name: string, call: CallSite, to: number): boolean {
  if (pairedByFunction(flow, name, call, to)) return true;
  const { containerFunctions, valueFunctions } = fileOfScope(flow.program, call.scope).rules;
  const ofValues = valueFunctions.get(dottedName(call));
  const at = ofValues ?? containerFunctions.get(name) ?? containerFunctions.get(dottedName(call));
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

/** A function from outside that gives its argument, or that in a transparent type; false when it is none. */
export function wrapped(flow: Flow, call: CallSite, to: number): boolean {
  const { callee, args, scope } = call;
  const { transparent, wrappingMembers, wrappers } = fileOfScope(flow.program, scope).rules;
  const given = args?.[0]?.value;
  if (given === undefined || callee === undefined) return false;
  const isMember = callee.is === 'member' && wrappingMembers.has(callee.name);
  const wraps = isMember
    ? transparent.has(lastName(callee.of) ?? '')
    : wrappers.has(callee.is === 'name' ? callee.name : dottedName(call)) ||
      (callee.is === 'member' && wrappers.has(`.${callee.name}`));
  if (wraps) flow.constraints.flow(flow.expression(scope, given), to);
  return wraps;
}
