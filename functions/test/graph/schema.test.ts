/** Cold workers of a new deployment apply the schema at the same moment, each over connections of its own. */
import assert from 'node:assert/strict';
import { applyStatement } from '../../src/graph/schema.ts';
import type { GraphPort } from '../../src/ports.ts';
import { patientGraph, testGraphUri } from '../support/neo4j.ts';

const LABEL = `Race${process.pid}x${Date.now()}`;
const NAME = LABEL.toLowerCase();

const STATEMENTS = [
  `CREATE CONSTRAINT ${NAME}_key IF NOT EXISTS FOR (n:${LABEL}) REQUIRE n.key IS UNIQUE`,
  `CREATE INDEX ${NAME}_name IF NOT EXISTS FOR (n:${LABEL}) ON (n.name)`,
  `CREATE TEXT INDEX ${NAME}_text IF NOT EXISTS FOR (n:${LABEL}) ON (n.name)`,
  `CREATE FULLTEXT INDEX ${NAME}_words IF NOT EXISTS FOR (n:${LABEL}) ON EACH [n.name]`,
  `CYPHER 25 CREATE VECTOR INDEX ${NAME}_vector IF NOT EXISTS FOR (n:${LABEL}) ON n.embedding WITH [n.name]
   OPTIONS { indexConfig: { \`vector.dimensions\`: 8, \`vector.similarity_function\`: 'cosine' } }`,
];
const DROPPED = [
  `DROP CONSTRAINT ${NAME}_key IF EXISTS`,
  ...['name', 'text', 'words', 'vector'].map((part) => `DROP INDEX ${NAME}_${part} IF EXISTS`),
];

describe('graph/schema', function () {
  this.timeout(240_000);
  let workers: GraphPort[];

  before(async () => {
    const uri = await testGraphUri();
    workers = Array.from({ length: 5 }, () => patientGraph(uri));
    await Promise.all(workers.map((graph) => graph.read('RETURN 1')));
  });
  after(async () => {
    for (const [at, graph] of workers.entries()) {
      for (const statement of at === 0 ? DROPPED : []) await applyStatement(graph, statement);
      await graph.close();
    }
  });

  it('is applied by many processes at once', async () => {
    for (const statement of STATEMENTS) await Promise.all(workers.map((graph) => applyStatement(graph, statement)));
    const [found] =
      (await workers[0]?.read(
        'SHOW INDEXES YIELD name, labelsOrTypes WHERE $label IN labelsOrTypes RETURN collect(name) AS names',
        { label: LABEL },
      )) ?? [];
    const wanted = ['key', 'name', 'text', 'vector', 'words'].map((part) => `${NAME}_${part}`);
    assert.deepEqual((found?.['names'] as string[]).sort(), wanted);
  });

  it('drops what is old in many processes at once, and says what is wrong with a statement', async () => {
    for (const statement of DROPPED) await Promise.all(workers.map((graph) => applyStatement(graph, statement)));
    for (const graph of workers.slice(0, 1))
      await assert.rejects(applyStatement(graph, 'CREATE INDEX'), /Invalid input/);
  });
});
