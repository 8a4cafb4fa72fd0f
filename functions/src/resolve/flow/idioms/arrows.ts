/**
 * Objects that stand for another one (C++): a member that the class does not have is one of what its `operator->` gives.
 *
 *     struct Handle { Node* operator->(); };      handle->run() is Node's run
 */
import { z } from 'zod';
import { fileOfScope } from '../../program/program.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import type { Idiom } from '../contract.ts';

const keys = ruleSet({
  arrowMember: z.string().optional().describe('The member whose result has the members that an instance lacks.'),
});

export const arrows: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).arrowMember !== undefined,

  undeclaredMember(flow, node, id, cls, name) {
    const { arrowMember } = keys.of(fileOfScope(flow.program, cls).rules);
    if (arrowMember === undefined || name === arrowMember || flow.classes.find(cls, arrowMember) === undefined)
      return false;
    const given = flow.constraints.node();
    const call = { args: [], scope: cls };
    flow.constraints.watch(flow.member(id, arrowMember), (arrow) => flow.result(arrow, call, given));
    flow.constraints.watch(given, (of) => flow.constraints.flow(flow.member(of, name), node));
    return true;
  },
};
