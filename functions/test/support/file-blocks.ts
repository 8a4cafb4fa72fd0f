/** Blocks are a copy of what the FileStates of a repository say. */
import assert from 'node:assert/strict';
import { nameOfKeys, readDependence } from '../../src/graph/dependence.ts';
import { readFileStates } from '../../src/graph/file-states.ts';
import { readFileBlocks } from '../../src/graph/kept/file-blocks.ts';
import { readRepository } from '../../src/graph/repository.ts';
import type { Dependence } from '../../src/model/graph.ts';
import type { GraphPort } from '../../src/ports.ts';

/** Of a repository whose last run has ended. How many blocks it has. */
export async function assertBlocksAreRows(graph: GraphPort, repoId: string): Promise<number> {
  const repository = await readRepository(graph, repoId);
  assert.ok(repository?.blocks !== undefined, 'the last run has left no blocks');
  const found = await readFileBlocks(graph, repoId, repository.blocks);
  assert.ok(found, 'a block is missing');
  assert.deepEqual(sorted(found.states), sorted(await readFileStates(graph, repoId)));
  assert.deepEqual(plain(await found.readDependence()), plain(await readDependence(graph, repoId)));
  const [rows] = await graph.read('MATCH (b:FileBlock) WHERE b.repo_id = $repo_id RETURN count(b) AS blocks', {
    repo_id: repoId,
  });
  assert.equal(rows?.['blocks'], repository.blocks);
  return repository.blocks;
}

function sorted<T>(byPath: ReadonlyMap<string, T>): [string, T][] {
  return [...byPath].sort(([a], [b]) => (a < b ? -1 : 1));
}

function plain(dependence: ReadonlyMap<string, Dependence>): unknown {
  return sorted(dependence).map(([path, { inputs, provides, shared }]) => [
    path,
    [...inputs],
    [...provides],
    shared.map(nameOfKeys).sort(),
  ]);
}
