/**
 * Blocks: where `yield` runs the block that the call of a method gives (Ruby), what is yielded is what the block takes.
 *
 *     def each; @dogs.each { |d| yield d }; end        kennel.each { |dog| dog.bark }: dog is one of @dogs
 */
import type { Value } from '../../../model/facts.ts';
import type { CallContext } from '../../program/call-site.ts';
import type { Flow } from '../contract.ts';
import { definitionOf, fileOfScope } from '../../program/program.ts';
import type { Program, SourceFile } from '../../program/program.ts';

interface Yielded {
  scope: number;
  value: Value;
}

const known = new WeakMap<SourceFile, Map<number, Yielded[]>>();

/** Lets what a method yields reach the first parameter of the block that a call gives it. */
export function enterBlock(flow: Flow, call: CallContext): void {
  const { program } = flow.resolver;
  const block = call.args?.at(-1)?.value;
  if (block?.is !== 'function' || !fileOfScope(program, call.fn).rules.yieldsToBlock) return;
  const lambda = fileOfScope(program, call.scope).base + block.definition;
  if (definitionOf(program, lambda).parameters?.[0] === undefined) return;
  for (const { scope, value } of yieldedBy(program, call.fn)) {
    flow.constraints.flow(flow.expression(scope, value), flow.parameter(lambda, 0));
  }
}

/** What a method yields itself and in the blocks that stand in it. */
function yieldedBy(program: Program, fn: number): Yielded[] {
  const file = fileOfScope(program, fn);
  let table = known.get(file);
  if (table === undefined) {
    known.set(file, (table = new Map<number, Yielded[]>()));
    for (const [index, { yielded }] of file.facts.definitions.entries()) {
      let method = file.base + index;
      while (definitionOf(program, method).anonymous === true && (program.outer[method] ?? -1) >= 0)
        method = program.outer[method] ?? -1;
      const list = table.get(method) ?? [];
      list.push(...(yielded ?? []).map((value) => ({ scope: file.base + index, value })));
      if (list.length > 0) table.set(method, list);
    }
  }
  return table.get(fn) ?? [];
}
