/** Files in which everything calls everything rest on one list, which stands once and is theirs whatever else changes. */
import assert from 'node:assert/strict';
import { readDependence } from '../../../src/graph/dependence.ts';
import type { Dependence } from '../../../src/model/graph.ts';
import { keyOf } from '../../../src/model/ids.ts';
import type { GraphPort } from '../../../src/ports.ts';
import type { FileTexts } from '../../support/edited-repository.ts';
import { testGraph } from '../../support/neo4j.ts';
import { syncedRepositories } from '../../support/synced-repositories.ts';

const FILES = 4;
const FUNCTIONS = 20;

/** Each function gives what the next one gives, in the same file or in the next, and the last one what the first gives. */
function ring(last: string): FileTexts {
  return Object.fromEntries(
    Array.from({ length: FILES }, (_, file): [string, string] => {
      const next = file === FILES - 1 ? last : `from ring${file + 1} import f0 as onward`;
      const functions = Array.from({ length: FUNCTIONS }, (_, at) => {
        const callee = at === FUNCTIONS - 1 ? 'onward' : `f${at + 1}`;
        return `def f${at}(a):\n    return ${callee}(a)\n`;
      });
      return [`ring${file}.py`, [next, 'from dogs import Dog', ...functions, 'f0(Dog()).bark()', ''].join('\n')];
    }),
  );
}

const dogs = 'class Dog:\n    def bark(self):\n        pass\n';
const closed: FileTexts = { 'dogs.py': dogs, ...ring('from ring0 import f0 as onward') };
/** One file more in the ring, through which everything goes on as before. */
const longer: FileTexts = {
  'dogs.py': dogs,
  'more.py': 'from ring0 import f0\ndef through(a):\n    return f0(a)\n',
  ...ring('from more import through as onward'),
};

describe('jobs/write-resolved', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  before(async () => {
    graph = await testGraph();
  });

  const { newRepo, sync, assertClean } = syncedRepositories(() => graph);

  async function dependenceOf(repoId: string, path: string): Promise<Dependence> {
    const found = (await readDependence(graph, repoId)).get(path);
    assert.ok(found !== undefined, `nothing is known of ${path}`);
    return found;
  }

  async function callsIn(repoId: string, path: string): Promise<unknown> {
    const [row] = await graph.read(
      `MATCH (a:Symbol {file_key: $key})-[e:CALLS]->() WITH elementId(e) AS id ORDER BY id RETURN collect(id) AS ids`,
      { key: keyOf(`${repoId} ${path}`) },
    );
    return row?.['ids'];
  }

  it('keeps a list that files have in common once, and finds it with each of them', async () => {
    const repoId = newRepo();
    await sync(repoId, closed);
    const [first, second] = [await dependenceOf(repoId, 'ring0.py'), await dependenceOf(repoId, 'ring1.py')];
    assert.ok(first.shared.length > 0);
    assert.deepEqual(first.shared, second.shared);
    assert.ok(first.inputs.length < (first.shared[0]?.length ?? 0));
    const [row] = await graph.read('MATCH (r:Symbol {key: $key}) RETURN size(r.shared_rests) AS lists', {
      key: keyOf(repoId),
    });
    assert.equal(row?.['lists'], new Set(first.shared.map((keys) => keys.join())).size);
  });

  it('writes a longer list, and no edge again that is as it was', async () => {
    const repoId = newRepo();
    await sync(repoId, closed);
    const edges = await callsIn(repoId, 'ring1.py');
    assert.ok(Array.isArray(edges) && edges.length > FUNCTIONS);
    const before = await dependenceOf(repoId, 'ring1.py');
    await sync(repoId, longer);
    assert.deepEqual(await callsIn(repoId, 'ring1.py'), edges);
    assert.notDeepEqual((await dependenceOf(repoId, 'ring1.py')).shared, before.shared);
    await assertClean(repoId, longer);
  });

  it('resolves all files when a list is not there', async () => {
    const repoId = newRepo();
    await sync(repoId, closed);
    await graph.write([
      { cypher: 'MATCH (r:Symbol {key: $key}) SET r.shared_rests = []', params: { key: keyOf(repoId) } },
    ]);
    assert.equal((await readDependence(graph, repoId)).has('ring0.py'), false);
    await sync(repoId, longer);
    await assertClean(repoId, longer);
  });
});
