/** What files said when a part was resolved, and by which run: on their FileState (stored-parts.ts tells of the properties). */
import type { FileFacts } from '../../model/facts.ts';
import { fileIdOf, keyOf } from '../../model/ids.ts';
import { packKeys } from '../dependence.ts';
import { createUnpacker } from '../facts-codec.ts';
import { fencedWrite, GUARD, listed, type Fence } from '../fence.ts';
import { textAt } from '../row-values.ts';
import type { GraphRow } from '../../ports.ts';
import { keysAt, readLists } from './stored-parts.ts';

/** By the hash of a key: numbers of statements that add to what stands under it. */
export type StoredWays = ReadonlyMap<number, readonly number[]>;

export interface StoredSaid {
  knows: number;
  run: string;
  ways: StoredWays;
  inputs: Uint32Array;
  shared: Uint32Array[];
  provides: Uint32Array;
}

const BATCH_FILES = 500;
const BATCH_FACTS = 200;

/** Notes by which run files were resolved, behind their edges. */
export async function writeSaid(
  fence: Fence,
  { knows, run }: { knows: number; run: string },
  files: readonly { path: string; ways: StoredWays }[],
): Promise<void> {
  const said = `${fence.number}:${knows}:${run}`;
  for (let at = 0; at < files.length; at += BATCH_FILES) {
    const rows = files
      .slice(at, at + BATCH_FILES)
      .map(({ path, ways }) => [keyOf(fileIdOf(fence.repoId, path)), packWays(ways)]);
    await fencedWrite(fence, [
      {
        cypher: `${GUARD} UNWIND $rows[0] AS row MATCH (s:FileState {key: row[0]}) SET s.said = $said, s.ways = row[1]`,
        params: { rows: listed(rows), said },
      },
    ]);
  }
}

/** What files said under this run of the repository, by path; the others are left out. */
export async function readSaid(
  { graph, repoId, number }: Fence,
  paths: readonly string[],
): Promise<Map<string, StoredSaid>> {
  const lists = new Map<string, Uint32Array>();
  const found = new Map<string, StoredSaid>();
  for (let at = 0; at < paths.length; at += BATCH_FILES) {
    const rows = await graph.read(
      `UNWIND $keys[0] AS key MATCH (s:FileState {key: key}) WHERE s.said STARTS WITH $fence
       RETURN s.path AS path, s.said AS said, s.ways AS ways, s.rests AS rests, s.offers AS offers, s.shared AS shared`,
      {
        keys: listed(paths.slice(at, at + BATCH_FILES).map((path) => keyOf(fileIdOf(repoId, path)))),
        fence: `${number}:`,
      },
    );
    const unknown = new Set(rows.flatMap(namesIn).filter((name) => !lists.has(name)));
    for (const [name, keys] of await readLists(graph, repoId, [...unknown])) lists.set(name, keys);
    for (const row of rows) {
      const [, knows, ...run] = textAt(row, 'said').split(':');
      found.set(textAt(row, 'path'), {
        ...{ knows: Number(knows), run: run.join(':'), ways: unpackWays(keysAt(row, 'ways')) },
        ...{ inputs: keysAt(row, 'rests'), provides: keysAt(row, 'offers') },
        shared: namesIn(row).map((name) => lists.get(name) ?? new Uint32Array()),
      });
    }
  }
  return found;
}

function namesIn(row: GraphRow): string[] {
  const { shared } = row;
  return Array.isArray(shared) ? shared.filter((name): name is string => typeof name === 'string') : [];
}

/** Facts of these files, and what is known of their statements under this run. */
export async function readFactsAndWays(
  { graph, repoId, number }: Fence,
  paths: readonly string[],
): Promise<{ facts: FileFacts; ways: StoredWays | undefined }[]> {
  const found: { facts: FileFacts; ways: StoredWays | undefined }[] = [];
  const unpackFacts = createUnpacker();
  for (let at = 0; at < paths.length; at += BATCH_FACTS) {
    const rows = await graph.read(
      `UNWIND $keys[0] AS key MATCH (s:FileState {key: key}) WHERE s.facts IS NOT NULL
       RETURN s.facts AS facts, CASE WHEN s.said STARTS WITH $fence THEN s.ways END AS ways`,
      {
        keys: listed(paths.slice(at, at + BATCH_FACTS).map((path) => keyOf(fileIdOf(repoId, path)))),
        fence: `${number}:`,
      },
    );
    for (const row of rows) {
      const { facts, ways } = row;
      if (!(facts instanceof Uint8Array)) continue;
      found.push({
        facts: unpackFacts(facts),
        ways: ways instanceof Uint8Array ? unpackWays(keysAt(row, 'ways')) : undefined,
      });
    }
  }
  return found;
}

/** A key, how many statements, these, and so on. */
function packWays(ways: StoredWays): Uint8Array {
  const numbers: number[] = [];
  for (const [key, statements] of ways) numbers.push(key, statements.length, ...statements);
  return packKeys(Uint32Array.from(numbers));
}

function unpackWays(numbers: Uint32Array): StoredWays {
  const ways = new Map<number, number[]>();
  for (let at = 0; at + 1 < numbers.length;) {
    const end = at + 2 + (numbers[at + 1] ?? 0);
    ways.set(numbers[at] ?? 0, Array.from(numbers.subarray(at + 2, end)));
    at = end;
  }
  return ways;
}
