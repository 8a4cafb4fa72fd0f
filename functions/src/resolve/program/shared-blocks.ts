/** Blocks that share the variables of the code around them (Ruby). */
import { ruleSet } from '../rules/rule-set.ts';
import { flag } from '../rules/rule-types.ts';

export const sharedBlocks = ruleSet({
  blocksShareVariables: flag(
    'A block assigns a variable of the code around it that was given something before: `x = 1; each { x = 2 }`.',
  ),
});
