/** Embedding a repository's nodes: real Neo4j, and a model behind the real protocol that fails where the test says. */
import assert from 'node:assert/strict';
import { openaiGateway } from '../../../src/adapters/gateway/gateway.ts';
import { PUBLIC_ACCESS } from '../../../src/graph/access.ts';
import { countEmbedded, embeddingStamp } from '../../../src/graph/embeddings.ts';
import { embedNodes, type EmbedOptions } from '../../../src/jobs/ingest/embed.ts';
import type { GatewayPort, GraphPort } from '../../../src/ports.ts';
import { embeddingOf, startEmbeddingServer, type EmbeddingServer } from '../../support/embedding-server.ts';
import { writePlain, type PlainFile } from '../../support/graph-rows.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';

const FILES: PlainFile[] = [
  {
    path: 'src/hooks.py',
    text: 'def verify_signature(body, header):\n    return hmac(body) == header\n\nLIMIT = 3\n',
    symbols: [
      { name: 'verify_signature', line: 1, endLine: 2, docstring: 'Compares the header with the HMAC.' },
      { name: 'LIMIT', label: 'Variable', line: 4 },
    ],
  },
  {
    path: 'src/shop.py',
    text: 'class Basket:\n    def add(self, item):\n        self.items.append(item)\n',
    symbols: [
      { name: 'Basket', label: 'Class', line: 1, endLine: 3 },
      { name: 'add', qualifiedName: 'Basket.add', line: 2, endLine: 3 },
    ],
  },
];

