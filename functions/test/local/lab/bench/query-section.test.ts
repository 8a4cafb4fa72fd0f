import assert from 'node:assert/strict';
import { join } from 'node:path';
import { percentiles } from '../../../../local/lab/bench/queries.ts';
import { measureQueries } from '../../../../local/lab/bench/query-section.ts';
import { deleteRepository } from '../../../../src/graph/repository.ts';
import type { GraphPort } from '../../../../src/ports.ts';
import { startProject } from '../../../support/firebase.ts';
import { testGraph, testRepoId } from '../../../support/neo4j.ts';
import { makeRepository, type TestRepository } from '../../../support/repositories.ts';

const SOURCES = {
  'doors.py':
    'import os\n\nDOOR_LIMIT = 3\n\n\nclass FrontDoor:\n    """Lets people in."""\n\n' +
    '    def open_front_door(self):\n        return find_spare_key(self) or os.path\n\n\n' +
    'def find_spare_key(door):\n    return door\n',
};

describe('local/bench queries', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  let source: TestRepository;
  const name = testRepoId('measured').split('/')[1] ?? '';

  before(async () => {
    // Says in one sentence when there are no emulators.
    await startProject().close();
    graph = await testGraph();
    source = makeRepository(SOURCES);
  });

  after(async () => {
    await deleteRepository(graph, `bench/${name}`);
    source.remove();
  });

  it('has percentiles that are among the values', () => {
    assert.deepEqual(percentiles([5, 1, 4, 2, 3]), { p50: 3, p95: 5 });
    assert.deepEqual(percentiles(Array.from({ length: 200 }, (_, at) => 200 - at)), { p50: 100, p95: 190 });
    assert.deepEqual(percentiles([]), { p50: 0, p95: 0 });
  });

  it('asks every question over HTTP, and finds what is there', async () => {
    const { repositories, embedded, questions, finding } = await measureQueries({
      server: { uri: process.env['NEO4J_URI'] ?? '', pid: undefined },
      folders: { [name]: join(source.path, '.git') },
      count: 2,
      say: () => undefined,
    });
    assert.deepEqual(repositories, [`bench/${name}`]);
    assert.ok(embedded.nodes >= 5, String(embedded.nodes));
    const asked = new Set(questions.filter(({ inputs }) => inputs > 0).map(({ question }) => question.split(',')[0]));
    for (const question of [
      'find_functions',
      'search',
      'find_content',
      'change_impact',
      'graph_stats',
      'semantic_search',
    ]) {
      assert.ok(asked.has(question), question);
    }
    for (const { question, served, bare, inputs } of questions) {
      if (inputs > 0) assert.ok(served.p50 > 0 && served.p95 >= served.p50 && bare.p50 > 0, question);
    }
    assert.deepEqual([finding.exactFirst, finding.literalsEqual], [finding.names, finding.literals]);
    assert.ok(finding.names >= 3 && finding.partsInTen === finding.parts && finding.parts > 0);
    const [left] = await graph.read(
      'MATCH (n:Symbol) WHERE n.repo_id = $repo_id AND n.embedded_by IS NOT NULL RETURN count(n) AS vectors',
      { repo_id: `bench/${name}` },
    );
    assert.equal(left?.['vectors'], 0);
  });
});
