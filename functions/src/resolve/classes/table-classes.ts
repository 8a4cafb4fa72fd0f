/**
 * Tables that are classes by use (Lua): functions are written to them, or they inherit from another table.
 *
 *     local Dog = {}                       function Dog:bark() end makes it a class
 *     local Dog = Animal:extend()          a class library makes it one
 */
import { definitionOf, fileOfScope } from '../program/program.ts';
import { isClassLike, isFunctionLike } from '../program/qualified-names.ts';
import type { Classes } from './contract.ts';
import { ruleSet } from '../rules/rule-set.ts';
import { z } from 'zod';

const metatables = z.strictObject({ set: z.string(), index: z.string(), call: z.string() });
export type Metatables = z.infer<typeof metatables>;

export const tableClasses = ruleSet({
  metatables: metatables
    .optional()
    .describe(
      'The function that gives a table another one to look in, the key that names that one, and the key of what calls run.',
    ),
});

export const classLibraries = ruleSet({
  classLibraries: z
    .strictObject({ new: z.string(), class: z.string(), super: z.string() })
    .optional()
    .describe(
      'Members of classes that a library makes of tables: what builds an instance, the class of one, the class above.',
    ),
});

/** True for a variable that members are written to or that inherits some, where tables may be classes. */
export function isTableClass(classes: Classes, def: number): boolean {
  const { program } = classes;
  const definition = definitionOf(program, def);
  if (isClassLike(definition) || isFunctionLike(definition) || definition.kind === 'module') return false;
  if (tableClasses.of(fileOfScope(program, def).rules).metatables === undefined) return false;
  // `local client = require('client')`: another name of that table, to which functions may be written by it, too.
  if (definition.value?.is === 'name') return false;
  return classes.hasMembers(def) || classes.supertypes(def).length > 0;
}

/** True for a table that a function makes a class of, in this repository or not. */
export function isMadeClass(classes: Classes, def: number): boolean {
  const { program } = classes;
  const { metatables: names } = tableClasses.of(fileOfScope(program, def).rules);
  if (names === undefined || !isTableClass(classes, def)) return false;
  program.trace.dependOnFile(fileOfScope(program, def).index);
  const { value } = definitionOf(program, def);
  if (value?.is !== 'call') return classes.supertypes(def).length > 0 || classes.hasOutsideBase(def);
  return value.callee.is !== 'name' || value.callee.name !== names.set;
}
