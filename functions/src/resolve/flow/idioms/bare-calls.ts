/**
 * Languages in which a bare name may be a call (Ruby): `other.bark` calls the method other, then bark of what it gives,
 * while `other(1)` names the method that is called.
 */
import type { Value } from '../../../model/facts.ts';
import { classKey } from '../../classes/class-members.ts';
import type { Flow } from '../contract.ts';
import type { Place } from '../../names/contract.ts';
import { definitionOf, fileOfScope, lastName } from '../../program/program.ts';
import type { ScopeId } from '../../program/program.ts';

/** Lets what a name stands for reach a node: a method is called first. */
export function addBareName(flow: Flow, node: number, scope: ScopeId, name: string, at: number | undefined): void {
  const { constraints, values, resolver } = flow;
  const from = flow.named(scope, name, at);
  const places = resolver.lookup(scope, name)?.places ?? [];
  if (!places.every((place) => isMethod(flow, place))) {
    constraints.flow(from, node);
    return;
  }
  constraints.watch(from, (id) => {
    const { is } = values.get(id);
    const builds = is === 'class' && name === fileOfScope(resolver.program, scope).rules.newMember;
    if (is === 'function' || is === 'bound' || builds) flow.result(id, { args: [], scope }, node);
    else constraints.add(node, id);
  });
}

/** Node of what is called: a bare name is the method itself. */
export function calleeNode(flow: Flow, scope: ScopeId, callee: Value, at: number | undefined): number {
  if (fileOfScope(flow.program, scope).rules.membersCall) return flow.raw(scope, callee, at);
  if (callee.is !== 'name' || !fileOfScope(flow.program, scope).rules.bareNamesCall) {
    return flow.expression(scope, callee, at);
  }
  return flow.named(scope, callee.name, at);
}

/** A call of what is no method reads it: an attribute's reader, `kennel.dog`. */
export function readsField(flow: Flow, scope: ScopeId, callee: Value, id: number): boolean {
  const { bareNamesCall, newMember } = fileOfScope(flow.program, scope).rules;
  if (!bareNamesCall) return false;
  const { is } = flow.values.get(id);
  return is === 'instance' || is === 'collection' || (is === 'class' && lastName(callee) !== newMember);
}

/** `super` is the method of the same name that the class's ancestors have. */
export function addSuperMethod(flow: Flow, node: number, scope: ScopeId, cls: number): void {
  const { program } = flow.resolver;
  for (let at: ScopeId | undefined = scope; at !== undefined && at >= 0; at = program.outer[at]) {
    const { kind, name, modifiers } = definitionOf(program, at);
    if (kind !== 'method') continue;
    const apart = fileOfScope(program, scope).rules.classMembersApart && modifiers?.includes('static') === true;
    const above = flow.values.id({ is: 'super', def: cls });
    flow.constraints.flow(flow.member(above, apart ? classKey(name) : name), node);
    return;
  }
}

function isMethod(flow: Flow, place: Place): boolean {
  if (place.at === 'member') return true;
  if (place.at !== 'entry' || place.entry.kind !== 'def') return false;
  return definitionOf(flow.program, place.entry.def).kind === 'method';
}
