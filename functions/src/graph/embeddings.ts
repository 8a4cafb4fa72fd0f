/**
 * The vectors of a repository's nodes: which are missing, what their texts are, and where vectors go. A vector stays
 * with its node as long as the text it was made from does (mergeNodes in node-row.ts); `embedded_by` says which model and
 * which form of the text made it, so that another model's vectors are replaced and never mixed.
 *
 *     (:Symbol {key: '4fJ…', text_hash: '9a…', embedding: [0.013, …], embedded_by: 'text-embedding-3-small 1'})
 */
import type { NodeLabel } from '../model/graph.ts';
import { keyOf } from '../model/ids.ts';
import type { GraphPort, GraphRow } from '../ports.ts';
import { EMBEDDING_TEXT_VERSION, embeddingText } from './embedding-text.ts';
import { numberAt, textAt, textOrNullAt } from './row-values.ts';

/** What questions are asked about most comes first: a run that ends early has embedded that. */
const LABEL_OF_TYPE: Record<string, NodeLabel> = {
  function: 'Function',
  class: 'Class',
  file: 'File',
  module: 'Module',
  repository: 'Repository',
  variable: 'Variable',
};
const TYPES = Object.keys(LABEL_OF_TYPE);

export type LabelCounts = Partial<Record<NodeLabel, number>>;

/** A node's text as it was read; `hash` tells at the write whether the node still says the same. */
export interface EmbeddableNode {
  key: string;
  hash: string;
  text: string;
}

/** What vectors of this model carry as `embedded_by`. */
export function embeddingStamp(model: string): string {
  return `${model} ${EMBEDDING_TEXT_VERSION}`;
}

/** Keys of the nodes without a vector of this stamp, in the order in which they should get one. */
export async function keysToEmbed(graph: GraphPort, repoId: string, stamp: string): Promise<string[]> {
  const rows = await graph.read(
    `MATCH (n:Symbol) WHERE n.repo_id = $repo_id AND n.path IS NOT NULL AND coalesce(n.embedded_by, '') <> $stamp
     RETURN n.key AS key, n.type AS type`,
    { repo_id: repoId, stamp },
  );
  const byType = new Map<string, string[]>(TYPES.map((type) => [type, []]));
  for (const row of rows) byType.get(textAt(row, 'type'))?.push(textAt(row, 'key'));
  return [...byType.values()].flat();
}

/** Nodes that are gone meanwhile are left out. */
export async function readEmbeddable(graph: GraphPort, keys: string[]): Promise<EmbeddableNode[]> {
  const rows = await graph.read(
    `UNWIND $keys AS key MATCH (n:Symbol {key: key})
     RETURN n.key AS key, coalesce(n.text_hash, '') AS hash, coalesce(n.kind, n.type) AS kind,
       n.qualified_name AS qualified_name, n.path AS path, coalesce(n.language, '') AS language,
       n.signature AS signature, n.docstring AS docstring, n.source_code AS source_code,
       CASE WHEN n:File THEN COLLECT {
         MATCH (m:Symbol {file_key: n.file_key}) WHERE m:Function OR m:Class RETURN m.name ORDER BY m.line_number
       } ELSE [] END AS contents`,
    { keys },
  );
  return rows.map((row) => ({ key: textAt(row, 'key'), hash: textAt(row, 'hash'), text: textOf(row) }));
}

function textOf(row: GraphRow): string {
  const { contents } = row;
  return embeddingText({
    kind: textAt(row, 'kind'),
    qualifiedName: textAt(row, 'qualified_name'),
    path: textAt(row, 'path'),
    language: textAt(row, 'language'),
    signature: textOrNullAt(row, 'signature'),
    docstring: textOrNullAt(row, 'docstring'),
    sourceCode: textOrNullAt(row, 'source_code'),
    contents: Array.isArray(contents) ? contents.filter((name) => typeof name === 'string') : [],
  });
}

// Takes the same lock as every write of a sync (fence.ts), so that the two wait for each other instead of deadlocking.
const LOCK = 'MATCH (r:Symbol {key: $repo_node}) SET r.locked = true';

// The procedure stores 32-bit floats, half of what a list parameter would take.
const WRITE = `UNWIND $rows AS row MATCH (n:Symbol {key: row.key})
  WHERE coalesce(n.text_hash, '') = row.hash AND coalesce(n.embedded_by, '') <> $stamp
  CALL db.create.setNodeVectorProperty(n, 'embedding', row.vector)
  SET n.embedded_by = $stamp
  RETURN n.type AS type, count(n) AS written`;

/**
 * Writes vectors to those of the nodes that still have the text they were made from and got none meanwhile; gives how
 * many of each label. Two runs at once therefore count no node twice.
 */
export async function writeEmbeddings(
  graph: GraphPort,
  repoId: string,
  stamp: string,
  rows: { key: string; hash: string; vector: number[] }[],
): Promise<LabelCounts> {
  const [, written = []] = await graph.write([
    { cypher: LOCK, params: { repo_node: keyOf(repoId) } },
    { cypher: WRITE, params: { rows, stamp } },
  ]);
  const counts: LabelCounts = {};
  for (const row of written) {
    const label = LABEL_OF_TYPE[textAt(row, 'type')];
    if (label !== undefined) counts[label] = numberAt(row, 'written');
  }
  return counts;
}

/** Nodes that have a vector of this stamp. */
export async function countEmbedded(graph: GraphPort, repoId: string, stamp: string): Promise<number> {
  const [row] = await graph.read(
    `MATCH (n:Symbol) WHERE n.repo_id = $repo_id AND n.path IS NOT NULL AND n.embedded_by = $stamp
     RETURN count(n) AS embedded`,
    { repo_id: repoId, stamp },
  );
  return row === undefined ? 0 : numberAt(row, 'embedded');
}
