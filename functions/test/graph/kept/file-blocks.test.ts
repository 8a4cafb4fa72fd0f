import assert from 'node:assert/strict';
import { takeFence, type Fence } from '../../../src/graph/fence.ts';
import { PUBLIC_ACCESS } from '../../../src/graph/access.ts';
import type { FileState } from '../../../src/graph/file-states.ts';
import { readFileBlocks, updateFileBlocks, type FileRecord } from '../../../src/graph/kept/file-blocks.ts';
import { deleteRepository, readRepository } from '../../../src/graph/repository.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { assertBlocksAreRows } from '../../support/file-blocks.ts';
import { firstState, secondState } from '../../support/edited-repository.ts';
import { testGraph } from '../../support/neo4j.ts';
import { clock, syncedRepositories } from '../../support/synced-repositories.ts';

function recordOf(path: string): FileRecord {
  const state: FileState = {
    ...{ path, oid: `oid of ${path}`, language: 'python', stamp: 'a.b', edgesHash: null, restsHash: null, lines: 3 },
    ...{ module: null, problems: [], counts: { File: 1 }, figures: null, skipped: null },
  };
  return { state, depends: { inputs: new Uint32Array([1, 2 ** 32 - 1]), provides: new Uint32Array(), lists: [] } };
}

describe('graph/kept/file-blocks', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  before(async () => {
    graph = await testGraph();
  });
  const { newRepo, sync } = syncedRepositories(() => graph);

  it('says what the rows of the files say, after a first run, a change and one that changes nothing', async () => {
    const repoId = newRepo();
    for (const files of [firstState(), secondState(), { ...secondState(), 'notes.md': 'text' }]) {
      await sync(repoId, files);
      assert.equal(await assertBlocksAreRows(graph, repoId), 1);
    }
  });

  it('is read in place of a row for each file, and not behind a run that left none', async () => {
    const repoId = newRepo();
    await sync(repoId, firstState());
    const files = Object.keys(firstState()).length;
    const rowsOfSync = async (change: string): Promise<number> => {
      let most = 0;
      const read: GraphPort['read'] = async (cypher, params) => {
        const rows = await graph.read(cypher, params);
        if (/FileState|FileBlock/.test(cypher)) most = Math.max(most, rows.length);
        return rows;
      };
      await sync(repoId, { ...firstState(), 'more.py': change }, { ports: { graph: { ...graph, read }, clock } });
      return most;
    };
    assert.ok((await rowsOfSync('one = 1\n')) < files / 2);
    // As older code does, which knows nothing of blocks.
    await graph.run('MATCH (r:Repository {id: $id}) SET r.fence = r.fence + 1', { id: repoId });
    assert.equal((await readRepository(graph, repoId))?.blocks, undefined);
    assert.ok((await rowsOfSync('two = 2\n')) > files / 2);
    await assertBlocksAreRows(graph, repoId);
    assert.ok((await rowsOfSync('three = 3\n')) < files / 2);
  });

  it('goes with its repository', async () => {
    const repoId = newRepo();
    await sync(repoId, firstState());
    await deleteRepository(graph, repoId);
    const [row] = await graph.read('MATCH (b:FileBlock) WHERE b.repo_id = $id RETURN count(b) AS left', { id: repoId });
    assert.equal(row?.['left'], 0);
  });

  describe('of many files', () => {
    let fence: Fence;
    let repoId: string;
    const update = async (
      paths: string[],
      before: number | undefined,
      touched: string[] | undefined,
    ): Promise<{ blocks: number; asked: number }> => {
      let asked = 0;
      const recordsOf = (some: string[]): FileRecord[] => ((asked += some.length), some.map(recordOf));
      return {
        blocks: await updateFileBlocks(fence, { paths, files: paths.length, before, touched, recordsOf }),
        asked,
      };
    };
    const pathsUpTo = (count: number): string[] => Array.from({ length: count }, (_, at) => `src/${at % 7}/${at}.py`);

    before(async () => {
      repoId = newRepo();
      fence = await takeFence(graph, repoId, PUBLIC_ACCESS);
    });

    it('writes the blocks of what was touched alone, until they have become too large, and leaves none behind', async () => {
      const all = pathsUpTo(1_000);
      const first = await update(all, undefined, undefined);
      assert.deepEqual(first, { blocks: 4, asked: 1_000 });
      const one = await update([...all, 'new.py'], 4, ['new.py']);
      assert.equal(one.blocks, 4);
      assert.ok(one.asked > 150 && one.asked < 350, `${one.asked} records for one file`);
      const read = await readFileBlocks(graph, repoId, 4);
      assert.deepEqual([...(read?.states.keys() ?? [])].sort(), [...all, 'new.py'].sort());
      assert.deepEqual(read?.states.get('new.py'), recordOf('new.py').state);
      assert.deepEqual((await read?.readDependence())?.get('new.py')?.inputs, new Uint32Array([1, 2 ** 32 - 1]));

      assert.equal((await update(pathsUpTo(2_100), 4, ['src/0/7.py'])).blocks, 9);
      assert.equal((await readFileBlocks(graph, repoId, 9))?.states.size, 2_100);
      assert.equal((await update(pathsUpTo(300), undefined, undefined)).blocks, 2);
      assert.equal(await readFileBlocks(graph, repoId, 9), undefined);
      const [left] = await graph.read('MATCH (b:FileBlock) WHERE b.repo_id = $id RETURN count(b) AS left', {
        id: repoId,
      });
      assert.equal(left?.['left'], 2);
    });

    it('is not written by a run that another one has followed', async () => {
      const older = { ...fence, number: fence.number - 1 };
      await assert.rejects(
        updateFileBlocks(older, { paths: [], files: 0, before: undefined, touched: undefined, recordsOf: () => [] }),
        { code: 'conflict' },
      );
    });
  });
});
