/**
 * What is put into members of a class from outside it: `dog.name = f`, wherever that stands.
 */
import type { Flow } from './flow.ts';
import { definitionKey, fileOfScope } from '../program/program.ts';
import { vertexOf } from '../tracking/trace.ts';

/** Nodes by class and name. Whoever asks for one because of a file's text puts something into it. */
export function createStores(flow: Flow): (cls: number, name: string) => number {
  const { constraints, resolver } = flow;
  const { program } = resolver;
  const { trace } = program;
  const stores = new Map<string, number>();
  const keyOf = (cls: number, name: string): string => `${definitionKey(program, 'w', cls)}.${name}`;
  return (cls, name) => {
    const key = `${cls} ${name}`;
    let node = stores.get(key);
    if (node === undefined) {
      stores.set(key, (node = constraints.node()));
      trace.addDependency(vertexOf(node), trace.entriesInput(keyOf(cls, name)));
    }
    if (trace.file >= 0 && fileOfScope(program, cls).index !== trace.file) trace.provide(trace.file, keyOf(cls, name));
    return node;
  };
}
