/**
 * Members that a class library gives every class that it makes of a table (Lua).
 *
 *     local Dog = Animal:extend()             classic          local Dog = class("Dog", Animal)      middleclass
 *     function Dog:new(name)                                   function Dog:initialize(name)
 *       Dog.super.new(self, name)                                Animal.initialize(self, name)
 *     Dog("Rex")  runs Dog:new                                 Dog:new("Rex")  runs Dog:initialize
 */
import { classLibraries as keys, isMadeClass } from '../../classes/table-classes.ts';
import { fileOfScope } from '../../program/program.ts';
import type { Idiom } from '../contract.ts';

export const classLibraries: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).classLibraries !== undefined,

  /** False where a member may be another one, too. */
  firstMember(flow, node, { def }, name) {
    const { classes, program } = flow;
    const names = keys.of(fileOfScope(program, def).rules).classLibraries;
    if (names === undefined || !Object.values(names).includes(name) || !isMadeClass(classes, def)) return false;
    if (name === names.super) {
      const above = classes.supertypes(def);
      for (const base of above) flow.add(node, { is: 'class', def: base.def });
      return above.length > 0;
    }
    if (name === names.new && classes.find(def, name) !== undefined) return false;
    flow.add(node, { is: 'class', def });
    return name !== names.new;
  },
};
