/**
 * Members whose name alone runs them (Scala): `dog.name` is a call where name is a method without parameters, and a value
 * is what that gives. What is called with arguments is the member itself.
 */
import type { Definition } from '../../../model/facts.ts';
import { definitionOf } from '../../program/program.ts';
import type { ScopeId } from '../../program/program.ts';
import { isFunctionLike } from '../../program/qualified-names.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import { flag } from '../../rules/rule-types.ts';
import type { Flow, Idiom } from '../contract.ts';
import { eachOverload } from '../values.ts';

const keys = ruleSet({
  membersCall: flag('A member or name that is a method without parameters is a call of it, where a value is needed.'),
});

export const memberCalls: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).membersCall,
  name: (flow, node, scope, value, at) => addRun(flow, node, scope, flow.raw(scope, value, at)),
  memberRead: (flow, node, scope, value, at) => addRun(flow, node, scope, flow.raw(scope, value, at)),
  callee: (flow, scope, callee, at) => flow.raw(scope, callee, at),

  // A name without arguments is a call of what takes none.
  isExcluded({ program }, { args, implicit }, def) {
    if (implicit !== true || args !== undefined) return false;
    const definition = definitionOf(program, def);
    return !isFunctionLike(definition) || !takesNothing(definition);
  },
};

/** Lets what a name stands for reach a node: a method without parameters is run first. */
function addRun(flow: Flow, node: number, scope: ScopeId, from: number): void {
  const { constraints, program, values } = flow;
  constraints.watch(from, (id) => {
    const isRun = eachOverload(values.get(id)).some(
      (found) => (found.is === 'bound' || found.is === 'function') && takesNothing(definitionOf(program, found.def)),
    );
    if (isRun) flow.result(id, { args: [], scope }, node);
    else constraints.add(node, id);
  });
}

/** A method that its name alone runs; a lambda is a value. What an extension is called on is no argument. */
function takesNothing({ parameters = [], variant }: Definition): boolean {
  return variant !== 'lambda' && parameters.every((parameter) => parameter.self === true);
}
