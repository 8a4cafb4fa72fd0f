/**
 * Functions that are given by name to a member which runs them at once: `xs.forEach(this::keep)`. The call runs them, as it
 * runs a function literal, whose calls belong to the function around.
 */
import type { CallFact, Value } from '../../../model/facts.ts';
import { fileOfScope } from '../../program/program.ts';
import type { ScopeId } from '../../program/program.ts';
import type { Flow, Idiom } from '../contract.ts';

export const namedCallbacks: Idiom = {
  isIn: ({ callbackMembers, mapMembers }) => callbackMembers.size + mapMembers.size > 0,

  ranByCall(flow, fact, scope, callee) {
    const { constraints, values } = flow;
    const given = givenByName(flow, fact, scope);
    // A member of the repository runs what it runs: its own text says so.
    const isOutside = (id: number): boolean => ['external', 'containerMember', 'scoped'].includes(values.get(id).is);
    if (given === undefined || !constraints.values(callee).every(isOutside)) return [];
    return constraints
      .values(flow.expression(scope, given))
      .filter((id) => ['function', 'bound', 'overloads'].includes(values.get(id).is));
  },

  /** What is asked after solving has to be known before. */
  demand(flow, fact, scope) {
    const given = givenByName(flow, fact, scope);
    if (given !== undefined) flow.expression(scope, given);
  },
};

function givenByName(flow: Flow, { args, callee }: CallFact, scope: ScopeId): Value | undefined {
  const { callbackMembers, mapMembers } = fileOfScope(flow.program, scope).rules;
  if (callee.is !== 'member' || !(callbackMembers.has(callee.name) || mapMembers.has(callee.name))) return undefined;
  const first = args?.[0];
  return first?.value.is === 'name' || first?.value.is === 'member' ? first.value : undefined;
}
