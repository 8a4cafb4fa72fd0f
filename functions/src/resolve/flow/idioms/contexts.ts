/**
 * Contexts (Python): what entering a value in `with` gives, or what a generator yields that is made a context.
 *
 *     with open_pool() as pool: …      pool is what __enter__ of that pool gives
 */
import { z } from 'zod';
import { fileOfScope } from '../../program/program.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import type { Idiom } from '../contract.ts';

const keys = ruleSet({
  contextMembers: z
    .array(z.string())
    .default([])
    .describe('Members that entering a value in `with` calls: `__enter__`.'),
});

export const contexts: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).contextMembers.length > 0,

  entered(flow, from, scope) {
    const { classes, constraints, program, values } = flow;
    const { contextMembers } = keys.of(fileOfScope(program, scope).rules);
    const to = constraints.node();
    constraints.watch(from, (id) => {
      const value = values.get(id);
      const member = value.is === 'instance' ? contextMembers.find((name) => classes.find(value.def, name)) : undefined;
      if (value.is === 'generator') constraints.flow(flow.element(id, undefined), to);
      else if (member === undefined) constraints.add(to, id);
      else constraints.watch(flow.member(id, member), (callee) => flow.result(callee, { args: [], scope }, to));
    });
    return to;
  },
};
