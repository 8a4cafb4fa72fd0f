import assert from 'node:assert/strict';
import { openaiGateway } from '../../../src/adapters/gateway/gateway.ts';
import { accessOf, PUBLIC_ACCESS, scopeOf } from '../../../src/graph/access.ts';
import { semanticSearch } from '../../../src/graph/queries/semantic-search.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import { embedNodes } from '../../../src/jobs/ingest/embed.ts';
import type { GatewayPort, GraphPort } from '../../../src/ports.ts';
import { embeddingOf, startEmbeddingServer, type EmbeddingServer } from '../../support/embedding-server.ts';
import { writePlain, type PlainFile } from '../../support/graph-rows.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';

/** As many functions as make the nearest ten of one repository all others' if a filter came after the search. */
function hooks(word: string, count: number): PlainFile {
  const symbols = Array.from({ length: count }, (_, at) => ({
    name: `verify_${word}_${at}`,
    line: at + 1,
    docstring: `Verifies the zebra signature of the ${word} request.`,
  }));
  return { path: 'hooks.py', text: symbols.map(({ name }) => `def ${name}(): pass`).join('\n'), symbols };
}

describe('graph/queries semantic_search', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  let model: EmbeddingServer;
  let gateway: GatewayPort;
  const open = testRepoId('open');
  const secret = testRepoId('secret');
  const other = testRepoId('other');
  const bare = testRepoId('bare');

  before(async () => {
    graph = await testGraph();
    model = await startEmbeddingServer();
    gateway = openaiGateway({ apiKey: 'key', baseUrl: model.baseUrl, embeddingModel: 'test-embedding' });
    await writePlain(graph, open, PUBLIC_ACCESS, [hooks('open', 12)]);
    await writePlain(graph, secret, accessOf(secret, true), [hooks('secret', 40)]);
    await writePlain(graph, other, accessOf(other, true), [hooks('other', 40)]);
    await writePlain(graph, bare, PUBLIC_ACCESS, [hooks('bare', 3)]);
    for (const repoId of [open, secret, other]) {
      await embedNodes({ graph, gateway }, { repoId, model: 'test-embedding', budgetMs: 600_000 });
    }
    // Vector indexes follow their commits a moment behind.
    await graph.run('CALL db.awaitIndexes(60)');
  });

  after(async () => {
    for (const repoId of [open, secret, other, bare]) await deleteRepository(graph, repoId);
    await model.close();
  });

  async function ask(question: string, readable: string[], repoId?: string, hidden: string[] = []) {
    const searching = semanticSearch(gateway.embed);
    const scope = scopeOf({ privateRepoIds: readable, hiddenRepoIds: hidden }, repoId);
    return searching.output.parse(await searching.run(graph, scope, searching.input.parse({ question })));
  }

  it('asks the model once and gives the ten nearest, by their cosine', async () => {
    const before = model.requests.length;
    const { results, total } = await ask('zebra signature of the open request', [], open);
    assert.equal(model.requests.length, before + 1);
    assert.deepEqual(model.requests.at(-1)?.input, ['zebra signature of the open request']);
    assert.deepEqual([results.length, total], [10, 10]);
    assert.ok(results.every(({ repo_id: id, type }) => id === open && type === 'function'));
    const scores = results.map(({ score }) => score);
    assert.deepEqual(
      scores,
      [...scores].sort((a, b) => b - a),
    );
    const [vector] = await graph.read(
      'MATCH (n:Symbol) WHERE n.repo_id = $repo AND n.name = $name RETURN n.embedding AS v',
      {
        repo: open,
        name: results[0]?.name,
      },
    );
    const question = embeddingOf('zebra signature of the open request');
    const stored = Array.isArray(vector?.['v']) ? vector['v'] : [];
    const cosine = question.reduce((sum, value, at) => sum + value * Number(stored[at]), 0);
    assert.ok(Math.abs(cosine - (scores[0] ?? 0)) < 0.01, `${cosine} ${scores[0]}`);
  });

  it('filters within the index: others, however near, take no place', async () => {
    const nobody = await ask('zebra signature of the secret request', [], open);
    assert.ok(nobody.results.every(({ repo_id: id }) => id === open));
    assert.equal(nobody.total, 10);
    const owner = await ask('zebra signature of the secret request', [secret], secret);
    assert.deepEqual([owner.total, owner.results.every(({ repo_id: id }) => id === secret)], [10, true]);
    assert.equal((await ask('zebra signature', [], secret)).total, 0);
  });

  it('covers all that the caller may read, whatever their number, and nothing else', async () => {
    const many = Array.from({ length: 1_200 }, (_, at) => `nobody/${at}`);
    const { results } = await ask('zebra signature of the secret request', [...many, secret]);
    assert.ok(results.every(({ repo_id: id }) => id === secret));
    const public_ = await ask('zebra signature of the secret request', many);
    assert.ok(public_.results.every(({ repo_id: id }) => id !== secret && id !== other));
    assert.ok(public_.results.some(({ repo_id: id }) => id === open));
  });

  it('leaves out what is being deleted, and fills up with the rest', async () => {
    const { results } = await ask('zebra signature of the secret request', [secret, other], undefined, [secret]);
    assert.equal(results.length, 10);
    assert.ok(results.every(({ repo_id: id }) => id !== secret));
  });

  it('finds nothing where nothing was embedded', async () => {
    assert.deepEqual(await ask('zebra signature', [], bare), { results: [], total: 0 });
  });
});
