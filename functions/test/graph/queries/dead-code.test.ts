import assert from 'node:assert/strict';
import { scopeOf } from '../../../src/graph/access.ts';
import { deadCode } from '../../../src/graph/queries/dead-code.ts';
import { repositoryOutline } from '../../../src/graph/queries/repository-outline.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import { memoryReader } from '../../../src/graph/reader/memory-reader.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { indexTexts } from '../../support/indexed-texts.ts';
import { memoryGraphOf } from '../../support/memory-graph.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';

const FILES = {
  'app/core.py': [
    'import functools',
    'def used(): return 1',
    'def _gone(): return 2',
    'def _again(n): return _again(n - 1)',
    'def _named(): return 3',
    'def offered(): return 4',
    'def tested(): return 5',
    '@functools.cache',
    'def _cached(): return 6',
    'HANDLERS = {"a": "_named"}',
    'class Base:',
    '    def run(self): return self._step()',
    '    def _step(self): return 0',
    'class More(Base):',
    '    def _step(self): return 1',
    '    def _dead(self): return 2',
    'class Alone:',
    '    def __init__(self): self.x = used()',
    '    def _dead_too(self): return 2',
    '',
  ].join('\n'),
  'app/Store.java':
    'package app;\nclass Store {\n  private int hidden() { return 1; }\n  public int shown() { return 2; }\n}\n',
  'main.py': 'from app.core import Base, Alone\ndef main():\n    Base().run()\n    Alone()\nmain()\n',
  'tests/test_core.py': 'from app.core import tested\ndef test_it(): tested()\n',
};