describe('embedNodes', () => {
  let graph: GraphPort;
  let model: EmbeddingServer;
  let gateway: GatewayPort;
  let repoId: string;

  before(async function () {
    this.timeout(240_000);
    graph = await testGraph();
  });
  beforeEach(async () => {
    model = await startEmbeddingServer();
    gateway = openaiGateway({ apiKey: 'key', baseUrl: model.baseUrl, embeddingModel: 'test-embedding' });
    repoId = testRepoId();
    await writePlain(graph, repoId, PUBLIC_ACCESS, FILES);
  });
  afterEach(() => model.close());

  const embed = (more: Partial<EmbedOptions> = {}) =>
    embedNodes({ graph, gateway }, { repoId, model: 'test-embedding', budgetMs: 600_000, ...more });
  const texts = () => model.requests.flatMap(({ input }) => input);
  const embedded = () => countEmbedded(graph, repoId, embeddingStamp('test-embedding'));

  it('gives every node a vector, the repository and the files too', async () => {
    const progress: number[] = [];
    const done = await embed({ onProgress: (at) => progress.push(at.done, at.total) });
    assert.deepEqual(done, {
      counts: { Repository: 1, File: 2, Class: 1, Function: 2, Variable: 1 },
      total: 7,
      remaining: 0,
      failure: undefined,
    });
    assert.deepEqual(progress, [7, 7]);
    assert.equal(await embedded(), 7);
    assert.ok(
      model.requests.every((request) => request.encoding_format === 'float' && request.model === 'test-embedding'),
    );
    const rows = await graph.read(
      'MATCH (n:Symbol) WHERE n.repo_id = $repo_id RETURN n.name AS name, size(n.embedding) AS size',
      { repo_id: repoId },
    );
    assert.ok(rows.length === 7 && rows.every((row) => row['size'] === 1536), JSON.stringify(rows));
  });

  it('describes a node by kind, names in words, place, docstring and text; a file by what is in it', async () => {
    await embed();
    const of = (start: string) => texts().find((text) => text.startsWith(start)) ?? '';
    const verify = of('function verify_signature: verify signature');
    assert.match(verify, /\nfile src\/hooks\.py\nCompares the header with the HMAC\.\ndef verify_signature\(body/);
    assert.match(of('file src/shop.py'), /\nBasket, add$/);
    assert.match(of(`repository ${repoId}`), /repo$/m);
  });

  it('can be found by the vector index, within its repository', async () => {
    await embed();
    const rows = await graph.read(
      `CYPHER 25 MATCH (n:Symbol) SEARCH n IN (VECTOR INDEX symbol_embedding FOR $vector WHERE n.repo_id = $repo_id LIMIT 3)
       SCORE AS score RETURN n.name AS name, n.repo_id AS repo_id, score`,
      { vector: embeddingOf('verify the signature header hmac'), repo_id: repoId },
    );
    assert.equal(rows[0]?.['name'], 'verify_signature');
    assert.ok(rows.every((row) => row['repo_id'] === repoId));
  });

  it('asks for nothing when all nodes have vectors, and only for what changed', async () => {
    await embed();
    const before = model.requests.length;
    assert.equal((await embed()).total, 0);
    assert.equal(model.requests.length, before);

    const [hooks] = FILES;
    assert.ok(hooks);
    const text = hooks.text.replace('LIMIT = 3', 'LIMIT = 4');
    await writePlain(graph, repoId, PUBLIC_ACCESS, [{ ...hooks, text, oid: 'b'.repeat(40), known: true }]);
    assert.equal(await embedded(), 6, 'the rewritten file keeps the vectors of unchanged nodes');
    assert.deepEqual((await embed()).counts, { Variable: 1 });
    assert.match(texts().at(-1) ?? '', /LIMIT = 4/);
  });

  it('embeds a file again when what is in it has another name', async () => {
    await embed();
    const [, shop] = FILES;
    assert.ok(shop);
    const symbols = shop.symbols.map((symbol) =>
      symbol.name === 'add' ? { ...symbol, name: 'put', qualifiedName: 'Basket.put' } : symbol,
    );
    await writePlain(graph, repoId, PUBLIC_ACCESS, [{ ...shop, symbols, oid: 'c'.repeat(40), known: true }]);
    assert.deepEqual((await embed()).counts, { File: 1, Function: 1 });
  });

  it('replaces the vectors of another model', async () => {
    await embed();
    assert.equal((await embed({ model: 'newer-embedding' })).total, 7);
    assert.equal(await embedded(), 0);
  });

  it('counts no node twice when two runs meet', async () => {
    const [one, two] = await Promise.all([embed(), embed()]);
    assert.equal(one.total + two.total, 7);
    assert.equal(await embedded(), 7);
  });

  it('writes no vector to a node whose text changed while the model read it', async () => {
    const [hooks] = FILES;
    assert.ok(hooks);
    const file = { ...hooks, text: hooks.text.replace('3', '5'), oid: 'd'.repeat(40), known: true };
    model.onRequest = async () => {
      model.onRequest = () => undefined;
      await writePlain(graph, repoId, PUBLIC_ACCESS, [file]);
    };
    const done = await embed();
    assert.deepEqual([done.total, done.remaining], [6, 1]);
    assert.deepEqual((await embed()).counts, { Variable: 1 });
  });

  it('waits when the gateway asks to, and tries again what passes', async () => {
    model.faults.push({ status: 429, headers: { 'Retry-After': '1' } }, { status: 503 }, { hangUp: true });
    assert.equal((await embed()).total, 7);
    assert.equal(model.requests.length, 4);
  });

  it('does not wait longer than a minute, nor for a refusal', async () => {
    model.faults.push({ status: 429, headers: { 'Retry-After': '3600' } });
    const limited = await embed();
    assert.deepEqual([limited.total, limited.remaining, limited.failure?.code], [0, 7, 'rate_limited']);
    assert.equal(limited.failure?.retryAfter, 3600);
    model.faults.push({ status: 401 });
    assert.equal((await embed()).failure?.code, 'gateway_refused');
    assert.equal(model.requests.length, 2);
  });

  it('refuses vectors of another length, too few of them, zeros, and what is none', async () => {
    const zeros = { object: 'list', data: Array.from({ length: 7 }, (_, index) => ({ index, embedding: new Array<number>(1536).fill(0) })) }; // prettier-ignore
    const few = { data: [{ index: 0, embedding: embeddingOf('a') }] };
    const words = { data: Array.from({ length: 7 }, (_, index) => ({ index, embedding: ['a'] })) };
    for (const faults of [
      // Asked for our length it still gives its own.
      [{ dimensions: 768 }, { dimensions: 768 }],
      [{ body: zeros }],
      [{ body: few }],
      [{ body: words }],
      [{ body: { error: 'x' } }],
    ]) {
      model.faults.push(...faults);
      const done = await embed();
      assert.deepEqual([done.total, done.remaining, done.failure?.code], [0, 7, 'gateway_refused'], JSON.stringify(faults).slice(0, 60)); // prettier-ignore
    }
    assert.equal(await embedded(), 0);
  });

  it('halves what the model finds too long: the batch, then the text', async () => {
    model.longest = 60;
    const refused = await embed();
    assert.equal(refused.failure?.code, 'context_overflow');
    model.longest = 250;
    const long = {
      path: 'src/long.py',
      text: `x = "${'word '.repeat(400)}"\n`,
      symbols: [{ name: 'x', label: 'Variable' as const }],
    };
    await writePlain(graph, repoId, PUBLIC_ACCESS, [long]);
    assert.equal((await embed()).remaining, 0);
    assert.equal(await embedded(), 9);
  });

  it('stops when its time is up and goes on from there', async () => {
    const many = Array.from({ length: 500 }, (_, at) => ({ name: `f${at}`, line: 1 }));
    await writePlain(graph, repoId, PUBLIC_ACCESS, [{ path: 'src/many.py', text: 'pass\n', symbols: many }]);
    let first = { total: 0, remaining: 0, failure: undefined as unknown };
    // A machine that stood still until the time was up is given more of it.
    for (let budgetMs = 4_000; first.total === 0; budgetMs *= 2) {
      let answered = 0;
      model.onRequest = () => (++answered > 2 ? new Promise(() => undefined) : undefined);
      first = await embed({ budgetMs });
    }
    assert.ok(first.remaining > 0, JSON.stringify(first));
    assert.equal(first.failure, undefined);
    assert.equal(await embedded(), first.total);
    model.onRequest = () => undefined;
    const second = await embed();
    assert.deepEqual([first.total + second.total, second.remaining], [508, 0]);
  });

  it('leaves a gateway that is silent when its patience ends, long before its time is up', async () => {
    model.onRequest = () => new Promise(() => undefined);
    const done = await embed({ patienceMs: 300 });
    assert.deepEqual([done.total, done.remaining, done.failure?.code], [0, 7, 'gateway_unavailable']);
    assert.match(String(done.failure?.message), /did not answer in time/);
    assert.ok(model.requests.length <= 1, 'it was asked again');
  });

  it('asks nobody when there is no time left', async () => {
    const done = await embed({ budgetMs: -1 });
    assert.deepEqual([done.total, done.remaining, done.failure], [0, 7, undefined]);
    assert.equal(model.requests.length, 0);
  });

  it('ends at once when its work is taken away', async () => {
    const lost = new AbortController();
    model.onRequest = () => {
      lost.abort(new Error('taken over'));
      return new Promise(() => undefined);
    };
    await assert.rejects(embed({ signal: lost.signal }), /taken over/);
    assert.equal(await embedded(), 0);
  });
});
