/**
 * Properties of a container that are one of its elements (Swift): `dogs.first.bark()`. A member of a method would mean
 * nothing.
 */
import { ruleSet } from '../../rules/rule-set.ts';
import { words } from '../../rules/rule-types.ts';
import { languagesOf } from '../../program/languages-of.ts';
import type { Program } from '../../program/program.ts';
import type { Idiom } from '../contract.ts';

const keys = ruleSet({
  elementFields: words.describe('Properties of a container that are one of its elements: `xs.first`.'),
});

export const elementFields: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).elementFields.size > 0,

  memberOfElement(flow, node, value, name) {
    const { constraints } = flow;
    if (!fieldsIn(flow.program).has(value.name)) return false;
    constraints.watch(flow.element(value.of, undefined), (of) => constraints.flow(flow.member(of, name), node));
    return true;
  },
};

const fieldsOfPrograms = new WeakMap<Program, ReadonlySet<string>>();

/** A container is of no language: any of the program's may say so. */
function fieldsIn(program: Program): ReadonlySet<string> {
  let fields = fieldsOfPrograms.get(program);
  if (fields === undefined) {
    fields = new Set(languagesOf(program).flatMap((rules) => [...keys.of(rules).elementFields]));
    fieldsOfPrograms.set(program, fields);
  }
  return fields;
}
