/** Members that every object has from outside: what is put into one under an unknown key is none of them (JavaScript). */
import { ruleSet } from '../../rules/rule-set.ts';
import { words } from '../../rules/rule-types.ts';
import type { LanguageRules } from '../../rules/rules-format.ts';

export const objectMembers = ruleSet({
  objectMembers: words.describe('Members that every object has from outside: `hasOwnProperty`.'),
});

export function everyObjectHas(rules: LanguageRules, name: string): boolean {
  return objectMembers.of(rules).objectMembers.has(name);
}
