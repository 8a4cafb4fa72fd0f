import assert from 'node:assert/strict';
import { scopeOf } from '../../../src/graph/access.ts';
import { callPath } from '../../../src/graph/queries/call-path.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { indexTexts } from '../../support/indexed-texts.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';

const FILES = {
  'long.py': [
    'def a():',
    '    b()',
    '    short()',
    'def b(): c()',
    'def c(): d()',
    'def d(): return 1',
    'def short():',
    '    d()',
    '    d()',
    'def round_one(): round_two()',
    'def round_two(): round_one()',
    'a()',
    '',
  ].join('\n'),
  'chain.py': Array.from({ length: 30 }, (_, at) => `def step_${at}(): step_${at + 1}()`).join('\n'),
};

describe('graph/queries path_between', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  const repoId = testRepoId('paths');
  const scope = scopeOf({ privateRepoIds: [repoId], hiddenRepoIds: [] }, repoId);
  const id = (place: string) => `${repoId} ${place}`;

  before(async () => {
    graph = await testGraph();
    await indexTexts(graph, repoId, FILES, { isPrivate: true });
  });

  after(async () => {
    await deleteRepository(graph, repoId);
  });

  const between = async (from: string, to: string, more: object = {}) => {
    const input = callPath.input.parse({ from: id(from), to: id(to), ...more });
    return callPath.output.parse(await callPath.run(graph, scope, input));
  };
  const names = ({ nodes }: { nodes: { qualified_name: string }[] }) =>
    nodes.map(({ qualified_name }) => qualified_name);

  it('finds the shortest chain of calls, with what proves each', async () => {
    const found = await between('long.py#a', 'long.py#d');
    assert.deepEqual([found.found, found.length, names(found)], [true, 2, ['a', 'short', 'd']]);
    assert.deepEqual(
      found.edges.map(({ type, evidence, lines }) => [type, evidence, lines]),
      [
        ['calls', 'local', [3]],
        ['calls', 'local', [8, 9]],
      ],
    );
    const [first, second] = found.edges;
    assert.ok(Math.abs((found.confidence ?? 0) - (first?.confidence ?? 0) * (second?.confidence ?? 0)) < 1e-9);
  });

  it('starts at a file too, and is empty from a symbol to itself', async () => {
    assert.deepEqual(names(await between('long.py', 'long.py#d')), ['long.py', 'a', 'short', 'd']);
    const none = await between('long.py#a', 'long.py#a');
    assert.deepEqual([none.found, none.length, names(none), none.edges], [true, 0, ['a'], []]);
  });

  it('says that there is none, in the other direction and between strangers', async () => {
    for (const [from, to] of [
      ['long.py#d', 'long.py#a'],
      ['long.py#round_one', 'long.py#a'],
    ] as const) {
      const { found, length, nodes, truncated } = await between(from, to);
      assert.deepEqual([found, length, nodes, truncated], [false, null, [], undefined]);
    }
  });

  it('goes as deep as it is asked to', async () => {
    assert.equal((await between('chain.py#step_0', 'chain.py#step_10')).length, 10);
    assert.equal((await between('chain.py#step_0', 'chain.py#step_11')).found, false);
    assert.equal((await between('chain.py#step_0', 'chain.py#step_20', { max_depth: 20 })).length, 20);
  });

  it('knows no symbol that is not there', async () => {
    await assert.rejects(between('long.py#a', 'long.py#nothing'), { code: 'not_found', message: 'Symbol not found' });
    await assert.rejects(between('long.py#nothing', 'long.py#a'), { code: 'not_found', message: 'Symbol not found' });
  });
});
