import assert from 'node:assert/strict';
import { scopeOf } from '../../../src/graph/access.ts';
import { changeImpact } from '../../../src/graph/queries/change-impact.ts';
import { classHierarchy } from '../../../src/graph/queries/class-hierarchy.ts';
import { methodUsages } from '../../../src/graph/queries/method-usages.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { indexTexts } from '../../support/indexed-texts.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';

const many = Array.from({ length: 105 }, (_, at) => `class Leaf${String(at).padStart(3, '0')}(Wide): pass`).join('\n');
const callers = Array.from({ length: 7 }, (_, at) => `def caller_${at}():\n    popular()\n    popular()`).join('\n');

const FILES = {
  'shapes.py': [
    'class Base:',
    '    """Root of all."""',
    '    def area(self): return 0',
    'class Left(Base): pass',
    'class Right(Base): pass',
    'class Both(Left, Right):',
    '    def area(self): return super().area()',
    'class Leaf(Both): pass',
    'def total(shape: Base): return shape.area()',
    'def one(): return total(Leaf())',
    'def lonely(): return 1',
    '',
  ].join('\n'),
  'other/shapes.py': 'class Base:\n    def area(self): return 1\n',
  'wide.py': `class Wide: pass\n${many}\n`,
  'popular.py': `def popular(): pass\n${callers}\n`,
  'text.py': 'HOOKS = ["lonely"]\n',
};

describe('graph/queries relations', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  const repoId = testRepoId('relations');
  const scope = scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, repoId);

  before(async () => {
    graph = await testGraph();
    await indexTexts(graph, repoId, FILES);
  });

  after(async () => {
    await deleteRepository(graph, repoId);
  });

  describe('class_hierarchy', () => {
    const of = async (name: string) =>
      classHierarchy.output.parse(await classHierarchy.run(graph, scope, { class_name: name }));

    it('goes up and down by levels, each relative once', async () => {
      const both = await of('Both');
      assert.deepEqual([both.found, both.path, both.line_number], [true, 'shapes.py', 6]);
      assert.deepEqual(
        both.ancestors.map(({ name, depth, how }) => [name, depth, how]),
        [
          ['Left', 1, 'extends'],
          ['Right', 1, 'extends'],
          ['Base', 2, 'extends'],
        ],
      );
      assert.deepEqual(
        both.descendants.map(({ name, depth }) => [name, depth]),
        [['Leaf', 1]],
      );
    });

    it('takes the namesake that has relatives, and names the others', async () => {
      const base = await of('Base');
      assert.equal(base.path, 'shapes.py');
      assert.equal(base.docstring, 'Root of all.');
      assert.deepEqual(
        base.definitions.map(({ path }) => path),
        ['shapes.py', 'other/shapes.py'],
      );
      assert.deepEqual(
        base.descendants.map(({ name, depth }) => [name, depth]),
        [
          ['Left', 1],
          ['Right', 1],
          ['Both', 2],
          ['Leaf', 3],
        ],
      );
    });

    it('says that a class is unknown, and when a list was cut', async () => {
      const unknown = await of('Nothing');
      assert.deepEqual(
        [unknown.found, unknown.path, unknown.ancestors, unknown.descendants, unknown.truncated],
        [false, null, [], [], undefined],
      );
      const wide = await of('Wide');
      assert.deepEqual([wide.descendants.length, wide.truncated], [100, true]);
    });
  });

  describe('method_usages', () => {
    const of = async (name: string) =>
      methodUsages.output.parse(await methodUsages.run(graph, scope, { method_name: name }));

    it('keeps the callers of namesakes apart', async () => {
      const { usages, total } = await of('area');
      assert.equal(total, 3);
      assert.deepEqual(
        usages.map(({ method, callers: found }) => [method.path, method.class_name, found.map(({ caller }) => caller)]),
        [
          ['other/shapes.py', 'Base', []],
          ['shapes.py', 'Base', ['area', 'total']],
          ['shapes.py', 'Both', []],
        ],
      );
    });

    it('gives each caller once, with all its lines', async () => {
      const [usage] = (await of('popular')).usages;
      assert.equal(usage?.callers.length, 7);
      assert.deepEqual(usage?.callers[0]?.lines, [3, 4]);
      assert.equal(usage?.callers[0]?.line, 3);
    });
  });

  describe('change_impact', () => {
    const of = async (name: string) =>
      changeImpact.output.parse(await changeImpact.run(graph, scope, { symbol_name: name }));

    it('goes by distinct direct callers in the call graph', async () => {
      assert.equal((await of('popular')).impact_level, 'high');
      assert.equal((await of('total')).impact_level, 'medium');
      const lonely = await of('lonely');
      assert.equal(lonely.impact_level, 'low');
      assert.deepEqual([lonely.fallback_used, lonely.callers[0]?.source], [true, 'text_reference']);
      assert.deepEqual((await of('nothing_of_the_name')).definitions, []);
    });

    it('holds the usages, callers and definitions of the single questions', async () => {
      const impact = await of('popular');
      assert.deepEqual(impact.usages, await methodUsages.run(graph, scope, { method_name: 'popular' }));
      assert.deepEqual([impact.callers.length, impact.definitions.length], [7, 1]);
    });
  });
});
