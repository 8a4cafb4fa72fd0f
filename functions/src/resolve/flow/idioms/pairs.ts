/**
 * Containers whose elements are pairs: each part of a pair is an element of another container.
 *
 *     for i, dog in enumerate(dogs)            dog is an element of dogs
 *     for a, b in zip(cats, dogs)              a of cats, b of dogs
 *     for name, dog in by_name.items()         dog is a value of the map
 *     for (const [name, dog] of byName)        the same, where a loop over a map takes pairs
 *
 * A value of such a container says at which place of the pair its elements are; taking a pair apart reads just that.
 */
import type { CallSite } from '../../program/call-site.ts';
import type { Flow, Idiom } from '../contract.ts';
import { lastPart } from '../../imports/namespace-at.ts';
import { lastName } from '../../program/dotted-name.ts';
import { fileOfScope } from '../../program/program.ts';
import type { ScopeId } from '../../program/program.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import { flag, words } from '../../rules/rule-types.ts';
import type { LanguageRules, PairPart } from '../../rules/rules-format.ts';
import type { AbstractValue } from '../values.ts';

const MAX_DEPTH = 4;

const keys = ruleSet({
  mapsGivePairs: flag('A loop over a map, and a member that is given a function, take pairs of keys and values.'),
});

/** Maps whose loops take pairs (Ruby): `by_name.each { |name, dog| … }`. */
export const pairMaps: Idiom = { keys, isIn: takesPairs };

function takesPairs(rules: LanguageRules): boolean {
  return keys.of(rules).mapsGivePairs;
}

const callbackKeys = ruleSet({
  valueCallbacks: words.describe(
    "Members that give their function the values of a map alone: JavaScript's `map.forEach`.",
  ),
});

/** Members that give their function a map's values alone, though a loop over it takes pairs (JavaScript). */
export const valueCallbacks: Idiom = {
  keys: callbackKeys,
  isIn: (rules) => callbackKeys.of(rules).valueCallbacks.size > 0,
};

/** The container whose elements a member gives its function. */
export function givenBy(flow: Flow, member: string, of: number, scope: ScopeId): number {
  const { rules } = fileOfScope(flow.program, scope);
  return callbackKeys.of(rules).valueCallbacks.has(member) ? valuesOf(flow, of) : of;
}

/** Whether a loop over a value takes pairs of keys and values. */
export function isPairMap(flow: Flow, value: AbstractValue): boolean {
  const { program } = flow;
  if (value.is === 'collection') {
    const site = flow.values.sites[value.site];
    return site?.value.of === 'map' && takesPairs(fileOfScope(program, site.scope).rules);
  }
  const first = value.is === 'external' ? value.args[0] : undefined;
  if (value.is !== 'external' || first === undefined || value.args.length < 2) return false;
  return fileOfScope(program, first.scope).rules.pairTypes.has(lastPart(value.name));
}

/** The container of a map's values, or of a list's elements. */
export function valuesOf(flow: Flow, id: number): number {
  const value = flow.values.get(id);
  if (value.is === 'collection' && isPairMap(flow, value)) return flow.values.id({ is: 'rearranged', of: id });
  const last = value.is === 'external' && value.name !== '()' && value.args.length > 1 ? value.args.at(-1) : undefined;
  return last === undefined ? id : flow.values.id({ is: 'external', name: '[]', args: [last] });
}

/** Adds a container of pairs of a map's keys and values. */
export function addEntries(flow: Flow, node: number, map: number): void {
  addParts(flow, node, ['key', 'value'], map, undefined);
}

/** Adds the pairs that a member of a container gives: `xs.enumerate()`; false when it gives none. */
export function pairedByMember(
  flow: Flow,
  { name, of }: AbstractValue & { is: 'containerMember' },
  call: CallSite,
  to: number,
): boolean {
  const parts = fileOfScope(flow.program, call.scope).rules.pairMembers.get(name);
  if (parts !== undefined) addParts(flow, to, parts, of, call);
  return parts !== undefined;
}

/** Adds the pairs that a function from outside gives: `zip(xs, ys)`, `Object.entries(table)`; false when it gives none. */
export function pairedByFunction(flow: Flow, name: string, call: CallSite, to: number): boolean {
  const { pairFunctions } = fileOfScope(flow.program, call.scope).rules;
  const given = pairFunctions.get(name) ?? pairFunctions.get(dottedName(call));
  if (given === undefined) return false;
  const parts = given === 'arguments' ? (call.args ?? []).map((_, index) => index) : given;
  addParts(flow, to, parts, undefined, call);
  flow.constraints.add(to, flow.external(name));
  return true;
}

/** The name and what it is a member of, as one: `Object.entries`. */
export function dottedName({ callee }: CallSite): string {
  if (callee?.is !== 'member' || callee.of.is !== 'name') return lastName(callee ?? { is: 'unknown' }) ?? '';
  return `${callee.of.name}.${callee.name}`;
}

function addParts(
  flow: Flow,
  to: number,
  parts: readonly PairPart[],
  self: number | undefined,
  call: CallSite | undefined,
): void {
  const keyed = parts[0] === 'key' || parts[0] === 'index' ? { keyed: true as const } : {};
  parts.forEach((part, at) => {
    if (typeof part === 'number') {
      const argument = call?.args?.[part];
      if (argument === undefined || argument.spread === true || call === undefined) return;
      flow.constraints.watch(flow.expression(call.scope, argument.value), (id) => {
        if (depthOf(flow, id) < MAX_DEPTH) flow.add(to, { is: 'pairs', at, of: valuesOf(flow, id), ...keyed });
      });
    } else if (self !== undefined && part === 'value' && depthOf(flow, self) < MAX_DEPTH)
      flow.add(to, { is: 'pairs', at, of: valuesOf(flow, self), ...keyed });
    else if (self !== undefined && part === 'key') {
      const value = flow.values.get(self);
      const first = value.is === 'external' && value.args.length > 1 ? value.args[0] : undefined;
      if (first !== undefined) {
        flow.add(to, { is: 'pairs', at, of: flow.values.id({ is: 'external', name: '[]', args: [first] }) });
      }
    }
  });
}

/** How deep containers of pairs are nested: `f(Object.entries(x))` in f itself would nest them without end. */
function depthOf(flow: Flow, id: number): number {
  let depth = 0;
  for (let value = flow.values.get(id); value.is === 'pairs' || value.is === 'pair'; depth++) {
    value = flow.values.get(value.of);
  }
  return depth;
}

/** Lets elements of a container reach the first parameters of a function literal: a pair may be taken apart. */
export function giveElements(flow: Flow, container: number, literal: number, scope: ScopeId): void {
  const { constraints, resolver } = flow;
  const { rules } = fileOfScope(resolver.program, scope);
  const parameters = resolver.program.defs[literal]?.parameters ?? [];
  const node = flow.element(container, undefined);
  if (!takesPairs(rules) || parameters.length < 2) {
    if (parameters[0]?.type === undefined) constraints.flow(node, flow.given(literal, 0));
    return;
  }
  constraints.watch(node, (id) => {
    const element = flow.values.get(id);
    if (element.is !== 'pair') constraints.add(flow.given(literal, 0), id);
    else parameters.forEach((_, at) => constraints.flow(flow.element(id, String(at)), flow.given(literal, at)));
  });
}
