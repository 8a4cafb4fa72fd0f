import assert from 'node:assert/strict';
import { scopeOf } from '../../../src/graph/access.ts';
import { findImports } from '../../../src/graph/queries/find-imports.ts';
import { findModules } from '../../../src/graph/queries/find-modules.ts';
import { findVariables } from '../../../src/graph/queries/find-variables.ts';
import { peek } from '../../../src/graph/queries/peek.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import { AppError, type ErrorCode } from '../../../src/model/errors.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { indexTexts } from '../../support/indexed-texts.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';

const LONG_LINE = `DATA = "${'0123456789'.repeat(4_000)}"`;

const FILES = {
  'app/main.py': [
    'import numpy as np',
    'import os.path',
    'from .models import User, Group as Team',
    '',
    'MAX_USERS = 30',
    'max_users_seen = {"a": 1}',
    '',
    'class Store:',
    '    users = None',
    '',
    'def load(limit=3):',
    '    local = limit',
    '    return User(local)',
    '',
  ].join('\n'),
  'app/models.py': 'import numpy\nclass User: pass\r\nclass Group: pass\n',
  'app/other.py': 'import numpy as np\n',
  'app/long.py': `first = 1\n${LONG_LINE}\nlast = 2`,
  'app/empty.py': '',
  'java/alpha/beta/B.java': 'package alpha.beta;\nclass B {}\n',
  'java/alpha/beta/C.java': 'package alpha.beta;\nimport alpha.beta.B;\nclass C {}\n',
  'go/a.go':
    'package alpha\n\nimport (\n\tstr "strings"\n)\n\nconst Limit = 5\n\nvar x, y int = 1, 2\n\nfunc F() string { return str.ToLower("A") }\n',
};

