/**
 * `super` as a method (Ruby): it is the one of the same name that the class's ancestors have.
 *
 *     class Loud < Dog; def bark; super; end; end      runs Dog's bark
 */
import { classKey } from '../../classes/class-members.ts';
import { classObjects } from '../../program/class-objects.ts';
import { definitionOf, fileOfScope } from '../../program/program.ts';
import type { ScopeId } from '../../program/program.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import { flag } from '../../rules/rule-types.ts';
import type { Idiom } from '../contract.ts';

const keys = ruleSet({
  superRunsMethod: flag("`super` runs the ancestors' method of the same name."),
});

export const superMethods: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).superRunsMethod,

  superValue(flow, node, scope, cls) {
    const { program } = flow;
    for (let at: ScopeId | undefined = scope; at !== undefined && at >= 0; at = program.outer[at]) {
      const { kind, name, modifiers } = definitionOf(program, at);
      if (kind !== 'method') continue;
      const { classMembersApart } = classObjects.of(fileOfScope(program, scope).rules);
      const isOfClass = classMembersApart && modifiers?.includes('static') === true;
      const above = flow.values.id({ is: 'super', def: cls });
      flow.constraints.flow(flow.member(above, isOfClass ? classKey(name) : name), node);
      return;
    }
  },
};
