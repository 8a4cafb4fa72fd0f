import assert from 'node:assert/strict';
import { scopeOf } from '../../../src/graph/access.ts';
import { memoryReader } from '../../../src/graph/reader/memory-reader.ts';
import { neo4jReader } from '../../../src/graph/reader/neo4j-reader.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { indexTexts } from '../../support/indexed-texts.ts';
import { memoryGraphOf } from '../../support/memory-graph.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';

const FILES = {
  'py/a.py': 'def step(): pass\n',
  'web/page.html': '<button onclick="area()">日本</button>',
  'web/README.md': 'Call `total()` to add a step, or save.',
  'py/start': '#!/usr/bin/env nothing\nrun $SAVE\n',
  'py/binary.tpl': 'step\0side',
};
const NAMES = ['area', 'total', 'save', 'run', 'SAVE', '日本', 'step', 'side', 'button', 'run?', 'nowhere', ''];

describe('graph/kept/stored-text-words', function () {
  this.timeout(120_000);
  let graph: GraphPort;
  const repoId = testRepoId('texts');

  before(async () => {
    graph = await testGraph();
    await indexTexts(graph, repoId, FILES, { isPrivate: true });
  });
  after(async () => {
    await deleteRepository(graph, repoId);
  });

  it('say what a folder’s own say, to those who may see the repository', async () => {
    const memory = memoryReader(await memoryGraphOf(repoId, FILES));
    const seenBy = (ids: string[]) =>
      neo4jReader(graph, scopeOf({ privateRepoIds: ids, hiddenRepoIds: [] }, repoId)).textsNaming(NAMES);
    const said = await memory.textsNaming(NAMES);
    assert.deepEqual(await seenBy([repoId]), said);
    assert.deepEqual([said.unread, said.complete], [0, true]);
    assert.deepEqual(Object.fromEntries(said.paths), {
      SAVE: 'py/start',
      area: 'web/page.html',
      button: 'web/page.html',
      run: 'py/start',
      'run?': 'py/start',
      total: 'web/README.md',
      日本: 'web/page.html',
    });
    assert.deepEqual(await seenBy([]), { paths: new Map(), unread: null, complete: false });
  });
});
