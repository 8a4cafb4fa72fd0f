/**
 * Step 2 of writing a file: the edges its text says. They are replaced as a whole, in one transaction that also records
 * their hash, and only for files whose hash differs: a change elsewhere rewrites just the files that resolve otherwise.
 *
 * Most edges start at a node of the file that owns them. Those that do not (a module contains this file, a class in
 * another file contains this method, an extension elsewhere makes a type conform) carry `owner`, the file's key, which
 * is indexed, so that they can be found from the file.
 */
import { createHash } from 'node:crypto';
import { EDGE_TYPES, type GraphEdge, type ResolvedFile } from '../model/graph.ts';
import { fileIdOf, keyOf } from '../model/ids.ts';
import type { GraphParams } from '../ports.ts';
import { figuresText, type EdgeFigures } from './edge-figures.ts';
import { fencedWrite, GUARD, listed, type Fence } from './fence.ts';
import { openCallsText } from './kept/open-calls.ts';
import { packKeys, storedDepends } from './dependence.ts';

/** What a file's edges rest on, with its hash. */
export type RestsWrite = Pick<ResolvedFile, 'path' | 'dependence'> & { restsHash: string };

/** A file's edges with their hash and figures, and what they rest on. */
export type EdgesWrite = ResolvedFile &
  RestsWrite & {
    hash: string;
    figures: EdgeFigures;
    /** This run is the first to write the file, so there are none to remove. */
    fresh: boolean;
  };

/**
 * [from, to, evidence, confidence, lines, how, imported_name, alias, line, module_name, file key, type]; ends by their
 * place in `ends`
 */
type EdgeRow = (string | number | number[] | null)[];

const BATCH_EDGES = 5_000;
const BATCH_RESTS = 500;

/**
 * Statements that delete what files (`$keys[0]`) say between nodes of other files. The indexes are named: a plan that was made
 * while a store had few edges begins with all of them, and stays when they are three times as many.
 */
export const REMOVE_OWNED: readonly string[] = EDGE_TYPES.map(
  (type) =>
    `${GUARD} UNWIND $keys[0] AS key MATCH ()-[e:${type}]->() USING INDEX e:${type}(owner) WHERE e.owner = key DELETE e`,
);

/** What the edges are, independent of their order, and the figures that are written down with them. */
export function edgesHash({
  edges,
  calls,
  open = [],
  problems,
}: Pick<ResolvedFile, 'edges' | 'calls' | 'open' | 'problems'>): string {
  const lines = edges.map((edge) => JSON.stringify([edge.type, edge.from, edge.to, ...valuesOf(edge)])).sort();
  const hash = createHash('sha256').update(JSON.stringify(calls)).update('\n');
  if (open.length > 0) hash.update(openCallsText(open) ?? '');
  if (problems !== undefined) hash.update(JSON.stringify(problems));
  hash.update(lines.map((line) => `${line}\n`).join(''));
  return hash.digest('base64url').slice(0, 22);
}

function valuesOf(edge: GraphEdge): (string | number | number[] | null)[] {
  return [
    edge.evidence ?? null,
    edge.confidence ?? null,
    edge.sites?.map((site) => site.line) ?? null,
    edge.how ?? null,
    edge.imported_name ?? null,
    edge.alias ?? null,
    edge.line ?? null,
    edge.module_name ?? null,
  ];
}

/**
 * Replaces the edges of these files (in the given order), taken as there is room for them. Returns how many edges were
 * given and how many found both their ends; the two differ only when resolution names a node that nobody wrote.
 */
export async function writeEdges(
  fence: Fence,
  files: Iterable<EdgesWrite>,
  written: (files: number) => void = () => undefined,
): Promise<{ given: number; created: number }> {
  const total = { given: 0, created: 0 };
  let batch: EdgesWrite[] = [];
  let size = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    total.given += size;
    total.created += await writeBatch(fence, batch);
    written(batch.length);
    batch = [];
    size = 0;
  };
  for (const file of files) {
    if (size > 0 && size + file.edges.length > BATCH_EDGES) await flush();
    batch.push(file);
    size += file.edges.length;
  }
  await flush();
  return total;
}

