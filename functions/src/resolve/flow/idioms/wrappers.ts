/**
 * Calls that give their argument, or that in a transparent type.
 *
 *     let shared = Arc::new(Dog::new());      shared is a Dog (Rust)
 *     verify(dog).bark();                     so is verify(dog) (Java)
 */
import type { CallSite } from '../../program/call-site.ts';
import { lastName } from '../../program/dotted-name.ts';
import { fileOfScope } from '../../program/program.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import { words } from '../../rules/rule-types.ts';
import type { LanguageRules } from '../../rules/rules-format.ts';
import type { Idiom } from '../contract.ts';
import { dottedName } from './pairs.ts';

const keys = ruleSet({
  wrappingMembers: words.describe('Members of transparent types that give what they are called with: `Arc::new(x)`.'),
});

export const wrappers: Idiom = {
  keys,
  isIn: (rules) => rules.wrappers.size > 0 || keys.of(rules).wrappingMembers.size > 0,

  resultOfExternal(flow, _, call, to) {
    const { args, scope } = call;
    const given = args?.[0]?.value;
    if (given === undefined || !wraps(fileOfScope(flow.program, scope).rules, call)) return false;
    flow.constraints.flow(flow.expression(scope, given), to);
    return true;
  },
};

function wraps(rules: LanguageRules, call: CallSite): boolean {
  const { callee } = call;
  if (callee === undefined) return false;
  if (callee.is === 'member' && keys.of(rules).wrappingMembers.has(callee.name)) {
    return rules.transparent.has(lastName(callee.of) ?? '');
  }
  const name = callee.is === 'name' ? callee.name : dottedName(call);
  return rules.wrappers.has(name) || (callee.is === 'member' && rules.wrappers.has(`.${callee.name}`));
}
