/**
 * The least that Neo4j and its driver need for the rows of a repository: nodes, text and edges by plain CREATE, in batches of
 * the size that ingestion uses, on the same schema or under labels that no index knows, where edges find their ends by the
 * server's own ids. What lies between the two is what the indexes cost. The rows are made before the clock runs and removed after.
 */
import { openLocal } from '../../../src/adapters/git/git-local.ts';
import { createGraph } from '../../../src/adapters/neo4j.ts';
import { decode } from '../../../src/extract/eligibility.ts';
import { chunksOf } from '../../../src/graph/chunks.ts';
import { nodeRow } from '../../../src/graph/node-row.ts';
import { ensureSchema } from '../../../src/graph/schema.ts';
import { EDGE_TYPES, NODE_LABELS } from '../../../src/model/graph.ts';
import { keyOf } from '../../../src/model/ids.ts';
import type { GraphPort, GraphRow } from '../../../src/ports.ts';
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

async function inBatches(graph: GraphPort, cypher: string, rows: Row[], size: number): Promise<GraphRow[]> {
  const answers: GraphRow[] = [];
  for (let at = 0; at < rows.length; at += size) {
    const params = { rows: rows.slice(at, at + size), repo_id: REPOSITORY };
    const [answer = []] = await graph.write([{ cypher, params }]);
    answers.push(...answer);
  }
  return answers;
}

async function removeRows(graph: GraphPort): Promise<void> {
  for (const label of ['Symbol', 'Chunk', 'Bare']) {
    await graph.run(
      `MATCH (n:${label} {repo_id: $repo_id}) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS`,
      { repo_id: REPOSITORY },
    );
  }
}

/** What is inserted: by label or type, in one order whatever the schema. */
interface AllRows {
  nodes: { label: string; rows: Row[] }[];
  chunks: Row[];
  edges: { type: string; rows: Row[] }[];
}

async function rowsOf(folder: string): Promise<AllRows> {
  const extracted = await extractFolder(folder);
  const texts = await textsOf(folder, new Set(extracted.files.map((facts) => facts.path)));
  const { nodes, edges } = graphOf(extracted);
  return {
    nodes: NODE_LABELS.map((label) => ({
      label,
      rows: nodes.filter((node) => node.label === label).map((node): Row => nodeRow(node, texts.get(node.path), '')),
    })),
    chunks: [...texts].flatMap(([path, text]) =>
      chunksOf(text).map((chunk, seq): Row => ({ key: keyOf(`${REPOSITORY} ${path} ${seq}`), path, seq, ...chunk })),
    ),
    edges: EDGE_TYPES.map((type) => ({
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
    })),
  };
}

const EDGE = '{lines: row.lines, evidence: row.evidence, confidence: row.confidence}';

async function insertIndexed(graph: GraphPort, { nodes, chunks, edges }: AllRows): Promise<void> {
  for (const { label, rows } of nodes) {
    const cypher = `UNWIND $rows AS row CREATE (n:Symbol:${label} {repo_id: $repo_id}) SET n += row`;
    await inBatches(graph, cypher, rows, BATCH);
  }
  const text = 'UNWIND $rows AS row CREATE (c:Chunk {repo_id: $repo_id}) SET c += row';
  await inBatches(graph, text, chunks, 100);
  for (const { type, rows } of edges) {
    const cypher = `UNWIND $rows AS row MATCH (a:Symbol {key: row.from}) MATCH (b:Symbol {key: row.to})
      CREATE (a)-[:${type} ${EDGE}]->(b)`;
    await inBatches(graph, cypher, rows, EDGE_BATCH);
  }
}

async function insertBare(graph: GraphPort, { nodes, chunks, edges }: AllRows): Promise<void> {
  const ids = new Map<unknown, unknown>();
  const create =
    'UNWIND $rows AS row CREATE (n:Bare {repo_id: $repo_id}) SET n += row RETURN n.key AS key, elementId(n) AS id';
  for (const { rows } of nodes) {
    for (const { key, id } of await inBatches(graph, create, rows, BATCH)) ids.set(key, id);
  }
  await inBatches(graph, create, chunks, 100);
  for (const { type, rows } of edges) {
    const joined = rows.map((row) => ({ ...row, from: ids.get(row['from']), to: ids.get(row['to']) }));
    const cypher = `UNWIND $rows AS row MATCH (a) WHERE elementId(a) = row.from MATCH (b) WHERE elementId(b) = row.to
      CREATE (a)-[:BARE_${type} ${EDGE}]->(b)`;
    await inBatches(graph, cypher, joined, EDGE_BATCH);
  }
}

/** `cpuSeconds` reads this process's clock. */
export async function insertRows(
  folder: string,
  uri: string,
  cpuSeconds: () => number,
  indexed = true,
): Promise<Inserted> {
  const rows = await rowsOf(folder);
  const graph = createGraph({ uri, username: 'neo4j', password: process.env['NEO4J_PASSWORD'] ?? '' });
  await ensureSchema(graph);
  await removeRows(graph);
  const before = cpuSeconds();
  await (indexed ? insertIndexed : insertBare)(graph, rows);
  const used = cpuSeconds() - before;
  await removeRows(graph);
  await graph.close();
  const count = (parts: { rows: Row[] }[]) => parts.reduce((sum, part) => sum + part.rows.length, 0);
  return { nodes: count(rows.nodes), chunks: rows.chunks.length, edges: count(rows.edges), cpu_seconds: used };
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
