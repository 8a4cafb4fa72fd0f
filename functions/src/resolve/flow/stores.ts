/** What assignments put into members of a class from outside it: `dog.name = f`, wherever that stands. */
import { classKey } from '../classes/class-members.ts';
import { classObjects } from '../program/class-objects.ts';
import { definitionKey, fileOfScope } from '../program/program.ts';
import type { Flow } from './contract.ts';
import { storedKey } from './elements.ts';

/** Nodes by class and name. */
export type Stores = Map<string, number>;

/** Node of what is put into a member. A file whose text asks for it puts something into it, which others depend on. */
export function storeNode(flow: Flow, stores: Stores, cls: number, name: string): number {
  const { constraints, program } = flow;
  const key = `${cls} ${name}`;
  let node = stores.get(key);
  if (node === undefined) {
    stores.set(key, (node = constraints.node()));
    flow.needWays(node, cls, entriesKey(program, cls, name));
  }
  program.trace.addTo(fileOfScope(program, cls).index, () => entriesKey(program, cls, name));
  return node;
}

function entriesKey(program: Flow['program'], cls: number, name: string): string {
  return `${definitionKey(program, 'w', cls)}.${name}`;
}

/** The same for a member of a value; undefined where the value keeps nothing under names. */
export function storeOfValue(flow: Flow, id: number, name: string): number | undefined {
  const value = flow.values.get(id);
  if (value.is === 'instance') return flow.store(value.def, name);
  if (value.is === 'class' || value.is === 'function') return storeOfClass(flow, value.def, name);
  if (value.is !== 'collection') return undefined;
  const { trace } = flow.program;
  trace.provide(trace.file, storedKey(flow, id));
  return flow.element(id, name);
}

/** What is put into a class itself, or a function, which objects of it do not have where the two are sets apart. */
export function storeOfClass(flow: Flow, cls: number, name: string): number {
  const { classMembersApart } = classObjects.of(fileOfScope(flow.program, cls).rules);
  return flow.store(cls, classMembersApart ? classKey(name) : name);
}
