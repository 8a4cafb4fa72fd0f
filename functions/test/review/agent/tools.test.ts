import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createGit } from '../../../src/adapters/git/git.ts';
import { scopeOf } from '../../../src/graph/access.ts';
import { QUESTIONS } from '../../../src/graph/queries/questions.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import type { GraphPort, Snapshot } from '../../../src/ports.ts';
import { fileTools, headReader } from '../../../src/review/agent/tools-files.ts';
import { graphTools } from '../../../src/review/agent/tools-graph.ts';
import { answerCall, declarationOf, type AgentTool } from '../../../src/review/agent/tools.ts';
import { indexTexts } from '../../support/indexed-texts.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';

async function ask(tools: readonly AgentTool[], name: string, input: object): Promise<string> {
  return (await answerCall(tools, { id: '1', name, arguments: JSON.stringify(input) })).text;
}

describe('review/tools', () => {
  describe('of the graph', function () {
    this.timeout(240_000);
    let graph: GraphPort;
    let tools: AgentTool[];
    const mine = testRepoId('mine');
    const other = testRepoId('other');

    before(async () => {
      graph = await testGraph();
      const code = (caller: string) => `def save(x):\n    return x\n\n\ndef ${caller}():\n    return save(1)\n`;
      await indexTexts(graph, mine, { 'app.py': code('run') }, { isPrivate: true });
      await indexTexts(graph, other, { 'theirs.py': code('elsewhere') });
      tools = graphTools(graph, scopeOf({ privateRepoIds: [mine], hiddenRepoIds: [] }, mine), QUESTIONS);
    });

    after(async () => {
      for (const id of [mine, other]) await deleteRepository(graph, id);
    });

    it('are all questions that the room of questions declares', async () => {
      const folder = join(import.meta.dirname, '../../../src/graph/queries');
      const declared: string[] = [];
      for (const file of readdirSync(folder)) {
        const exported = (await import(join(folder, file))) as Record<string, unknown>;
        for (const value of Object.values(exported)) {
          const read = z.object({ name: z.string(), summary: z.string(), run: z.unknown() }).safeParse(value);
          if (read.success) declared.push(read.data.name);
        }
      }
      assert.ok(declared.includes('find_callers'));
      assert.deepEqual(tools.map(({ name }) => name).sort(), declared.sort());
    });

    it('note what an answer says as far as it is read, whichever question was asked', async () => {
      const id = (name: string) => `${mine} app.py#${name}`;
      const save = { symbol_id: id('save'), path: 'app.py', line: 1 };
      const call = { symbol_id: id('run'), relation: 'calls', path: 'app.py', lines: [6], to: save };
      for (const [name, input] of [
        ['find_callers', { symbol_name: 'save' }],
        ['change_impact', { symbol_name: 'save' }],
        ['method_usages', { method_name: 'save' }],
        ['neighbours', { symbol_id: id('save') }],
        ['path_between', { from: id('run'), to: id('save') }],
        ['view_file', { path: 'app.py' }],
        // It names no line of the call, so that of the caller stands for it.
        ['callers_to_depth', { symbol_id: id('save') }],
      ] as const) {
        const { statements } = await answerCall(tools, { id: '1', name, arguments: JSON.stringify(input) });
        const calls = statements.filter(({ relation }) => relation === 'calls');
        const lines = name === 'callers_to_depth' ? [5] : [6];
        assert.deepEqual(calls[0], { ...call, lines }, name);
      }
      const { statements } = await answerCall(tools, {
        id: '1',
        name: 'find_callers',
        arguments: '{"symbol_name":"run"}',
      });
      assert.deepEqual(statements, [
        { symbol_id: id('run'), relation: 'not_called', path: 'app.py', lines: [5], to: null },
      ]);
      const functions = await answerCall(tools, { id: '1', name: 'find_functions', arguments: '{"name":"save"}' });
      assert.deepEqual(functions.statements, [
        { symbol_id: id('save'), relation: 'declares', path: 'app.py', lines: [1], to: null },
      ]);
    });

    it('have declarations that servers take, without a repository to choose', () => {
      for (const declaration of tools.map(declarationOf)) {
        assert.match(declaration.name, /^[a-zA-Z0-9_-]{1,64}$/);
        assert.equal(declaration.parameters['type'], 'object');
        const text = JSON.stringify(declaration.parameters);
        assert.doesNotMatch(text, /repo_?(owner|name)|\$schema|\$ref/i);
      }
    });

    it('answer from one repository, whatever the arguments name', async () => {
      const [owner, name] = other.split('/');
      const more = { repo_owner: owner, repo_name: name, repoOwner: owner, repoName: name, repo_id: other };
      const found = await ask(tools, 'find_callers', { symbol_name: 'save', ...more });
      assert.match(found, /"path":"app\.py"/);
      assert.match(found, /"caller":"run"/);
      for (const [tool, input] of [
        ['find_callers', { symbol_name: 'save' }],
        ['find_functions', { name: 'save' }],
        ['search', { query: 'save' }],
        ['find_content', { query: 'save(1)' }],
        ['function_complexity', { function_name: 'elsewhere' }],
        ['peek', { path: 'theirs.py' }],
      ] as const) {
        const answer = await ask(tools, tool, { ...input, ...more });
        // Neither the repository, whose id is left out of answers, nor anything that stands in it alone.
        assert.doesNotMatch(answer.replace(/^The tool failed:.*/, ''), new RegExp(`${other}|theirs|elsewhere`), tool);
      }
    });

    it('refuse to be made for more than one repository', () => {
      assert.throws(() => graphTools(graph, scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }), QUESTIONS));
    });

    it('tell the model what it did wrong', async () => {
      assert.match(await ask(tools, 'find_callers', {}), /do not fit[^]*symbol_name/);
      assert.match(await ask(tools, 'function_complexity', { function_name: 'nowhere' }), /The tool failed: /);
      assert.match((await answerCall(tools, { id: '1', name: 'graph_stats', arguments: '' })).text, /Function/);
    });
  });

  describe('of the checkout', () => {
    let repository: TestRepository;
    let head: Snapshot;
    let tools: AgentTool[];

    before(async () => {
      repository = makeRepository({
        'src/a.py': 'import os\n# café\nprint(os.name)\n',
        'src/long.txt': Array.from({ length: 2_000 }, (_, at) => `line ${at + 1} ${'x'.repeat(100)}`).join('\n'),
        'src/binary.bin': new Uint8Array([0, 1, 2, 3]),
        'src/huge.js': `${'y'.repeat(100)}\n`.repeat(12_000),
        environ: { symlink: '/proc/self/environ' },
        passwd: { symlink: '../../../../../../etc/passwd' },
        folder: { symlink: '/etc' },
        empty: '',
      });
      head = await createGit({ gitUrl: 'http://127.0.0.1:9', maxPackBytes: 1e7 }).openLocal(repository.path, {
        from: 'commit',
      });
      tools = fileTools(head);
    });

    after(async () => {
      await head.close();
      repository.remove();
    });

    it('read lines of files, as many as are asked for up to a bound', async () => {
      assert.equal(
        await ask(tools, 'read_file', { path: 'src/a.py' }),
        'src/a.py, lines 1 to 3 of 3\n1: import os\n2: # café\n3: print(os.name)',
      );
      assert.match(await ask(tools, 'read_file', { path: './src/a.py', line_start: 3 }), /lines 3 to 3 of 3\n3: print/);
      const long = await ask(tools, 'read_file', { path: 'src/long.txt', line_start: 1_500, line_end: 1_502 });
      assert.deepEqual(
        long.split('\n').map((line) => line.slice(0, 15)),
        ['src/long.txt, l', '1500: line 1500', '1501: line 1501', '1502: line 1502'],
      );
      const all = await ask(tools, 'read_file', { path: 'src/long.txt' });
      assert.ok(all.length <= 12_000);
      assert.match(all, /cut: \d+ characters in all/);
      assert.match(await ask(tools, 'read_file', { path: 'empty' }), /of 0/);
    });

    it('leave nothing but the commit’s own files within reach', async () => {
      for (const path of [
        '/etc/passwd',
        '../../../etc/passwd',
        'src/../../../../etc/passwd',
        'folder/passwd',
        '.git/config',
        '/proc/self/environ',
        'file:///etc/passwd',
      ]) {
        assert.match(await ask(tools, 'read_file', { path }), /^There is no file/, path);
      }
      assert.equal(
        await ask(tools, 'read_file', { path: 'environ' }),
        'environ is a symbolic link to "/proc/self/environ"',
      );
      assert.match(await ask(tools, 'read_file', { path: 'passwd' }), /symbolic link/);
      assert.match(await ask(tools, 'read_file', { path: 'src/binary.bin' }), /binary/);
      assert.match(await ask(tools, 'read_file', { path: 'src/huge.js' }), /larger than/);
      assert.equal(await headReader(head)('environ'), undefined);
      assert.equal(await headReader(head)('src/../src/a.py'), undefined);
      assert.match((await headReader(head)('src/a.py')) ?? '', /^import os/);
    });

    it('search literally, without following links', async () => {
      assert.equal(await ask(tools, 'search_files', { text: 'os.name' }), 'src/a.py:3: print(os.name)');
      assert.equal(
        await ask(tools, 'search_files', { text: 'OS.NAME', case_sensitive: false }),
        'src/a.py:3: print(os.name)',
      );
      assert.equal(await ask(tools, 'search_files', { text: 'os.name', path_prefix: 'lib/' }), 'No line contains it');
      assert.equal(await ask(tools, 'search_files', { text: '(a+)+$.*' }), 'No line contains it');
      assert.equal(await ask(tools, 'search_files', { text: 'root:' }), 'No line contains it');
      const many = await ask(tools, 'search_files', { text: 'line' });
      assert.equal(many.split('\n').filter((line) => line.startsWith('src/long')).length, 60);
    });

    it('suggest where a file of that name is', async () => {
      assert.match(await ask(tools, 'read_file', { path: 'lib/a.py' }), /did you mean src\/a\.py\?/);
    });
  });
});
