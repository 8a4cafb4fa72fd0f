import assert from 'node:assert/strict';
import { scopeOf } from '../../../src/graph/access.ts';
import { callersToDepth } from '../../../src/graph/queries/callers-to-depth.ts';
import { reachingTests } from '../../../src/graph/queries/reaching-tests.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { indexTexts } from '../../support/indexed-texts.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';

const FILES = {
  'app/core.py': [
    'def deep(): return 1',
    'def middle(): return deep()',
    'def top(): return middle() + deep()',
    'def lonely(): return 2',
    'class Shop:',
    '    def sell(self): return top()',
    '    def open(self): return 1',
    '',
  ].join('\n'),
  'app/main.py': 'from app.core import top\ntop()\n',
  'tests/test_core.py':
    'from app.core import middle, Shop\ndef test_middle(): assert middle()\ndef test_open(): Shop().open()\n',
  'web/index.ts': 'export function shown() { return 1; }\n',
  'web/index.test.ts': "import { shown } from './index';\ndescribe('x', () => { it('y', () => { shown(); }); });\n",
};

describe('graph/queries walks to callers', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  const repoId = testRepoId('walks');
  const scope = scopeOf({ privateRepoIds: [repoId], hiddenRepoIds: [] }, repoId);
  const id = (place: string) => `${repoId} ${place}`;

  before(async () => {
    graph = await testGraph();
    await indexTexts(graph, repoId, FILES, { isPrivate: true });
  });

  after(async () => {
    await deleteRepository(graph, repoId);
  });

  describe('callers_to_depth', () => {
    const of = async (place: string, more: object = {}) => {
      const input = callersToDepth.input.parse({ symbol_id: id(place), ...more });
      return callersToDepth.output.parse(await callersToDepth.run(graph, scope, input));
    };

    it('names each caller once, the nearest first, with its chain', async () => {
      const { results, total, next_cursor } = await of('app/core.py#deep', { depth: 2 });
      assert.deepEqual(results.map(({ qualified_name: name, distance }) => [name, distance]).sort(), [
        ['Shop.sell', 2],
        ['app/main.py', 2],
        ['middle', 1],
        ['test_middle', 2],
        ['top', 1],
      ]);
      assert.deepEqual([total, next_cursor], [5, null]);
      assert.deepEqual(
        results.map(({ distance }) => distance),
        [1, 1, 2, 2, 2],
      );
      const sell = results.find(({ name }) => name === 'sell');
      assert.deepEqual(sell?.chain, [id('app/core.py#Shop.sell'), id('app/core.py#top'), id('app/core.py#deep')]);
    });

    it('goes on by pages, and no deeper than it is asked to', async () => {
      const first = await of('app/core.py#deep', { depth: 2, limit: 3 });
      const second = await of('app/core.py#deep', { depth: 2, limit: 3, cursor: first.next_cursor });
      assert.deepEqual([first.results.length, second.results.length, second.next_cursor], [3, 2, null]);
      assert.equal((await of('app/core.py#deep', { depth: 1 })).total, 2);
      await assert.rejects(of('app/core.py#nothing'), { code: 'not_found' });
    });
  });

  describe('tests_reaching', () => {
    const of = async (more: object) => {
      const input = reachingTests.input.parse(more);
      return reachingTests.output.parse(await reachingTests.run(graph, scope, input));
    };

    it('finds tests that reach a symbol, directly and through others', async () => {
      const deep = await of({ symbol_name: 'deep' });
      assert.deepEqual(
        deep.results.map(({ path, name, distance }) => [path, name, distance]),
        [['tests/test_core.py', 'test_middle', 2]],
      );
      assert.deepEqual([deep.total, deep.files_total, deep.definitions.length], [1, 1, 1]);
      assert.equal((await of({ symbol_id: id('app/core.py#lonely') })).total, 0);
    });

    it('finds a test file that calls at its top level', async () => {
      const { results } = await of({ symbol_name: 'shown' });
      assert.deepEqual(
        results.map(({ path }) => path),
        ['web/index.test.ts'],
      );
    });

    it('reaches a class through its members', async () => {
      const { results } = await of({ symbol_id: id('app/core.py#Shop') });
      assert.deepEqual(
        results.map(({ name }) => name),
        ['test_open'],
      );
    });

    it('asks what is meant, and knows no symbol that is not there', async () => {
      await assert.rejects(of({}), { code: 'bad_request' });
      await assert.rejects(of({ symbol_id: id('app/core.py#nothing') }), { code: 'not_found' });
      assert.deepEqual((await of({ symbol_name: 'nothing_of_the_name' })).definitions, []);
    });
  });
});
