/**
 * Methods and fields of one name as two members (PHP, Java, Kotlin): `$this->run()` calls the method, whatever the field run
 * holds, and `a.size.toString()` reads the field.
 */
import { definitionOf } from '../../program/program.ts';
import { isFunctionLike } from '../../program/qualified-names.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import { flag } from '../../rules/rule-types.ts';
import type { Flow, Idiom } from '../contract.ts';
import { eachOverload } from '../values.ts';

const keys = ruleSet({
  fieldsApart: flag('Methods and fields of one name are two members.'),
});

export const fieldsApart: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).fieldsApart,
  meantFunctions: (functions) => functions.filter(({ def }) => def.variant !== 'lambda'),
  isUnread: isMethodBesideField,
};

/** Whether a value is a method that has a field of its name: where the name is read, the field is meant. */
export function isMethodBesideField({ classes, program, values }: Flow, id: number): boolean {
  const [method] = eachOverload(values.get(id));
  if (method?.is !== 'bound') return false;
  const { name, variant } = definitionOf(program, method.def);
  const cls = variant === 'lambda' ? undefined : classes.classOf(method.def);
  const member = cls === undefined ? undefined : classes.own(cls, name);
  if (member === undefined) return false;
  return member.parameters.length > 0 || member.defs.some((def) => !isFunctionLike(definitionOf(program, def)));
}
