/**
 * Stored documents and graph rows as JSON and back. What JSON has no word for is written as an object of one field:
 *
 *     { "$date": "2026-11-29T10:00:00.000Z" }       a Firestore Timestamp
 *     { "$bytes": "Cw+A…" }                          bytes, in base64
 *     { "$vector": 1536, "at": { "17": 0.25 } }      numbers that are mostly 0
 */
import { getFirestore, Timestamp } from 'firebase-admin/firestore';
import type { CollectionReference, DocumentReference } from 'firebase-admin/firestore';
import type { App } from 'firebase-admin/app';
import type { GraphPort, GraphValue } from '../../../src/ports.ts';

export type StoredDocuments = Record<string, Record<string, unknown>>;

export interface StoredGraph {
  nodes: { labels: string[]; properties: Record<string, unknown> }[];
  /** `from` and `to` are places in `nodes`. */
  edges: { type: string; from: number; to: number; properties: Record<string, unknown> }[];
}

const LONG = 100;

function written(value: unknown): unknown {
  if (value instanceof Timestamp) return { $date: value.toDate().toISOString() };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (Array.isArray(value) && value.length > LONG && value.every((item) => typeof item === 'number')) {
    return { $vector: value.length, at: Object.fromEntries(Object.entries(value).filter(([, item]) => item !== 0)) };
  }
  if (Array.isArray(value)) return value.map(written);
  if (typeof value === 'object' && value !== null) {
    const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, item]) => [name, written(item)]));
  }
  return value;
}

function read(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(read);
  if (typeof value !== 'object' || value === null) return value;
  if ('$date' in value) return Timestamp.fromDate(new Date(String(value.$date)));
  if ('$bytes' in value) return Uint8Array.from(Buffer.from(String(value.$bytes), 'base64'));
  if ('$vector' in value) {
    const vector = new Array<number>(Number(value.$vector)).fill(0);
    const at = 'at' in value && typeof value.at === 'object' ? value.at : {};
    for (const [place, item] of Object.entries(at ?? {})) vector[Number(place)] = Number(item);
    return vector;
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, read(item)]));
}

/** Every document of a project, by path. */
export async function dumpDocuments(app: App): Promise<StoredDocuments> {
  const found = new Map<string, Record<string, unknown>>();
  const visit = async (collection: CollectionReference): Promise<void> => {
    // Also those that are only a way to others.
    const documents: DocumentReference[] = await collection.listDocuments();
    for (const document of documents) {
      const data = (await document.get()).data();
      if (data !== undefined) found.set(document.path, written(data) as Record<string, unknown>);
      for (const inner of await document.listCollections()) await visit(inner);
    }
  };
  for (const collection of await getFirestore(app).listCollections()) await visit(collection);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export async function loadDocuments(app: App, documents: StoredDocuments): Promise<void> {
  const db = getFirestore(app);
  await Promise.all(
    Object.entries(documents).map(([path, fields]) => db.doc(path).set(read(fields) as Record<string, unknown>)),
  );
}

/** A repository's nodes, the hidden ones too, and all that stands between them. */
export async function dumpRows(graph: GraphPort, repoId: string): Promise<StoredGraph> {
  const nodes = await graph.read(
    'MATCH (n {repo_id: $repoId}) RETURN elementId(n) AS id, labels(n) AS labels, properties(n) AS properties ORDER BY labels, n.key, n.path',
    { repoId },
  );
  const places = new Map(nodes.map(({ id }, at) => [id, at]));
  const edges = await graph.read(
    'MATCH (a {repo_id: $repoId})-[e]->(b) RETURN elementId(a) AS a, type(e) AS type, elementId(b) AS b, properties(e) AS properties',
    { repoId },
  );
  const told = ({ properties }: { properties?: GraphValue }) => written(properties) as Record<string, unknown>;
  return {
    nodes: nodes.map((row) => ({ labels: row['labels'] as string[], properties: told(row) })),
    edges: edges
      .map((row) => ({
        type: row['type'] as string,
        from: places.get(row['a'] ?? '') ?? -1,
        to: places.get(row['b'] ?? '') ?? -1,
        properties: told(row),
      }))
      .sort((x, y) => x.from - y.from || x.to - y.to || (x.type < y.type ? -1 : 1)),
  };
}

/** Writes the rows as they are: nothing of the code that made them, or of today's, is asked. */
export async function loadRows(graph: GraphPort, { nodes, edges }: StoredGraph): Promise<void> {
  const ids: unknown[] = [];
  for (const { labels, properties } of nodes) {
    const [row] = await graph.run(`CREATE (n:${labels.join(':')}) SET n = $properties RETURN elementId(n) AS id`, {
      properties: read(properties),
    });
    ids.push(row?.['id']);
  }
  for (const { type, from, to, properties } of edges) {
    await graph.run(
      `MATCH (a), (b) WHERE elementId(a) = $a AND elementId(b) = $b CREATE (a)-[e:${type}]->(b) SET e = $properties`,
      { a: ids[from], b: ids[to], properties: read(properties) },
    );
  }
}
