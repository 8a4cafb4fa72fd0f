/**
 * Tables as classes: a table looks up what it lacks in another one (Lua).
 *
 *     local Dog = {}                            a table that functions are written to is a class by use
 *     function Dog:bark() end
 *     setmetatable({}, Dog)                     an instance of Dog
 *     setmetatable(o, { __index = Dog })        the same
 *     setmetatable({ store = Store.new() }, Cache)      self.store:read() is Store's in the methods of Cache
 *     setmetatable(Dog, { __call = build })     Dog("Rex") runs build(Dog, "Rex")
 *
 * A table that no definition stands for (a local one) is known by its values alone: there an instance is the table that
 * it looks into. Which tables are classes is told in classes/table-classes.ts.
 */
import { FILE_SCOPE } from '../../../model/facts.ts';
import type { CallFact, Value } from '../../../model/facts.ts';
import { constructorsOf } from '../../classes/constructors.ts';
import { isTableClass, tableClasses as keys } from '../../classes/table-classes.ts';
import type { Metatables } from '../../classes/table-classes.ts';
import type { CallSite } from '../../program/call-site.ts';
import { definitionOf, fileOfScope, fileScope, scopeOf } from '../../program/program.ts';
import type { ScopeId, SourceFile } from '../../program/program.ts';
import type { Flow, Idiom } from '../contract.ts';

export const metatables: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).metatables !== undefined,
  isClass: ({ classes }, def) => isTableClass(classes, def),
  memberOfUsedClass: addTableMember,
  calledWithClass: calledOnTable,
  resultOfExternal: addWithMetatable,
  prepare: storeFields,

  /** Functions that a call of a table runs, once the flow is solved. */
  ranByClass(flow, cls) {
    const called = calledOnTable(flow, cls);
    if (called === undefined) return constructorsOf(flow.classes, cls);
    return flow.constraints.values(called).flatMap((id) => {
      const value = flow.values.get(id);
      return value.is === 'function' || value.is === 'bound' ? [value.def] : [];
    });
  },
};

function metatablesIn({ program }: Flow, scope: ScopeId): Metatables | undefined {
  return keys.of(fileOfScope(program, scope).rules).metatables;
}

/** What stands under a name in the tables themselves, `{ run = f }`, though no function was written to it. */
function addTableMember(flow: Flow, node: number, cls: number, name: string): void {
  const { program } = flow;
  for (const at of flow.classes.order(cls)) {
    const { value } = definitionOf(program, at);
    if (value === undefined) continue;
    flow.constraints.watch(flow.expression(program.outer[at] ?? -1, value), (of) => {
      if (flow.values.get(of).is === 'collection') flow.constraints.flow(flow.member(of, name), node);
    });
  }
}

/** The classes that a metatable makes a table an object of. */
function classesOf(flow: Flow, scope: ScopeId, metatable: Value): number[] {
  const names = metatablesIn(flow, scope);
  if (names === undefined) return [];
  return flow.classes.types
    .symbolsOf(scope, lookedInto(metatable, names.index))
    .flatMap((symbol) => (symbol.to === 'def' && isTableClass(flow.classes, symbol.def) ? [symbol.def] : []));
}

/** `{ __index = Dog }`: Dog; another expression: itself. */
function lookedInto(metatable: Value, key: string): Value {
  if (metatable.is !== 'collection') return metatable;
  return metatable.items[metatable.keys?.indexOf(key) ?? -1] ?? metatable;
}

/** Adds what the call that sets a metatable gives; false for a call of another function. */
function addWithMetatable(flow: Flow, callee: string, call: CallSite, to: number): boolean {
  const names = metatablesIn(flow, call.scope);
  const [object, metatable] = call.args ?? [];
  if (names === undefined || callee !== names.set || object === undefined) return false;
  const { constraints, values } = flow;
  const given = flow.expression(call.scope, object.value);
  if (metatable === undefined) {
    constraints.flow(given, to);
    return true;
  }
  const table = lookedInto(metatable.value, names.index);
  const classes = classesOf(flow, call.scope, metatable.value);
  for (const def of classes) flow.add(to, { is: 'instance', def, args: [] });
  // Another metatable takes the place of the one before: `setmetatable(Animal.new(), Dog)` is a Dog.
  constraints.watch(given, (id) => {
    if (classes.length === 0 || values.get(id).is !== 'instance') constraints.add(to, id);
  });
  if (classes.length > 0) return true;
  constraints.watch(flow.expression(call.scope, table), (id) => {
    addLookedInto(flow, to, id);
    if (values.get(id).is !== 'collection') return;
    constraints.watch(flow.element(id, names.index), (inner) => addLookedInto(flow, to, inner));
  });
  return true;
}

function addLookedInto(flow: Flow, to: number, id: number): void {
  const value = flow.values.get(id);
  if (value.is === 'class') flow.add(to, { is: 'instance', def: value.def, args: [] });
  else if (value.is === 'instance' || value.is === 'collection') flow.constraints.add(to, id);
}

/** Lets the fields that a table is written with reach the class that its metatable makes it an object of. */
function storeFields(flow: Flow, file: SourceFile): void {
  for (const call of file.facts.calls) storeFieldsOf(flow, file, call);
}

function storeFieldsOf(flow: Flow, file: SourceFile, { callee, args = [], scope: at }: CallFact): void {
  const [object, table] = args;
  const { metatables: names } = keys.of(file.rules);
  if (callee.is !== 'name' || callee.name !== names?.set || object?.value.is !== 'collection') return;
  const { items, keys: written } = object.value;
  const scope = scopeOf(file, at);
  flow.program.trace.forFile(file.index, () => {
    for (const cls of table === undefined ? [] : classesOf(flow, scope, table.value)) {
      items.forEach((item, index) => {
        const key = written?.[index];
        if (typeof key === 'string') flow.constraints.flow(flow.expression(scope, item), flow.store(cls, key));
      });
    }
  });
}

/** Node of what a call of a table runs, where its metatable says so. */
function calledOnTable(flow: Flow, def: number): number | undefined {
  const { program } = flow;
  const file = fileOfScope(program, def);
  const { metatables: names } = keys.of(file.rules);
  if (names === undefined || program.outer[def] !== fileScope(file)) return undefined;
  program.trace.dependOnFile(file.index);
  let calls = callsOfTables.get(file);
  if (calls === undefined) callsOfTables.set(file, (calls = callsByTable(file, names)));
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
