import assert from 'node:assert/strict';
import { scopeOf } from '../../../src/graph/access.ts';
import { symbolNeighbours } from '../../../src/graph/queries/symbol-neighbours.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { indexTexts } from '../../support/indexed-texts.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';

const callers = Array.from({ length: 350 }, (_, at) => `def caller_${String(at).padStart(3, '0')}(): popular()`);

const FILES = {
  'app/core.py': [
    'from app.shapes import Square',
    'def start():',
    '    """Begins."""',
    '    middle()',
    '    middle()',
    'def middle(): return finish(Square())',
    'def finish(shape): return shape.area()',
    '',
  ].join('\n'),
  'app/shapes.py': 'class Shape:\n    def area(self): return 0\nclass Square(Shape): pass\n',
  'app/popular.py': `def popular(): pass\n${callers.join('\n')}\n`,
};

describe('graph/queries neighbours', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  const repoId = testRepoId('neighbours');
  const scope = scopeOf({ privateRepoIds: [repoId], hiddenRepoIds: [] });
  const id = (place: string) => `${repoId} ${place}`;

  before(async () => {
    graph = await testGraph();
    await indexTexts(graph, repoId, FILES, { isPrivate: true });
  });

  after(async () => {
    await deleteRepository(graph, repoId);
  });

  const around = async (place: string, more: object = {}) => {
    const input = symbolNeighbours.input.parse({ symbol_id: id(place), ...more });
    return symbolNeighbours.output.parse(await symbolNeighbours.run(graph, scope, input));
  };

  it('names the symbol, its callers and its callees, and joins them by edges with their lines', async () => {
    const { symbol, nodes, edges, total, next_cursor } = await around('app/core.py#middle');
    assert.deepEqual([symbol.name, symbol.callers, symbol.callees, symbol.docstring], ['middle', 1, 2, null]);
    assert.deepEqual(nodes.map(({ symbol_id, depth }) => [symbol_id, depth]).sort(), [
      [id('app/core.py#finish'), 1],
      [id('app/core.py#start'), 1],
      [id('app/shapes.py#Square'), 1],
    ]);
    assert.deepEqual([total, next_cursor], [3, null]);
    assert.deepEqual(
      edges
        .filter(({ from }) => from === id('app/core.py#start'))
        .map(({ to, type, evidence, lines, places }) => [to, type, evidence, lines, places]),
      [[id('app/core.py#middle'), 'calls', 'local', [4, 5], 2]],
    );
  });

  it('walks in one direction alone, and by levels', async () => {
    const out = await around('app/core.py#start', { direction: 'out', depth: 3 });
    assert.equal(out.symbol.docstring, 'Begins.');
    const depths = Object.fromEntries(out.nodes.map(({ qualified_name: name, depth }) => [name, depth]));
    assert.deepEqual([depths['middle'], depths['finish'], depths['Square'], depths['Shape']], [1, 2, 2, 3]);
    assert.equal((await around('app/core.py#start', { direction: 'in' })).total, 0);
    const up = await around('app/shapes.py#Shape', { direction: 'in' });
    assert.deepEqual(
      up.edges.map(({ type, how }) => [type, how]),
      [['inherits', 'extends']],
    );
  });

  it('shows what a file imports and who imports it', async () => {
    const { nodes, edges } = await around('app/core.py');
    assert.deepEqual(
      nodes.map(({ path, type }) => [path, type]),
      [['app/shapes.py', 'file']],
    );
    assert.deepEqual(
      edges.map(({ type, lines }) => [type, lines]),
      [['imports', [1]]],
    );
  });

  it('pages through all callers of a popular function, each once', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 4; page++) {
      const { nodes, edges, total, next_cursor } = await around('app/popular.py#popular', {
        limit: 100,
        ...(cursor === undefined ? {} : { cursor }),
      });
      assert.equal(total, 350);
      assert.equal(edges.length, nodes.length);
      seen.push(...nodes.map(({ name }) => name));
      if (next_cursor === null) break;
      cursor = next_cursor;
    }
    assert.equal(seen.length, 350);
    assert.equal(new Set(seen).size, 350);
    const most = await around('app/popular.py#popular', { limit: 300 });
    assert.equal(most.nodes.length, 300);
    assert.ok(JSON.stringify(most).length < 300_000);
  });

  it('knows no symbol that is not there or not the caller’s', async () => {
    const stranger = scopeOf({ privateRepoIds: [], hiddenRepoIds: [] });
    const ask = (asked: typeof scope, place: string) =>
      symbolNeighbours.run(graph, asked, symbolNeighbours.input.parse({ symbol_id: id(place) }));
    await assert.rejects(ask(scope, 'app/core.py#nothing'), { code: 'not_found', message: 'Symbol not found' });
    await assert.rejects(ask(stranger, 'app/core.py#start'), { code: 'not_found', message: 'Symbol not found' });
    await assert.rejects(symbolNeighbours.run(graph, scope, symbolNeighbours.input.parse({ symbol_id: repoId })), {
      code: 'not_found',
    });
  });
});