describe('graph/queries lookups', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  const repoId = testRepoId('lookups');
  const twin = testRepoId('twin');
  const nobody = { privateRepoIds: [], hiddenRepoIds: [] };
  const scope = scopeOf(nobody, repoId);

  before(async () => {
    graph = await testGraph();
    await indexTexts(graph, repoId, FILES);
    await indexTexts(graph, twin, { 'app/main.py': 'x = 1\n', [`only/${twin.replace('/', '-')}.py`]: 'y = 1\n' });
  });

  after(async () => {
    await deleteRepository(graph, repoId);
    await deleteRepository(graph, twin);
  });

  const failsWith =
    (code: ErrorCode, text = /./) =>
    (error: unknown) =>
      error instanceof AppError && error.code === code && text.test(error.message);

  describe('find_variables', () => {
    const find = async (name: string) => findVariables.output.parse(await findVariables.run(graph, scope, { name }));

    it('matches any part of the name in any case, the name itself first', async () => {
      const { results, total } = await find('users');
      assert.deepEqual(
        results.map(({ name }) => name),
        ['users', 'MAX_USERS', 'max_users_seen'],
      );
      assert.equal(total, 3);
      assert.deepEqual((await find('USERS')).results.length, 3);
      assert.deepEqual((await find('nothing_like_it')).results, []);
    });

    it('says what it is set to and what is around it', async () => {
      const [max] = (await find('MAX_USERS')).results;
      assert.deepEqual(
        [max?.repo_id, max?.path, max?.line_number, max?.language, max?.value, max?.context],
        [repoId, 'app/main.py', 5, 'python', '30', null],
      );
      assert.deepEqual((await find('max_users_seen')).results[0]?.value, '{"a": 1}');
      const [field] = (await find('users')).results;
      assert.deepEqual([field?.context, field?.value], ['Store', 'None']);
      assert.equal((await find('Limit')).results[0]?.value, '5');
    });
  });

  describe('find_modules', () => {
    const find = async (name: string) => findModules.output.parse(await findModules.run(graph, scope, { name }));

    it('counts the files that import it', async () => {
      assert.deepEqual((await find('numpy')).results, [
        { repo_id: repoId, name: 'numpy', language: 'python', is_external: true, imported_by: 3 },
      ]);
    });

    it('takes another case, then a part, when nothing is spelled so', async () => {
      assert.deepEqual(
        (await find('NumPy')).results.map(({ name }) => name),
        ['numpy'],
      );
      assert.deepEqual(
        (await find('umpy')).results.map(({ name }) => name),
        ['numpy'],
      );
      assert.deepEqual(
        (await find('lpha.b')).results.map(({ name, is_external: external, imported_by: by }) => [name, external, by]),
        [['alpha.beta', false, 1]],
      );
    });
  });

  describe('find_imports', () => {
    const find = async (name: string) => findImports.output.parse(await findImports.run(graph, scope, { name }));

    it('finds by imported name, by alias and by module', async () => {
      assert.deepEqual((await find('Group')).results, [
        {
          repo_id: repoId,
          imported_name: 'Group',
          alias: 'Team',
          module_name: '.models',
          path: 'app/main.py',
          line_number: 3,
          resolved_path: 'app/models.py',
        },
      ]);
      assert.deepEqual(
        (await find('Team')).results.map(({ imported_name: name }) => name),
        ['Group'],
      );
      assert.deepEqual(
        (await find('.models')).results.map(({ imported_name: name }) => name),
        ['Group', 'User'],
      );
      assert.deepEqual(
        (await find('np')).results.map(({ path, module_name: module, resolved_path: resolved }) => [
          path,
          module,
          resolved,
        ]),
        [
          ['app/main.py', 'numpy', null],
          ['app/other.py', 'numpy', null],
        ],
      );
      assert.equal((await find('strings')).results[0]?.alias, 'str');
      assert.deepEqual((await find('nothing')).results, []);
    });
  });

  describe('peek', () => {
    const at = async (path: string, line = 1, above = 10, below = 10, within = scope) =>
      peek.output.parse(await peek.run(graph, within, { path, line, above, below }));

    it('shows the lines around a line and marks it', async () => {
      const answer = await at('app/main.py', 5, 1, 2);
      assert.deepEqual(answer, {
        path: 'app/main.py',
        repo_id: repoId,
        anchor_line: 5,
        total_lines: 13,
        lines: [
          { line_number: 4, content: '', is_anchor: false },
          { line_number: 5, content: 'MAX_USERS = 30', is_anchor: true },
          { line_number: 6, content: 'max_users_seen = {"a": 1}', is_anchor: false },
          { line_number: 7, content: '', is_anchor: false },
        ],
      });
    });

    it('stops at the ends of the file', async () => {
      assert.deepEqual(
        (await at('app/models.py', 1, 200, 200)).lines.map(({ content }) => content),
        ['import numpy', 'class User: pass', 'class Group: pass'],
      );
      assert.deepEqual((await at('app/main.py', 13, 0, 200)).lines.length, 1);
      assert.deepEqual((await at('app/main.py', 500, 10, 10)).lines, []);
      assert.deepEqual((await at('app/empty.py')).lines, []);
    });

    it('joins the pieces of a long line, and knows what comes after it', async () => {
      const { lines } = await at('app/long.py', 2, 1, 1);
      assert.deepEqual(
        lines.map(({ content }) => content.length),
        [9, LONG_LINE.length, 8],
      );
      assert.equal(lines[1]?.content, LONG_LINE);
      assert.deepEqual(
        (await at('app/long.py', 3, 0, 0)).lines.map(({ content }) => content),
        ['last = 2'],
      );
    });

    it('agrees with the file, wherever the window is', async () => {
      const text = FILES['app/main.py'].split('\n').slice(0, -1);
      for (let line = 1; line <= text.length; line++) {
        const { lines } = await at('app/main.py', line, 2, 3);
        assert.deepEqual(
          lines.map(({ content }) => content),
          text.slice(Math.max(0, line - 3), line + 3),
        );
      }
    });

    it('refuses line 0, unknown files, and a path that several repositories have, naming them', async () => {
      await assert.rejects(at('app/main.py', 0), failsWith('bad_request', /line/));
      await assert.rejects(at('app/main.py', -3), failsWith('bad_request', /line/));
      await assert.rejects(at('app/nowhere.py'), failsWith('not_found'));
      const anywhere = scopeOf(nobody);
      const both = new RegExp(`${repoId}.*${twin}|${twin}.*${repoId}`);
      await assert.rejects(at('app/main.py', 1, 1, 1, anywhere), failsWith('bad_request', both));
      const own = await at(`only/${twin.replace('/', '-')}.py`, 1, 1, 1, anywhere);
      assert.equal(own.repo_id, twin);
    });
  });
});
