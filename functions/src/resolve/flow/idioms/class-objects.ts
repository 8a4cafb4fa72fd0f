/**
 * Members of classes that are objects, and of their instances (Ruby).
 *
 *     Dog.new       builds an instance, so `new` is the class itself
 *     dog.class     the class
 *     dog.name      reads the field @name, where no method has that name
 */
import type { Value } from '../../../model/facts.ts';
import { classObjects as keys } from '../../program/class-objects.ts';
import { fileOfScope } from '../../program/program.ts';
import type { Flow, Idiom } from '../contract.ts';

export const classObjects: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).newMember !== undefined,

  renamedMember(flow, cls, name) {
    const { fieldSigil } = keys.of(fileOfScope(flow.program, cls).rules);
    return fieldSigil === undefined ? undefined : flow.classes.find(cls, fieldSigil + name);
  },

  memberOfObject(flow, node, cls, name) {
    return addClassUnder(flow, node, cls, name, 'classMember');
  },

  memberOfClass(flow, node, cls, name) {
    return addClassUnder(flow, node, cls, name, 'newMember');
  },

  isBuild(flow, scope, callee: Value) {
    const { newMember } = keys.of(fileOfScope(flow.program, scope).rules);
    return callee.is === 'self' || ((callee.is === 'member' || callee.is === 'name') && callee.name === newMember);
  },
};

/** Adds the class itself where the name is the one of that key. */
function addClassUnder(flow: Flow, node: number, cls: number, name: string, key: 'classMember' | 'newMember'): boolean {
  if (name !== keys.of(fileOfScope(flow.program, cls).rules)[key]) return false;
  flow.add(node, { is: 'class', def: cls });
  return true;
}
