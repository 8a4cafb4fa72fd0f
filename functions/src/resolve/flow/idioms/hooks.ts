/** The hooks of a language: what its idioms do, each kind in the order of the list. */
import type { LanguageRules } from '../../rules/rules-format.ts';
import { refuseUnknownKeys } from '../../rules/rule-set.ts';
import type { Hooks, Idiom, LanguageHooks } from '../contract.ts';
import { IDIOMS, RULE_SETS } from './index.ts';

const known = new Map<LanguageRules, LanguageHooks>();

/** Throws with the file's name and the key where a language says what is no rule. */
export function hooksOf(rules: LanguageRules): LanguageHooks {
  let hooks = known.get(rules);
  if (hooks === undefined) {
    refuseUnknownKeys(rules, RULE_SETS);
    for (const keys of RULE_SETS) keys.of(rules);
    known.set(rules, (hooks = collect(IDIOMS.filter((idiom) => idiom.isIn?.(rules) !== false))));
  }
  return hooks;
}

/** The hooks of any of several languages. */
export function hooksOfAny(languages: readonly LanguageRules[]): LanguageHooks {
  for (const rules of languages) hooksOf(rules);
  return collect(IDIOMS.filter((idiom) => languages.some((rules) => idiom.isIn?.(rules) !== false)));
}

function collect(idioms: readonly Idiom[]): LanguageHooks {
  const all = <Name extends keyof Hooks>(name: Name): Hooks[Name][] =>
    idioms.map((idiom) => idiom[name]).filter((hook): hook is Hooks[Name] => hook !== undefined);
  return {
    name: all('name'),
    memberRead: all('memberRead'),
    isUnread: all('isUnread'),
    callee: all('callee'),
    isRead: all('isRead'),
    superValue: all('superValue'),
    entered: all('entered'),
    firstMember: all('firstMember'),
    renamedMember: all('renamedMember'),
    memberOfObject: all('memberOfObject'),
    memberOfClass: all('memberOfClass'),
    memberOfFunction: all('memberOfFunction'),
    undeclaredMember: all('undeclaredMember'),
    memberOfElement: all('memberOfElement'),
    meantFunctions: all('meantFunctions'),
    isClass: all('isClass'),
    memberOfUsedClass: all('memberOfUsedClass'),
    calledWithClass: all('calledWithClass'),
    elementOfFunction: all('elementOfFunction'),
    elementOfInstance: all('elementOfInstance'),
    hidesUnknownKeys: all('hidesUnknownKeys'),
    enterBlock: all('enterBlock'),
    enterExternal: all('enterExternal'),
    resultOfExternal: all('resultOfExternal'),
    resultOfContainer: all('resultOfContainer'),
    parameterGiven: all('parameterGiven'),
    prepare: all('prepare'),
    isExcluded: all('isExcluded'),
    evidenceOf: all('evidenceOf'),
    ranByCall: all('ranByCall'),
    demand: all('demand'),
    supposedTarget: all('supposedTarget'),
    ranByClass: all('ranByClass'),
    isBuild: all('isBuild'),
  };
}
