/** Members of functions that give the function without calling it (JavaScript): `f.bind(this)`. */
import { fileOfScope } from '../../program/program.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import { words } from '../../rules/rule-types.ts';
import type { Idiom } from '../contract.ts';

const keys = ruleSet({
  bindMembers: words.describe('Members of functions that give the function without calling it: bind.'),
});

export const boundFunctions: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).bindMembers.size > 0,

  memberOfFunction(flow, node, id, fn, name) {
    const { bindMembers } = keys.of(fileOfScope(flow.program, fn).rules);
    if (bindMembers.has(name)) flow.add(node, { is: 'giving', of: id });
  },
};
