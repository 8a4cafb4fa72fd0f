import assert from 'node:assert/strict';
import { PUBLIC_ACCESS, scopeOf } from '../../src/graph/access.ts';
import { knownNames, neighboursOf, symbolsByKey } from '../../src/graph/queries/neighbours.ts';
import { deleteRepository } from '../../src/graph/repository.ts';
import { keyOf, symbolIdOf } from '../../src/model/ids.ts';
import type { GraphPort } from '../../src/ports.ts';
import { writePlain, type PlainFile } from '../support/graph-rows.ts';
import { testGraph, testRepoId } from '../support/neo4j.ts';

const CALLERS = Array.from({ length: 6 }, (_, at) => `caller_${at}`);

const FILES: PlainFile[] = [
  {
    path: 'lib.py',
    text: 'def busy(): pass\ndef calm(): pass\nBusy = 1\n',
    symbols: [
      { name: 'busy', line: 1 },
      { name: 'calm', line: 2 },
      { name: 'Busy', label: 'Variable', line: 3 },
    ],
  },
  {
    path: 'use.py',
    text: CALLERS.map((name) => `def ${name}(): busy()\n`).join(''),
    symbols: CALLERS.map((name, at) => ({ name, line: at + 1 })),
    calls: [
      ...CALLERS.map((name, at): [string, string, number[]] => [name, 'lib.py#busy', [at + 1]]),
      ['caller_0', 'lib.py#calm', [1]],
    ],
  },
];

describe('graph/queries/neighbours', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  const repoId = testRepoId('near');
  const scope = scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, repoId);
  const key = (path: string, name: string) => keyOf(symbolIdOf(repoId, path, name));

  before(async () => {
    graph = await testGraph();
    await writePlain(graph, repoId, PUBLIC_ACCESS, FILES);
  });
  after(() => deleteRepository(graph, repoId));

  it('gives each symbol callers up to a limit of its own, with the lines of their calls', async () => {
    const found = await neighboursOf(graph, scope, [key('lib.py', 'calm'), key('lib.py', 'busy')], 'callers', 2);
    assert.deepEqual(
      found.map(({ of, name, lines, confidence }) => [
        of === key('lib.py', 'busy') ? 'busy' : 'calm',
        name,
        lines,
        confidence,
      ]),
      [
        ['calm', 'caller_0', [1], 0.9],
        ['busy', 'caller_0', [1], 0.9],
        ['busy', 'caller_1', [2], 0.9],
      ],
    );
    const callees = await neighboursOf(graph, scope, [key('use.py', 'caller_0')], 'callees', 9);
    assert.deepEqual(callees.map(({ name }) => name).sort(), ['busy', 'calm']);
    assert.deepEqual(await neighboursOf(graph, scope, [], 'callers', 9), []);
  });

  it('knows symbols by key and names as spelled, in the scope alone', async () => {
    const other = scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, testRepoId('other'));
    const keys = [key('lib.py', 'busy'), 'nothing'];
    assert.deepEqual((await symbolsByKey(graph, scope, keys)).map(({ name, type }) => [name, type]), [['busy', 'function']]); // prettier-ignore
    assert.deepEqual(await symbolsByKey(graph, other, keys), []);
    assert.deepEqual([...(await knownNames(graph, scope, ['busy', 'Busy', 'BUSY', 'none']))].sort(), ['Busy', 'busy']);
    assert.deepEqual([...(await knownNames(graph, other, ['busy']))], []);
  });
});
