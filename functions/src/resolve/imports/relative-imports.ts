/** Imports that begin with a name that is in view (Scala). */
import { ruleSet } from '../rules/rule-set.ts';
import { flag } from '../rules/rule-types.ts';

export const relativeImports = ruleSet({
  relativeImports: flag(
    "An import's path may begin in the importing file's own package, or with a name that is in view.",
  ),
});
