/** A repository's whole graph as sorted lines, with the repository's own name taken out, so that two can be compared. */
import { unpackJson } from '../../src/graph/kept/packed-json.ts';
import type { GraphPort, GraphRow } from '../../src/ports.ts';

/** What may differ between two repositories with the same files, or between two runs. */
const OWN = new Set(['key', 'file_key', 'past', 'born', 'blocks', 'blocks_fence', 'repo_id', 'repo_token', 'access', 'fence', 'locked', 'indexed_at', 'stats', 'owner_name', 'text_hash', 'embedding', 'embedded_by']); // prettier-ignore

export async function dumpGraph(
  graph: GraphPort,
  repoId: string,
): Promise<{ nodes: string[]; edges: string[]; hidden: string[] }> {
  const plain = (value: unknown) =>
    JSON.stringify(value, (_key, item: unknown) => (typeof item === 'string' ? item.replaceAll(repoId, 'R') : item));
  const line = (row: GraphRow, properties: string) => {
    const found = row[properties];
    const all: [string, unknown][] = Object.entries(found !== null && typeof found === 'object' ? found : {});
    const kept = all
      .filter(([name]) => !OWN.has(name))
      .map(([name, value]): [string, unknown] => {
        const isPacked = name === 'manifests' && value instanceof Uint8Array;
        return [name, isPacked ? unpackJson(value) : value];
      });
    return plain({
      ...row,
      [properties]: Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))),
    });
  };
  const nodes = await graph.read(
    'MATCH (n:Symbol) WHERE n.repo_id = $repo_id RETURN labels(n) AS labels, properties(n) AS p',
    { repo_id: repoId },
  );
  const edges = await graph.read(
    `MATCH (a:Symbol)-[e]->(b:Symbol) WHERE a.repo_id = $repo_id OR b.repo_id = $repo_id
     RETURN a.id AS source, type(e) AS type, b.id AS target, e {.*, owner: e.owner IS NOT NULL} AS p`,
    { repo_id: repoId },
  );
  const hidden = await graph.read(
    `MATCH (n:Chunk|FileState) WHERE n.repo_id = $repo_id RETURN labels(n) AS labels, n {.*, facts: null, edges_hash: n.edges_hash IS NOT NULL} AS p`,
    { repo_id: repoId },
  );
  return {
    nodes: nodes.map((row) => line(row, 'p')).sort(),
    edges: edges.map((row) => line(row, 'p')).sort(),
    hidden: hidden.map((row) => line(row, 'p')).sort(),
  };
}
