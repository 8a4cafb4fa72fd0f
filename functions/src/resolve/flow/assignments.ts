/**
 * Assignments to members and elements of values, wherever they stand: what is put into the one may come out wherever the
 * other is read. What methods give to members of their own object is told in field-writes.ts.
 *
 *     dog.greet = f            any Dog's greet may be f
 *     handlers['a'] = f        handlers['a']() runs f
 */
import type { BindingFact, Value } from '../../model/facts.ts';
import { isSelf } from '../names/own-object.ts';
import { scopeOf } from '../program/program.ts';
import type { ScopeId, SourceFile } from '../program/program.ts';
import type { Flow } from './contract.ts';
import { copiedBy, keyedBy, type Copied } from './idioms/copied-members.ts';
import { isKnown, keyOf, knownKey } from './parts.ts';
import { storeOfValue } from './stores.ts';

/** Makes such an assignment a rule, since any read may need it; `statement` is its number in the file. */
export function storeAssignment(flow: Flow, file: SourceFile, fact: BindingFact, statement: number): void {
  const { target, until, value, scope: at } = fact;
  if (until !== undefined || value === undefined || value.is === 'literal' || value.is === 'unknown') return;
  if (target.is !== 'member' && target.is !== 'index') return;
  const { constraints, program, resolver } = flow;
  const scope = scopeOf(file, at);
  if (target.is === 'member' && isSelf(resolver, scope, target.of)) return;
  const store = (): void => {
    const isKey = target.is === 'index' && !isKnown(keyOf(flow, scope, target));
    const copied = isKey ? copiedBy(flow, file, fact) : undefined;
    if (copied !== undefined) return copyMembers(flow, flow.expression(scope, target.of), copied);
    constraints.watch(flow.expression(scope, target.of), (of) => {
      const to = assignedNode(flow, target, scope, of);
      if (to !== undefined) constraints.flow(flow.expression(scope, value), to);
    });
  };
  program.trace.forFile(file.index, store, statement);
}

/** Nothing but collections keeps what is put in under keys that the text does not tell. */
function copyMembers(flow: Flow, to: number, { from, value }: Copied): void {
  const { constraints, values } = flow;
  constraints.watch(to, (of) => {
    if (values.get(of).is !== 'collection') return;
    for (const source of from) {
      constraints.watch(source, (id) => {
        const keyed = keyedBy(flow, id);
        if (keyed === undefined) constraints.flow(value, flow.put(of, undefined));
        else constraints.add(flow.copied(of), keyed);
      });
    }
  });
}

function assignedNode(
  flow: Flow,
  target: Value & { is: 'member' | 'index' },
  scope: ScopeId,
  of: number,
): number | undefined {
  if (target.is === 'member') return storeOfValue(flow, of, target.name);
  if (flow.values.get(of).is !== 'collection') return undefined;
  return flow.put(of, target.by === undefined ? target.key : knownKey(keyOf(flow, scope, target)));
}
