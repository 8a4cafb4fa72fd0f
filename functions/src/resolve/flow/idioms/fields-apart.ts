/** Methods and fields of one name as two members (PHP): `$this->run()` calls the method, whatever the field run holds. */
import { ruleSet } from '../../rules/rule-set.ts';
import { flag } from '../../rules/rule-types.ts';
import type { Idiom } from '../contract.ts';

const keys = ruleSet({
  fieldsApart: flag('Methods and fields of one name are two members.'),
});

export const fieldsApart: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).fieldsApart,
  meantFunctions: (functions) => functions.filter(({ def }) => def.variant !== 'lambda'),
};
