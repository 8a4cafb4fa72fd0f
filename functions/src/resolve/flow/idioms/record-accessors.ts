/**
 * Records, whose parts are read by methods that nobody writes (Java).
 *
 *     record Kennel(Dog dog) {}      kennel.dog() gives the dog
 */
import { definitionOf, fileOfScope } from '../../program/program.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import { flag } from '../../rules/rule-types.ts';
import type { Idiom } from '../contract.ts';

const keys = ruleSet({
  recordAccessors: flag('Each part of a record has a method of its name that gives it.'),
});

export const recordAccessors: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).recordAccessors,

  /** The part itself is there too, for the code of the record. */
  firstMember(flow, node, value, name) {
    const { program } = flow;
    if (value.is !== 'instance') return false;
    const { parameters = [], variant } = definitionOf(program, value.def);
    const part = variant === 'record' ? parameters.find((parameter) => parameter.name === name) : undefined;
    if (part?.type === undefined) return false;
    const isWritten = (program.children[value.def] ?? []).some((child) => {
      const def = definitionOf(program, child);
      return def.kind === 'method' && def.name === name;
    });
    if (isWritten || !keys.of(fileOfScope(program, value.def).rules).recordAccessors) return false;
    const given = flow.constraints.node();
    flow.typed(given, { type: part.type, scope: value.def }, { receiver: flow.values.id(value) });
    flow.constraints.watch(given, (id) => {
      flow.constraints.add(node, id);
      flow.add(node, { is: 'giving', of: id });
    });
    return true;
  },
};
