/**
 * Tables as classes: languages in which a table looks up what it lacks in another one (Lua).
 *
 *     local Dog = {}                            a table that functions are written to is a class by use
 *     function Dog:bark() end
 *     setmetatable({}, Dog)                     an instance of Dog
 *     setmetatable(o, { __index = Dog })        the same
 *
 * A table that no definition stands for (a local one) is known by its values alone: there an instance is the table that
 * it looks into.
 */
import type { CallFact, Value } from '../../../model/facts.ts';
import { isTableClass } from '../../classes/table-classes.ts';
import type { Flow } from '../contract.ts';
import type { Place } from '../../names/contract.ts';
import { definitionOf, fileOfScope } from '../../program/program.ts';
import type { ScopeId } from '../../program/program.ts';

/** Of the declarations of a name the one that is a class by use: its members say all that is known of the table. */
export function tableClassOf(flow: Flow, places: Place[]): Place[] | undefined {
  const found = places.find(
    (place) => place.at === 'entry' && place.entry.kind === 'def' && isTableClass(flow.classes, place.entry.def),
  );
  return found === undefined ? undefined : [found];
}

/** What stands under a name in the tables themselves, `{ run = f }`, though no function was written to it. */
export function addTableMember(flow: Flow, node: number, cls: number, name: string): void {
  const { program } = flow.resolver;
  for (const at of flow.classes.order(cls)) {
    const { value } = definitionOf(program, at);
    if (value === undefined) continue;
    flow.constraints.watch(flow.expression(program.outer[at] ?? -1, value), (of) => {
      if (flow.values.get(of).is === 'collection') flow.constraints.flow(flow.member(of, name), node);
    });
  }
}

/** The classes that a metatable makes a table an object of. */
export function tableClasses(flow: Flow, scope: ScopeId, metatable: Value): number[] {
  const { metatables } = fileOfScope(flow.program, scope).rules;
  if (metatables === undefined) return [];
  return flow.classes.types
    .symbolsOf(scope, lookedInto(metatable, metatables.index))
    .flatMap((symbol) => (symbol.to === 'def' && isTableClass(flow.classes, symbol.def) ? [symbol.def] : []));
}

/** `{ __index = Dog }`: Dog; another expression: itself. */
function lookedInto(metatable: Value, key: string): Value {
  if (metatable.is !== 'collection') return metatable;
  return metatable.items[metatable.keys?.indexOf(key) ?? -1] ?? metatable;
}

/** What the call that sets a metatable gives, when `callee` is that function; false when it is another. */
export function addWithMetatable(
  flow: Flow,
  callee: string,
  call: { args: CallFact['args']; scope: ScopeId },
  to: number,
): boolean {
  const { metatables } = fileOfScope(flow.program, call.scope).rules;
  const [object, metatable] = call.args ?? [];
  if (metatables === undefined || callee !== metatables.set || object === undefined) return false;
  const { constraints, values } = flow;
  const given = flow.expression(call.scope, object.value);
  if (metatable === undefined) {
    constraints.flow(given, to);
    return true;
  }
  const table = lookedInto(metatable.value, metatables.index);
  const classes = tableClasses(flow, call.scope, metatable.value);
  for (const def of classes) flow.add(to, { is: 'instance', def, args: [] });
  // Another metatable takes the place of the one before: `setmetatable(Animal.new(), Dog)` is a Dog.
  constraints.watch(given, (id) => {
    if (classes.length === 0 || values.get(id).is !== 'instance') constraints.add(to, id);
  });
  if (classes.length > 0) return true;
  const lookInto = (id: number): void => {
    const value = values.get(id);
    if (value.is === 'class') flow.add(to, { is: 'instance', def: value.def, args: [] });
    else if (value.is === 'instance' || value.is === 'collection') constraints.add(to, id);
  };
  constraints.watch(flow.expression(call.scope, table), (id) => {
    lookInto(id);
    if (values.get(id).is === 'collection') constraints.watch(flow.element(id, metatables.index), lookInto);
  });
  return true;
}
