import assert from 'node:assert/strict';
import { fileIdOf, keyOf } from '../../../src/model/ids.ts';
import type { GraphPort } from '../../../src/ports.ts';
import type { FileTexts } from '../../support/edited-repository.ts';
import { testGraph } from '../../support/neo4j.ts';
import { clock, syncedRepositories } from '../../support/synced-repositories.ts';

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
  before(async () => {
    graph = await testGraph();
  });

  const { newRepo, sync, assertClean } = syncedRepositories(() => graph);

  /** What comes of a change, and the paths of the files whose facts were asked for. */
  async function change(files: FileTexts): Promise<{ read: string[]; repoId: string }> {
    const repoId = newRepo();
    await sync(repoId, texts);
    const paths = new Map(Object.keys({ ...texts, ...files }).map((path) => [keyOf(fileIdOf(repoId, path)), path]));
    const read: string[] = [];
    const watched: GraphPort = {
      ...graph,
      read: (cypher, params) => {
        const keys: unknown = params?.['keys'];
        if (cypher.includes('s.facts AS facts') && Array.isArray(keys))
          read.push(...keys.map((key) => paths.get(String(key)) ?? ''));
        return graph.read(cypher, params);
      },
    };
    await sync(repoId, files, { ports: { graph: watched, clock } });
    return { read, repoId };
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

  it('are not those in which a constant has another value', async () => {
    const keyed = (key: string) => ({
      'keys.py': `KEY = '${key}'\n`,
      'table.py':
        "from keys import KEY\n\ndef a():\n    pass\n\ndef b():\n    pass\n\ntable = {'a': a, 'b': b}\ntable[KEY]()\n",
    });
    const repoId = newRepo();
    await sync(repoId, keyed('a'));
    const calls = async () =>
      graph.read('MATCH (:Symbol {repo_id: $repoId})-[:CALLS]->(f) RETURN f.name AS name', { repoId });
    assert.deepEqual(await calls(), [{ name: 'a' }]);
    await sync(repoId, keyed('b'));
    assert.deepEqual(await calls(), [{ name: 'b' }]);
    await assertClean(repoId, keyed('b'));
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
