/**
 * Assignments to members and elements of values, wherever they stand: what is put into the one may come out wherever the
 * other is read. What methods give to members of their own object is told in field-writes.ts.
 *
 *     dog.greet = f            any Dog's greet may be f
 *     handlers['a'] = f        handlers['a']() runs f
 */
import type { Value } from '../../model/facts.ts';
import type { Flow } from './flow.ts';
import type { Stores } from './members.ts';
import { keyOf, knownKey } from './parts.ts';
import { scopeOf } from '../program/program.ts';
import { isSelf } from '../names/own-object.ts';

type AssignedPart = Value & { is: 'member' | 'index' };

/** `store`: node of what is put into a member of a value. */
export function addAssignments(flow: Flow, store: Stores['store']): void {
  const { constraints, resolver, values } = flow;
  const { files, trace } = resolver.program;
  const nodeOf = (target: AssignedPart, scope: number, of: number): number | undefined => {
    if (target.is === 'member') return store(of, target.name);
    if (values.get(of).is !== 'collection') return undefined;
    return flow.put(of, target.by === undefined ? target.key : knownKey(keyOf(flow, scope, target)));
  };
  for (const file of files) {
    for (const { target, value, scope: at } of file.facts.bindings) {
      if (value === undefined || value.is === 'literal' || value.is === 'unknown') continue;
      if (target.is !== 'member' && target.is !== 'index') continue;
      const scope = scopeOf(file, at);
      if (target.is === 'member' && isSelf(resolver, scope, target.of)) continue;
      trace.forFile(file.index, () => {
        constraints.watch(flow.expression(scope, target.of), (of) => {
          const to = nodeOf(target, scope, of);
          if (to !== undefined) constraints.flow(flow.expression(scope, value), to);
        });
      });
    }
  }
}
