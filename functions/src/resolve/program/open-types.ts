/** Types whose members are names of the module around (Haskell): constructors, fields, class methods. */
import { ruleSet } from '../rules/rule-set.ts';
import { flag } from '../rules/rule-types.ts';

export const openTypes = ruleSet({
  openTypesMembers: flag(
    'Members of types are names of the module they stand in: constructors, fields, class methods.',
  ),
});
