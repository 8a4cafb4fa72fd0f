/**
 * The real Neo4j that tests run on: NEO4J_URI, or one started for this process under the system's temporary folder and
 * stopped with it. One per process; tests keep apart by using a repository name of their own (`testRepoId`).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'mocha';
import { startNeo4j, type Neo4jServer } from '../../local/stack/neo4j.ts';
import { createGraph } from '../../src/adapters/neo4j.ts';
import { ensureSchema } from '../../src/graph/schema.ts';
import type { GraphPort } from '../../src/ports.ts';

let started: Promise<{ graph: GraphPort; server: Neo4jServer; uri: string }> | undefined;

async function start(): Promise<{ graph: GraphPort; server: Neo4jServer; uri: string }> {
  const home = mkdtempSync(join(tmpdir(), 'reviewgraph-neo4j-'));
  const server = await startNeo4j({ home, heapMb: 768 });
  const graph = patientGraph(server.uri);
  await ensureSchema(graph);
  after(async () => {
    await graph.close();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });
  return { graph, server, uri: server.uri };
}

/** What a test finds out is never how long a busy machine keeps it waiting. */
export function patientGraph(uri: string): GraphPort {
  return createGraph({
    uri,
    username: 'neo4j',
    password: process.env['NEO4J_PASSWORD'] ?? '',
    retryMs: 60_000,
    connectMs: 30_000,
    readTimeoutMs: 60_000,
  });
}

/** A graph with the schema applied. Call it in a `before` hook with a timeout that allows a server start (3 minutes). */
export async function testGraph(): Promise<GraphPort> {
  started ??= start();
  return (await started).graph;
}

export async function testGraphUri(): Promise<string> {
  await testGraph();
  return (await started)?.uri ?? '';
}

let count = 0;

/** `test-<pid>-<time>-<n>/name`: no other test, process or earlier run has it. */
export function testRepoId(name = 'repo'): string {
  count += 1;
  return `test-${process.pid}-${Date.now().toString(36)}-${count}/${name}`;
}
