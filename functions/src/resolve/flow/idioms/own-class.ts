/**
 * The class of an object, asked of the object itself.
 *
 *     type(self).create()        self.__class__.create()        (Python)
 *     this.constructor.create()                                 (JavaScript)
 */
import { z } from 'zod';
import { fileOfScope } from '../../program/program.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import type { Idiom } from '../contract.ts';

export const ownClass = ruleSet({
  classOf: z
    .strictObject({ member: z.string(), function: z.string().optional() })
    .optional()
    .describe('The member of an object that is its class, and the function that gives it: `__class__`, `type(x)`.'),
});

export const ownClasses: Idiom = {
  keys: ownClass,
  isIn: (rules) => ownClass.of(rules).classOf !== undefined,

  firstMember(flow, node, value, name) {
    const names = ownClass.of(fileOfScope(flow.program, value.def).rules).classOf;
    if (value.is !== 'instance' || name !== names?.member) return false;
    flow.add(node, { is: 'class', def: value.def });
    return true;
  },

  resultOfExternal(flow, name, call, to) {
    const names = ownClass.of(fileOfScope(flow.program, call.scope).rules).classOf;
    const [first, ...others] = call.args ?? [];
    if (name !== names?.function || first === undefined || others.length > 0) return false;
    flow.constraints.watch(flow.expression(call.scope, first.value), (id) => {
      const value = flow.values.get(id);
      if (value.is === 'instance') flow.add(to, { is: 'class', def: value.def });
    });
    return true;
  },
};
