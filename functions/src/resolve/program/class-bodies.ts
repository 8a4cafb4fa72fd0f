/** Languages in which a class's body is code that runs from its beginning (Python). */
import { ruleSet } from '../rules/rule-set.ts';
import { flag } from '../rules/rule-types.ts';

export const classBodies = ruleSet({
  classBodiesRun: flag("A class's body runs from its beginning: what it declares further down is not seen yet."),
});
