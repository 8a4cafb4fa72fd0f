/** Type arguments in brackets behind a function (Go): `first[int](xs)` calls first. */
import { ruleSet } from '../../rules/rule-set.ts';
import { flag } from '../../rules/rule-types.ts';
import type { Idiom } from '../contract.ts';

const keys = ruleSet({
  bracketsInstantiate: flag('What stands in brackets behind a function is its type arguments: `first[int](xs)`.'),
});

export const bracketInstances: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).bracketsInstantiate,
  elementOfFunction: ({ constraints }, node, id) => constraints.add(node, id),
};
