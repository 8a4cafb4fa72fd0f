/**
 * The case files in `cases/`: small programs in every language, and what the graph of each must and must not hold. The
 * form is that of read-cases.ts. The order of a program's files must not matter, so each is resolved in both.
 */
import assert from 'node:assert/strict';
import { graphOf } from '../support/graph-of.ts';
import { checkExpectation } from './check-expectation.ts';
import { allCases, type Case } from './read-cases.ts';

async function runCase(file: string, { files, expected }: Case): Promise<void> {
  const graph = await graphOf(files);
  const all = expected.map(({ says }) => says);
  for (const { at, text, says } of expected) {
    try {
      checkExpectation(graph, says, all);
    } catch (error) {
      throw new Error(`${file}:${at}: ${text}`, { cause: error });
    }
  }
  const turned = await graphOf(Object.fromEntries(Object.entries(files).reverse()));
  assert.deepEqual(turned.graph, graph.graph, 'the graph of the files in the opposite order');
}

for (const [file, groups] of allCases()) {
  for (const { title, cases } of groups) {
    describe(`${file}: ${title}`, () => {
      for (const one of cases) it(one.title, () => runCase(file, one));
    });
  }
}
