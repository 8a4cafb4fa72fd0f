/**
 * What calls put into containers, and what they give of others' elements.
 *
 *     handlers.append(f); table.update({'a': g}); table.update(b=h)
 *     for item in sorted(items): …
 *     let shared = Arc::new(Dog::new());
 */
import type { Argument, CallFact } from '../model/facts.ts';
import type { CallSite, Flow } from './flow.ts';
import { fileOfScope, lastName } from './program.ts';
import type { Abstract } from './values.ts';

/** A member of a container is called with arguments. */
export function putInto(
  flow: Flow,
  { name, of }: Abstract & { is: 'containerMember' },
  args: Argument[] | undefined,
  scope: number,
): void {
  const { constraints, values } = flow;
  if (args === undefined || values.get(of).is !== 'collection') return;
  const { adding, mergingMembers } = fileOfScope(flow.linker.program, scope).rules;
  const added = args[adding.get(name) ?? args.length];
  if (added !== undefined) constraints.flow(flow.expression(scope, added.value), flow.put(of, undefined));
  if (!mergingMembers.includes(name)) return;
  for (const argument of args) {
    const given = flow.expression(scope, argument.value);
    if (argument.name !== undefined) constraints.flow(given, flow.put(of, argument.name));
    else constraints.watch(given, (id) => merge(flow, id, of));
  }
}

/** `hooks[name].append(f)`, `hooks.get(name).append(f)`: which container is meant depends on what no text says. */
export function isOneOfMany({ callee }: CallFact): boolean {
  const of = callee.is === 'member' ? callee.of : callee;
  return of.is === 'call' || (of.is === 'index' && of.key === undefined);
}

function merge(flow: Flow, from: number, into: number): void {
  const { constraints, values } = flow;
  const value = values.get(from);
  const keys = value.is === 'collection' ? values.sites[value.site]?.value.keys : undefined;
  if (from === into) return;
  if (keys?.every((key) => key !== null) === true) {
    for (const key of keys) if (key !== null) constraints.flow(flow.element(from, key), flow.put(into, key));
  } else constraints.flow(flow.element(from, undefined), flow.put(into, undefined));
}

/** A function from outside that gives a container of its argument's elements; false when it is none. */
export function gathered(flow: Flow, name: string, call: CallSite, to: number): boolean {
  const at = fileOfScope(flow.linker.program, call.scope).rules.gathering.get(name);
  const argument = at === undefined ? undefined : call.args?.[at];
  if (argument === undefined) return false;
  flow.constraints.watch(flow.expression(call.scope, argument.value), (id) => {
    const { is } = flow.values.get(id);
    if (is !== 'external') flow.add(to, { is: 'rearranged', of: id });
    else flow.constraints.add(to, id);
  });
  return true;
}

/** A function from outside that gives its argument in a transparent type; false when it is none. */
export function wrapped(flow: Flow, { callee, args, scope }: CallSite, to: number): boolean {
  const { transparentNames, wrappingMembers, wrappers } = fileOfScope(flow.linker.program, scope).rules;
  const given = args?.[0]?.value;
  if (given === undefined || callee === undefined) return false;
  const isMember = callee.is === 'member' && wrappingMembers.includes(callee.name);
  const wraps = isMember
    ? transparentNames.has(lastName(callee.of) ?? '')
    : callee.is === 'name' && wrappers.includes(callee.name);
  if (wraps) flow.constraints.flow(flow.expression(scope, given), to);
  return wraps;
}
