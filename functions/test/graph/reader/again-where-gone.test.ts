/** Questions over all repositories while others are deleted, on a real database. */
import assert from 'node:assert/strict';
import { accessOf, scopeOf } from '../../../src/graph/access.ts';
import { againWhereGone } from '../../../src/graph/reader/again-where-gone.ts';
import { ask } from '../../../src/graph/queries/declare.ts';
import { complexityTop } from '../../../src/graph/queries/complexity-top.ts';
import { MissingValue, numberAt, textAt } from '../../../src/graph/row-values.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';

describe('againWhereGone', function () {
  this.timeout(240_000);

  it('asks again where a node went while it was read', async () => {
    const answers = [{ id: null }, { id: 'n1' }];
    assert.equal(await againWhereGone(() => Promise.resolve(textAt(answers.shift() ?? {}, 'id'))), 'n1');
    assert.deepEqual(answers, []);
  });

  it('lets a fault in a question be one, and anything else pass at once', async () => {
    let times = 0;
    const wrong = (): Promise<number> => {
      times++;
      return Promise.resolve(numberAt({}, 'lines'));
    };
    await assert.rejects(againWhereGone(wrong), MissingValue);
    assert.equal(times, 6);
    times = 0;
    await assert.rejects(
      againWhereGone(() => Promise.reject(new Error(`fault ${++times}`))),
      /fault 1/,
    );
  });

  it('keeps questions whole beside deletions', async () => {
    const graph: GraphPort = await testGraph();
    const repoId = testRepoId('going');
    const scope = scopeOf({ privateRepoIds: [repoId], hiddenRepoIds: [] });
    const made = `UNWIND range(1, 1500) AS n CREATE (:Symbol:Function {id: $repo + '#' + n, repo_id: $repo, access: $access,
      name: 'f' + n, path: 'a.py', line_number: n, complexity: 1000 + n})`;
    const params = { repo: repoId, access: accessOf(repoId, true) };
    let isOver = false;
    const deleting = (async () => {
      for (let round = 0; round < 6; round++) {
        await graph.run(made, params);
        await graph.run('MATCH (n:Function) WHERE n.repo_id = $repo DETACH DELETE n', params);
      }
      isOver = true;
    })();
    let asked = 0;
    while (!isOver) {
      const { results } = complexityTop.output.parse(await ask(graph, complexityTop, scope, { limit: 100 }));
      assert.ok(results.length <= 100);
      asked++;
    }
    await deleting;
    assert.ok(asked > 3, `${asked} times`);
  });
});