describe('graph/queries of a whole repository', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  const repoId = testRepoId('wholes');
  const scope = scopeOf({ privateRepoIds: [repoId], hiddenRepoIds: [] }, repoId);

  before(async () => {
    graph = await testGraph();
    await indexTexts(graph, repoId, FILES, { isPrivate: true });
  });

  after(async () => {
    await deleteRepository(graph, repoId);
  });

  describe('dead_code', () => {
    const find = async (more: object = {}) =>
      deadCode.output.parse(await deadCode.run(graph, scope, deadCode.input.parse(more)));

    it('sorts what nothing uses into tiers, with what makes each uncertain', async () => {
      const { results, total, next_cursor } = await find();
      const tiers = Object.fromEntries(results.map((one) => [one.qualified_name, [one.tier, one.uncertain]]));
      assert.deepEqual(tiers, {
        _gone: ['never_called', []],
        _again: ['never_called', []],
        'Alone._dead_too': ['never_called', []],
        'Store.hidden': ['never_called', []],
        tested: ['tests_only', ['may_be_public']],
        _named: ['exported', ['name_is_mentioned']],
        offered: ['exported', ['may_be_public']],
        _cached: ['exported', ['decorated']],
        'More._step': ['exported', ['overrides', 'name_is_mentioned']],
        'More._dead': ['exported', ['overrides']],
        'Store.shown': ['exported', ['may_be_public']],
      });
      assert.deepEqual([total, next_cursor], [results.length, null]);
      const named = results.find(({ name }) => name === '_named');
      assert.deepEqual(named?.mentioned_at, { path: 'app/core.py', line: 10 });
    });

    it('doubts a function that is a value, which is called without its name', async () => {
      const text = [
        'const made = wrap(function _given(config) { return config; });',
        'const later = wrap(',
        '  function* _steps() { yield made; },',
        ');',
        'function outer() {',
        '  return function _answered() { return later; };',
        '}',
        'function _alone() { return 1; }',
        'onmessage = function (event) { return event; };',
        'outer();',
        'export {};',
        '',
      ].join('\n');
      const reader = memoryReader(await memoryGraphOf('ada/wrap', { 'app/wrap.js': text }));
      const { results } = await deadCode.answer(reader, deadCode.input.parse({}));
      const uncertain = Object.fromEntries(results.map((one) => [one.name, one.uncertain]));
      const handedOn = ['handed_on'];
      assert.deepEqual(uncertain, {
        _alone: [],
        _given: handedOn,
        _steps: handedOn,
        _answered: handedOn,
        onmessage: handedOn,
      });
    });

    it('takes nothing for private that says others may call it', async () => {
      const reader = memoryReader(
        await memoryGraphOf('ada/open', {
          'app/open.ts': 'export function _offered() { return 1; }\nfunction _kept() { return 2; }\n',
          'app/Open.php': '<?php class Open { public function _shown() {} private function hidden() {} }\n',
        }),
      );
      const { results } = await deadCode.answer(reader, deadCode.input.parse({}));
      assert.deepEqual(
        results.map(({ name, tier }) => [name, tier]),
        [
          ['hidden', 'never_called'],
          ['_kept', 'never_called'],
          ['_shown', 'exported'],
          ['_offered', 'exported'],
        ],
      );
    });

    it('knows functions of functions, local ones, and that nothing replaces what is private', async () => {
      const reader = memoryReader(
        await memoryGraphOf('ada/inner', {
          'app/inner.py':
            'def run():\n    def unused(): return 1\n    def given(): return 2\n    return given\nrun()\n',
          'app/given.js':
            'export function up(file) { send(file, { onDone() { return 1; }, onEnd: () => 2, _onOpen() { return 3; } }); }\n',
          'app/a.lua': 'local function gone() return 1 end\nlocal function kept() return 2 end\nkept()\n',
          'app/Sub.java':
            'class Sub extends Base {\n  private int own() { return 1; }\n  int open() { return 2; }\n}\n',
        }),
      );
      const { results } = await deadCode.answer(reader, deadCode.input.parse({}));
      assert.deepEqual(Object.fromEntries(results.map(({ name, tier, uncertain }) => [name, [tier, uncertain]])), {
        unused: ['never_called', []],
        given: ['exported', ['name_is_mentioned']],
        gone: ['never_called', []],
        own: ['never_called', []],
        up: ['exported', ['may_be_public']],
        onDone: ['exported', ['may_be_public']],
        onEnd: ['exported', ['may_be_public']],
        _onOpen: ['exported', ['may_be_public']],
        open: ['exported', ['may_be_public', 'overrides']],
      });
    });

    it('knows what a class declares for itself alone and others define', async () => {
      const reader = memoryReader(
        await memoryGraphOf('ada/sections', {
          'src/a.h': [
            'class A {',
            ' public:',
            '  A();',
            '  void shown();',
            '  void both(int a);',
            ' private slots:',
            '  void on_ok_clicked();',
            ' private:',
            '  void gone(int a);',
            '  void second();',
            '  void both();',
            '  void named();',
            '  void used();',
            '  virtual void over();',
            '  Q_INVOKABLE void invoked();',
            '  bool operator==(const A &other) const;',
            '};',
            'class B : public Widget {',
            '  void hidden();',
            '};',
            '',
          ].join('\n'),
          'src/a.cpp': [
            '#include "a.h"',
            'A::A() { used(); }',
            ...[
              'shown()',
              'both(int a)',
              'on_ok_clicked()',
              'gone(int a)',
              'second()',
              'both()',
              'named()',
              'used()',
            ].map((head) => `void A::${head} { }`),
            'void A::over() { }',
            'void A::invoked() { }',
            'bool A::operator==(const A &other) const { return true; }',
            'void B::hidden() { }',
            'static const char *NAMES[] = { "named" };',
            '',
          ].join('\n'),
          'src/kept.c': 'static int own(int a);\nint open(int a) { return a; }\nint own(int a) { return a; }\n',
        }),
      );
      const { results } = await deadCode.answer(reader, deadCode.input.parse({}));
      const open = ['may_be_public'];
      assert.deepEqual(results.map(({ name, uncertain }) => [name, uncertain]).sort(), [
        ['A', ['may_be_public', 'runtime_calls_it']],
        ['both', open],
        ['both', open],
        ['gone', []],
        ['hidden', ['may_be_public', 'overrides']],
        ['invoked', open],
        ['named', ['name_is_mentioned']],
        ['on_ok_clicked', open],
        ['open', open],
        ['operator==', ['runtime_calls_it']],
        ['over', open],
        ['own', []],
        ['second', []],
        ['shown', open],
      ]);
    });

    it('doubts what a file that was not read may call', async () => {
      const memory = await memoryGraphOf('ada/long', {
        'app/a/A.cs': 'class A { internal void Near() {} private void Own() {} }\n',
        'app/b/B.cs': 'class B { private void Own2() {} }\n',
        'app/a/a.py': 'def _own(): return 1\n',
      });
      const { results } = await deadCode.answer(
        memoryReader({ ...memory, leftOut: ['app/a/Long.cs'] }),
        deadCode.input.parse({}),
      );
      assert.deepEqual(Object.fromEntries(results.map(({ name, uncertain }) => [name, uncertain])), {
        Near: ['files_left_out'],
        Own: ['files_left_out'],
        Own2: [],
        _own: [],
      });
    });

    it('goes by the words of a declaration where an older index says nothing else', async () => {
      const memory = await memoryGraphOf('ada/older', {
        'app/a.ts': 'export class A { private own() { return 1; } }\nfunction left() { return 1; }\n',
      });
      for (const node of memory.nodes) delete node.visibility;
      const { results } = await deadCode.answer(memoryReader(memory), deadCode.input.parse({}));
      assert.deepEqual(Object.fromEntries(results.map(({ name, tier }) => [name, tier])), {
        own: 'never_called',
        left: 'exported',
      });
    });

    it('goes on by pages, each function once', async () => {
      const names: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof find>> = await find({ limit: 3, ...(cursor === null ? {} : { cursor }) });
        names.push(...page.results.map(({ symbol_id: id }) => id));
        cursor = page.next_cursor;
      } while (cursor !== null);
      assert.equal(new Set(names).size, (await find()).total);
      assert.deepEqual((await find({ path: 'nowhere' })).results, []);
    });
  });

  describe('outline', () => {
    const outline = async (more: object = {}) =>
      repositoryOutline.output.parse(await repositoryOutline.run(graph, scope, repositoryOutline.input.parse(more)));

    it('says what there is, where it starts, and what depends on what', async () => {
      const all = await outline();
      assert.deepEqual([all.repo_id, all.branch, all.figures.files], [repoId, 'main', 4]);
      assert.ok(all.commit.length === 40 && all.indexed_at !== null);
      assert.deepEqual(
        all.languages.map(({ language, files }) => [language, files]),
        [
          ['python', 3],
          ['java', 1],
        ],
      );
      assert.deepEqual(all.folders.map(({ path, files }) => [path, files]), [['app', 2], ['tests', 1]]); // prettier-ignore
      assert.deepEqual(
        all.entry_points.map(({ qualified_name: name }) => name),
        ['main', 'main.py'],
      );
      assert.deepEqual(
        all.dependencies.map(({ from, to, imports }) => [from, to, imports]),
        [
          ['', 'app', 2],
          ['tests', 'app', 1],
        ],
      );
    });

    it('knows no folder without files', async () => {
      await assert.rejects(outline({ path: 'ap' }), { code: 'not_found' });
      assert.equal((await outline({ path: 'app/' })).figures.files, 2);
    });
  });
});
