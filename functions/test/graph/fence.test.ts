/** What keeps its plan has to be right in a store of any size: every part of it starts from an index. */
import assert from 'node:assert/strict';
import { keptPlan } from '../../src/graph/fence.ts';
import { deleteRepository } from '../../src/graph/repository.ts';
import type { GraphPort } from '../../src/ports.ts';
import { indexTexts } from '../support/indexed-texts.ts';
import { testGraph, testGraphUri, testRepoId } from '../support/neo4j.ts';
import { plansOf, recording, type Asked } from '../support/query-plans.ts';

const MODEL = 'import os\nclass Room:\n    def save(self): return save(self)\ndef save(x): return x\n';
const KEPT = keptPlan('');

describe('graph/fence: a kept plan', function () {
  this.timeout(600_000);
  let graph: GraphPort;

  before(async () => {
    graph = await testGraph();
  });

  /** All that a repository asks from its first sync to its deletion. */
  async function askedInALife(): Promise<Asked[]> {
    const repoId = testRepoId('kept');
    const { graph: recorded, asked } = recording(graph);
    const use = 'from model import Room, save\ndef use(): return save(Room())\n';
    await indexTexts(recorded, repoId, { 'model.py': MODEL, 'use.py': use, 'gone.py': 'def gone(): return 1\n' });
    await indexTexts(recorded, repoId, { 'model.py': MODEL.replace('Room', 'Hall'), 'use.py': `\n${use}` });
    await indexTexts(recorded, repoId, { 'model.py': MODEL, 'use.py': use }, { isPrivate: true });
    await deleteRepository(recorded, repoId);
    return asked;
  }

  it('is of statements alone that start from an index', async () => {
    const asked = await askedInALife();
    const kept = new Map(asked.filter(({ cypher }) => cypher.startsWith(KEPT)).map((one) => [one.cypher, one]));
    assert.ok(kept.size > 20, `${kept.size} statements`);
    // What the server believes of its indexes may be from before other tests removed what they had stored.
    await graph.run('CALL db.prepareForReplanning(300)');
    const explained = plansOf(await testGraphUri());
    for (const { cypher, params } of kept.values()) {
      const operators = await explained.operatorsOf({ cypher: cypher.slice(KEPT.length), params });
      const scans = operators.filter(({ name }) =>
        /^(.*NodeByLabelScan|.*RelationshipTypeScan|.*AllRelationshipsScan|.*AllNodesScan)$/.test(name),
      );
      assert.deepEqual(
        scans,
        [],
        `${cypher}\n${operators.map(({ name, details }) => `${name} ${details}`).join('\n')}`,
      );
    }
    await explained.close();
  });

  it('is of all that a first sync asks, and of nothing that looks for edges', async () => {
    const { graph: recorded, asked } = recording(graph);
    const repoId = testRepoId('kept');
    await indexTexts(recorded, repoId, { 'model.py': MODEL });
    const others = asked.filter(({ cypher }) => !cypher.startsWith(KEPT)).map(({ cypher }) => cypher);
    assert.deepEqual(
      others.filter((cypher) => !cypher.includes('SchemaVersion')),
      [],
    );
    const edges = 'MATCH (n)-[e:CALLS]->() DELETE e';
    assert.equal(keptPlan(edges), edges);
    await deleteRepository(graph, repoId);
  });
});
