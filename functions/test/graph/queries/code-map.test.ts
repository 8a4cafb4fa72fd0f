import assert from 'node:assert/strict';
import { scopeOf } from '../../../src/graph/access.ts';
import { codeMap } from '../../../src/graph/queries/code-map.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { indexTexts } from '../../support/indexed-texts.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';

const FILES: Record<string, string> = {
  'main.py': 'from app.api.routes import route\nroute()\n',
  'app/api/routes.py': 'from app.model.user import User\ndef route():\n    if 1: return User().name()\n',
  'app/api/forms.py': 'from app.model.user import User\ndef form():\n    User().name()\n    return User()\n',
  'app/model/user.py': 'class User:\n    def name(self): return 1\n    def hard(self, x):\n        if x: return 1\n        while x: pass\n        return 2\n', // prettier-ignore
  'application/other.py': 'def other(): return 1\n',
  ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`wide/part_${at}/x.py`, 'def f(): return 1\n'])),
};

describe('graph/queries code_map', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  const repoId = testRepoId('maps');
  const scope = scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, repoId);

  before(async () => {
    graph = await testGraph();
    await indexTexts(graph, repoId, FILES);
  });

  after(async () => {
    await deleteRepository(graph, repoId);
  });

  const map = async (more: object = {}) => {
    const input = codeMap.input.parse(more);
    return codeMap.output.parse(await codeMap.run(graph, scope, input));
  };

  it('adds up what stands in each folder', async () => {
    const { nodes, figures, total } = await map({ by: 'complexity' });
    assert.deepEqual([figures.files, figures.functions, figures.classes, total], [35, 35, 1, 4]);
    assert.deepEqual(
      nodes.map(({ path, type, files, functions, complexity, max_complexity: most }) => [path, type, files, functions, complexity, most]), // prettier-ignore
      [
        ['wide', 'folder', 30, 30, 30, 1],
        ['app', 'folder', 3, 4, 7, 3],
        ['application', 'folder', 1, 1, 1, 1],
        ['main.py', 'file', 1, 0, 0, 0],
      ],
    );
  });

  it('drills down, and looks several levels deep', async () => {
    const app = await map({ path: 'app/' });
    assert.deepEqual(
      app.nodes.map(({ path, name, lines }) => [path, name, lines]),
      [
        ['app/api', 'api', 7],
        ['app/model', 'model', 6],
      ],
    );
    const deep = await map({ path: 'app', depth: 2 });
    assert.deepEqual(
      deep.nodes.map(({ path, depth }) => [path, depth]),
      [
        ['app/api', 1],
        ['app/model', 1],
        ['app/model/user.py', 2],
        ['app/api/forms.py', 2],
        ['app/api/routes.py', 2],
      ],
    );
  });

  it('shows how folders use each other', async () => {
    const of = async (links: string, path = '') =>
      (await map({ path, links })).links.map(({ from, to, edges, file_pairs: pairs }) => [from, to, edges, pairs]);
    assert.deepEqual(await of('imports'), [['main.py', 'app', 1, 1]]);
    assert.deepEqual(await of('imports', 'app'), [['app/api', 'app/model', 2, 2]]);
    assert.deepEqual(await of('calls', 'app'), [['app/api', 'app/model', 4, 2]]);
    assert.deepEqual(await of('none', 'app'), []);
  });

  it('names the most complex and the most called', async () => {
    const { hotspots, most_called: called } = await map({ path: 'app' });
    assert.deepEqual([hotspots[0]?.qualified_name, hotspots[0]?.complexity], ['User.hard', 3]);
    assert.deepEqual(called[0]?.qualified_name, 'User.name');
    assert.ok(called.every(({ callers }) => callers > 0));
  });

  it('says the same of files whose states do not say how complex they are', async () => {
    const before = [await map(), await map({ path: 'app', by: 'complexity' })];
    await graph.write([
      {
        cypher: `MATCH (s:FileState) WHERE s.repo_id = $repo_id AND (s.path STARTS WITH 'app/' OR s.path STARTS WITH 'wide/part_1')
          REMOVE s.complexity, s.max_complexity`,
        params: { repo_id: repoId },
      },
    ]);
    assert.deepEqual([await map(), await map({ path: 'app', by: 'complexity' })], before);
  });

  it('shows as many as it is asked for, and says when there are more', async () => {
    const wide = await map({ path: 'wide', limit: 10 });
    assert.deepEqual([wide.nodes.length, wide.total, wide.truncated], [10, 30, true]);
    assert.equal((await map({ path: 'wide' })).truncated, undefined);
  });

  it('knows no folder without files, and asks for one repository', async () => {
    await assert.rejects(map({ path: 'ap' }), { code: 'not_found', message: 'Folder not found' });
    const everywhere = scopeOf({ privateRepoIds: [], hiddenRepoIds: [] });
    await assert.rejects(codeMap.run(graph, everywhere, codeMap.input.parse({})), { code: 'bad_request' });
  });
});
