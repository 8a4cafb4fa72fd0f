import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { GraphPort } from '../../../src/ports.ts';
import { applyEdits, commitEdits, firstState, repositoryState, secondState } from '../../support/edited-repository.ts';
import { dumpGraph } from '../../../local/lab/dump-graph.ts';
import { testGraph } from '../../support/neo4j.ts';
import { clock, syncedRepositories } from '../../support/synced-repositories.ts';
import { tries } from '../../support/tries.ts';

describe('jobs/sync: incremental equals clean', function () {
  this.timeout(600_000);
  let graph: GraphPort;
  before(async () => {
    graph = await testGraph();
  });

  const { newRepo, sync, assertClean } = syncedRepositories(() => graph);

  it('after random edits, renames, deletions and branch switches', async () => {
    await fc.assert(
      fc.asyncProperty(
        repositoryState,
        fc.array(commitEdits, { minLength: 1, maxLength: 4 }),
        async (start, commits) => {
          const repoId = newRepo();
          let files = start;
          await sync(repoId, files);
          for (const edits of commits) {
            files = applyEdits(files, edits);
            const { stats } = await sync(repoId, files);
            assert.equal(stats.edges_dropped, 0);
          }
          await assertClean(repoId, files);
        },
      ),
      { numRuns: tries(4, 25), endOnFailure: true },
    );
  });

  it('after the deletion of a file that says something of two others', async () => {
    const repoId = newRepo();
    const types = { 'S.swift': 'struct S {\n  func a() {}\n}\n', 'P.swift': 'protocol P {\n  func a()\n}\n' };
    await sync(repoId, { ...types, 'X.swift': 'extension S: P {}\n' });
    assert.ok((await dumpGraph(graph, repoId)).edges.some((edge) => edge.includes('INHERITS')));
    await sync(repoId, types);
    await assertClean(repoId, types);
  });

  it('after a crash behind any write transaction, whichever commit comes next', async () => {
    for (const next of [firstState(), secondState()]) {
      let crashed = true;
      for (let survived = 1; crashed; survived++) {
        const repoId = newRepo();
        await sync(repoId, firstState());
        const ports = { graph: crashingAfter(graph, survived), clock };
        crashed = await sync(repoId, secondState(), { ports }).then(
          () => false,
          (error: unknown) => {
            assert.match(String(error), /crash after write/);
            return true;
          },
        );
        await sync(repoId, next);
        await assertClean(repoId, next);
      }
    }
  });

  it('after a crash behind any write transaction of a first sync and of a removal of everything', async () => {
    for (const clearExisting of [false, true]) {
      let crashed = true;
      for (let survived = 1; crashed; survived++) {
        const repoId = newRepo();
        if (clearExisting) await sync(repoId, firstState());
        const ports = { graph: crashingAfter(graph, survived), clock };
        crashed = await sync(repoId, secondState(), { ports, clearExisting }).then(
          () => false,
          () => true,
        );
        await sync(repoId, firstState());
        await assertClean(repoId, firstState());
      }
    }
  });
});

/** The real graph, but the process "dies" when the n-th write has been committed: its answer never arrives. */
function crashingAfter(graph: GraphPort, writes: number): GraphPort {
  let left = writes;
  return {
    ...graph,
    async write(statements) {
      if (left === 0) throw new Error('crash after write');
      const rows = await graph.write(statements);
      left -= 1;
      if (left === 0) throw new Error('crash after write');
      return rows;
    },
  };
}
