/** Members that are the value itself, without a call (C#): `lazy.Value`. */
import { fileOfScope } from '../../program/program.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import { words } from '../../rules/rule-types.ts';
import type { Idiom } from '../contract.ts';

const keys = ruleSet({
  passFields: words.describe('Members that are the value itself, without a call: `lazy.Value`.'),
});

export const passFields: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).passFields.size > 0,

  undeclaredMember({ constraints, program }, node, id, cls, name) {
    if (!keys.of(fileOfScope(program, cls).rules).passFields.has(name)) return false;
    constraints.add(node, id);
    return true;
  },
};
