/** Calls that are of methods alone (Java): `close()` never runs a variable of that name, whose value is called by a member. */
import { ruleSet } from '../../rules/rule-set.ts';
import { flag } from '../../rules/rule-types.ts';
import { definitionOf } from '../../program/program.ts';
import type { Idiom } from '../contract.ts';

const keys = ruleSet({
  onlyMethods: flag(
    '`close()` calls a method; a variable of that name is called by a member of what it holds: `close.run()`.',
  ),
});

export const calledMethods: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).onlyMethods,
  isExcluded: ({ program }, { callee }, def) => callee.is === 'name' && definitionOf(program, def).variant === 'lambda',
};
