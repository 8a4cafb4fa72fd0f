import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { startCutLine } from '../../local/lab/cut-line.ts';
import { createGraph } from '../../src/adapters/neo4j.ts';
import { textAt } from '../../src/graph/row-values.ts';
import { AppError } from '../../src/model/errors.ts';
import type { GraphPort } from '../../src/ports.ts';
import { testGraph, testGraphUri, testRepoId } from '../support/neo4j.ts';

describe('adapters/neo4j', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  before(async () => {
    graph = await testGraph();
  });

  it('keeps whole numbers whole, lists of fractions floats, and bytes bytes, both ways', async () => {
    const params = {
      whole: 12,
      half: 0.5,
      vector: [0, 0.5, 1],
      deep: { rows: [[1, 0.9, [3]]] },
      bytes: Uint8Array.of(0, 200, 255),
    };
    const [row] = await graph.read(
      `RETURN $whole AS whole, $half AS half, $vector AS vector, $deep AS deep, $bytes AS bytes,
              valueType($whole) AS whole_type, valueType($vector) AS vector_type, valueType($deep.rows[0][2]) AS deep_type`,
      params,
    );
    assert.equal(row?.['whole'], 12);
    assert.equal(row['half'], 0.5);
    assert.deepEqual(row['vector'], [0, 0.5, 1]);
    assert.deepEqual(row['deep'], { rows: [[1, 0.9, [3]]] });
    assert.deepEqual(row['bytes'], Uint8Array.of(0, 200, 255));
    assert.match(textAt(row, 'whole_type'), /^INTEGER/);
    assert.match(textAt(row, 'vector_type'), /FLOAT/);
    assert.match(textAt(row, 'deep_type'), /INTEGER/);
  });

  it('gives nodes and relationships as their properties', async () => {
    const key = testRepoId();
    await graph.write([
      { cypher: "CREATE (:Chunk {key: $key})-[:CALLS {line: 3}]->(:Chunk {key: $key + '2'})", params: { key } },
    ]);
    const [row] = await graph.read('MATCH (n:Chunk {key: $key})-[e]->(m) RETURN n, e, [m] AS list', { key });
    assert.deepEqual(row, { n: { key }, e: { line: 3 }, list: [{ key: `${key}2` }] });
    await graph.write([{ cypher: 'MATCH (n:Chunk) WHERE n.key STARTS WITH $key DETACH DELETE n', params: { key } }]);
  });

  it('writes all statements or none', async () => {
    const key = testRepoId();
    const create = { cypher: 'CREATE (:Chunk {key: $key})', params: { key } };
    await assert.rejects(graph.write([create, { cypher: 'RETURN 1 / 0' }]));
    assert.deepEqual(await graph.read('MATCH (n:Chunk {key: $key}) RETURN count(n) AS n', { key }), [{ n: 0 }]);
  });

  it('runs statements that need a transaction of their own', async () => {
    const rows = await graph.run(
      'UNWIND [1, 2, 3] AS i CALL (i) { RETURN i * 2 AS j } IN TRANSACTIONS OF 2 ROWS RETURN j',
    );
    assert.deepEqual(rows, [{ j: 2 }, { j: 4 }, { j: 6 }]);
  });

  it('throws a mistake in a statement as the bug it is', async () => {
    const failure: unknown = await graph.read('RETURN nothing').then(
      () => undefined,
      (error: unknown) => error,
    );
    assert.ok(failure instanceof Error && !(failure instanceof AppError));
  });

  it('says graph_unavailable of a transaction that the server ends, as it does when it stops', async () => {
    const marker = `ended ${testRepoId('terminated')}`;
    const spin = `UNWIND range(1, 2000000000) AS i WITH i WHERE i < 0 RETURN '${marker}' AS marker`;
    const long = graph.run(spin).then(
      () => assert.fail('It was not ended'),
      (error: unknown) => error,
    );
    let ended = false;
    while (!ended) {
      const rows = await graph.run(
        'SHOW TRANSACTIONS YIELD transactionId, currentQuery WHERE currentQuery STARTS WITH $start ' +
          'AND currentQuery CONTAINS $marker RETURN transactionId AS id',
        { start: 'UNWIND range', marker },
      );
      for (const { id } of rows) {
        await graph.run('TERMINATE TRANSACTIONS $id', { id });
        ended = true;
      }
    }
    const failure = await long;
    assert.ok(failure instanceof AppError && failure.code === 'graph_unavailable', String(failure));
  });

  it('says graph_unavailable when nothing listens, in a few seconds and not in the driver’s thirty', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    await new Promise((resolve) => server.close(resolve));
    assert.ok(address !== null && typeof address === 'object');
    const down = createGraph({ uri: `bolt://127.0.0.1:${address.port}`, retryMs: 500 });
    for (const ask of [
      () => down.read('RETURN 1'),
      () => down.write([{ cypher: 'RETURN 1' }]),
      () => down.run('RETURN 1'),
    ]) {
      await assert.rejects(
        ask(),
        (error) => error instanceof AppError && error.code === 'graph_unavailable' && (error.retryAfter ?? 0) > 0,
      );
    }
    await down.close();
  });

  it('says graph_unavailable when the server accepts and never answers', async () => {
    const sockets = new Set<import('node:net').Socket>();
    const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const address = silent.address();
    assert.ok(address !== null && typeof address === 'object');
    const mute = createGraph({ uri: `bolt://127.0.0.1:${address.port}`, retryMs: 300, connectMs: 300 });
    await assert.rejects(
      mute.read('RETURN 1'),
      (error) => error instanceof AppError && error.code === 'graph_unavailable',
    );
    for (const socket of sockets) socket.destroy();
    await mute.close();
    silent.close();
  });

  it('says graph_unavailable wherever a connection ends that is being opened', async () => {
    const { hostname, port } = new URL(await testGraphUri());
    const failures: unknown[] = [];
    for (const end of ['end', 'destroy'] as const) {
      for (const whose of ['ours', 'theirs'] as const) {
        for (let bytes = 0; bytes < 120; bytes += 4) {
          // Passes so many bytes of one side on, and no more of anybody.
          const relay = createServer((socket) => {
            const server = connect(Number(port), hostname);
            let left = bytes;
            const pass = (from: Socket, to: Socket, isCounted: boolean) => {
              from.on('error', () => undefined).on('close', () => to.destroy());
              from.on('data', (sent: Buffer) => {
                to.write(isCounted ? sent.subarray(0, left) : sent);
                if (isCounted && (left -= sent.length) < 0) {
                  socket[end]();
                  server.destroy();
                }
              });
            };
            pass(socket, server, whose === 'ours');
            pass(server, socket, whose === 'theirs');
          });
          await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
          const far = createGraph({ uri: `bolt://127.0.0.1:${(relay.address() as AddressInfo).port}`, retryMs: 0 });
          await far.read('RETURN 1').catch((error: unknown) => failures.push(error));
          await far.close();
          relay.close();
        }
      }
    }
    assert.ok(failures.length > 60, `${failures.length} of 120 have failed`);
    const others = failures.filter((error) => !(error instanceof AppError && error.code === 'graph_unavailable'));
    assert.deepEqual(others, []);
  });

  it('says graph_unavailable when a connection goes silent that was good before, and goes on when it is whole', async () => {
    const line = await startCutLine(new URL(await testGraphUri()).host);
    const far = createGraph({ uri: `bolt://${line.address}`, retryMs: 2000, connectMs: 5000, readTimeoutMs: 2000 });
    assert.deepEqual(await far.read('RETURN 1 AS one'), [{ one: 1 }]);
    line.fail('silent');
    await assert.rejects(far.read('RETURN 1'), { code: 'graph_unavailable' });
    line.mend();
    assert.deepEqual(await far.read('RETURN 2 AS two'), [{ two: 2 }]);
    await far.close();
    await line.close();
  });
});
