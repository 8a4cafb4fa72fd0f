/**
 * Blocks (Ruby): `yield` runs the block that the call of a method gives, so what is yielded is what the block takes.
 *
 *     def each; @dogs.each { |d| yield d }; end        kennel.each { |dog| dog.bark }: dog is one of @dogs
 */
import type { Value } from '../../../model/facts.ts';
import { definitionOf, fileOfScope } from '../../program/program.ts';
import type { Program, SourceFile } from '../../program/program.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import { flag } from '../../rules/rule-types.ts';
import type { Idiom } from '../contract.ts';

const keys = ruleSet({
  yieldsToBlock: flag('`yield` runs the block that the call gives; elsewhere it makes a generator.'),
});

export const blocks: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).yieldsToBlock,

  enterBlock(flow, call) {
    const { program } = flow;
    const block = call.args?.at(-1)?.value;
    if (block?.is !== 'function') return;
    const lambda = fileOfScope(program, call.scope).base + block.definition;
    if (definitionOf(program, lambda).parameters?.[0] === undefined) return;
    for (const { scope, value } of yieldedBy(program, call.fn)) {
      flow.constraints.flow(flow.expression(scope, value), flow.given(lambda, 0));
    }
  },
};

interface Yielded {
  scope: number;
  value: Value;
}

const yieldedInFiles = new WeakMap<SourceFile, Map<number, Yielded[]>>();

/** What a method yields itself and in the blocks that stand in it. */
function yieldedBy(program: Program, fn: number): Yielded[] {
  const file = fileOfScope(program, fn);
  let byMethod = yieldedInFiles.get(file);
  if (byMethod === undefined) yieldedInFiles.set(file, (byMethod = readYielded(program, file)));
  return byMethod.get(fn) ?? [];
}

function readYielded(program: Program, file: SourceFile): Map<number, Yielded[]> {
  const byMethod = new Map<number, Yielded[]>();
  for (const [index, { yielded }] of file.facts.definitions.entries()) {
    let method = file.base + index;
    while (definitionOf(program, method).anonymous === true && (program.outer[method] ?? -1) >= 0) {
      method = program.outer[method] ?? -1;
    }
    const values = byMethod.get(method) ?? [];
    values.push(...(yielded ?? []).map((value) => ({ scope: file.base + index, value })));
    if (values.length > 0) byMethod.set(method, values);
  }
  return byMethod;
}
