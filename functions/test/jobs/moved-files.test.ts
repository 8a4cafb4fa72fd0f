import assert from 'node:assert/strict';
import { dumpGraph } from '../../local/dump-graph.ts';
import { PUBLIC_ACCESS } from '../../src/graph/access.ts';
import { deleteRepository } from '../../src/graph/repository.ts';
import { syncRepository } from '../../src/jobs/sync.ts';
import { fileIdOf, keyOf } from '../../src/model/ids.ts';
import type { GraphPort } from '../../src/ports.ts';
import type { FileTexts } from '../support/edited-repository.ts';
import { testGraph, testRepoId } from '../support/neo4j.ts';
import { plainSources, snapshotOf } from '../support/plain-sources.ts';

const clock = { now: () => new Date('2026-01-02T03:04:05Z') };

const texts: FileTexts = {
  'zoo/dogs.py': 'class Dog:\n    def bark(self):\n        return loud()\n\ndef loud():\n    return 1\n',
  'zoo/use.py':
    'import os\nfrom zoo.dogs import Dog as Hound, loud\n\ndef go(dog: Hound):\n    dog.bark(); loud()\n    loud()\n    os.getcwd()\n\nclass Pup(Hound):\n    pass\n',
  'zoo/main.py': 'from zoo.use import go, Pup\n\ngo(Pup())\n',
  'part/a.cs': 'namespace N;\npartial class Cat { void A() { B(); } }\n',
  'part/b.cs': 'namespace N;\npartial class Cat { void B() { A(); } }\n',
};

describe('jobs/moved-files', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  const sources = plainSources();
  const used: string[] = [];

  before(async () => {
    graph = await testGraph();
  });

  after(async () => {
    for (const repoId of used) await deleteRepository(graph, repoId);
  });

  function newRepo(): string {
    const repoId = testRepoId();
    used.push(repoId);
    return repoId;
  }

  async function sync(repoId: string, files: FileTexts, through = graph): Promise<void> {
    const ports = { graph: through, clock };
    await syncRepository({
      ports,
      repoId,
      snapshot: snapshotOf(files),
      access: PUBLIC_ACCESS,
      branch: 'main',
      sources,
    });
  }

  /** What comes of a change, and the paths of the files whose facts were asked for. */
  async function change(files: FileTexts): Promise<{ read: string[]; repoId: string }> {
    const repoId = newRepo();
    await sync(repoId, texts);
    const paths = new Map(Object.keys({ ...texts, ...files }).map((path) => [keyOf(fileIdOf(repoId, path)), path]));
    const read: string[] = [];
    await sync(repoId, files, {
      ...graph,
      read: (cypher, params) => {
        const keys: unknown = params?.['keys'];
        if (cypher.includes('s.facts AS facts') && Array.isArray(keys))
          read.push(...keys.map((key) => paths.get(String(key)) ?? ''));
        return graph.read(cypher, params);
      },
    });
    return { read, repoId };
  }

  async function assertClean(repoId: string, files: FileTexts): Promise<void> {
    const clean = newRepo();
    await sync(clean, files);
    assert.deepEqual(await dumpGraph(graph, repoId), await dumpGraph(graph, clean));
  }

  it('keep their edges on other lines, and nothing else is read', async () => {
    const files = {
      ...texts,
      'zoo/use.py': `# uses dogs\n${(texts['zoo/use.py'] ?? '').replace('    os.', '\n    # where\n    os.')}`,
      'part/a.cs': `// half a cat\n\n${texts['part/a.cs'] ?? ''}`,
    };
    const { read, repoId } = await change(files);
    assert.deepEqual(read.sort(), ['part/a.cs', 'zoo/use.py']);
    await assertClean(repoId, files);
  });

  it('are resolved when what they rest on is another', async () => {
    const files = {
      ...texts,
      'zoo/use.py': `# uses dogs\n${texts['zoo/use.py'] ?? ''}`,
      'zoo/dogs.py': (texts['zoo/dogs.py'] ?? '').replaceAll('loud', 'quiet'),
    };
    const { repoId } = await change(files);
    await assertClean(repoId, files);
  });

  it('are resolved when their edges are not all there', async () => {
    const repoId = newRepo();
    await sync(repoId, texts);
    await graph.write([
      {
        cypher: 'MATCH (:Symbol {file_key: $key})-[e:CALLS]->() DELETE e',
        params: { key: keyOf(fileIdOf(repoId, 'zoo/use.py')) },
      },
    ]);
    const files = { ...texts, 'zoo/use.py': `# uses dogs\n${texts['zoo/use.py'] ?? ''}` };
    await sync(repoId, files);
    await assertClean(repoId, files);
  });
});