const CREATED = `evidence: row[2], confidence: row[3], lines: row[4], how: row[5], imported_name: row[6], alias: row[7],
  line: row[8], module_name: row[9], owner: CASE WHEN a.file_key = row[10] THEN null ELSE row[10] END`;

// A list in a list keeps the place of a node that there is not. Finding a node costs more than making an edge, and a node
// has edges of several types, so all types are one statement.
const CREATE_EDGES = `UNWIND $ends[0] AS key OPTIONAL MATCH (n:Symbol {key: key}) WITH collect([n]) AS ends
  UNWIND $rows[0] AS row WITH row, ends[row[0]][0] AS a, ends[row[1]][0] AS b WHERE a IS NOT NULL AND b IS NOT NULL
  CREATE (a)-[:$(row[11]) {${CREATED}}]->(b) RETURN count(*) AS created`;

async function writeBatch(fence: Fence, files: EdgesWrite[]): Promise<number> {
  const keys = files.map((file) => keyOf(fileIdOf(fence.repoId, file.path)));
  const rows: EdgeRow[] = [];
  /** Each end's id once, with its place. */
  const ends = new Map<string, number>();
  files.forEach((file, at) => {
    for (const edge of file.edges) {
      const joined = [placeOf(ends, edge.from), placeOf(ends, edge.to)];
      rows.push([...joined, ...valuesOf(edge), keys[at] ?? null, edge.type]);
    }
  });
  const statements: { cypher: string; params: GraphParams }[] = [];
  const older = keys.filter((_, at) => files[at]?.fresh === false);
  if (older.length > 0) statements.push(...removals(older));
  if (rows.length > 0) {
    statements.push({
      cypher: `${GUARD} ${CREATE_EDGES}`,
      params: { rows: listed(rows), ends: listed(Array.from(ends.keys(), keyOf)) },
    });
  }
  const answers = await fencedWrite(fence, [
    ...statements,
    {
      cypher: `${GUARD} UNWIND $states[0] AS state MATCH (s:FileState {key: state[0]})
        SET s.edges_hash = state[1], s.figures = state[2], s.open_calls = state[3]`,
      params: {
        states: listed(
          files.map((file, at) => [
            keys[at] ?? '',
            file.hash,
            figuresText(file.figures),
            openCallsText(file.open ?? []),
          ]),
        ),
      },
    },
    statesOfRests(fence, files),
  ]);
  return answers.reduce((sum, answer) => sum + Number(answer[0]?.['created'] ?? 0), 0);
}

/** What files rest on that have the same edges as before. */
export async function writeRests(fence: Fence, files: RestsWrite[]): Promise<void> {
  for (let at = 0; at < files.length; at += BATCH_RESTS) {
    await fencedWrite(fence, [statesOfRests(fence, files.slice(at, at + BATCH_RESTS))]);
  }
}

function statesOfRests({ repoId }: Fence, files: RestsWrite[]): { cypher: string; params: GraphParams } {
  return {
    cypher: `${GUARD} UNWIND $states[0] AS state MATCH (s:FileState {key: state[0]})
      SET s.rests_hash = state[1], s.rests = state[2], s.offers = state[3], s.shared = state[4]`,
    params: {
      states: listed(
        files.map(({ path, restsHash, dependence }) => {
          const { inputs, provides, lists } = storedDepends(dependence);
          return [keyOf(fileIdOf(repoId, path)), restsHash, packKeys(inputs), packKeys(provides), [...lists]];
        }),
      ),
    },
  };
}

function placeOf(ends: Map<string, number>, id: string): number {
  const place = ends.get(id) ?? ends.size;
  if (place === ends.size) ends.set(id, place);
  return place;
}

function removals(keys: string[]): { cypher: string; params: GraphParams }[] {
  const own = `${GUARD} UNWIND $keys[0] AS key MATCH (n:Symbol {file_key: key})-[e]->() USING INDEX n:Symbol(file_key)
    WHERE e.owner IS NULL DELETE e`;
  return [own, ...REMOVE_OWNED].map((cypher) => ({ cypher, params: { keys: listed(keys) } }));
}
