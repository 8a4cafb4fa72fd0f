import assert from 'node:assert/strict';
import { scopeOf } from '../../../src/graph/access.ts';
import { changeImpact } from '../../../src/graph/queries/change-impact.ts';
import { classHierarchy } from '../../../src/graph/queries/class-hierarchy.ts';
import { findCallers } from '../../../src/graph/queries/find-callers.ts';
import { methodUsages } from '../../../src/graph/queries/method-usages.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { indexTexts } from '../../support/indexed-texts.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';

const many = Array.from({ length: 105 }, (_, at) => `class Leaf${String(at).padStart(3, '0')}(Wide): pass`).join('\n');
const sevenCallers = Array.from({ length: 7 }, (_, at) => `def caller_${at}():\n    popular()\n    popular()`).join(
  '\n',
);

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
  'popular.py': `def popular(): pass\n${sevenCallers}\n`,
  'crowd.py': `def crowded(): pass\n${Array.from({ length: 130 }, (_, at) => `def crowd_${at}(): crowded()`).join('\n')}\n`,
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
    const of = async (name: string, more: object = {}) => {
      const input = methodUsages.input.parse({ method_name: name, ...more });
      return methodUsages.output.parse(await methodUsages.run(graph, scope, input));
    };

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

    it('pages through namesakes', async () => {
      const first = await of('area', { limit: 2, include_source: false });
      assert.deepEqual([first.usages.length, first.total, first.truncated], [2, 3, true]);
      const second = await of('area', { limit: 2, cursor: first.next_cursor });
      assert.deepEqual([second.usages.length, second.total, second.next_cursor], [1, 3, null]);
      assert.deepEqual((await of('area', { cursor: 'p9' })).usages, []);
      assert.ok(
        first.usages.every(
          ({ method, callers_total: all, callers: found }) => method.source_code === '' && all === found.length,
        ),
      );
    });
  });

  describe('change_impact', () => {
    const of = async (name: string, more: object = {}) => {
      const input = changeImpact.input.parse({ symbol_name: name, ...more });
      return changeImpact.output.parse(await changeImpact.run(graph, scope, input));
    };

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
      assert.deepEqual(
        impact.usages,
        await methodUsages.run(graph, scope, { method_name: 'popular', include_source: true }),
      );
      assert.deepEqual([impact.callers.length, impact.definitions.length, impact.total], [7, 1, 7]);
    });

    it('is of the same level whatever page of the callers is asked for', async () => {
      const page = await of('popular', { limit: 2, cursor: 'p6', include_source: false });
      assert.deepEqual([page.impact_level, page.total, page.callers.length, page.next_cursor], ['high', 7, 1, null]);
      assert.ok(page.callers.every(({ source_code: text }) => text === ''));
      assert.ok(
        page.definitions
          .concat(page.usages.usages.map(({ method }) => ({ ...method, symbol_type: 'function' })))
          .every(({ source_code: text }) => text === ''),
      );
    });
  });

  describe('find_callers', () => {
    const of = async (name: string, more: object = {}) => {
      const input = findCallers.input.parse({ symbol_name: name, ...more });
      return findCallers.output.parse(await findCallers.run(graph, scope, input));
    };

    it('pages through more callers than a list holds, and says how many there are', async () => {
      const first = await of('crowded');
      assert.deepEqual([first.callers.length, first.total, first.truncated], [100, 130, true]);
      const second = await of('crowded', { cursor: first.next_cursor });
      assert.deepEqual([second.callers.length, second.total, second.next_cursor], [30, 130, null]);
      const all = [...first.callers, ...second.callers];
      assert.equal(new Set(all.map(({ symbol_id: id }) => id)).size, 130);
      assert.ok(all.every(({ symbol_id: id, qualified_name: name, path }) => id === `${repoId} ${path}#${name}`));
      assert.equal(first.definitions[0]?.symbol_id, `${repoId} crowd.py#crowded`);
    });

    it('leaves sources out when it is asked to', async () => {
      const { callers, definitions } = await of('crowded', { limit: 3, include_source: false });
      assert.equal(callers.length, 3);
      assert.ok([...callers, ...definitions].every(({ source_code: text }) => text === ''));
    });

    it('names callers of what a method overrides beside its own, and counts them nowhere', async () => {
      const both = await of('Both.area');
      // The call graph has none of its own.
      assert.ok(both.fallback_used && both.callers.every(({ source }) => source === 'text_reference'));
      assert.deepEqual(
        both.via_interface.map(({ caller, definition, reaches }) => [caller, definition?.qualified_name, reaches.qualified_name]), // prettier-ignore
        [['total', 'Base.area', 'Both.area']],
      );
      assert.equal(both.via_interface_total, 1);
      assert.deepEqual((await of('Base.area')).via_interface, []);
      const impact = await changeImpact.run(graph, scope, changeImpact.input.parse({ symbol_name: 'Both.area' }));
      assert.equal(impact.impact_level, 'low');
    });
  });
});
