/**
 * Tables as classes: languages in which a table looks up what it lacks in another one (Lua).
 *
 *     local Dog = {}                            a table that functions are written to is a class by use
 *     function Dog:bark() end
 *     setmetatable({}, Dog)                     an instance of Dog
 *     setmetatable(o, { __index = Dog })        the same
 *
 * What the metatable holds is looked for directly too, since a table that no definition stands for (a local one) is
 * known by its values alone.
 */
import type { CallFact } from '../model/facts.ts';
import type { Flow } from './flow.ts';
import { definitionOf, fileOfScope } from './program.ts';
import type { ScopeId } from './program.ts';
import { isClassLike, isFunctionLike } from './qualified-names.ts';

/** True for a variable that members are written to, where tables may be classes. */
export function isTableClass(flow: Flow, def: number): boolean {
  const { program } = flow.linker;
  const definition = definitionOf(program, def);
  if (isClassLike(definition) || isFunctionLike(definition) || definition.kind === 'module') return false;
  return fileOfScope(program, def).rules.metatables !== undefined && flow.classes.hasMembers(def);
}

/** What the call that sets a metatable gives, when `callee` is that function; false when it is another. */
export function addWithMetatable(
  flow: Flow,
  callee: string,
  call: { args: CallFact['args']; scope: ScopeId },
  to: number,
): boolean {
  const { metatables } = fileOfScope(flow.linker.program, call.scope).rules;
  const [object, metatable] = call.args ?? [];
  if (metatables === undefined || callee !== metatables.set || object === undefined) return false;
  const { constraints, values } = flow;
  constraints.flow(flow.expression(call.scope, object.value), to);
  if (metatable === undefined) return true;
  const lookInto = (id: number): void => {
    const value = values.get(id);
    if (value.is === 'class') flow.add(to, { is: 'instance', def: value.def, args: [] });
    else if (value.is === 'instance' || value.is === 'collection') constraints.add(to, id);
  };
  constraints.watch(flow.expression(call.scope, metatable.value), (id) => {
    lookInto(id);
    if (values.get(id).is === 'collection') constraints.watch(flow.element(id, metatables.index), lookInto);
  });
  return true;
}
