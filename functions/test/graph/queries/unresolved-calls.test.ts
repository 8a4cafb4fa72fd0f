import assert from 'node:assert/strict';
import { scopeOf } from '../../../src/graph/access.ts';
import { unresolvedCalls } from '../../../src/graph/queries/unresolved-calls.ts';
import { memoryReader } from '../../../src/graph/reader/memory-reader.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import { MOST_OPEN_CALLS } from '../../../src/model/graph.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { failsWith } from '../../support/failures.ts';
import { indexTexts } from '../../support/indexed-texts.ts';
import { memoryGraphOf } from '../../support/memory-graph.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';

const CORE = [
  'class Pool:',
  '    def close(self): pass',
  'class Room:',
  '    def close(self): pass',
  'def work(pool, handlers):',
  '    pool.get("a").close()',
  '    handlers[pool]()',
  '    used()',
  'def used(): return 1',
  '',
].join('\n');
const MAIN = 'def main(thing):\n    thing.rooms[0].close()\n    thing.disclose()\n';
const MANY = `def many(x):\n${Array.from({ length: MOST_OPEN_CALLS + 7 }, (_, at) => `    x.step${at}()\n`).join('')}`;
const FILES = { 'app/core.py': CORE, 'app/main.py': MAIN, 'app/many.py': MANY };

describe('graph/queries unresolved_calls', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  const repoId = testRepoId('open');
  const scope = scopeOf({ privateRepoIds: [repoId], hiddenRepoIds: [] }, repoId);
  const find = async (name: string, more: object = {}) => {
    const input = unresolvedCalls.input.parse({ symbol_id: `${repoId} ${name}`, ...more });
    return unresolvedCalls.output.parse(await unresolvedCalls.run(graph, scope, input));
  };
  const lines = ({ results }: Awaited<ReturnType<typeof find>>) =>
    results.map(({ where, path, line, callee }) => `${where} ${path}:${line} ${callee}`);

  before(async () => {
    graph = await testGraph();
    await indexTexts(graph, repoId, FILES, { isPrivate: true });
  });
  after(() => deleteRepository(graph, repoId));

  it('lists those in a function, with what is written there, and none that is known', async () => {
    const found = await find('app/core.py#work');
    assert.deepEqual(lines(found), [
      'inside app/core.py:6 pool.get',
      'inside app/core.py:6 pool.get(…).close',
      'inside app/core.py:7 handlers[pool]',
    ]);
    assert.deepEqual([found.total, found.unlisted, found.next_cursor, found.truncated], [3, 0, null, undefined]);
    assert.ok(found.results.every(({ why }) => why === 'unresolved' || why === 'ambiguous'));
    assert.deepEqual(lines(await find('app/core.py#used')), []);
  });

  it('lists those elsewhere that may call it, by the whole name', async () => {
    assert.deepEqual(lines(await find('app/core.py#Room.close')), [
      'may_call app/core.py:6 pool.get(…).close',
      'may_call app/main.py:2 thing.rooms[0].close',
    ]);
  });

  it('says how many a file has beyond its list, and goes on by pages', async () => {
    const found = await find('app/many.py#many', { limit: 100 });
    assert.deepEqual([found.results.length, found.total, found.unlisted], [100, MOST_OPEN_CALLS, 7]);
    const next = await find('app/many.py#many', { limit: 100, cursor: found.next_cursor ?? undefined });
    assert.equal(next.results[0]?.callee, 'x.step100');
  });

  it('answers a folder as the database, and moves with its lines', async () => {
    const reader = memoryReader(await memoryGraphOf(repoId, FILES));
    for (const name of ['app/core.py#work', 'app/core.py#Room.close', 'app/many.py#many', 'app/main.py']) {
      const input = unresolvedCalls.input.parse({ symbol_id: `${repoId} ${name}` });
      assert.deepEqual(await unresolvedCalls.answer(reader, input), await find(name), name);
    }
    await indexTexts(graph, repoId, { ...FILES, 'app/core.py': `# A line more\n${CORE}` }, { isPrivate: true });
    assert.deepEqual(lines(await find('app/core.py#Room.close')), [
      'may_call app/core.py:7 pool.get(…).close',
      'may_call app/main.py:2 thing.rooms[0].close',
    ]);
  });

  it('knows no symbol that is not there', async () => {
    await assert.rejects(find('app/core.py#nothing'), failsWith('not_found', /./));
  });
});
