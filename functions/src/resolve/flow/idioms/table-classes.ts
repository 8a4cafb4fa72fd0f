/**
 * Classes that a class library makes of tables (Lua): what their calls build, and the members that every such class has.
 *
 *     local Dog = Animal:extend()             classic          local Dog = class("Dog", Animal)      middleclass
 *     function Dog:new(name)                                   function Dog:initialize(name)
 *       Dog.super.new(self, name)                                Animal.initialize(self, name)
 *     Dog("Rex")  runs Dog:new                                 Dog:new("Rex")  runs Dog:initialize
 *
 * A table without a library says in its metatable what a call of it runs: setmetatable(Dog, { __call = build }).
 */
import { FILE_SCOPE } from '../../../model/facts.ts';
import type { Value } from '../../../model/facts.ts';
import type { CallSite } from '../../program/call-site.ts';
import type { Flow } from '../contract.ts';
import { constructorsOf } from '../../classes/constructors.ts';
import { isMadeClass } from '../../classes/table-classes.ts';
import { definitionOf, fileOfScope, fileScope } from '../../program/program.ts';
import type { SourceFile } from '../../program/program.ts';
import type { Metatables } from '../../rules/rules-format.ts';
import type { AbstractValue } from '../values.ts';

/** Lets a member that the library gives every class reach a node; false when it may be another one, too. */
export function addLibraryMember(flow: Flow, node: number, value: AbstractValue, name: string): boolean {
  if (value.is !== 'class' && value.is !== 'instance') return false;
  const { classLibraries } = fileOfScope(flow.program, value.def).rules;
  if (classLibraries === undefined || !Object.values(classLibraries).includes(name)) return false;
  if (!isMadeClass(flow.classes, value.def)) return false;
  if (name === classLibraries.super) {
    const above = flow.classes.supertypes(value.def);
    for (const base of above) flow.add(node, { is: 'class', def: base.def });
    return above.length > 0;
  }
  if (name === classLibraries.new && flow.classes.find(value.def, name) !== undefined) return false;
  flow.add(node, { is: 'class', def: value.def });
  return name !== classLibraries.new;
}

/** Node of what a call of a table runs, where its metatable says so. */
export function calledOnTable(flow: Flow, def: number): number | undefined {
  const { program } = flow.resolver;
  const file = fileOfScope(program, def);
  if (file.rules.metatables === undefined || program.outer[def] !== fileScope(file)) return undefined;
  program.trace.dependOnFile(file.index);
  let calls = callsOfTables.get(file);
  if (calls === undefined) callsOfTables.set(file, (calls = callsByTable(file, file.rules.metatables)));
  const called = calls.get(definitionOf(program, def).name);
  return called === undefined ? undefined : flow.expression(fileScope(file), called);
}

const callsOfTables = new WeakMap<SourceFile, Map<string, Value>>();

/** By the name of a table of the file. */
function callsByTable({ facts }: SourceFile, { set, call }: Metatables): Map<string, Value> {
  const found = new Map<string, Value>();
  const add = (name: string, value: Value | undefined): void => {
    const isSet = value?.is === 'call' && value.callee.is === 'name' && value.callee.name === set;
    const metatable = isSet ? value.args?.[1]?.value : undefined;
    if (metatable?.is !== 'collection') return;
    const called = metatable.items[metatable.keys?.indexOf(call) ?? -1];
    if (called !== undefined) found.set(name, called);
  };
  for (const { name, parent, value } of facts.definitions) if (parent === FILE_SCOPE) add(name, value);
  for (const { scope, target, value } of facts.bindings) {
    if (scope === FILE_SCOPE && target.is === 'name') add(target.name, value);
  }
  return found;
}

/** Functions that a call of a table runs, once the flow is solved. */
export function calledByTable(flow: Flow, def: number): number[] {
  const called = calledOnTable(flow, def);
  if (called === undefined) return constructorsOf(flow.classes, def);
  return flow.constraints.values(called).flatMap((id) => {
    const value = flow.values.get(id);
    return value.is === 'function' || value.is === 'bound' ? [value.def] : [];
  });
}

/** The call with the table itself before what it is given. */
export function withTable(call: CallSite): CallSite {
  return { ...call, args: [{ value: call.callee ?? { is: 'unknown' } }, ...(call.args ?? [])] };
}
