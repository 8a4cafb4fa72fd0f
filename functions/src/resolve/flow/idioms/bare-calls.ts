/**
 * Bare names that may be calls (Ruby): `other.bark` calls the method other, then bark of what it gives, while `other(1)`
 * names the method that is called.
 */
import type { Place } from '../../names/contract.ts';
import { classObjects } from '../../program/class-objects.ts';
import { lastName } from '../../program/dotted-name.ts';
import { definitionOf, fileOfScope } from '../../program/program.ts';
import type { ScopeId } from '../../program/program.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import { flag } from '../../rules/rule-types.ts';
import type { Flow, Idiom } from '../contract.ts';

const keys = ruleSet({
  bareNamesCall: flag('A bare name that is a method is a call of it, where a value is needed.'),
});

export const bareCalls: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).bareNamesCall,

  name(flow, node, scope, { name }, at) {
    const { constraints, resolver } = flow;
    const from = flow.named(scope, name, at);
    const places = resolver.lookup(scope, name)?.places ?? [];
    if (places.every((place) => isMethod(flow, place))) {
      constraints.watch(from, (id) => addRun(flow, node, scope, name, id));
    } else constraints.flow(from, node);
  },

  // What is called with arguments is the method itself.
  callee: (flow, scope, callee, at) => (callee.is === 'name' ? flow.named(scope, callee.name, at) : undefined),

  /** A call of what is no method reads it: an attribute's reader, `kennel.dog`. */
  isRead(flow, scope, callee, id) {
    const { is } = flow.values.get(id);
    return (
      is === 'instance' || is === 'collection' || (is === 'class' && lastName(callee) !== newMemberIn(flow, scope))
    );
  },
};

/** Adds what a method's name gives: the method is called first. */
function addRun(flow: Flow, node: number, scope: ScopeId, name: string, id: number): void {
  const { is } = flow.values.get(id);
  const builds = is === 'class' && name === newMemberIn(flow, scope);
  if (is === 'function' || is === 'bound' || builds) flow.result(id, { args: [], scope }, node);
  else flow.constraints.add(node, id);
}

function newMemberIn({ program }: Flow, scope: ScopeId): string | undefined {
  return classObjects.of(fileOfScope(program, scope).rules).newMember;
}

function isMethod({ program }: Flow, place: Place): boolean {
  if (place.at === 'member') return true;
  if (place.at !== 'entry' || place.entry.kind !== 'def') return false;
  return definitionOf(program, place.entry.def).kind === 'method';
}
