/**
 * The least that Neo4j and its driver need for the rows of a repository: nodes, text and edges by plain CREATE, on the
 * same schema, in batches of the size that ingestion uses. The rows are made before the clock runs and removed after.
 */
import { openLocal } from '../../../src/adapters/git/git-local.ts';
import { createGraph } from '../../../src/adapters/neo4j.ts';
import { decode } from '../../../src/extract/eligibility.ts';
import { chunksOf } from '../../../src/graph/chunks.ts';
import { nodeRow } from '../../../src/graph/node-row.ts';
import { ensureSchema } from '../../../src/graph/schema.ts';
import { EDGE_TYPES, NODE_LABELS } from '../../../src/model/graph.ts';
import { keyOf } from '../../../src/model/ids.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { nodesOf } from '../../../src/resolve/program/nodes.ts';
import { resolveGraph } from '../../../src/resolve/resolve.ts';
import { extractFolder } from '../extract-folder.ts';

const REPOSITORY = 'bench/insert';
const BATCH = 2_000;
const EDGE_BATCH = 5_000;

export interface Inserted {
  nodes: number;
  chunks: number;
  edges: number;
  /** Of this process, while it inserted. */
  cpu_seconds: number;
}

type Row = Record<string, unknown>;

async function inBatches(graph: GraphPort, cypher: string, rows: Row[], size: number): Promise<void> {
  for (let at = 0; at < rows.length; at += size) {
    await graph.write([{ cypher, params: { rows: rows.slice(at, at + size), repo_id: REPOSITORY } }]);
  }
}

async function removeRows(graph: GraphPort): Promise<void> {
  for (const label of ['Symbol', 'Chunk']) {
    await graph.run(
      `MATCH (n:${label} {repo_id: $repo_id}) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS`,
      { repo_id: REPOSITORY },
    );
  }
}

/** `cpuSeconds` reads this process's clock. */
export async function insertRows(folder: string, uri: string, cpuSeconds: () => number): Promise<Inserted> {
  const extracted = await extractFolder(folder);
  const texts = await textsOf(folder, new Set(extracted.files.map((facts) => facts.path)));
  const { nodes, edges } = graphOf(extracted);
  const graph = createGraph({ uri, username: 'neo4j', password: process.env['NEO4J_PASSWORD'] ?? '' });
  await ensureSchema(graph);
  await removeRows(graph);

  const nodeRows = NODE_LABELS.map((label) => ({
    label,
    rows: nodes.filter((node) => node.label === label).map((node): Row => nodeRow(node, texts.get(node.path), '')),
  }));
  const chunks = [...texts].flatMap(([path, text]) =>
    chunksOf(text).map((chunk, seq): Row => ({ key: keyOf(`${REPOSITORY} ${path} ${seq}`), path, seq, ...chunk })),
  );
  const edgeRows = EDGE_TYPES.map((type) => ({
    type,
    rows: edges
      .filter((edge) => edge.type === type)
      .map((edge): Row => ({
        from: keyOf(edge.from),
        to: keyOf(edge.to),
        lines: edge.sites?.map((site) => site.line) ?? null,
        evidence: edge.evidence ?? null,
        confidence: edge.confidence ?? null,
      })),
  }));

  const before = cpuSeconds();
  for (const { label, rows } of nodeRows) {
    const cypher = `UNWIND $rows AS row CREATE (n:Symbol:${label} {repo_id: $repo_id}) SET n += row`;
    await inBatches(graph, cypher, rows, BATCH);
  }
  const text = 'UNWIND $rows AS row CREATE (c:Chunk {repo_id: $repo_id}) SET c += row';
  await inBatches(graph, text, chunks, 100);
  for (const { type, rows } of edgeRows) {
    const cypher = `UNWIND $rows AS row MATCH (a:Symbol {key: row.from}) MATCH (b:Symbol {key: row.to})
      CREATE (a)-[:${type} {lines: row.lines, evidence: row.evidence, confidence: row.confidence}]->(b)`;
    await inBatches(graph, cypher, rows, EDGE_BATCH);
  }
  const used = cpuSeconds() - before;
  await removeRows(graph);
  await graph.close();
  return { nodes: nodes.length, chunks: chunks.length, edges: edges.length, cpu_seconds: used };
}

async function textsOf(folder: string, paths: Set<string>): Promise<Map<string, string>> {
  const snapshot = await openLocal(folder);
  const texts = new Map<string, string>();
  for (const { path, oid } of snapshot.entries) {
    if (paths.has(path)) texts.set(path, decode(await snapshot.read(oid)) ?? '');
  }
  await snapshot.close();
  return texts;
}

function graphOf({ files, manifests }: Awaited<ReturnType<typeof extractFolder>>) {
  const resolved = resolveGraph({ repoId: REPOSITORY, files, manifests });
  const nodes = [...resolved.modules, ...files.flatMap((facts) => nodesOf(REPOSITORY, facts))];
  return { nodes, edges: resolved.files.flatMap((file) => file.edges) };
}
