import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import neo4j from 'neo4j-driver';
import { startNeo4j, type Neo4jServer } from '../../../local/stack/neo4j.ts';
import { isRunning, waitForExit } from '../../../local/stack/processes.ts';

describe('startNeo4j', function () {
  this.timeout(600_000);
  const given = process.env['NEO4J_URI'];
  let home: string;
  let server: Neo4jServer | undefined;
  before(() => {
    delete process.env['NEO4J_URI'];
    home = mkdtempSync(join(tmpdir(), 'neo4j-test-'));
  });
  after(async () => {
    await server?.stop();
    rmSync(home, { recursive: true, force: true });
    if (given !== undefined) process.env['NEO4J_URI'] = given;
  });

  async function run(uri: string, cypher: string): Promise<unknown[]> {
    const driver = neo4j.driver(uri, undefined, { disableLosslessIntegers: true });
    try {
      return (await driver.executeQuery(cypher)).records.map((record) => record.get(0) as unknown);
    } finally {
      await driver.close();
    }
  }

  it('starts one server per home, uses one that runs, and heals what a crash left', async () => {
    const first = (server = await startNeo4j({ home, heapMb: 512 }));
    assert.equal(first.reused, false);
    await run(first.uri, "CREATE (:Kept {name: 'before'})");

    const config = join(home, 'conf', 'neo4j.conf');
    const written = statSync(config).mtimeMs;
    const second = await startNeo4j({ home });
    assert.equal(second.reused, true);
    assert.equal(second.uri, first.uri);
    assert.equal(statSync(config).mtimeMs, written, 'the config of a running server is not touched');
    await second.stop();
    assert.deepEqual(await run(first.uri, 'RETURN 1'), [1], 'it is left as it was found');

    // Killed: the record stays behind, and names a process that is gone.
    const pid = first.pid ?? 0;
    process.kill(pid, 'SIGKILL');
    await waitForExit(pid, 30_000);
    assert.ok(existsSync(join(home, 'server.json')));
    const third = (server = await startNeo4j({ home, heapMb: 512 }));
    assert.equal(third.reused, false);
    assert.deepEqual(await run(third.uri, 'MATCH (n:Kept) RETURN n.name'), ['before']);

    // A starter that was killed: the server is taken over, and stops with its new owner.
    const record = JSON.parse(readFileSync(join(home, 'server.json'), 'utf8')) as { pid: number; owner: number };
    writeFileSync(join(home, 'server.json'), JSON.stringify({ ...record, owner: pid }));
    const fourth = (server = await startNeo4j({ home }));
    assert.equal(fourth.pid, record.pid);
    await fourth.stop();
    assert.equal(isRunning(record.pid), false);
    assert.equal(existsSync(join(home, 'server.json')), false);
  });

  it('says so when nothing answers at NEO4J_URI', async () => {
    process.env['NEO4J_URI'] = 'bolt://127.0.0.1:1';
    await assert.rejects(startNeo4j({ home }), /NEO4J_URI is set to bolt:\/\/127\.0\.0\.1:1, but no Neo4j answers/);
    delete process.env['NEO4J_URI'];
  });
});
