/** The edges that files' texts say, as write-edges.ts wrote them. */
import { z } from 'zod';
import { EDGE_TYPES, EVIDENCE, type GraphEdge } from '../model/graph.ts';
import { fileIdOf, keyOf } from '../model/ids.ts';
import type { GraphPort } from '../ports.ts';
import { listed } from './fence.ts';

const rowSchema = z.object({
  file_key: z.string(),
  type: z.enum(EDGE_TYPES),
  from: z.string(),
  to: z.string(),
  evidence: z.enum(EVIDENCE).nullable(),
  confidence: z.number().nullable(),
  lines: z.array(z.number()).nullable(),
  how: z.string().nullable(),
  imported_name: z.string().nullable(),
  alias: z.string().nullable(),
  line: z.number().nullable(),
  module_name: z.string().nullable(),
});

const EDGE = `RETURN key AS file_key, type(e) AS type, a.id AS from, b.id AS to, e.evidence AS evidence,
  e.confidence AS confidence, e.lines AS lines, e.how AS how, e.imported_name AS imported_name, e.alias AS alias,
  e.line AS line, e.module_name AS module_name`;

const QUESTIONS: readonly string[] = [
  `UNWIND $keys[0] AS key MATCH (a:Symbol {file_key: key})-[e]->(b) USING INDEX a:Symbol(file_key)
   WHERE e.owner IS NULL ${EDGE}`,
  ...EDGE_TYPES.map(
    (type) =>
      `UNWIND $keys[0] AS key MATCH (a)-[e:${type}]->(b) USING INDEX e:${type}(owner) WHERE e.owner = key ${EDGE}`,
  ),
];

/** By path, for each of these files. */
export async function readEdges(graph: GraphPort, repoId: string, paths: string[]): Promise<Map<string, GraphEdge[]>> {
  const found = new Map(paths.map((path): [string, GraphEdge[]] => [path, []]));
  const pathOf = new Map(paths.map((path) => [keyOf(fileIdOf(repoId, path)), path]));
  for (const cypher of paths.length === 0 ? [] : QUESTIONS) {
    for (const row of await graph.read(cypher, { keys: listed([...pathOf.keys()]) })) {
      const { file_key, ...values } = rowSchema.parse(row);
      found.get(pathOf.get(file_key) ?? '')?.push(edgeOf(values));
    }
  }
  return found;
}

function edgeOf({ lines, ...values }: Omit<z.infer<typeof rowSchema>, 'file_key'>): GraphEdge {
  const { type, from, to, ...others } = values;
  const said = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null));
  return { type, from, to, ...said, ...(lines === null ? {} : { sites: lines.map((line) => ({ line })) }) };
}
