/**
 * Classes that are objects with methods of their own (Ruby).
 *
 *     class Dog; def self.create; end; def bark; end; end      Dog.create and a dog's bark are two sets of names
 *     Dog.new.class                                            Dog again
 */
import { z } from 'zod';
import { flag, words } from '../rules/rule-types.ts';
import { ruleSet } from '../rules/rule-set.ts';

export const classObjects = ruleSet({
  classMembersApart: flag('Class methods and instance methods are two sets of names.'),
  bodyOfObjects: flag(
    "Code in a class's body runs on the class or on an object of it: it gives fields their first values.",
  ),
  selfIsInnermost: flag(
    "Of classes that stand in each other only the innermost one's methods are visible by bare name, though constants of all are.",
  ),
  newMember: z.string().optional().describe('The member through which a class builds an instance: `new`.'),
  classMember: z.string().optional().describe('The member of an instance that is its class: `class`.'),
  lateTypes: words.describe('Types that mean the class that a method is called on: `new static()`.'),
  fieldSigil: z
    .string()
    .optional()
    .describe("How a field's name begins where a member reads it without that: `x.name` reads `@name`."),
});
