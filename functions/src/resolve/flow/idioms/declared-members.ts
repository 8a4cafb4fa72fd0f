/** Members that a class declares (JavaScript): they are meant, not what is assigned to the name elsewhere. */
import { ruleSet } from '../../rules/rule-set.ts';
import { flag } from '../../rules/rule-types.ts';
import type { Idiom } from '../contract.ts';

const keys = ruleSet({
  declaredStay: flag('Of one name, what a class declares is meant, not what is assigned.'),
});

export const declaredMembers: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).declaredStay,
  meantFunctions: (functions) => functions.filter(({ def }) => def.owner === undefined),
};
